import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { RedisConnection } from './redisConnection.ts';

/** The locks of a killed replica expire after this time; a working one renews its own. */
const lockMs = 3_000;
const pollMs = 50;
/** Longer than any work under a lock takes; after this it is done without. */
const longestWaitMs = 20_000;

/** Takes a lock that is free, or holds something that expires later than a lock, or never: no replica has written that. */
const takeScript = `
if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return 1 end
local left = redis.call('PTTL', KEYS[1])
if left >= 0 and left <= tonumber(ARGV[2]) then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`;
/** A process that was stalled for longer than the lock lasts must not touch another's: renews or, with 0, releases. */
const renewScript = `
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return 0`;

/**
 * Runs `work` under a lock of this name, so that no other replica does so at the same time; if that does not become
 * free in time, without.
 *
 * @param redis null: this replica is on its own, and there is no lock. Nor is there one while Redis does not respond
 */
export async function withLock<Result>(
  redis: RedisConnection | null,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!redis) return work();
  const key = redis.keyOf('lock', name);
  const own = randomBytes(12).toString('base64url');
  const run = (script: string, ms: number) => redis.call('EVAL', script, '1', key, own, String(ms));
  const giveUpAt = performance.now() + longestWaitMs;
  // If Redis does not respond, `call` returns undefined, and there is no lock.
  while ((await run(takeScript, lockMs)) === 0 && performance.now() < giveUpAt) await wait(pollMs);
  const renewing = setInterval(() => void run(renewScript, lockMs), lockMs / 3);
  try {
    return await work();
  } finally {
    clearInterval(renewing);
    await run(renewScript, 0);
  }
}
