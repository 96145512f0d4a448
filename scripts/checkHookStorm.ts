/**
 * Calls the publish hook 1,000 times in ten seconds while visitors read, and compares what they wait with a
 * quiet time before it. Ends with 1 when a collection is fetched more than once a second, a page fails, or the
 * middle latency grows by more than a fifth (`--no-limit`: by however much).
 */
import { readFileSync } from 'node:fs';
import { startContentService } from '../server/demo/contentService.ts';
import { findFreePort } from '../server/demo/demoSite.ts';
import { startSite } from './bench/siteProcess.ts';

const secret = 'secret-of-the-hook-storm';
const calls = 1_000;
const stormMs = 10_000;
const visitsPerSecond = 100;
const largestRatio = process.argv.includes('--no-limit') ? Number.POSITIVE_INFINITY : 1.2;
const paths = ['/', '/about', '/services', '/services/snow-removal', '/blog', '/contact'];
const collections = ['pages', 'services', 'blog_posts', 'navigation'];

const service = await startContentService();
const site = await startSite(service.url, await findFreePort(0), {
  ...{ CONTENT_HOOK_SECRET: secret, LOG_LEVEL: 'warn' },
});
try {
  for (const path of paths) await visit(path);
  const cpu = [processorMs()];
  const quiet = await visitFor(stormMs);
  cpu.push(processorMs());
  service.clearRequests();
  const [storm, statuses] = await Promise.all([visitFor(stormMs), callHook()]);
  cpu.push(processorMs());
  const [before = 0, between = 0, after = 0] = cpu;
  console.log(`Processor time of the site: ${after - between} ms, before ${between - before} ms.`);
  const failed = quiet.failed + storm.failed + statuses.filter((status) => status !== 200).length;
  console.log(`${statuses.length} calls of the hook, ${storm.times.length} visits, ${failed} failed.`);
  const rounds = collections.map((name) => [name, roundsOf(name)] as const);
  console.log(
    `Rounds in ${stormMs / 1_000} s: ${rounds.map(([name, count]) => `${name} ${count}`).join(', ')}.`,
  );
  const ratios = [0.5, 0.9, 0.99].map(
    (share) => [share, at(storm.times, share), at(quiet.times, share)] as const,
  );
  for (const [share, during, before] of ratios) {
    const ratio = (during / before).toFixed(2);
    console.log(
      `Latency p${share * 100}: ${during.toFixed(2)} ms, before ${before.toFixed(2)} ms: ${ratio} times.`,
    );
  }
  const middle = ratios[0] ? ratios[0][1] / ratios[0][2] : Number.NaN;
  const most = Math.max(...rounds.map(([, count]) => count));
  process.exitCode = failed === 0 && most <= stormMs / 1_000 + 2 && middle <= largestRatio ? 0 : 1;
} finally {
  await site.stop();
  await service.close();
}

/** Processor time that the site has used, which other work on the machine does not change. */
function processorMs(): number {
  const fields = readFileSync(`/proc/${site.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  // In hundredths of a second: in user mode and in the kernel.
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function callHook(): Promise<readonly number[]> {
  const answers: Promise<number>[] = [];
  const startedAt = performance.now();
  for (let count = 0; count < calls; count += 1) {
    await untilTime(startedAt + (count * stormMs) / calls);
    const collection = collections[count % collections.length];
    answers.push(
      fetch(`${site.url}/hooks/content`, {
        method: 'POST',
        headers: { 'x-content-hook-secret': secret },
        body: JSON.stringify({ event: 'items.update', collection }),
      }).then(async (answer) => {
        await answer.arrayBuffer();
        return answer.status;
      }),
    );
  }
  return Promise.all(answers);
}

/** Visits at a steady pace, whether earlier ones are answered or not; times in milliseconds. */
async function visitFor(ms: number): Promise<{ readonly times: number[]; readonly failed: number }> {
  const visits: Promise<number | null>[] = [];
  const startedAt = performance.now();
  for (let count = 0; count < (ms / 1_000) * visitsPerSecond; count += 1) {
    await untilTime(startedAt + (count * 1_000) / visitsPerSecond);
    visits.push(visit(paths[count % paths.length] ?? '/'));
  }
  const times = await Promise.all(visits);
  const answered = times.flatMap((time) => time ?? []);
  return { times: answered.sort((a, b) => a - b), failed: times.length - answered.length };
}

async function visit(path: string): Promise<number | null> {
  const startedAt = performance.now();
  const answer = await fetch(site.url + path).catch(() => null);
  await answer?.arrayBuffer();
  return answer?.status === 200 ? performance.now() - startedAt : null;
}

/** How often the one list was fetched that each round of a collection begins with. */
function roundsOf(collection: string): number {
  const asked = service.requests.filter(({ path }) => path === `/items/${collection}`);
  const counts = new Map<string, number>();
  for (const { url } of asked) counts.set(url, (counts.get(url) ?? 0) + 1);
  return Math.max(0, ...counts.values());
}

async function untilTime(moment: number): Promise<void> {
  const waitMs = moment - performance.now();
  if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
