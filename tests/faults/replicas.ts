import { setTimeout as pause } from 'node:timers/promises';
import { loadAtRate, type RateResult } from '../../bench/load.ts';
import type { ServerProcess } from '../../scripts/serverProcess.ts';
import { findFreePort } from '../../server/demo/ports.ts';
import { goodEnquiry } from '../support/goodEnquiry.ts';
import { sendRequest } from '../support/http.ts';
import { hasNginx, startDeployedNginx } from '../support/nginx.ts';
import { hasRedis, redisFailuresAt, startRedis, type TestRedis } from '../support/redis.ts';
import type { FaultArea, FaultRow, Outcome } from './suite.ts';
import { ms, untilOk, type World } from './world.ts';

interface Fleet {
  /** The balancer. */
  readonly url: string;
  readonly redis: TestRedis;
  readonly replicas: ServerProcess[];
  /** Starts the replica of this place again, at its port; resolves when it is ready. */
  start(place: number): Promise<void>;
  /** How often calls of Redis have failed or were late, at all replicas. */
  redisFailures(): Promise<number>;
  /** Sends visitors through the balancer until `work` has ended. */
  during(work: () => Promise<void>): Promise<RateResult>;
}

/** Two replicas with a Redis behind the nginx of `deploy/`, for one row. */
async function withFleet(world: World, run: (fleet: Fleet) => Promise<Outcome>): Promise<Outcome> {
  if (!hasNginx || !hasRedis) return { isHeld: null, measured: 'nginx or Redis is not here' };
  const redis = await startRedis();
  const ports: [number, number] = [await findFreePort(0), await findFreePort(0)];
  const front = await findFreePort(0);
  // Replicas of one address share what they have.
  const environment = { REDIS_URL: redis.url, FRONTEND_URL: `http://127.0.0.1:${front}` };
  const metrics = [await findFreePort(0), await findFreePort(0)];
  const replicas: ServerProcess[] = [];
  const start = async (place: number) => {
    const replica = await world.startCold(
      { ...environment, METRICS_PORT: String(metrics[place]) },
      ports[place],
    );
    replicas[place] = replica;
    await untilOk(`${replica.url}/readyz`);
    await world.visitAll(replica);
  };
  for (const place of ports.keys()) await start(place);
  const nginx = await startDeployedNginx(ports, front);
  try {
    return await run({
      url: nginx.url,
      redis,
      replicas,
      start,
      async redisFailures() {
        const failures = await Promise.all(metrics.map(redisFailuresAt));
        return failures.reduce((sum, count) => sum + count);
      },
      async during(work) {
        let isOver = false;
        const working = work().finally(() => {
          isOver = true;
        });
        const results: RateResult[] = [];
        while (!isOver) {
          const requests = world.pages.map((path) => ({ path }));
          results.push(await loadAtRate(nginx.url, { requests, perSecond: 200, seconds: 2 }));
        }
        await working;
        return joined(results);
      },
    });
  } finally {
    await nginx.stop();
    for (const replica of replicas) await replica.stop();
    await redis.close();
  }
}

function joined(results: readonly RateResult[]): RateResult {
  const statuses = new Map<number, number>();
  for (const result of results) {
    for (const [status, count] of result.statuses) statuses.set(status, (statuses.get(status) ?? 0) + count);
  }
  const sum = (of: 'sent' | 'broken') => results.reduce((total, result) => total + result[of], 0);
  const latencies = results.flatMap((result) => result.latencies);
  const [first] = results;
  if (!first) throw new Error('Nobody visited.');
  return { ...first, sent: sum('sent'), broken: sum('broken'), statuses, latencies };
}

const failedOf = ({ statuses, broken }: RateResult) =>
  broken + [...statuses].reduce((sum, [status, count]) => sum + (status === 200 ? 0 : count), 0);

const killedReplica: FaultRow = {
  id: 'D6',
  isLongOnly: true,
  fault: 'One of two replicas behind nginx is killed under load',
  expected: 'only the requests that it was handling are lost: at most 20 requests',
  run: (world) =>
    withFleet(world, async ({ replicas, during }) => {
      const result = await during(async () => {
        await pause(2_000);
        await replicas[0]?.stop();
        await pause(3_000);
      });
      const failed = failedOf(result);
      return { isHeld: failed <= 20, measured: `${failed} of ${result.sent} requests failed` };
    }),
};

const rollingRestarts: FaultRow = {
  id: 'D3',
  isLongOnly: true,
  fault: '20 rolling restarts of two replicas behind nginx, with Redis',
  expected: 'no request fails',
  run: (world) =>
    withFleet(world, async ({ replicas, start, during }) => {
      const restarts = 20;
      const startedAt = performance.now();
      const result = await during(async () => {
        for (let restart = 0; restart < restarts; restart += 1) {
          await replicas[restart % 2]?.stop('SIGTERM');
          await start(restart % 2);
        }
      });
      const failed = failedOf(result);
      return {
        isHeld: failed === 0,
        measured: `${failed} of ${result.sent} requests failed in ${ms(performance.now() - startedAt)}`,
      };
    }),
};

const editedPath = '/services/snow-removal';
const titleAt = async (url: string) =>
  /<h1[^>]*>([^<]+)/.exec((await sendRequest(url, editedPath)).body.toString())?.[1] ?? 'none';

/** Content that has not come by then will not. */
const longestEditMs = 10_000;

/** Edits a title and tells one replica; resolves with the milliseconds until both have it. */
async function edit(world: World, { replicas }: Fleet, at: number, title: string): Promise<number> {
  world.content.row('services', 'snow-removal').hero_title = title;
  const startedAt = performance.now();
  await world.publish('services', replicas[at % 2]);
  const areAll = async () => {
    const titles = await Promise.all(replicas.map(({ url }) => titleAt(url)));
    return titles.every((one) => one === title);
  };
  while (!(await areAll()) && performance.now() - startedAt < longestEditMs) await pause(20);
  return performance.now() - startedAt;
}

const failingRedis: FaultRow = {
  id: 'D25',
  fault: 'Redis is slow, hangs, is wiped, is gone, and comes back older, under load',
  expected: 'no request fails; nobody goes back to older text; an edit afterwards comes to both',
  run: (world) =>
    withFleet(world, async (fleet) => {
      const { redis, during, replicas } = fleet;
      const late: string[] = [];
      const faults: readonly (readonly [string, () => unknown, () => unknown])[] = [
        ['slow', () => (redis.delayMs = 300), () => (redis.delayMs = 0)],
        ['hanging', () => redis.hang(), () => redis.resume()],
        ['wiped', () => redis.run('FLUSHALL'), () => undefined],
        ['gone', () => redis.kill(), () => redis.restart()],
      ];
      const result = await during(async () => {
        for (const [at, [name, fail, heal]] of faults.entries()) {
          await fail();
          await pause(2_000);
          await heal();
          // Until both have noticed: a probe each second.
          await pause(3_000);
          const tookMs = await edit(world, fleet, at, `After a Redis that was ${name}`);
          // Redis is reached through this process, which also makes the load: how long it takes says little.
          if (tookMs >= longestEditMs) late.push(`${name} ${ms(tookMs)}`);
        }
        await redis.run('SAVE');
        await edit(world, fleet, 0, 'Newer than the dump');
        await redis.kill();
        await redis.restart();
        await pause(3_000);
        for (const { url } of replicas)
          if ((await titleAt(url)) !== 'Newer than the dump') late.push('older');
      });
      const failed = failedOf(result);
      return {
        isHeld: failed === 0 && late.length === 0,
        measured: `${failed} of ${result.sent} requests failed; late or older: ${late.join(', ') || 'none'}`,
      };
    }),
};

const publications: FaultRow = {
  id: 'D26',
  fault: 'Ten edits, told to one replica or the other, while four visitors view a page through the balancer',
  expected: 'nobody sees old text after new in 150 views; each edit is at both within a second',
  run: (world) =>
    withFleet(world, async (fleet) => {
      let isOver = false;
      const visit = async () => {
        const seen: string[] = [];
        while (!isOver || seen.length < 40) seen.push(await titleAt(fleet.url));
        const changes = seen.filter((title, at) => title !== seen[at - 1]);
        return { views: seen.length, flips: changes.length - new Set(changes).size };
      };
      const before = await fleet.redisFailures();
      const visits = Array.from({ length: 4 }, visit);
      const times: number[] = [];
      for (let at = 0; at < 10; at += 1) times.push(await edit(world, fleet, at, `Edit ${at}`));
      isOver = true;
      const visitors = await Promise.all(visits);
      const sum = (of: 'views' | 'flips') => visitors.reduce((total, each) => total + each[of], 0);
      const slowest = Math.max(...times);
      const late = (await fleet.redisFailures()) - before;
      // A second edit of a collection waits until a second is over.
      const isHeld = sum('flips') === 0 && sum('views') >= 150 && slowest < 2_000;
      return {
        // On a machine where Redis takes more than 250 ms replicas are on their own, which is another fault.
        isHeld: isHeld || late === 0 ? isHeld : null,
        measured: `${sum('flips')} of ${sum('views')} views, ${late} late calls of Redis; slowest edit ${ms(slowest)}, with up to 1 s for the one before`,
      };
    }),
};

const repeatedPosts: FaultRow = {
  id: 'C6',
  fault: '20 posts with one key through the balancer to two replicas',
  expected: 'one call of the contact API, 20 equal responses',
  run: (world) =>
    withFleet(world, async ({ url }) => {
      await world.contact.fault('contact', { kind: 'slow', ms: 150 });
      world.contact.clearRequests();
      const body = JSON.stringify({ ...goodEnquiry, message: 'Twenty times the same' });
      const headers = {
        Origin: url,
        'Sec-Fetch-Site': 'same-origin',
        'Content-Type': 'application/json',
        'Content-Length': String(Buffer.byteLength(body)),
        'Idempotency-Key': 'one-key-of-this-draft',
      };
      const replies = await Promise.all(
        Array.from({ length: 20 }, () => sendRequest(url, '/api/contact', { method: 'POST', body, headers })),
      );
      const calls = world.contact.requests.filter(({ method }) => method === 'POST').length;
      const kinds = new Set(replies.map(({ status, body: text }) => `${status} ${text}`)).size;
      const [status] = replies.map((reply) => reply.status);
      return {
        isHeld: calls === 1 && kinds === 1 && status === 200,
        measured: `${calls} calls, ${kinds} kinds of response, ${status}`,
      };
    }),
};

const manyReplicas: FaultRow = {
  id: 'D27',
  fault: 'Ten replicas start at once with an empty Redis, and every page of each is read',
  expected: 'hardly more calls of the content service than one replica makes',
  async run(world) {
    if (!hasRedis) return { isHeld: null, measured: 'Redis is not here' };
    const redis = await startRedis();
    const environment = { REDIS_URL: redis.url, FRONTEND_URL: 'https://www.ridge.example' };
    const callsOf = async (count: number) => {
      await redis.run('FLUSHALL');
      world.content.clearRequests();
      const sites = await Promise.all(Array.from({ length: count }, () => world.startCold(environment)));
      await Promise.all(sites.map(({ url }) => untilOk(`${url}/readyz`)));
      for (const site of sites) await world.visitAll(site);
      await Promise.all(sites.map((site) => site.stop()));
      return world.content.requests.filter(({ path }) => !path.startsWith('/assets/')).length;
    };
    try {
      const [one, ten] = [await callsOf(1), await callsOf(10)];
      return { isHeld: ten <= 2 * one, measured: `${ten} calls, of one replica ${one}` };
    } finally {
      await redis.close();
    }
  },
};

/** Several replicas that act as one. */
export const replicaArea: FaultArea = {
  name: 'Replicas',
  rows: [killedReplica, rollingRestarts, failingRedis, publications, repeatedPosts, manyReplicas],
};
