import request from 'supertest';
import { describe, expect, it, onTestFinished } from 'vitest';
import { callHook } from '../support/hook.ts';
import { hasNginx, startNginx } from '../support/nginx.ts';
import { startPurgeReceiver } from '../support/purgeReceiver.ts';
import { hasRedis, startRedis } from '../support/redis.ts';
import { startReplicas } from '../support/replicas.ts';
import { forTest } from '../support/started.ts';

describe.skipIf(!hasRedis || !hasNginx)('two replicas with Redis behind nginx as the CDN', () => {
  it('D26 each replica purges the CDN after an edit, which then has the new text and keeps it', async () => {
    let purge = () => {};
    const redis = await forTest(startRedis());
    const receiver = await forTest(startPurgeReceiver(() => purge()));
    const replicas = await forTest(startReplicas({ redis, environment: { CDN_PURGE_URL: receiver.url } }));
    const ports = replicas.sites.map(({ url }) => Number(new URL(url).port));
    const cdn = await startNginx(ports, { isCdn: true });
    onTestFinished(() => cdn.stop());
    purge = cdn.purge;
    const read = async () => {
      const { text, headers } = await request(cdn.url).get('/services/snow-removal');
      return { title: /<h1[^>]*>([^<]+)/.exec(text)?.[1] ?? 'none', cache: headers['x-cache'] };
    };
    await Promise.all(replicas.sites.map((site) => site.load()));
    for (const site of replicas.sites) await request(site.url).get('/services/snow-removal');
    await read();
    expect((await read()).cache).toBe('HIT');

    let isOver = false;
    const visit = async () => {
      let visits = 0;
      for (; !isOver; visits += 1) await read();
      return visits;
    };
    const visitors = Promise.all(Array.from({ length: 4 }, visit));
    for (let at = 0; at < 10; at += 1) {
      // A response that nginx is still fetching would be stored after the purge.
      await expect.poll(async () => (await read()).cache).toBe('HIT');
      replicas.contentService.row('services', 'snow-removal').hero_title = `Edit ${at}`;
      const { status } = await callHook(replicas.sites[at % 2]?.url ?? '', { collection: 'services' });
      expect(status).toBe(200);
      // Of the replica that was told, before the hook responds, and of the other.
      await expect.poll(() => receiver.purges.length).toBe(2 * (at + 1));
      await expect.poll(async () => (await read()).title).toBe(`Edit ${at}`);
    }
    isOver = true;
    expect(Math.min(...(await visitors))).toBeGreaterThan(0);
    await read();
    expect(await read()).toEqual({ title: 'Edit 9', cache: 'HIT' });
  });
});
