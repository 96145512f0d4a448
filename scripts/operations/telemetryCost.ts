import { load, median } from '../bench/load.ts';
import type { CheckOptions, Figure } from '../operationsCheck.ts';
import { startFakeIngest } from './ingest.ts';
import { startMeasuredSite } from './site.ts';

/** What error reporting costs: throughput of kept pages in alternating rounds, start, memory. */
export async function checkTelemetryCost({ contentUrl, isQuick }: CheckOptions): Promise<readonly Figure[]> {
  const ingest = await startFakeIngest('ok');
  const environment = { NODE_ENV: 'test', DIRECTUS_URL: contentUrl };
  const starts: number[] = [];
  for (let round = 0; round < (isQuick ? 2 : 5); round += 1) {
    const site = await startMeasuredSite({ ...environment, SENTRY_DSN: ingest.dsn });
    starts.push(site.startMs);
    await site.end('SIGKILL');
  }
  const plain = await startMeasuredSite(environment);
  const traced = await startMeasuredSite({ ...environment, SENTRY_DSN: ingest.dsn });
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const idleMb = traced.residentMb();

  const seconds = isQuick ? 3 : 10;
  const ratios: number[] = [];
  let failures = 0;
  for (let round = 0; round < (isQuick ? 3 : 7); round += 1) {
    const without = await load(`${plain.url}/`, 32, seconds);
    const withIt = await load(`${traced.url}/`, 32, seconds);
    ratios.push(withIt.perSecond / without.perSecond);
    failures += without.failures + withIt.failures;
  }
  await Promise.all([plain.end('SIGKILL'), traced.end('SIGKILL')]);

  // What a container of 384 MiB leaves: half of it for the heap, and everything else beside it.
  const small = await startMeasuredSite({ ...environment, SENTRY_DSN: ingest.dsn }, [
    '--max-old-space-size=192',
  ]);
  const underLoad = await load(`${small.url}/`, 64, seconds);
  const loadedMb = small.residentMb();
  const survived = small.child.exitCode === null && underLoad.failures === 0;
  await small.end('SIGKILL');
  const received = ingest.received();
  ingest.close();

  const ratio = median(ratios);
  const start = median(starts);
  return [
    {
      name: 'warm page throughput with error reporting, as a share of that without',
      measured: `${ratio.toFixed(3)} (rounds ${ratios.map((one) => one.toFixed(2)).join(', ')}; ${failures} failures; ${received} envelopes)`,
      wanted: '>= 0.9',
      holds: ratio >= 0.9 && failures === 0,
    },
    {
      name: 'start with error reporting',
      measured: `${Math.round(start)} ms`,
      wanted: '<= 1500 ms',
      holds: start <= 1_500,
    },
    {
      name: 'idle memory with error reporting',
      measured: `${idleMb} MB`,
      wanted: '<= 190 MB',
      holds: idleMb <= 190,
    },
    {
      name: 'memory under load with a heap of 192 MB',
      measured: `${loadedMb} MB, ${Math.round(underLoad.perSecond)} pages a second`,
      wanted: '<= 384 MiB, no failure',
      holds: survived && loadedMb <= 402,
    },
  ];
}
