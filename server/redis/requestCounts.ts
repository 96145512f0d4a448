import { MemoryStore, type Store } from 'express-rate-limit';
import { type RedisReply, RedisStore } from 'rate-limit-redis';
import type { RedisConnection } from './redisConnection.ts';

interface Counted {
  /** Also part of the keys in Redis. */
  readonly identifier: string;
  readonly limit: number;
}

/** Keys, mostly networks, counted at a time. A client with more networks passes limits by network anyway. */
const mostKeys = 50_000;

/** Takes one from a count, unless that has expired: the new key would never expire. */
const takeOne = `if (tonumber(redis.call('GET', KEYS[1])) or 0) > 0 then redis.call('DECR', KEYS[1]) end`;

/** The library's memory store with a bound: when it is full, it forgets all counts. */
class BoundedMemoryStore extends MemoryStore {
  override async increment(key: string) {
    if (this.current.size + this.previous.size >= mostKeys) await this.resetAll();
    return super.increment(key);
  }
}

/**
 * The store of one rate limit. While Redis responds, all replicas count together. Each also counts on its own, so that
 * no client starts from zero when Redis is gone or was emptied.
 */
export function createRequestCounts({ identifier, limit }: Counted, redis: RedisConnection | null): Store {
  const own = new BoundedMemoryStore();
  if (redis === null) return own;
  const common = new RedisStore({ prefix: '', sendCommand: (...words) => replyOf(redis, words) });
  const keyOf = (key: string) => redis.keyOf(`limit:${identifier}`, key);
  return {
    // No other limit shares the keys of this one.
    localKeys: true,
    init(options) {
      own.init(options);
      const loadScripts = () => void common.init(options).catch(() => undefined);
      loadScripts();
      // A restarted Redis has no scripts.
      redis.onUp(loadScripts);
    },
    async increment(key) {
      // Copied, because the memory store goes on counting in the same object.
      const here = { ...(await own.increment(key)) };
      // Over the limit here is over the limit everywhere: Redis need not be asked.
      if (!redis.isUp() || here.totalHits > limit) return here;
      const everywhere = await common.increment(keyOf(key)).catch(() => here);
      return everywhere.totalHits > here.totalHits ? everywhere : here;
    },
    async decrement(key) {
      const { totalHits = 0 } = (await own.get(key)) ?? {};
      await own.decrement(key);
      // What was over the limit here was not counted there.
      if (totalHits <= limit) await redis.call('EVAL', takeOne, '1', keyOf(key));
    },
    resetKey: (key) => own.resetKey(key),
  };
}

/** A reply in the library's format: the digest of a script, or its two numbers. */
async function replyOf(redis: RedisConnection, words: readonly string[]): Promise<RedisReply> {
  const reply = await redis.call(...words);
  if (Array.isArray(reply)) return reply.map(Number);
  if (typeof reply === 'string') return reply;
  throw new Error('Redis has not counted.');
}
