import { setTimeout as pause } from 'node:timers/promises';
import type { Request as LoadRequest } from 'autocannon';
import { loadAtRate } from '../../bench/load.ts';
import { createRandom, pick } from '../support/createRandom.ts';
import type { FaultMode } from '../support/faults.ts';
import type { FaultRow } from './suite.ts';
import { ms, statusText, untilOk, type World } from './world.ts';

/** Requests for cached pages, and one in five for a page that has to be rendered. */
const mixOf =
  ({ pages }: World, round: string) =>
  (n: number): LoadRequest => ({
    path: n % 5 === 0 ? `/blog?category=never-${round}-${n}` : (pages[n % pages.length] ?? '/'),
  });

const overload: FaultRow = {
  id: 'D11',
  fault: 'Three times the load that can be served',
  expected: 'goodput ≥ 80 % of peak; no cached page shed; recovered within 10 s',
  async run(world) {
    const { site, lengths } = world;
    const peak = await loadAtRate(site.url, {
      requests: mixOf(world, 'before'),
      seconds: 4,
      connections: 32,
    });
    const good = (result: typeof peak) => ((result.statuses.get(200) ?? 0) / result.sent) * result.perSecond;
    const flood = await loadAtRate(site.url, {
      requests: mixOf(world, 'during'),
      seconds: lengths.overloadSeconds,
      connections: 200,
      perSecond: Math.round(3 * peak.perSecond),
    });
    const startedAt = performance.now();
    await untilOk(`${site.url}/blog?category=never-after`);
    const recoveredMs = performance.now() - startedAt;
    const shed = flood.serverErrors.filter((line) => !line.includes('never-')).length;
    const share = good(flood) / good(peak);
    return {
      isHeld: shed === 0,
      isInTime: share >= 0.8 && recoveredMs < 10_000,
      measured: `peak ${Math.round(good(peak))} a second, then ${Math.round(good(flood))} (${Math.round(share * 100)} %); ${statusText(flood)}; ${shed} cached pages shed; recovered after ${ms(recoveredMs)}`,
    };
  },
};

const soakFaults: readonly [FaultMode, ...FaultMode[]] = [
  { kind: 'refuse' },
  { kind: 'blackhole' },
  { kind: 'badJson' },
  { kind: 'status', status: 503 },
  { kind: 'slow', ms: 2_000 },
  { kind: 'rst', afterBytes: 50 },
  { kind: 'html200' },
];

const soak: FaultRow = {
  id: 'D14',
  fault: 'Load with random faults, for an hour in a long run',
  expected: 'only 200; the heap grows less than 5 MB',
  async run(world) {
    const { site, content, lengths } = world;
    const random = createRandom(7);
    const heapMb: number[] = [];
    const statuses = new Map<number, number>();
    const startedAt = performance.now();
    while (performance.now() - startedAt < lengths.soakSeconds * 1_000) {
      await content.fault('*', pick(soakFaults, random));
      void world.publish().catch(() => undefined);
      for (const [status, count] of (await world.visit(2)).statuses) {
        statuses.set(status, (statuses.get(status) ?? 0) + count);
      }
      await content.clearFaults();
      await pause(500);
      heapMb.push((await site.memory()).heapUsed / 1024 / 1024);
    }
    // Bounded caches fill up in the first tenth.
    const [first = 0] = heapMb.slice(Math.ceil(heapMb.length / 10));
    const last = heapMb.at(-1) ?? 0;
    const text = [...statuses].map(([status, count]) => `${status}: ${count}`).join(', ');
    return {
      isHeld: last - first < 5 && [...statuses.keys()].every((status) => status === 200),
      measured: `${text}; heap ${first.toFixed(1)} → ${last.toFixed(1)} MB`,
    };
  },
};

/** The process, the network, overload. */
export const processRows: readonly FaultRow[] = [overload, soak];
