import request from 'supertest';
import { expect, it } from 'vitest';
import { hasRedis, startRedis } from '../support/redis.ts';
import { waitUntil } from '../support/replicas.ts';
import { forTest, siteForTest } from '../support/started.ts';

it.skipIf(!hasRedis)('D25 a Redis that does not respond does not hold up the start', async () => {
  const silent = await forTest(startRedis());
  silent.hang();
  const alone = await siteForTest({ environment: { REDIS_URL: silent.url } });
  await request(alone.url).get('/').expect(200);
});

const calls = ['PUBLISH', 'SUBSCRIBE', 'GET', 'SET', 'EVAL', 'EVALSHA', 'SCRIPT'];
const inScripts = ['INCR', 'DECR', 'PTTL', 'PEXPIRE'];
it
  .skipIf(!hasRedis)
  .each<[string, string]>([
    ['resetchannels', 'allchannels'],
    ...[...calls, ...inScripts].map((command): [string, string] => [`-${command}`, `+${command}`]),
  ])('D25 a Redis with the rule %s is down for a site, until that is lifted', async (rule, other) => {
  const redis = await forTest(startRedis());
  await redis.run('ACL', 'SETUSER', 'default', rule);
  const site = await siteForTest({ environment: { REDIS_URL: redis.url }, redisDeadlineMs: 10_000 });
  await request(site.url).get('/').expect(200);
  expect(site.logs).toContainEqual(
    expect.objectContaining({ reason: expect.stringMatching(/^NOPERM |script can't run/) }),
  );
  await redis.run('ACL', 'SETUSER', 'default', other);
  await waitUntil(() => site.redis?.isUp());
});
