import { setTimeout as pause } from 'node:timers/promises';
import { loadAtRate, type RateResult } from '../../bench/load.ts';
import type { ServerProcess } from '../../bench/serverProcess.ts';
import { findFreePort } from '../../server/demo/ports.ts';
import { hasNginx, startNginx } from '../support/nginx.ts';
import { hasRedis, startRedis } from '../support/redis.ts';
import type { FaultArea, FaultRow, Outcome } from './suite.ts';
import { ms, untilOk, type World } from './world.ts';

interface Fleet {
  readonly replicas: ServerProcess[];
  /** Starts the replica of this place again, at its port; resolves when it is ready. */
  start(place: number): Promise<void>;
  /** Sends visitors through the balancer until `work` has ended. */
  during(work: () => Promise<void>): Promise<RateResult>;
}

/** Two replicas with a Redis behind nginx, for one row. */
async function withFleet(world: World, run: (fleet: Fleet) => Promise<Outcome>): Promise<Outcome> {
  if (!hasNginx || !hasRedis) return { isHeld: null, measured: 'nginx or Redis is not here' };
  const redis = await startRedis();
  const ports = [await findFreePort(0), await findFreePort(0)];
  const replicas: ServerProcess[] = [];
  const start = async (place: number) => {
    const replica = await world.startCold({ REDIS_URL: redis.url }, ports[place]);
    replicas[place] = replica;
    await untilOk(`${replica.url}/readyz`);
    await world.visitAll(replica);
  };
  for (const place of ports.keys()) await start(place);
  const nginx = await startNginx(ports);
  try {
    return await run({
      replicas,
      start,
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

/** Several replicas that act as one. */
export const replicaArea: FaultArea = { name: 'Replicas', rows: [killedReplica, rollingRestarts] };
