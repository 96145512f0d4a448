import type { Store } from 'express-rate-limit';
import { LRUCache } from 'lru-cache';
import type { RedisConnection } from './redisConnection.ts';

interface Window {
  /** Also the name of the counts in Redis. */
  readonly identifier: string;
  readonly limit: number;
  readonly windowMs: number;
}

/** More networks than this within one window: the least recently seen are forgotten. */
const mostKeys = 50_000;

const increment = `local hits = redis.call('INCR', KEYS[1])
if hits == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return { hits, redis.call('PTTL', KEYS[1]) }`;

/**
 * The store of one rate limit: hits by key, in windows that begin with the first hit. Windows are measured on a clock
 * that is never set. While Redis responds all replicas count together; each goes on counting for itself, so that
 * nobody begins anew when Redis is gone.
 */
export function createRequestCounts(
  { identifier, limit, windowMs }: Window,
  redis: RedisConnection | null,
): Store {
  // Bounded by size: a bound by number would allocate all entries at once.
  const counted = new LRUCache<string, { hits: number }>({
    maxSize: mostKeys,
    sizeCalculation: () => 1,
    ttl: windowMs,
    ttlResolution: 0,
    perf: { now: () => performance.now() },
  });

  const countHere = (key: string) => {
    const entry = counted.get(key) ?? { hits: 0 };
    if (entry.hits === 0) counted.set(key, entry);
    entry.hits += 1;
    return { hits: entry.hits, leftMs: counted.getRemainingTTL(key) };
  };
  const countTogether = async (key: string) => {
    const name = redis?.keyOf(`limit:${identifier}`, key) ?? '';
    const reply = await redis?.call('EVAL', increment, '1', name, String(windowMs));
    const [hits, leftMs] = Array.isArray(reply) ? reply.map(Number) : [];
    return { hits: hits ?? 0, leftMs: leftMs ?? 0 };
  };

  return {
    // The keys of one limit are not those of another.
    localKeys: true,
    async increment(key) {
      const own = countHere(key);
      // Over the limit here is over the limit everywhere.
      const shared = redis === null || own.hits > limit ? own : await countTogether(key);
      const { hits, leftMs } = shared.hits > own.hits ? shared : own;
      // The library compares it with the machine's clock at once.
      return { totalHits: hits, resetTime: new Date(Date.now() + leftMs) };
    },
    decrement(key) {
      const entry = counted.peek(key);
      if (entry) entry.hits -= 1;
    },
    resetKey: (key) => void counted.delete(key),
  };
}
