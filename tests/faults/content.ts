import type { RateResult } from '../../bench/load.ts';
import type { ServerProcess } from '../../scripts/serverProcess.ts';
import type { FaultMode } from '../support/faults.ts';
import type { FaultArea, FaultRow, Outcome } from './suite.ts';
import { isAllOk, isUnnoticed, ms, statusText, untilOk, type World } from './world.ts';

const expected = 'only 200 on pages seen before; p99 < 2 × healthy; ≤ 1 attempt a second a collection';
interface ContentFault {
  readonly id: string;
  readonly name: string;
  readonly modes: readonly [FaultMode, ...FaultMode[]];
  /** Whether the site is also started from its snapshot while the fault is on, in every run or in a long one. */
  readonly restarts?: 'always' | 'long';
}

const raw = (value: unknown): FaultMode => ({ kind: 'raw', body: JSON.stringify(value) });

const faults: readonly ContentFault[] = [
  { id: 'A2', name: 'The content service is dead', modes: [{ kind: 'refuse' }], restarts: 'always' },
  { id: 'A6', name: 'It accepts and never responds', modes: [{ kind: 'blackhole' }], restarts: 'long' },
  {
    id: 'A13',
    name: 'It sends garbage: JSON cut short, a web page, half a body',
    restarts: 'long',
    modes: [{ kind: 'badJson' }, { kind: 'html200' }, { kind: 'truncated' }],
  },
  {
    id: 'A23',
    name: '200 with the wrong JSON: the site would be emptied',
    restarts: 'always',
    modes: [
      raw({ errors: [{ message: 'x' }] }),
      raw({}),
      raw({ status: 'ok' }),
      raw({ data: { id: 1 } }),
      raw({ data: [1, 2, 3] }),
      raw({ data: null }),
    ],
  },
  { id: 'A4', name: 'Headers come after 30 s', modes: [{ kind: 'slow', ms: 30_000 }] },
  { id: 'A5', name: 'The body comes drop by drop', modes: [{ kind: 'drip', bytesPerSecond: 20 }] },
  { id: 'A7', name: 'Connections are reset', modes: [{ kind: 'rst' }, { kind: 'rst', afterBytes: 100 }] },
  {
    id: 'A8',
    name: '500, 502, 503',
    modes: [
      { kind: 'status', status: 500 },
      { kind: 'status', status: 502 },
      { kind: 'status', status: 503 },
    ],
  },
  {
    id: 'A10',
    name: '429 with Retry-After',
    modes: [{ kind: 'status', status: 429, headers: { 'Retry-After': '5' } }],
  },
];

/** The circuit breaker needs so long to find the service failing. */
const openingMs = 1_000;

/** Of a shorter outage the first probes would count for too much. */
const leastSeconds = 3;

/** The most attempts a second that one collection had, from when the circuit breaker could know. */
function attemptsPerSecond({ content }: World, since: number): number {
  const from = since + openingMs;
  const counts = new Map<string, number>();
  for (const { path, at } of content.requests) {
    if (at >= from) counts.set(path, (counts.get(path) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values()) / Math.max(leastSeconds, (Date.now() - from) / 1_000);
}

/** Puts the load of visitors on a site while a fault is on; all cached content of the first site is loaded again. */
async function outage(world: World, { modes }: ContentFault, seconds: number, site?: ServerProcess) {
  const { content } = world;
  content.clearRequests();
  const since = Date.now();
  const results: RateResult[] = [];
  for (const mode of modes) {
    await content.fault('*', mode);
    if (results.length === 0 && !site) void world.publish().catch(() => undefined);
    results.push(await world.visit(seconds / modes.length, site));
  }
  const attempts = attemptsPerSecond(world, since);
  const p99 = Math.max(...results.map((result) => result.p99));
  const failed = results.filter((result) => !isAllOk(result));
  return {
    isHeld: failed.length === 0 && isUnnoticed(world, p99) && attempts <= 1,
    measured: [
      failed.length === 0
        ? `200: ${results.reduce((sum, { sent }) => sum + sent, 0)}`
        : failed.map((result) => `${statusText(result)} (${result.others[0] ?? ''})`).join('; '),
      `p99 ${ms(p99)} (healthy ${ms(world.healthyP99())})`,
      // A closed port sees nobody; resets (A7) are counted.
      modes.every(({ kind }) => kind === 'refuse')
        ? 'attempts not visible'
        : `${attempts.toFixed(1)} attempts a second`,
    ].join(', '),
  };
}

const whileUp = (fault: ContentFault): FaultRow => ({
  id: fault.id,
  fault: fault.name,
  expected,
  async run(world): Promise<Outcome> {
    const before = await sitemapLength(world.site.url);
    const outcome = await outage(world, fault, Math.max(world.lengths.outageSeconds, fault.modes.length));
    const after = await sitemapLength(world.site.url);
    if (after === before) return outcome;
    return { isHeld: false, measured: `${outcome.measured}, sitemap ${before} → ${after} addresses` };
  },
});

const fromSnapshot = (fault: ContentFault): FaultRow => ({
  id: `${fault.id} A1`,
  fault: `${fault.name}; the site restarts meanwhile`,
  isLongOnly: fault.restarts === 'long',
  expected: `ready within 10 s; ${expected}`,
  async run(world): Promise<Outcome> {
    await world.content.fault('*', fault.modes[0]);
    const site = await world.restart();
    try {
      const readyMs = site.startMs + (await untilOk(`${site.url}/readyz`));
      // Each page is made from the snapshot, and the code that serves it is compiled, before latencies count.
      for (let round = 0; round < 3; round += 1) await world.visitAll(site);
      const seconds = Math.max(world.lengths.outageSeconds / 2, 3);
      const { measured, isHeld } = await outage(world, fault, seconds, site);
      return { isHeld: isHeld && readyMs < 10_000, measured: `ready after ${ms(readyMs)}, ${measured}` };
    } finally {
      await site.stop();
    }
  },
});

const flapping: FaultRow = {
  id: 'A19',
  fault: 'Up and down every second',
  expected,
  async run(world) {
    const { content } = world;
    let isDown = false;
    const timer = setInterval(() => {
      isDown = !isDown;
      void (isDown ? content.fault('*', { kind: 'status', status: 503 }) : content.clearFaults());
    }, 1_000);
    try {
      const result = await world.visit(Math.max(4, world.lengths.outageSeconds));
      const { p99, p50 } = result;
      return {
        isHeld: isAllOk(result) && isUnnoticed(world, p99),
        measured: `${statusText(result)}, p50 ${ms(p50)}, p99 ${ms(p99)}`,
      };
    } finally {
      clearInterval(timer);
    }
  },
};

async function sitemapLength(url: string): Promise<number> {
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text();
  return sitemap.match(/<loc>/g)?.length ?? 0;
}

/** The content service cannot be reached, or fails. */
export const contentArea: FaultArea = {
  name: 'A. The content service',
  rows: [...faults.map(whileUp), flapping, ...faults.filter(({ restarts }) => restarts).map(fromSnapshot)],
};
