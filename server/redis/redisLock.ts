import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { RedisConnection } from './redisConnection.ts';

/** The locks of a killed replica expire after this time; a working one renews its own. */
const lockMs = 3_000;
const pollMs = 50;

const lockKey = (redis: RedisConnection, name: string): string => redis.keyOf('lock', name);

/**
 * Runs `work` under a lock of this name, so that no other replica does so at the same time.
 *
 * @param redis null: this replica is on its own, and there is no lock. Nor is there one while Redis does not respond
 */
export async function withLock<Result>(
  redis: RedisConnection | null,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!redis) return work();
  const key = lockKey(redis, name);
  const own = randomBytes(12).toString('base64url');
  // If Redis does not respond, `call` returns undefined, and there is no lock.
  while ((await redis.call('SET', key, own, 'NX', 'PX', String(lockMs))) === null) await wait(pollMs);
  /** A process that was stalled for longer than `lockMs` may find another's lock. */
  const ifOwn = async (...words: readonly string[]) => {
    if ((await redis.call('GET', key)) === own) await redis.call(...words);
  };
  const renewing = setInterval(() => void ifOwn('PEXPIRE', key, String(lockMs)), lockMs / 3);
  try {
    return await work();
  } finally {
    clearInterval(renewing);
    await ifOwn('DEL', key);
  }
}

/** Whether a replica holds the lock of this name; also true while Redis does not respond, since one may. */
export async function isLocked(redis: RedisConnection, name: string): Promise<boolean> {
  return Number(await redis.call('EXISTS', lockKey(redis, name))) !== 0;
}
