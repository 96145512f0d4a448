import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ContentService, startContentService } from '../../server/demo/contentService.ts';
import { findFreePort } from '../../server/demo/demoSite.ts';
import { median } from './load.ts';
import { type SiteProcess, startSite } from './siteProcess.ts';

export interface SnapshotRestart {
  /** Milliseconds from the spawn to the first 200, the middle of the starts. */
  readonly startMs: number;
  /** Milliseconds of the first request that a process ever gets, the middle of the starts. */
  readonly firstRequestMs: number;
  readonly pages: number;
  /** Pages of the sitemap that were answered with something else than 200. */
  readonly failed: number;
}

const starts = 5;

/** Restarts of a site whose content service is dead, with what an earlier process left on the disk. */
export async function snapshotRestart(): Promise<SnapshotRestart> {
  const folder = mkdtempSync(path.join(tmpdir(), 'snapshot-'));
  const environment = { CONTENT_SNAPSHOT_PATH: path.join(folder, 'content.snapshot'), LOG_LEVEL: 'error' };
  try {
    const content = await startContentService();
    const port = await findFreePort(0);
    const before = await startSite(content.url, port, environment);
    await untilQuiet(content);
    await before.stop('SIGTERM');
    await content.close();

    const startMs: number[] = [];
    const firstRequestMs: number[] = [];
    let answers: readonly number[] = [];
    for (let count = 0; count < starts; count += 1) {
      const site = await startSite(content.url, port, environment);
      startMs.push(site.startMs);
      await site.stop();
      // Ready without having been asked for a page.
      const unasked = await startSite(content.url, port, environment, '/readyz');
      const askedAt = performance.now();
      await (await fetch(unasked.url)).arrayBuffer();
      firstRequestMs.push(performance.now() - askedAt);
      answers = [...answers, ...(await statusesOfSitemap(unasked))];
      await unasked.stop();
    }
    return {
      ...{ startMs: median(startMs), firstRequestMs: median(firstRequestMs) },
      ...{ pages: answers.length / starts, failed: answers.filter((status) => status !== 200).length },
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Everything has been read ahead when nothing has been asked for a second. */
async function untilQuiet(content: ContentService): Promise<void> {
  for (let seen = -1; seen !== content.requests.length; ) {
    seen = content.requests.length;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

async function statusesOfSitemap({ url }: SiteProcess): Promise<readonly number[]> {
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text();
  const statuses: number[] = [];
  for (const [, page = ''] of sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)) {
    const answer = await fetch(url + new URL(page).pathname);
    await answer.arrayBuffer();
    statuses.push(answer.status);
  }
  return statuses;
}
