import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Page } from 'playwright-core';
import { field } from '../../shared/field.ts';
import { type OpenPage, openPage, type PageOptions, type VisitedSite } from './browserPage.ts';
import { connectBrowser } from './connectBrowser.ts';
import { type Ingest, type IngestedItem, startIngest } from './ingest.ts';
import { startSite } from './site.ts';

const dist = new URL('../../dist/', import.meta.url);

/** The built file of a telemetry part that pages load late. */
export function fileOf(part: string): string {
  const metafile: unknown = JSON.parse(readFileSync(new URL('browser-metafile.json', dist), 'utf8'));
  const outputs: object = Object(field(metafile, 'outputs'));
  const entryPoint = `client/telemetry/${part}.ts`;
  const bundled = Object.entries(outputs).find(([, output]) => field(output, 'entryPoint') === entryPoint);
  if (bundled === undefined) throw new Error(`The build has no ${part}.`);
  return `/static/${basename(bundled[0])}`;
}

/** The site with an error reporting service that stores everything it receives, and a browser. */
interface ReportingSite extends Pick<VisitedSite, 'browser' | 'site' | 'open'> {
  readonly ingest: Ingest;
  close(): Promise<void>;
}

/** Starts them; web vitals are counted too. */
export async function startReportingSite(
  environment: Readonly<Record<string, string>> = {},
): Promise<ReportingSite> {
  const [browser, ingest] = await Promise.all([connectBrowser(), startIngest()]);
  const site = await startSite({
    environment: { SENTRY_DSN: ingest.dsn, SENTRY_ENABLE_DEV: '1', METRICS_PORT: '0', ...environment },
  });
  await site.load();
  return {
    browser,
    ingest,
    site,
    open: (path, options) => openPage(browser, site.url + path, options),
    async close() {
      await Promise.all([browser.close(), site.close()]);
      await ingest.close();
    },
  };
}

/** Makes `Math.random` in a page always return `luck`. */
export const withRandom = (luck: number, prepare?: PageOptions['prepare']): PageOptions => ({
  async prepare(page) {
    await page.addInitScript((outcome) => {
      Math.random = () => outcome;
    }, luck);
    await prepare?.(page);
  },
});

/** Whether an item is an error that contains this text. */
export const isException =
  (text: string) =>
  (item: IngestedItem): boolean =>
    item.type === 'event' && JSON.stringify(field(item.payload, 'exception') ?? '').includes(text);

/** What the content policy has blocked on a page. */
export const violationsOn = ({ problems }: OpenPage): readonly string[] =>
  problems.filter((text) => /policy|trusted/i.test(text));

/** Resolves when the page has loaded a late part. */
export async function arrived(page: Page, part: string): Promise<void> {
  await page.waitForFunction(
    (path) => performance.getEntriesByName(location.origin + path).length > 0,
    fileOf(part),
  );
}
