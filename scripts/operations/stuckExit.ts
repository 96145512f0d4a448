import { connect } from 'node:net';
import type { CheckOptions, Figure } from '../operationsCheck.ts';
import { percentiles } from './latency.ts';
import { openNeverReading } from './neverReading.ts';
import { startMeasuredSite, statusOf } from './site.ts';

/** D4: the end of a process that has connections which never end by themselves, as production runs it. */
export async function checkStuckExit({ contentUrl }: CheckOptions): Promise<readonly Figure[]> {
  const site = await startMeasuredSite({ NODE_ENV: 'production', DIRECTUS_URL: contentUrl });
  const { port, hostname } = new URL(site.url);
  const open = (start: string) => {
    const socket = connect(Number(port), hostname, () => socket.write(start));
    socket.on('error', () => undefined);
    return socket.resume();
  };
  const neverReading = await openNeverReading(site.url, 20);
  // Kept busy with a byte now and then, so that no timeout of the server ends them first.
  const dripping = Array.from({ length: 20 }, () =>
    open(
      'POST /api/contact HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n',
    ),
  );
  const drip = setInterval(() => {
    for (const socket of dripping) socket.write(' ');
  }, 500);
  const unused = Array.from({ length: 20 }, () => open(''));
  await new Promise((resolve) => setTimeout(resolve, 500));
  const ended = site.end();
  const worst = await slowestProbe(site.url);
  const { code, ms } = await ended;
  clearInterval(drip);
  for (const socket of [...dripping, ...unused, ...neverReading]) socket.destroy();
  return [
    {
      name: 'D4 exit with sixty stuck connections',
      measured: `${(ms / 1_000).toFixed(1)} s, code ${code}`,
      wanted: '< 20 s, code 0',
      holds: ms < 20_000 && code === 0,
    },
    {
      name: 'D4 /livez meanwhile, while it listens',
      measured: `${Math.round(worst)} ms`,
      wanted: '< 50 ms',
      holds: worst < 50,
    },
  ];
}

/** The 99th percentile of `/livez` for four seconds. */
async function slowestProbe(url: string): Promise<number> {
  const times: number[] = [];
  const until = performance.now() + 4_000;
  while (performance.now() < until) {
    const startedAt = performance.now();
    if ((await statusOf(`${url}/livez`)) === 200) times.push(performance.now() - startedAt);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return percentiles(times).p99;
}
