import * as v from 'valibot';
import { within } from '../process/within.ts';
import type { RedisConnection, RedisReply } from './redisConnection.ts';
import { parseJson } from './sharedEntries.ts';

/** A new value of one key. */
export interface Publication {
  readonly key: string;
  readonly token: string;
  readonly hash: string;
  /** As JSON. */
  readonly value: string;
  /** How long ago it was fetched. */
  readonly ageMs: number;
}

interface BarrierOptions {
  readonly redis: Pick<RedisConnection, 'call' | 'onMessage' | 'prefix'>;
  readonly replica: string;
  /** Without the prefix. */
  readonly channel: string;
  /** Stores a value; from then on this replica serves it. */
  readonly take: (publication: Publication) => void;
  /** Called with a message that is none, and with what `take` throws. */
  readonly onError: (error: unknown) => void;
}

interface PublicationBarrier {
  /**
   * Publishes to all replicas, this one too. `send` has Redis send the message `prepare`, and resolves with the number
   * of replicas that got it, followed by one outcome for each key. Resolves with the outcomes when all have stored the
   * values; null where Redis failed.
   */
  publish(send: (id: string) => Promise<RedisReply>): Promise<readonly string[] | null>;
  /** Settles when pages may be served, within half a second; null: now. */
  gate(): Promise<void> | null;
}

/** A replica that does not say that it is ready within this time is not waited for. */
const longestReadyMs = 500;
/** No page waits longer, however many publications follow each other. */
const longestGateMs = 500;
/** A replica that is not told to go on goes on by itself. */
const longestHoldMs = 800;

const messageSchema = v.variant('kind', [
  v.object({
    kind: v.literal('prepare'),
    id: v.string(),
    entries: v.array(v.tuple([v.string(), v.string(), v.string(), v.string(), v.optional(v.number(), 0)])),
  }),
  v.object({ kind: v.picklist(['ready', 'commit']), id: v.string() }),
]);

/**
 * A publication in two steps. `prepare` brings the new values: each replica stops serving pages and says `ready`. When
 * all are, `commit` makes each store the values and go on. So no page with an old value is sent after one with a new
 * value. Pages wait a few milliseconds, or as long as the slowest replica needs to hear of it, half a second at most.
 */
export function createBarrier({
  redis,
  replica,
  channel,
  take,
  onError,
}: BarrierOptions): PublicationBarrier {
  /** What was prepared and not stored, by publication. */
  const prepared = new Map<
    string,
    { readonly publications: readonly Publication[]; readonly timer: NodeJS.Timeout }
  >();
  /** How many replicas are ready, by publication of this replica. */
  const ready = new Map<string, () => void>();
  let open = Promise.withResolvers<void>();
  let publications = 0;

  const say = (kind: 'ready' | 'commit', id: string) =>
    redis.call('PUBLISH', redis.prefix + channel, JSON.stringify({ kind, id }));

  const commit = (id: string) => {
    const found = prepared.get(id);
    if (!found) return;
    clearTimeout(found.timer);
    prepared.delete(id);
    for (const publication of found.publications) {
      // Runs in a timer: what is thrown here would end the process, and leave the pages waiting.
      try {
        take(publication);
      } catch (error) {
        onError(error);
      }
    }
    if (prepared.size > 0) return;
    open.resolve();
    open = Promise.withResolvers();
  };

  redis.onMessage(channel, (text) => {
    const parsed = v.safeParse(messageSchema, parseJson(text));
    if (!parsed.success) {
      onError(new Error('A message that is no publication'));
      return;
    }
    const message = parsed.output;
    const { id } = message;
    if (message.kind === 'ready') ready.get(id)?.();
    if (message.kind === 'commit') commit(id);
    if ('entries' in message) {
      const timer = setTimeout(commit, longestHoldMs, id);
      const entries = message.entries.map(([key, token, hash, value, ageMs]) => {
        return { key, token, hash, value, ageMs };
      });
      prepared.set(id, { publications: entries, timer });
      void say('ready', id);
    }
  });

  return {
    async publish(send) {
      publications += 1;
      const id = `${replica}-${publications}`;
      const all = Promise.withResolvers<void>();
      let count = 0;
      let expected = Number.POSITIVE_INFINITY;
      const check = () => {
        if (count >= expected) all.resolve();
      };
      ready.set(id, () => {
        count += 1;
        check();
      });
      const reply = await send(id);
      const [told, ...outcomes] = Array.isArray(reply) ? reply.map(String) : [];
      expected = Number(told ?? 0);
      check();
      if (expected > 0) {
        const timer = setTimeout(all.resolve, longestReadyMs);
        await all.promise;
        clearTimeout(timer);
        // The others first: this replica must not be the only one with the new values.
        await say('commit', id);
        commit(id);
      }
      ready.delete(id);
      return told === undefined ? null : outcomes;
    },
    gate: () => (prepared.size > 0 ? within(longestGateMs, open.promise, undefined) : null),
  };
}
