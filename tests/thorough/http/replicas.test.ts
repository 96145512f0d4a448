import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { findFreePort } from '../../../server/demo/ports.ts';
import { startContentService } from '../../support/contentService.ts';
import { sendRequest } from '../../support/http.ts';
import { hasNginx, startNginx } from '../../support/nginx.ts';
import { hasRedis, startRedis } from '../../support/redis.ts';
import { startSiteProcess } from '../../support/siteProcess.ts';

const secret = 'a-secret-of-the-tests-0123456789';
const page = '/services/snow-removal';
const title = (body: unknown) => /<h1[^>]*>([^<]+)/.exec(String(body))?.[1];

it.skipIf(!hasRedis || !hasNginx)(
  'D25 a Redis that hangs, dies, comes back empty and is wiped costs no visitor of two processes anything',
  async () => {
    const [content, redis] = [await startContentService(), await startRedis()];
    const metricsPort = await findFreePort(0);
    const start = (port = 0) =>
      startSiteProcess(content.url, {
        METRICS_PORT: String(port),
        REDIS_URL: redis.url,
        CONTENT_HOOK_SECRET: secret,
        FRONTEND_URL: 'https://www.ridge.example',
        NODE_ENV: 'production',
        LOG_LEVEL: 'info',
      });
    const processes = await Promise.all([start(metricsPort), start()]);
    for (const process of processes) await process.firstOk('/readyz');
    const balancer = await startNginx(processes.map(({ url }) => Number(new URL(url).port)));
    onTestFinished(async () => {
      await balancer.stop();
      await Promise.all(processes.map((process) => process.end()));
      await Promise.all([content.close(), redis.close()]);
    });

    const publish = async (at: number, text: string) => {
      content.row('services', 'snow-removal').hero_title = text;
      const { status } = await fetch(`${processes[at % 2]?.url}/hooks/content`, {
        method: 'POST',
        headers: { 'x-content-hook-secret': secret },
        body: '{"collection":"services"}',
      });
      expect(status).toBe(200);
    };
    const metrics = async () => {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      return text.match(/^site_redis_\w+ .*$/gm)?.join('\n');
    };
    let isOver = false;
    const statuses = new Set<number>();
    const visit = async () => {
      while (!isOver) statuses.add((await sendRequest(balancer.url, page)).status);
    };
    const visits = visit();
    const faults = [
      () => redis.hang(),
      () => redis.resume(),
      async () => {
        await redis.kill();
        await expect.poll(metrics).toMatch(/^site_redis_up 0\nsite_redis_failures_total [1-9]/m);
      },
      () => redis.restart(),
      () => redis.run('FLUSHALL'),
    ];
    for (const [at, fault] of faults.entries()) {
      await fault();
      await publish(at, `During fault ${at}`);
      await wait(2_500);
    }
    await publish(0, 'At last');
    const shown = () =>
      Promise.all(processes.map(async ({ url }) => title((await sendRequest(url, page)).body)));
    await expect.poll(shown).toEqual(['At last', 'At last']);
    isOver = true;
    await visits;
    expect([...statuses]).toEqual([200]);
    for (const { logs } of processes) {
      const told = logs.map(({ msg }) => String(msg)).filter((msg) => msg.startsWith('Redis '));
      // Up, down, up, down, up, each said once; the wipe is no outage, but a busy machine may make further ones.
      expect(told.length).toBeGreaterThanOrEqual(5);
      expect(told.filter((msg, at) => msg === told[at + 1])).toEqual([]);
      expect(logs.filter(({ level }) => Number(level) >= 50)).toEqual([]);
    }

    // A third starts with what the two have, and is ready without the content service.
    await content.fault('*', { kind: 'status', status: 503 });
    const third = await start();
    onTestFinished(async () => void (await third.end()));
    await third.firstOk('/readyz');
    const { status, body } = await sendRequest(third.url, page);
    expect([status, title(body)]).toEqual([200, 'At last']);
  },
);
