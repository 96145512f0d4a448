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
/** Long enough for those who wait to read of a failure. The enquiry can be claimed again after it. */
const failedMs = 500;

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
      const key = keyOf(digest);
      let hasWaited = false;
      for (;;) {
        const claimed = await redis.call('SET', key, 'pending', 'NX', 'PX', String(pendingMs));
        // Null where another replica has claimed it; undefined where Redis does not respond.
        if (claimed !== null) return null;
        const held = await redis.call('GET', key);
        // It has just expired: the first to ask again sends it.
        if (held === null) continue;
        const [state, sealed = ''] = String(held).split(' ');
        // Whoever comes after a failure makes a new attempt, as soon as those who wait have been told.
        if (state === 'sent' || (state === 'failed' && hasWaited))
          return readResponse(unseal(redis, digest, sealed));
        if (state === 'pending') hasWaited = true;
        // Redis is down, or somebody else has written there.
        else if (state !== 'failed') return null;
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
