import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { browserHeaders, loadAtRate, percentile, type RateResult } from '../../bench/load.ts';
import { type ServerProcess, startSite } from '../../scripts/serverProcess.ts';
import { findFreePort } from '../../server/demo/ports.ts';
import { startContactService } from '../support/contactService.ts';
import { type ContentService, startContentService } from '../support/contentService.ts';
import { fromOwnPage } from '../support/goodEnquiry.ts';
import { hookSecret } from '../support/hook.ts';
import type { Lengths } from './lengths.ts';

/** The built site in a process of its own, with its services in this one. */
export interface World {
  readonly lengths: Lengths;
  readonly site: ServerProcess;
  readonly content: ContentService;
  /** Headers by which the site accepts a post as one of its own pages, or as one of the content service. */
  readonly ownHeaders: Readonly<Record<string, string>>;
  /** Every address of the sitemap; all of them were visited. */
  readonly pages: readonly string[];
  /** The 99th percentile of the latencies without a fault so far, in milliseconds. */
  healthyP99(): number;
  /** Sends 200 requests a second for these pages, by default to `site`. */
  visit(seconds: number, of?: ServerProcess): Promise<RateResult>;
  /** Calls the hook without naming a collection, so that everything is loaded. Resolves with the status. */
  publish(): Promise<number>;
  /** Starts another site over the same services, with a copy of the snapshot from before any fault, or with none. */
  restart(hasSnapshot?: boolean): Promise<ServerProcess>;
  /** Reads every page once. */
  visitAll(of: ServerProcess): Promise<void>;
  /** Ends all faults, and makes all pages cached again. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

/** Starts everything, visits every page, and measures latencies without a fault. */
export async function startWorld(lengths: Lengths): Promise<World> {
  const content = await startContentService();
  const contact = await startContactService();
  const folder = mkdtempSync(path.join(tmpdir(), 'fault-suite-'));
  const snapshot = path.join(folder, 'snapshot.json');
  const healthySnapshot = path.join(folder, 'healthy.json');
  let copies = 0;
  const start = async (snapshotPath: string) =>
    startSite(content.url, {
      environment: {
        CONTACT_API_URL: contact.url,
        CONTENT_HOOK_SECRET: hookSecret,
        TRUST_PROXY: '1',
        METRICS_PORT: String(await findFreePort(0)),
        LOG_LEVEL: 'error',
        CONTENT_SNAPSHOT_PATH: snapshotPath,
      },
      probePath: '/livez',
    });
  // A first process ends as in a deployment: it writes a last snapshot.
  const first = await start(snapshot);
  await untilOk(`${first.url}/readyz`);
  const pages = await pagesOf(first.url);
  await visitAll(first.url, pages);
  await first.stop('SIGTERM');
  copyFileSync(snapshot, healthySnapshot);
  const site = await start(snapshot);
  await untilOk(`${site.url}/readyz`);
  // Twice: streamed pages are cached by the second visit.
  for (let round = 0; round < 2; round += 1) await visitAll(site.url, pages);
  const visit = (seconds: number, of: ServerProcess = site) =>
    loadAtRate(of.url, {
      requests: pages.map((page) => ({ path: page })),
      perSecond: 200,
      seconds,
    });
  await visit(2);
  const healthy: number[] = [];
  const measureHealthy = async (seconds: number) => healthy.push(...(await visit(seconds)).latencies);
  await measureHealthy(4);

  const publish = async () => {
    const reply = await fetch(`${site.url}/hooks/content`, {
      method: 'POST',
      headers: { 'X-Content-Hook-Secret': hookSecret, 'Content-Type': 'application/json' },
      body: '{}',
    });
    await reply.arrayBuffer();
    return reply.status;
  };
  return {
    lengths,
    site,
    content,
    ownHeaders: { ...fromOwnPage(site.url), 'X-Content-Hook-Secret': hookSecret },
    pages,
    visit,
    publish,
    healthyP99: () => percentile(healthy, 0.99),
    restart(hasSnapshot = true) {
      copies += 1;
      const copy = path.join(folder, `copy-${copies}.json`);
      if (hasSnapshot) copyFileSync(healthySnapshot, copy);
      return start(copy);
    },
    visitAll: (of) => visitAll(of.url, pages),
    async restore() {
      await content.clearFaults();
      // Connections that hang end within a deadline; the hook says when everything is loaded again.
      const until = performance.now() + 90_000;
      while ((await publish()) !== 200 && performance.now() < until) await pause(500);
      await visitAll(site.url, pages);
      await measureHealthy(1);
      content.clearRequests();
    },
    async close() {
      await site.stop();
      await Promise.all([content.close(), contact.close()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function pagesOf(url: string): Promise<readonly string[]> {
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text();
  return [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, found = '']) => new URL(found).pathname);
}

/** Requests pages as a browser does, so that every page is compressed. */
async function visitAll(url: string, pages: readonly string[]): Promise<void> {
  for (const page of pages) await (await fetch(url + page, { headers: browserHeaders })).arrayBuffer();
}

/** Resolves with the milliseconds until an address is a 200. */
export async function untilOk(url: string, longestMs = 60_000): Promise<number> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < longestMs) {
    const isOk = await fetch(url).then(
      (reply) => reply.ok,
      () => false,
    );
    if (isOk) return performance.now() - startedAt;
    await pause(50);
  }
  throw new Error(`${url} is not well after ${longestMs} ms.`);
}

/** `200: 599, 503: 1` */
export const statusText = ({ statuses, broken }: Pick<RateResult, 'statuses' | 'broken'>): string =>
  [...[...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)]
    .concat(broken > 0 ? [`broken: ${broken}`] : [])
    .join(', ');

/** Whether every response was a 200. */
export const isAllOk = ({ statuses, broken, sent }: RateResult): boolean =>
  broken === 0 && sent > 0 && [...statuses.keys()].every((status) => status === 200);

/** On a busy machine, two measurements of the same thing below this may differ by more than a factor of two. */
const noiseMs = 10;

/** Whether visitors wait less than twice as long as without a fault. */
export const isUnnoticed = (world: World, p99: number): boolean =>
  p99 < Math.max(2 * world.healthyP99(), noiseMs);

export const ms = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
