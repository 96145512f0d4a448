import request from 'supertest';
import { it, onTestFinished } from 'vitest';
import { hasRedis, startRedis } from '../support/redis.ts';
import { siteForTest } from '../support/started.ts';

it.skipIf(!hasRedis)('D25 a Redis that does not respond does not hold up the start', async () => {
  const silent = await startRedis();
  onTestFinished(() => silent.close());
  silent.hang();
  const alone = await siteForTest({ environment: { REDIS_URL: silent.url } });
  await request(alone.url).get('/').expect(200);
});
