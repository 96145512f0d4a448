import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { jsonOf } from '../../shared/jsonOf.ts';
import type { RedisConnection } from '../replicas/redisConnection.ts';
import { seal, unseal } from '../replicas/sealedTexts.ts';
import { HttpFailure } from '../upstream/httpClient.ts';
import type { ContactResponse } from './contactClient.ts';

/** What replicas tell each other of the enquiries that they send on. Nothing here rejects. */
interface SharedSubmissions {
  /**
   * Null: this replica is to send the enquiry, and to call `finish`. Otherwise what the contact API told the replica
   * that has sent it, or is sending it: then this waits for its end.
   */
  claim(digest: string): Promise<ContactResponse | null>;
  /** Resolves when the other replicas know; `sentId`: of a success, the id of the submission. */
  finish(digest: string, response: ContactResponse, outcome: Outcome): Promise<void>;
  /** The enquiry was not sent on: the next one to claim it may. */
  release(digest: string): Promise<void>;
  /** What the contact API said to an enquiry that was sent a moment ago. */
  findSent(id: string): Promise<ContactResponse | null>;
}

type Outcome = { readonly isSent: true; readonly id: string | null } | { readonly isSent: false };

/** As long as a replica may need to send one: after this another one sends it, with the same idempotency key. */
const pendingMs = 12_000;
const pollMs = 50;
/** Those who wait for the replica that has failed are told; whoever posts again is not. */
const failedMs = 1_000;

/** `ARGV[2]`: whether the caller waits for the outcome, be it a failure. */
const claimScript = `local held = redis.call('GET', KEYS[1])
if held and (ARGV[2] == '1' or string.sub(held, 1, 6) ~= 'failed') then return held end
redis.call('SET', KEYS[1], 'pending', 'PX', ARGV[1])
return false`;

/**
 * The memory of sent enquiries that replicas share. Redis holds digests, and responses of the contact API that only
 * who has the whole enquiry, or its submission id, can decrypt. Without Redis every enquiry is this replica's own.
 *
 * @param sentMs how long a success is repeated
 * @param settlingMs how long the id of a submission is known to have been given
 */
export function createSharedSubmissions(
  redis: RedisConnection | null,
  sentMs: number,
  settlingMs: number,
): SharedSubmissions {
  if (redis === null) {
    const nothing = async () => undefined;
    return { claim: async () => null, finish: nothing, release: nothing, findSent: async () => null };
  }
  const keyOf = (digest: string) => redis.keyOf('enquiry', digest);
  const sentKeyOf = (id: string) => redis.keyOf('sent', id);
  const put = (key: string, text: string, ms: number) => redis.call('SET', key, text, 'PX', String(ms));

  return {
    async claim(digest) {
      for (let isWaiting = false; ; isWaiting = true) {
        const waits = isWaiting ? '1' : '0';
        const held = await redis.call('EVAL', claimScript, '1', keyOf(digest), String(pendingMs), waits);
        if (typeof held !== 'string') return null;
        const [, sealed] = held.split(' ');
        if (sealed !== undefined) return readResponse(unseal(redis, digest, sealed));
        await wait(pollMs);
      }
    },
    async finish(digest, response, outcome) {
      const text = writeResponse(response);
      const sealed = seal(redis, digest, text);
      if (!outcome.isSent) {
        await put(keyOf(digest), `failed ${sealed}`, failedMs);
        return;
      }
      const { id } = outcome;
      await Promise.all([
        put(keyOf(digest), `sent ${sealed}`, sentMs),
        id === null ? undefined : put(sentKeyOf(id), seal(redis, id, text), settlingMs),
      ]);
    },
    async release(digest) {
      await redis.call('DEL', keyOf(digest));
    },
    async findSent(id) {
      const sealed = await redis.call('GET', sentKeyOf(id));
      return typeof sealed === 'string' ? readResponse(unseal(redis, id, sealed)) : null;
    },
  };
}

const responseSchema = v.union([
  v.object({ status: v.number(), body: v.nullable(v.string()) }),
  v.object({ failure: v.picklist(['notConnected', 'timedOut', 'broken']) }),
]);

/** What the parsers of responses read of one, as text. */
function writeResponse(response: ContactResponse): string {
  if (response instanceof HttpFailure) return JSON.stringify({ failure: response.kind });
  const { status, body } = response;
  return JSON.stringify({ status, body: body?.toString('utf8') ?? null });
}

function readResponse(text: string | null): ContactResponse | null {
  const read = v.safeParse(responseSchema, jsonOf(text));
  if (!read.success) return null;
  if ('failure' in read.output)
    return new HttpFailure(read.output.failure, 'Told by another replica', false, undefined);
  const { status, body } = read.output;
  return { status, headers: {}, body: body === null ? null : Buffer.from(body) };
}
