import request from 'supertest';
import { expect, it, onTestFinished } from 'vitest';
import { createRedisConnection } from '../../server/replicas/redisConnection.ts';
import { hasRedis, startRedis } from '../support/redis.ts';
import { startSite } from '../support/site.ts';

it.skipIf(!hasRedis)('D25 a start is not held up by a Redis that says nothing', async () => {
  const silent = await startRedis();
  onTestFinished(() => silent.close());
  silent.hang();
  const alone = await startSite({ environment: { REDIS_URL: silent.url } });
  onTestFinished(() => alone.close());
  await request(alone.url).get('/').expect(200);
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
