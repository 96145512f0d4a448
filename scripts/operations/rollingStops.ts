import { findFreePort } from '../../server/demo/demoSite.ts';
import { hasNginx, startNginx } from '../../tests/support/nginx.ts';
import type { CheckOptions, Figure } from '../operationsCheck.ts';
import { percentiles } from './latency.ts';
import { type MeasuredSite, startMeasuredSite, statusOf } from './site.ts';
import { connections, type LoadResult, startSteadyLoad } from './steadyLoad.ts';

/** D3: two processes behind nginx, stopped and started in turn under 200 requests a second. Null without nginx. */
export async function checkRollingStops({
  contentUrl,
  isQuick,
}: CheckOptions): Promise<readonly Figure[] | null> {
  if (!hasNginx) return null;
  const stops = isQuick ? 4 : 20;
  const ports = [await findFreePort(0), await findFreePort(0)];
  const front = await findFreePort(0);
  const environment = {
    NODE_ENV: 'production',
    DIRECTUS_URL: contentUrl,
    FRONTEND_URL: `http://127.0.0.1:${front}`,
  };
  const start = (at: number) => startMeasuredSite(environment, { port: ports[at] ?? 0 });
  const sites: MeasuredSite[] = [await start(0), await start(1)];
  const nginx = await startNginx(ports, { front });

  const probes: number[] = [];
  let probing = true;
  const probe = async (at: number) => {
    while (probing) {
      const startedAt = performance.now();
      if ((await statusOf(`http://127.0.0.1:${ports[at]}/livez`)) === 200)
        probes.push(performance.now() - startedAt);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  const probesEnd = Promise.all([probe(0), probe(1)]);
  const loading = startSteadyLoad(`http://127.0.0.1:${front}`);
  const exits: number[] = [];
  const codes = new Set<number | null>();
  for (let stop = 0; stop < stops; stop += 1) {
    const at = stop % 2;
    const end = await sites[at]?.end();
    if (end) {
      exits.push(end.ms);
      codes.add(end.code);
    }
    sites[at] = await start(at);
  }
  const { failed, total } = await loading.stop();
  probing = false;
  await probesEnd;
  const killed = await killOne(`http://127.0.0.1:${front}`, sites, start);
  await nginx.stop();
  await Promise.all(sites.map((site) => site.end('SIGKILL')));

  const { p99 } = percentiles(probes);
  const longest = Math.max(...exits);
  return [
    {
      name: `D3 failed requests over ${stops} rolling stops`,
      measured: `${failed} of ${total}, codes ${[...codes].join(', ')}`,
      wanted: '0',
      holds: failed === 0 && codes.size === 1 && codes.has(0),
    },
    {
      name: 'D3 longest exit',
      measured: `${(longest / 1_000).toFixed(1)} s`,
      wanted: '< 20 s',
      holds: longest < 20_000,
    },
    {
      name: 'D3 99th percentile of /livez throughout',
      measured: `${p99.toFixed(1)} ms`,
      wanted: '< 50 ms',
      holds: p99 < 50,
    },
    {
      name: 'D6 failed requests when one of two processes is killed',
      measured: `${killed.failed} of ${killed.total}`,
      wanted: `<= ${connections}, which can be under way`,
      holds: killed.failed <= connections,
    },
  ];
}

/** Kills the first of two processes under load and starts another one in its place. */
async function killOne(
  url: string,
  sites: MeasuredSite[],
  start: (at: number) => Promise<MeasuredSite>,
): Promise<LoadResult> {
  const loading = startSteadyLoad(url);
  const aMoment = () => new Promise((resolve) => setTimeout(resolve, 2_000));
  await aMoment();
  await sites[0]?.end('SIGKILL');
  await aMoment();
  sites[0] = await start(0);
  await aMoment();
  return loading.stop();
}
