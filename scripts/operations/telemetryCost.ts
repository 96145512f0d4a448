import { readFileSync, rmdirSync } from 'node:fs';
import { findFreePort } from '../../server/demo/demoSite.ts';
import { compare, load, median } from '../bench/load.ts';
import { pinThisProcess, unpin } from '../bench/pinning.ts';
import { startSite } from '../bench/siteProcess.ts';
import { createMemoryGroup } from '../container/memoryGroup.ts';
import type { CheckOptions, Figure } from '../operationsCheck.ts';
import { type FakeIngest, startFakeIngest } from './ingest.ts';
import { startMeasuredSite } from './site.ts';

/** What error reporting costs: start, memory, throughput of kept pages in alternating rounds. */
export async function checkTelemetryCost(options: CheckOptions): Promise<readonly Figure[]> {
  const ingest = await startFakeIngest();
  const environment = { NODE_ENV: 'test', DIRECTUS_URL: options.contentUrl, SENTRY_DSN: ingest.dsn };
  const figures = [
    ...(await startAndMemory(environment, options)),
    await smallContainer(environment, options),
    ...(await throughput(ingest, options)),
  ];
  await ingest.close();
  return figures;
}

type Environment = Readonly<Record<string, string>>;

async function startAndMemory(
  environment: Environment,
  { isQuick }: CheckOptions,
): Promise<readonly Figure[]> {
  const starts: { readonly ms: number; readonly processorMs: number; readonly idleMb: number }[] = [];
  for (let round = 0; round < (isQuick ? 2 : 7); round += 1) {
    const site = await startMeasuredSite(environment);
    const processorMs = site.processorMs();
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    starts.push({ ms: site.startMs, processorMs, idleMb: site.residentMb() });
    await site.end('SIGKILL');
  }
  const ms = median(starts.map((start) => start.ms));
  const idleMb = median(starts.map((start) => start.idleMb));
  const processorMs = median(starts.map((start) => start.processorMs));
  return [
    {
      name: 'start with error reporting',
      measured: `${Math.round(ms)} ms, ${Math.round(processorMs)} ms of processor time`,
      wanted: '<= 1500 ms',
      holds: ms <= 1_500,
    },
    {
      name: 'idle memory with error reporting',
      measured: `${idleMb} MB`,
      wanted: '<= 190 MB',
      holds: idleMb <= 190,
    },
  ];
}

/** Under load within 384 MiB, which the kernel enforces where we may ask it to. */
async function smallContainer(environment: Environment, { isQuick }: CheckOptions): Promise<Figure> {
  const bytes = 384 * 1024 * 1024;
  const memoryGroup = createMemoryGroup(bytes);
  const flags = memoryGroup ? ['--max-old-space-size-percentage=50'] : ['--max-old-space-size=192'];
  const site = await startMeasuredSite(environment, { flags, memoryGroup });
  const { perSecond, failures } = await load(`${site.url}/`, 64, isQuick ? 3 : 20);
  const residentMb = site.residentMb();
  const peak =
    memoryGroup === null ? null : Number(readFileSync(`${memoryGroup}/memory.max_usage_in_bytes`, 'utf8'));
  const survived = site.child.exitCode === null && failures === 0;
  await site.end('SIGKILL');
  if (memoryGroup) rmdirSync(memoryGroup);
  const limit = peak === null ? 'not enforced here' : `enforced, peak ${Math.round(peak / 1e6)} MB`;
  return {
    name: 'memory under load in 384 MiB',
    measured: `${residentMb} MB resident (limit ${limit}), ${Math.round(perSecond)} pages a second, ${failures} failures`,
    wanted: '<= 402 MB, no failure',
    holds: survived && residentMb * 1e6 <= bytes,
  };
}

async function throughput(
  ingest: FakeIngest,
  { contentUrl, isQuick }: CheckOptions,
): Promise<readonly Figure[]> {
  pinThisProcess();
  const plain = await startSite(contentUrl, await findFreePort(0), { NODE_ENV: 'test' }, '/readyz');
  const traced = await startSite(
    contentUrl,
    await findFreePort(0),
    { NODE_ENV: 'test', SENTRY_DSN: ingest.dsn },
    '/readyz',
  );
  // Code that has just begun to run is slower.
  for (const site of [plain, traced]) await load(`${site.url}/`, 32, isQuick ? 2 : 6);
  const { ours, yardstick, ratio, processorRatio, failures } = await compare(
    ...([traced, plain, '/', isQuick ? 4 : 20, 32, isQuick ? 2 : 4] as const),
  );
  await Promise.all([plain.stop(), traced.stop()]);
  unpin(process.pid);
  const measured = (share: number, figure: string) =>
    `${share.toFixed(3)} (${figure}; ${failures} failures, ${ingest.received()} envelopes)`;
  return [
    {
      name: 'warm page throughput with error reporting, as a share of that without',
      measured: measured(
        ratio,
        `${Math.round(ours.perSecond)} and ${Math.round(yardstick.perSecond)} pages a second`,
      ),
      wanted: '>= 0.9',
      holds: ratio >= 0.9 && failures === 0,
    },
    {
      name: 'the same by processor time for a page',
      measured: measured(
        processorRatio,
        `${ours.microseconds.toFixed(0)} and ${yardstick.microseconds.toFixed(0)} microseconds`,
      ),
      wanted: '>= 0.9',
      holds: processorRatio >= 0.9,
    },
  ];
}
