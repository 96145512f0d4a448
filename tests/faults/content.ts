import type { RateResult } from '../../bench/load.ts';
import type { ServerProcess } from '../../scripts/serverProcess.ts';
import type { FaultMode } from '../support/faults.ts';
import type { FaultRow, Outcome } from './suite.ts';
import { isAllOk, isUnnoticed, ms, statusText, untilOk, type World } from './world.ts';

const expected = 'only 200 on all pages; p99 < 2 × healthy; ≤ 1 attempt a second a collection';

interface ContentFault {
  readonly id: string;
  readonly name: string;
  readonly modes: readonly [FaultMode, ...FaultMode[]];
}

const raw = (value: unknown): FaultMode => ({ kind: 'raw', body: JSON.stringify(value) });

const dead: ContentFault = { id: 'A2', name: 'The content service is dead', modes: [{ kind: 'refuse' }] };
const emptying: ContentFault = {
  id: 'A23',
  name: '200 with the wrong JSON: the site would be emptied',
  modes: [
    raw({ errors: [{ message: 'x' }] }),
    raw({}),
    raw({ status: 'ok' }),
    raw({ data: { id: 1 } }),
    raw({ data: [1, 2, 3] }),
    raw({ data: null }),
  ],
};
const others: readonly ContentFault[] = [
  {
    id: 'A6',
    name: 'It accepts and never responds, or drips',
    modes: [{ kind: 'blackhole' }, { kind: 'drip', bytesPerSecond: 20 }],
  },
  {
    id: 'A13',
    name: 'It sends garbage: JSON cut short, a web page, half a body',
    modes: [{ kind: 'badJson' }, { kind: 'html200' }, { kind: 'truncated' }],
  },
];

/** At first a hook and a load that is due may coincide. */
const openingMs = 1_000;

/** In a shorter outage the first attempts would count for too much. */
const leastSeconds = 3;

/** The most attempts a second for one collection, without those that coincide at first. */
function attemptsPerSecond({ content }: World, since: number): number {
  const from = since + openingMs;
  const counts = new Map<string, number>();
  for (const { path, at } of content.requests) {
    if (at >= from) counts.set(path, (counts.get(path) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values()) / Math.max(leastSeconds, (Date.now() - from) / 1_000);
}

/** Puts the load of visitors on a site during a fault; without `site` the hook also reloads all of `world.site`. */
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
    isHeld: failed.length === 0 && attempts <= 1,
    isInTime: isUnnoticed(world, p99),
    measured: [
      failed.length === 0
        ? `200: ${results.reduce((sum, { sent }) => sum + sent, 0)}`
        : failed.map((result) => `${statusText(result)} (${result.others[0] ?? ''})`).join('; '),
      `p99 ${ms(p99)} (healthy ${ms(world.healthyP99())})`,
      // A closed port counts no attempts.
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
    return {
      ...outcome,
      isHeld: false,
      measured: `${outcome.measured}, sitemap ${before} → ${after} addresses`,
    };
  },
});

const fromSnapshot = (fault: ContentFault): FaultRow => ({
  id: `${fault.id} A1`,
  fault: `${fault.name}; the site restarts meanwhile`,
  expected: `ready within 10 s; ${expected}`,
  async run(world): Promise<Outcome> {
    await world.content.fault('*', fault.modes[0]);
    const site = await world.restart();
    try {
      const readyMs = site.startMs + (await untilOk(`${site.url}/readyz`));
      // Each page is made from the snapshot, and the code that serves it is compiled, before latencies count.
      for (let round = 0; round < 3; round += 1) await world.visitAll(site);
      const seconds = Math.max(world.lengths.outageSeconds / 2, 3);
      const { measured, isHeld, isInTime } = await outage(world, fault, seconds, site);
      return {
        isHeld,
        isInTime: isInTime && readyMs < 10_000,
        measured: `ready after ${ms(readyMs)}, ${measured}`,
      };
    } finally {
      await site.stop();
    }
  },
});

async function sitemapLength(url: string): Promise<number> {
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text();
  return sitemap.match(/<loc>/g)?.length ?? 0;
}

/** The content service cannot be reached, or fails. */
export const contentRows: readonly FaultRow[] = [
  ...[dead, emptying, ...others].map(whileUp),
  ...[dead, emptying].map(fromSnapshot),
];
