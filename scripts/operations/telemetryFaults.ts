import { median } from '../bench/load.ts';
import { pinThisProcess, unpin } from '../bench/pinning.ts';
import type { CheckOptions, Figure } from '../operationsCheck.ts';
import { startFakeIngest } from './ingest.ts';
import { type Latency, measureLatency } from './latency.ts';
import { type MeasuredSite, startMeasuredSite } from './site.ts';

const manners = ['down', 'slow', 'refuse', 'hang'] as const;
const connections = 8;
/** What is allowed to grow beyond a twin whose error reporting is well: buffers are bounded. */
const mostGrownMb = 15;

/** D21: an error reporting service that is down, slow, refusing or silent must not be noticed by a visitor. */
export async function checkTelemetryFaults(options: CheckOptions): Promise<readonly Figure[]> {
  pinThisProcess();
  const figures: Figure[] = [];
  for (const manner of manners) figures.push(...(await checkManner(manner, options)));
  unpin(process.pid);
  return figures;
}

async function checkManner(
  manner: (typeof manners)[number],
  { contentUrl, isQuick }: CheckOptions,
): Promise<readonly Figure[]> {
  const well = await startFakeIngest('ok');
  const ingest = manner === 'down' ? null : await startFakeIngest(manner);
  const start = (dsn: string) =>
    startMeasuredSite(
      { NODE_ENV: 'test', DIRECTUS_URL: contentUrl, DEV_PAGES: '1', SENTRY_DSN: dsn },
      { onServerCore: true },
    );
  const faulty = await start(ingest?.dsn ?? 'http://0123456789abcdef0123456789abcdef@127.0.0.1:9/1');
  // It has run for as long, under the same load: code that has just begun to run is slower.
  const twin = await start(well.dsn);
  const seconds = isQuick ? 2 : 4;
  const rounds: { readonly ours: Latency; readonly yardstick: Latency }[] = [];
  const measureBoth = async () => ({
    ours: await withErrors(faulty, seconds),
    yardstick: await withErrors(twin, seconds),
  });
  for (let round = 0; round < (isQuick ? 1 : 3); round += 1) await measureBoth();
  const before = { faulty: faulty.residentMb(), twin: twin.residentMb() };
  for (let round = 0; round < (isQuick ? 3 : 12); round += 1) rounds.push(await measureBoth());
  const grownMb = faulty.residentMb() - before.faulty;
  const twinGrownMb = twin.residentMb() - before.twin;
  await Promise.all([faulty.end('SIGKILL'), twin.end('SIGKILL')]);
  ingest?.close();
  well.close();

  const failures = rounds.reduce((sum, { ours, yardstick }) => sum + ours.failures + yardstick.failures, 0);
  const latency = (name: string, figure: 'median' | 'p99'): Figure => {
    const ours = median(rounds.map((round) => round.ours[figure]));
    const yardstick = median(rounds.map((round) => round.yardstick[figure]));
    return {
      name: `D21 ${name} of pages while error reporting is ${manner}, over that while it is well`,
      measured: `${(ours / yardstick).toFixed(2)} (${ours.toFixed(2)} and ${yardstick.toFixed(2)} ms, ${failures} failures)`,
      wanted: '<= 1.1',
      holds: ours / yardstick <= 1.1 && failures === 0,
    };
  };
  return [
    latency('median', 'median'),
    latency('99th percentile', 'p99'),
    {
      name: `D21 memory while error reporting is ${manner}`,
      measured: `${signed(grownMb)} MB, ${signed(twinGrownMb)} MB while it is well`,
      wanted: `at most ${mostGrownMb} MB more`,
      holds: grownMb - twinGrownMb <= mostGrownMb,
    },
  ];
}

const signed = (value: number): string => `${value < 0 ? '' : '+'}${value}`;

/** Load on a page while a handler throws once a second, which is as many errors as are sent. */
async function withErrors(site: MeasuredSite, seconds: number): Promise<Latency> {
  const timer = setInterval(() => {
    fetch(`${site.url}/sentry-example-page/endpoint-error`, { method: 'POST' }).catch(() => undefined);
  }, 1_000);
  const result = await measureLatency(`${site.url}/`, connections, seconds);
  clearInterval(timer);
  return result;
}
