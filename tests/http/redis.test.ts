import { setTimeout as wait } from 'node:timers/promises';
import request from 'supertest';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createRedisConnection } from '../../server/replicas/redisConnection.ts';
import { hasRedis, startRedis, type TestRedis } from '../support/redis.ts';
import { startSite, type TestSite } from '../support/site.ts';

let redis: TestRedis;
let site: TestSite;

const down = 'Redis does not respond: this replica is on its own.';
const up = 'Redis responds: replicas share content, enquiries and limits.';
const linesAboutRedis = () => site.logs.flatMap(({ msg }) => (msg === down || msg === up ? [msg] : []));
const isUp = () => site.redis?.status().isUp;

describe.skipIf(!hasRedis)('a site with Redis', () => {
  beforeEach(async () => {
    redis = await startRedis();
    site = await startSite({ environment: { REDIS_URL: redis.url } });
  });
  afterEach(async () => {
    await site.close();
    await redis.close();
  });

  const faults: [string, () => unknown, () => unknown][] = [
    ['hangs', () => redis.hang(), () => redis.resume()],
    ['is gone', () => redis.kill(), () => redis.restart()],
    [
      'responds after 300 ms',
      () => {
        redis.delayMs = 300;
      },
      () => {
        redis.delayMs = 0;
      },
    ],
    [
      'takes no writes',
      () => redis.run('CONFIG', 'SET', 'maxmemory', '1'),
      () => redis.run('CONFIG', 'SET', 'maxmemory', '0'),
    ],
  ];
  it.each(faults)(
    'D25 goes on alone while Redis %s, says so once, and comes back by itself',
    async (_what, fail, restore) => {
      await expect.poll(isUp).toBe(true);
      await fail();
      await expect.poll(isUp).toBe(false);
      expect(site.redis?.status().failures).toBeGreaterThan(0);
      const startedAt = performance.now();
      await request(site.url).get('/services').expect(200);
      // Redis stays as it is: a page that waited for it again and again would take longer.
      expect(performance.now() - startedAt).toBeLessThan(5_000);
      await wait(1_200);
      expect(linesAboutRedis()).toEqual([up, down]);
      await restore();
      await expect.poll(isUp).toBe(true);
      expect(linesAboutRedis()).toEqual([up, down, up]);
    },
  );
});

it.skipIf(!hasRedis)('D25 a start is not held up by a Redis that says nothing', async () => {
  const silent = await startRedis();
  onTestFinished(() => silent.close());
  silent.hang();
  const startedAt = performance.now();
  const alone = await startSite({ environment: { REDIS_URL: silent.url } });
  onTestFinished(() => alone.close());
  await request(alone.url).get('/').expect(200);
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});

it.skipIf(!hasRedis)(
  'D25 a connection hears messages again after each end of Redis, and says that it is up',
  async () => {
    const server = await startRedis();
    onTestFinished(() => server.close());
    const log = { info: () => undefined, warn: () => undefined };
    const connection = createRedisConnection({ url: server.url, prefix: 'p:', secret: 's', log });
    onTestFinished(() => connection.close());
    const messages: string[] = [];
    let ups = 0;
    connection.onMessage('news', (message) => messages.push(message));
    connection.onUp(() => {
      ups += 1;
    });
    await connection.connect();
    for (const time of [1, 2, 3]) {
      await expect.poll(connection.isUp).toBe(true);
      expect(ups).toBe(time);
      // What Redis refuses is no sign that it is down.
      expect(await connection.call('HGET', 'p:probe', 'x')).toBeUndefined();
      expect(await connection.call('PUBLISH', 'p:news', `${time}`)).toBe(1);
      await expect.poll(() => messages.length).toBe(time);
      await server.kill();
      await expect.poll(connection.isUp).toBe(false);
      expect(await connection.call('GET', 'p:any')).toBeUndefined();
      await server.restart();
    }
    expect(messages).toEqual(['1', '2', '3']);
  },
);
