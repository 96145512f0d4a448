import { load, median } from '../bench/load.ts';
import type { CheckOptions, Figure } from '../operationsCheck.ts';
import { startFakeIngest } from './ingest.ts';
import { type MeasuredSite, startMeasuredSite } from './site.ts';

/** D21: an error reporting service that is down, slow, refusing or silent must not be noticed by a visitor. */
export async function checkTelemetryFaults({
  contentUrl,
  isQuick,
}: CheckOptions): Promise<readonly Figure[]> {
  const seconds = isQuick ? 3 : 20;
  const rounds = isQuick ? 2 : 5;
  const environment = { NODE_ENV: 'test', DIRECTUS_URL: contentUrl, DEV_PAGES: '1' };
  const well = await startFakeIngest('ok');
  const figures: Figure[] = [];
  for (const manner of ['down', 'slow', 'refuse', 'hang'] as const) {
    const ingest = manner === 'down' ? null : await startFakeIngest(manner);
    const dsn = ingest?.dsn ?? 'http://0123456789abcdef0123456789abcdef@127.0.0.1:9/1';
    const site = await startMeasuredSite({ ...environment, SENTRY_DSN: dsn });
    // A twin that has run for as long: code that has just begun to run is slower.
    const healthy = await startMeasuredSite({ ...environment, SENTRY_DSN: well.dsn });
    for (const each of [site, healthy]) await withErrors(each, 4);
    const beforeMb = site.residentMb();
    const ratios: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const reference = await withErrors(healthy, seconds);
      const faulty = await withErrors(site, seconds);
      ratios.push(Math.max(faulty.p99, 1) / Math.max(reference.p99, 1));
    }
    const grownMb = site.residentMb() - beforeMb;
    await Promise.all([site.end('SIGKILL'), healthy.end('SIGKILL')]);
    ingest?.close();
    const ratio = median(ratios);
    figures.push(
      {
        name: `D21 99th percentile of pages while error reporting is ${manner}`,
        measured: `${ratio.toFixed(2)} of that with a healthy one (rounds ${ratios.map((one) => one.toFixed(2)).join(', ')})`,
        wanted: '<= 1.1',
        holds: ratio <= 1.1,
      },
      {
        name: `D21 memory while error reporting is ${manner}`,
        measured: `${grownMb >= 0 ? '+' : ''}${grownMb} MB`,
        wanted: '<= +40 MB',
        holds: grownMb <= 40,
      },
    );
  }
  well.close();
  return figures;
}

/** Load on a page while a handler throws twenty times a second, so that there is something to report. */
async function withErrors(site: MeasuredSite, seconds: number) {
  const timer = setInterval(() => {
    fetch(`${site.url}/sentry-example-page/endpoint-error`, { method: 'POST' }).catch(() => undefined);
  }, 50);
  const result = await load(`${site.url}/`, 8, seconds);
  clearInterval(timer);
  return result;
}
