import { loadAtRate } from '../../bench/load.ts';
import { sendRequest } from '../support/http.ts';
import type { FaultArea, FaultRow } from './suite.ts';
import { isAllOk, isUnnoticed, ms, statusText, untilOk } from './world.ts';

/** Calls that the site makes by itself in a few seconds: lists that have grown old, and what an editor may have changed. */
const mostOwnCalls = 40;

const variants: FaultRow = {
  id: 'F2',
  fault: 'Thousands of query variants of cached pages',
  expected: 'no more calls than without them, only 200, as quick as the pages',
  async run(world) {
    world.content.clearRequests();
    const { pages } = world;
    const requests = (n: number) => ({ path: `${pages[n % pages.length]}?utm_source=${n}&x${n}=1` });
    const result = await loadAtRate(world.site.url, { requests, perSecond: 200, seconds: 3 });
    const calls = world.content.requests.length;
    return {
      isHeld: calls <= mostOwnCalls && isAllOk(result) && isUnnoticed(world, result.p99),
      measured: `${statusText(result)}, ${calls} calls, p99 ${ms(result.p99)} (healthy ${ms(world.healthyP99())})`,
    };
  },
};

const failuresInCaches: FaultRow = {
  id: 'F4',
  fault: 'A cold start while the content service is dead: what may a shared cache store?',
  expected: 'nothing for longer than five seconds',
  async run(world) {
    await world.content.fault('*', { kind: 'refuse' });
    const site = await world.startCold();
    try {
      const stored: string[] = [];
      const statuses = new Map<number, number>();
      for (const page of world.pages) {
        const { status, headers } = await sendRequest(site.url, page);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        const shared = String(headers['cdn-cache-control'] ?? headers['cache-control'] ?? '');
        const seconds = Number(/max-age=(\d+)/.exec(shared)?.[1] ?? 0);
        if (!shared.includes('no-store') && seconds > 5) stored.push(`${page} ${status} ${shared}`);
      }
      const text = [...statuses].map(([status, count]) => `${status}: ${count}`).join(', ');
      return {
        isHeld: stored.length === 0,
        measured: `${text}; stored: ${stored.length} ${stored.slice(0, 2).join('; ')}`,
      };
    } finally {
      await site.stop();
    }
  },
};

const tags: FaultRow = {
  id: 'E22',
  fault: 'One tag for two byte strings: a page is compressed again, smaller, when it is requested often',
  expected: 'a strong tag always names the same bytes',
  async run(world) {
    const site = await world.restart();
    try {
      await untilOk(`${site.url}/readyz`);
      const seen = new Map<string, string>();
      const wrong = new Set<string>();
      for (let round = 0; round < 12; round += 1) {
        for (const page of world.pages.slice(0, 8)) {
          const { headers, body } = await sendRequest(site.url, page, {
            headers: { 'Accept-Encoding': 'br' },
          });
          const tag = `${page} ${headers.etag}`;
          const bytes = body.toString('base64');
          if (!String(headers.etag).startsWith('W/') && (seen.get(tag) ?? bytes) !== bytes) wrong.add(tag);
          seen.set(tag, bytes);
        }
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
      return {
        isHeld: wrong.size === 0,
        measured: `${seen.size} tags, ${wrong.size} of them for two byte strings`,
      };
    } finally {
      await site.stop();
    }
  },
};

/** Caches in the process and in front of it. */
export const cacheArea: FaultArea = { name: 'F. Caches', rows: [variants, failuresInCaches, tags] };
