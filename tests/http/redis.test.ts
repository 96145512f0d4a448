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

it.skipIf(!hasRedis)(
  'D25 a Redis is down for a site that may use none of its channels, until it may',
  async () => {
    const redis = await forTest(startRedis());
    await redis.run('ACL', 'SETUSER', 'default', 'resetchannels');
    const site = await siteForTest({ environment: { REDIS_URL: redis.url }, redisDeadlineMs: 10_000 });
    const refused = expect.stringMatching(/^NOPERM .*channels?/);
    expect(site.logs).toContainEqual(expect.objectContaining({ reason: refused }));
    await redis.run('ACL', 'SETUSER', 'default', 'allchannels');
    await waitUntil(() => site.redis?.isUp());
  },
);
