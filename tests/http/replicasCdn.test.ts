import request from 'supertest';
import { describe, expect, it, onTestFinished } from 'vitest';
import { callHook } from '../support/hook.ts';
import { hasNginx, startNginx } from '../support/nginx.ts';
import { startPurgeReceiver } from '../support/purgeReceiver.ts';
import { hasRedis, startRedis } from '../support/redis.ts';
import { startReplicas } from '../support/replicas.ts';
import { forTest } from '../support/started.ts';

describe.skipIf(!hasRedis || !hasNginx)('two replicas with Redis behind nginx as the CDN', () => {
  it('D26 each edit purges the CDN once, which then has the new text, and never again the old', async () => {
    const [redis, receiver] = [await forTest(startRedis()), await forTest(startPurgeReceiver())];
    const replicas = await forTest(startReplicas({ redis, environment: { CDN_PURGE_URL: receiver.url } }));
    const ports = replicas.sites.map(({ url }) => Number(new URL(url).port));
    const cdn = await startNginx(ports, { isCdn: true });
    onTestFinished(() => cdn.stop());
    receiver.respond = (response) => {
      cdn.purge();
      response.writeHead(204).end();
    };
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
      const titles: string[] = [];
      while (!isOver) titles.push((await read()).title);
      const seen = titles.filter((title, at) => title !== titles[at - 1]);
      expect(seen).toEqual([...new Set(seen)]);
      return titles.length;
    };
    const visitors = Promise.all(Array.from({ length: 4 }, visit));
    for (let at = 0; at < 10; at += 1) {
      // A response that nginx is still fetching would be stored after the purge.
      await expect.poll(async () => (await read()).cache).toBe('HIT');
      replicas.contentService.row('services', 'snow-removal').hero_title = `Edit ${at}`;
      const { status } = await callHook(replicas.sites[at % 2]?.url ?? '', { collection: 'services' });
      // The hook responds when the CDN has been told.
      expect([status, (await read()).title]).toEqual([200, `Edit ${at}`]);
      // Only the replica that was told of the edit purges.
      expect(receiver.purges).toHaveLength(at + 1);
    }
    isOver = true;
    expect(Math.min(...(await visitors))).toBeGreaterThan(0);
    await read();
    expect(await read()).toEqual({ title: 'Edit 9', cache: 'HIT' });
  });
});
