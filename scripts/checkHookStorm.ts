/**
 * Calls the publish hook 1,000 times in ten seconds while visitors read, once with nothing edited and once
 * with an edit before each call, and compares what visitors wait with the same visits to a second site at the
 * same time that nobody calls: what else runs on the machine disturbs both. Ends with 1 when a collection is
 * fetched more than once a second, a page or a call fails, or latency is larger by more than a fifth in the
 * middle, the 90th or the 99th percentile (`--no-limit`: by however much).
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { findFreePort } from '../server/demo/demoSite.ts';
import { unpin } from './bench/pinning.ts';
import { processorMs } from './bench/processFacts.ts';
import { type SiteProcess, startSite } from './bench/siteProcess.ts';
import type { Storm, StormReport } from './hookStorm/contentSide.ts';

const secret = 'secret-of-the-hook-storm';
const calls = 1_000;
const ms = 10_000;
const visitsPerSecond = 100;
const largestRatio = process.argv.includes('--no-limit') ? Number.POSITIVE_INFINITY : 1.2;
const paths = ['/', '/about', '/services', '/services/snow-removal', '/blog', '/contact', '/blog/post-3'];

const contentSide = new Worker(new URL('./hookStorm/contentSide.ts', import.meta.url));
const [contentUrl] = await once(contentSide, 'message');
const [called, quiet] = [await start(), await start()];
try {
  await visitFor(2_000);
  let misses = 0;
  for (const edits of [false, true]) misses += await measure(edits);
  process.exitCode = misses === 0 ? 0 : 1;
} finally {
  await Promise.all([called.stop(), quiet.stop()]);
  await contentSide.terminate();
}

/** A site on which everything is held and kept, as on one that has run for a while. */
async function start(): Promise<SiteProcess> {
  const site = await startSite(contentUrl, await findFreePort(0), {
    ...{ CONTENT_HOOK_SECRET: secret, LOG_LEVEL: 'warn' },
  });
  unpin(site.pid);
  const sitemap = await (await fetch(`${site.url}/sitemap.xml`)).text();
  for (const [, url = ''] of sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)) {
    await visit(site, new URL(url).pathname);
  }
  return site;
}

/** Raises a storm and prints what it did; returns how much of it must not be. */
async function measure(edits: boolean): Promise<number> {
  const storm: Storm = { siteUrl: called.url, secret, calls, ms, edits };
  const before = usedMs();
  const told = once(contentSide, 'message');
  contentSide.postMessage(storm);
  const visits = await visitFor(ms);
  const [report]: StormReport[] = await told;
  if (!report) throw new Error('The content side said nothing.');
  const used = usedMs().map((after, site) => after - (before[site] ?? 0));
  const failed = report.failed + visits.reduce((sum, visited) => sum + visited.failed, 0);
  const rounds = Object.entries(report.rounds);
  console.log(edits ? 'Every call tells of an edit' : 'Nothing is edited');
  console.log(
    `  ${calls} calls, ${((visits.length * ms) / 1_000) * visitsPerSecond} visits, ${failed} failed.`,
  );
  console.log(
    `  ${report.contentCalls} content calls; rounds: ${rounds.map((round) => round.join(' ')).join(', ')}.`,
  );
  console.log(`  Processor time ${used[0]} ms, of the site that nobody calls ${used[1]} ms.`);
  const [ours, theirs] = visits;
  const ratios = [0.5, 0.9, 0.99].map((share) => {
    const [during, beside] = [at(ours?.times ?? [], share), at(theirs?.times ?? [], share)];
    const ratio = during / beside;
    console.log(
      `  p${share * 100}: ${during.toFixed(2)} ms, beside ${beside.toFixed(2)} ms: ${ratio.toFixed(2)} times.`,
    );
    return ratio;
  });
  const tooOften = rounds.filter(([, count]) => count > ms / 1_000 + 2);
  const tooSlow = edits ? [] : ratios.filter((ratio) => !(ratio <= largestRatio));
  return failed + tooOften.length + tooSlow.length;
}

interface Visits {
  /** Milliseconds, the shortest first. */
  readonly times: readonly number[];
  readonly failed: number;
}

/** Processor time that each site has used. */
function usedMs(): readonly number[] {
  return [called, quiet].map(({ pid }) => processorMs(pid));
}

/**
 * Visits both sites at a steady pace, whether earlier visits are answered or not, each visit at some moment of
 * its own: calls and visits in one rhythm would meet always or never.
 */
async function visitFor(ms: number): Promise<readonly Visits[]> {
  const sites = [called, quiet].map((site) => ({ site, visits: [] as Promise<number | null>[] }));
  const planned = Array.from({ length: (ms / 1_000) * visitsPerSecond }, (_, count) =>
    sites.map((at) => ({ ...at, count, moment: ((count + Math.random()) * 1_000) / visitsPerSecond })),
  );
  const startedAt = performance.now();
  for (const { site, visits, count, moment } of planned.flat().sort((a, b) => a.moment - b.moment)) {
    const waitMs = startedAt + moment - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    visits.push(visit(site, paths[count % paths.length] ?? '/'));
  }
  return Promise.all(
    sites.map(async ({ visits }) => {
      const times = await Promise.all(visits);
      const answered = times.flatMap((time) => time ?? []);
      return { times: answered.sort((a, b) => a - b), failed: times.length - answered.length };
    }),
  );
}

async function visit(site: SiteProcess, path: string): Promise<number | null> {
  const startedAt = performance.now();
  const answer = await fetch(site.url + path).catch(() => null);
  await answer?.arrayBuffer();
  return answer?.status === 200 ? performance.now() - startedAt : null;
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
