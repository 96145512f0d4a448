import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFreePort } from '../../../server/demo/ports.ts';
import { type ContentService, startContentService } from '../../support/contentService.ts';
import { sendRequest } from '../../support/http.ts';
import { hasNginx, type Nginx, startNginx } from '../../support/nginx.ts';
import { hasRedis, redisFailuresAt, startRedis, type TestRedis } from '../../support/redis.ts';
import { type SiteProcess, startSiteProcess } from '../../support/siteProcess.ts';

const secret = 'a-secret-of-the-tests-0123456789';
const page = '/services/snow-removal';
let content: ContentService;
let redis: TestRedis;
let processes: SiteProcess[];
/** Of each process. */
let metricsPorts: number[];
let balancer: Nginx;

const start = (metricsPort = 0) =>
  startSiteProcess(content.url, {
    METRICS_PORT: String(metricsPort),
    REDIS_URL: redis.url,
    CONTENT_HOOK_SECRET: secret,
    FRONTEND_URL: 'https://www.ridge.example',
    NODE_ENV: 'production',
    LOG_LEVEL: 'info',
  });
const title = (text: string) => /<h1[^>]*>([^<]+)/.exec(text)?.[1] ?? 'none';
async function publish(at: number, text: string): Promise<number> {
  content.row('services', 'snow-removal').hero_title = text;
  const response = await fetch(`${processes[at]?.url}/hooks/content`, {
    method: 'POST',
    headers: { 'x-content-hook-secret': secret },
    body: '{"collection":"services"}',
  });
  return response.status;
}

/** Reads the page through the balancer until told to stop; what it saw, each title once where it follows itself. */
function visitUntil(isOver: () => boolean) {
  const statuses = new Map<number, number>();
  const seen: string[] = [];
  const visit = async () => {
    while (!isOver()) {
      const { status, body } = await sendRequest(balancer.url, page);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      const now = title(String(body));
      if (seen.at(-1) !== now) seen.push(now);
    }
    return { statuses, seen };
  };
  return visit();
}

describe.skipIf(!hasRedis || !hasNginx)('two processes behind a balancer without stickiness', () => {
  beforeAll(async () => {
    [content, redis] = [await startContentService(), await startRedis()];
    metricsPorts = [await findFreePort(0), await findFreePort(0)];
    processes = await Promise.all(metricsPorts.map(start));
    for (const process of processes) await process.firstOk('/readyz');
    for (const process of processes) await process.firstOk(page);
    balancer = await startNginx(processes.map(({ url }) => Number(new URL(url).port)));
  });
  afterAll(async () => {
    await balancer.stop();
    await Promise.all(processes.map((process) => process.end()));
    await Promise.all([content.close(), redis.close()]);
  });

  it('30 publications, heard by one or the other, are never followed by the text before', async ({
    skip,
  }) => {
    const failures = async () => (await Promise.all(metricsPorts.map(redisFailuresAt))).join();
    const before = await failures();
    let isOver = false;
    const visits = visitUntil(() => isOver);
    const shown: string[][] = [];
    for (let at = 0; at < 30; at += 1) {
      expect(await publish(at % 2, `Publication ${at}`)).toBe(200);
      const replies = await Promise.all(processes.map(({ url }) => sendRequest(url, page)));
      shown.push(replies.map(({ body }) => title(String(body))));
    }
    isOver = true;
    const { statuses, seen } = await visits;
    expect([...statuses.keys()]).toEqual([200]);
    // On a machine where Redis takes more than 250 ms replicas are on their own, which the next test is about.
    skip((await failures()) !== before, 'Redis was late.');
    expect(statuses.get(200)).toBeGreaterThan(150);
    expect(shown).toEqual(shown.map((_, at) => Array(2).fill(`Publication ${at}`)));
    expect(seen).toEqual([...new Set(seen)]);
  });

  it('a Redis that hangs, dies, comes back empty and is wiped costs no visitor anything', async () => {
    let isOver = false;
    const visits = visitUntil(() => isOver);
    const faults = [
      () => redis.hang(),
      () => redis.resume(),
      () => redis.kill(),
      () => redis.restart(),
      () => redis.run('FLUSHALL'),
    ];
    for (const [at, fault] of faults.entries()) {
      await fault();
      expect(await publish(at % 2, `During fault ${at}`)).toBe(200);
      await wait(2_500);
    }
    expect(await publish(0, 'At last')).toBe(200);
    // On a busy machine a replica may be on its own for a moment yet.
    const shown = async () => {
      const replies = await Promise.all(processes.map(({ url }) => sendRequest(url, page)));
      return replies.map(({ body }) => title(String(body)));
    };
    await expect.poll(shown).toEqual(['At last', 'At last']);
    isOver = true;
    expect([...(await visits).statuses.keys()]).toEqual([200]);
    for (const { logs } of processes) {
      const told = logs.map(({ msg }) => String(msg)).filter((msg) => msg.startsWith('Redis '));
      // Up, down, up, down, up, each said once; the wipe is no outage, but a busy machine may make further ones.
      expect(told.length).toBeGreaterThanOrEqual(5);
      expect(told.filter((msg, at) => msg === told[at + 1])).toEqual([]);
      expect(logs.filter(({ level }) => Number(level) >= 50)).toEqual([]);
    }
  });

  it('a third process starts with what the two have, and is ready before it has called the content service', async () => {
    content.clearRequests();
    await content.fault('*', { kind: 'status', status: 503 });
    const third = await start();
    await third.firstOk('/readyz');
    const { status, body } = await sendRequest(third.url, page);
    expect([status, title(String(body))]).toEqual([200, 'At last']);
    await third.end();
    await content.clearFaults();
  });
});
