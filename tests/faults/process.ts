import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Request as LoadRequest } from 'autocannon';
import { loadAtRate } from '../../bench/load.ts';
import type { FaultMode } from '../support/faults.ts';
import { type FaultArea, type FaultRow, pick, seeded } from './suite.ts';
import { isAllOk, isUnnoticed, ms, statusText, untilOk, type World } from './world.ts';

/** Connects from one of the addresses of loopback and sends a header a second, without end. */
function openSlow(url: string, from: string): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), localAddress: from });
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n');
  const dripping = setInterval(() => socket.write('x: y\r\n'), 1_000);
  socket.once('close', () => clearInterval(dripping));
  return socket;
}

const slowConnections: FaultRow = {
  id: 'D2',
  fault: 'Slow connections, a tenth of them from one address',
  expected: 'visitors notice nothing',
  async run(world) {
    const { slowConnections: count } = world.lengths;
    const sockets = Array.from({ length: count }, (_, n) =>
      openSlow(world.site.url, n % 10 === 0 ? '127.0.0.2' : `127.0.${1 + (n % 200)}.${1 + (n % 250)}`),
    );
    try {
      await pause(1_000);
      const result = await world.visit(4);
      return {
        isHeld: isAllOk(result) && isUnnoticed(world, result.p99),
        measured: `${count} connections: ${statusText(result)}, p99 ${ms(result.p99)} (healthy ${ms(world.healthyP99())})`,
      };
    } finally {
      for (const socket of sockets) socket.destroy();
    }
  },
};

/** Pages that are cached, and one of five that has to be made. */
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
      isHeld: share >= 0.8 && shed === 0 && recoveredMs < 10_000,
      measured: `peak ${Math.round(good(peak))} a second, then ${Math.round(good(flood))} (${Math.round(share * 100)} %); ${statusText(flood)}; ${shed} cached pages shed; recovered after ${ms(recoveredMs)}`,
    };
  },
};

const killed: FaultRow = {
  id: 'D6',
  fault: 'The process is killed under load and started again from its snapshot',
  expected: 'ready within 10 s; all pages that were seen are 200 at once',
  async run(world) {
    const first = await world.restart();
    await untilOk(`${first.url}/readyz`);
    const load = world.visit(2, first);
    await pause(1_000);
    await first.stop();
    await load;
    await world.content.fault('*', { kind: 'refuse' });
    const second = await world.restart();
    try {
      const readyMs = second.startMs + (await untilOk(`${second.url}/readyz`));
      const result = await world.visit(2, second);
      return {
        isHeld: readyMs < 10_000 && isAllOk(result),
        measured: `ready after ${ms(readyMs)}, then ${statusText(result)}`,
      };
    } finally {
      await second.stop();
    }
  },
};

/** Runs before the site and sets its clock a day ahead after four seconds, and a day back after seven. */
const jumpingClock = `
  const now = Date.now;
  let by = 0;
  setTimeout(() => { by = 86400000; }, 4000).unref();
  setTimeout(() => { by = -86400000; }, 7000).unref();
  globalThis.Date = class extends Date {
    constructor(...given) { given.length === 0 ? super(now() + by) : super(...given); }
    static now() { return now() + by; }
  };
`;

const clockJumps: FaultRow = {
  id: 'D16',
  isLongOnly: true,
  fault: 'The clock is set a day ahead, then a day back, under load',
  expected: 'only 200; not everything is loaded from the content service at once',
  async run(world) {
    const site = await world.restart({
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(jumpingClock)}`,
    });
    try {
      await untilOk(`${site.url}/readyz`);
      await world.visitAll(site);
      world.content.clearRequests();
      const result = await world.visit(8, site);
      const calls = world.content.requests.length;
      return {
        isHeld: isAllOk(result) && isUnnoticed(world, result.p99) && calls < 200,
        measured: `${statusText(result)}, p99 ${ms(result.p99)}, ${calls} calls in 8 s`,
      };
    } finally {
      await site.stop();
    }
  },
};

const stuckExit: FaultRow = {
  id: 'D4',
  isLongOnly: true,
  fault: 'SIGTERM while readers never read and slow clients never finish',
  expected: 'the process ends by itself within 22 s',
  async run(world) {
    const site = await world.restart();
    await untilOk(`${site.url}/readyz`);
    const { hostname, port } = new URL(site.url);
    const sockets = Array.from({ length: 20 }, (_, n) => {
      if (n % 2 === 0) return openSlow(site.url, '127.0.0.1');
      const socket = connect(Number(port), hostname).pause();
      socket.on('error', () => undefined);
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(6));
      return socket;
    });
    await pause(500);
    const startedAt = performance.now();
    const ended = await Promise.race([
      site.stop('SIGTERM').then(() => true),
      pause(25_000).then(() => false),
    ]);
    const endedMs = performance.now() - startedAt;
    for (const socket of sockets) socket.destroy();
    if (!ended) await site.stop();
    return { isHeld: ended && endedMs < 22_000, measured: `ended after ${ms(endedMs)}` };
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

/** The growth of a straight line through points, for each unit of x (least squares). */
function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (of: 0 | 1) => points.reduce((sum, point) => sum + point[of], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const across = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0);
  return across / points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
}

const soak: FaultRow = {
  id: 'D14',
  fault: 'Load with random faults, for an hour in a long run',
  expected: 'only 200; the heap grows less than 1 MB an hour (a short run: less than 5 MB in all)',
  async run(world) {
    const { site, content, lengths } = world;
    const random = seeded(7);
    const points: (readonly [hours: number, mb: number])[] = [];
    const statuses = new Map<number, number>();
    const startedAt = performance.now();
    const hours = () => (performance.now() - startedAt) / 3_600_000;
    while (performance.now() - startedAt < lengths.soakSeconds * 1_000) {
      await content.fault('*', pick(soakFaults, random));
      void world.publish().catch(() => undefined);
      for (const [status, count] of (await world.visit(2)).statuses) {
        statuses.set(status, (statuses.get(status) ?? 0) + count);
      }
      await content.clearFaults();
      await pause(500);
      points.push([hours(), (await site.memory()).heapUsed / 1024 / 1024]);
    }
    // The first tenth fills what is bounded.
    const settled = points.slice(Math.ceil(points.length / 10));
    const [first = 0, last = 0] = [settled[0]?.[1], settled.at(-1)?.[1]];
    const slope = slopeOf(settled);
    const isFlat = lengths.isLong ? slope < 1 : last - first < 5;
    const text = [...statuses].map(([status, count]) => `${status}: ${count}`).join(', ');
    return {
      isHeld: isFlat && [...statuses.keys()].every((status) => status === 200),
      measured: `${text}; heap ${first.toFixed(1)} → ${last.toFixed(1)} MB${lengths.isLong ? `, ${slope.toFixed(2)} MB an hour` : ''}`,
    };
  },
};

/** The process, the network, overload. */
export const processArea: FaultArea = {
  name: 'D. Process and overload',
  rows: [slowConnections, overload, killed, clockJumps, stuckExit, soak],
};
