import { setTimeout as wait } from 'node:timers/promises';
import request from 'supertest';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { registerMetrics } from '../../server/monitoring/metrics.ts';
import { createRedisConnection } from '../../server/replicas/redisConnection.ts';
import { noTelemetry } from '../../server/telemetry/telemetry.ts';
import { hasRedis, startRedis, type TestRedis } from '../support/redis.ts';
import { startSite, type TestSite } from '../support/site.ts';

let redis: TestRedis;
let site: TestSite;

const down = 'Redis does not respond: this replica is on its own.';
const up = 'Redis responds: replicas share content, enquiries and limits.';
const linesAboutRedis = () => site.logs.flatMap(({ msg }) => (msg === down || msg === up ? [msg] : []));
const isUp = () => site.redis?.status().isUp;

/** Waits for a state that comes by itself, three seconds at most. */
async function until(isThere: () => unknown): Promise<void> {
  for (let left = 300; left > 0 && !isThere(); left -= 1) await wait(10);
  expect(isThere()).toBeTruthy();
}

describe.skipIf(!hasRedis)('a site with Redis', () => {
  beforeEach(async () => {
    redis = await startRedis();
    site = await startSite({ environment: { REDIS_URL: redis.url } });
  });
  afterEach(async () => {
    await site.close();
    await redis.close();
  });

  it.each<[string, () => unknown, () => unknown]>([
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
  ])(
    'D25 goes on alone while Redis %s, says so once, and comes back by itself',
    async (_what, fail, restore) => {
      await until(isUp);
      await fail();
      await until(() => !isUp());
      const startedAt = performance.now();
      await request(site.url).get('/services').expect(200);
      // Redis stays as it is: a page that waited for it again and again would take longer.
      expect(performance.now() - startedAt).toBeLessThan(5_000);
      await wait(1_200);
      expect(linesAboutRedis()).toEqual([up, down]);
      await restore();
      await until(isUp);
      expect(linesAboutRedis()).toEqual([up, down, up]);
    },
  );

  it('tells by metrics whether Redis responds', async () => {
    const { counts, content, pictures } = site;
    registerMetrics({
      counts,
      content,
      pictures,
      redis: site.redis,
      pages: { stats: () => ({ pages: 1, bytes: 2 }) },
      reports: { counts: () => ({ reported: 0, held: 0 }) },
      telemetry: noTelemetry,
      isReady: () => true,
      release: 'r1',
    });
    await until(isUp);
    expect(await counts.registry.metrics()).toMatch(/^site_redis_up 1$/m);
    await redis.kill();
    await until(() => !isUp());
    const metrics = await counts.registry.metrics();
    expect(metrics).toMatch(/^site_redis_up 0$/m);
    expect(metrics).toMatch(/^site_redis_failures_total [1-9]/m);
  });
});

describe.skipIf(!hasRedis)('a start', () => {
  it('D25 is not held up by a Redis that says nothing', async () => {
    const silent = await startRedis();
    silent.hang();
    const startedAt = performance.now();
    const alone = await startSite({ environment: { REDIS_URL: silent.url } });
    await request(alone.url).get('/').expect(200);
    expect(performance.now() - startedAt).toBeLessThan(3_000);
    await alone.close();
    await silent.close();
  });
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
      await until(connection.isUp);
      expect(ups).toBe(time);
      expect(await connection.call('PUBLISH', 'p:news', `${time}`)).toBe(1);
      await until(() => messages.length === time);
      await server.kill();
      await until(() => !connection.isUp());
      expect(await connection.call('GET', 'p:any')).toBeUndefined();
      await server.restart();
    }
    expect(messages).toEqual(['1', '2', '3']);
  },
);
