import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { field } from '../../shared/field.ts';
import { connectBrowser } from './connectBrowser.ts';
import { type Ingest, type IngestedItem, startIngest } from './ingest.ts';
import { type IslandPage, openPage } from './islandPage.ts';
import { startSite, type TestSite } from './site.ts';

const dist = new URL('../../dist/', import.meta.url);

/** The built file of a late part of telemetry. */
export function fileOf(part: string): string {
  const metafile: unknown = JSON.parse(readFileSync(new URL('browser-metafile.json', dist), 'utf8'));
  const outputs: object = Object(field(metafile, 'outputs'));
  const entryPoint = `client/telemetry/${part}.ts`;
  const bundled = Object.entries(outputs).find(([, output]) => field(output, 'entryPoint') === entryPoint);
  if (bundled === undefined) throw new Error(`The build has no ${part}.`);
  return `/static/${basename(bundled[0])}`;
}

/** The site with an error reporting service that stores everything it receives. */
export interface ReportingSite {
  readonly ingest: Ingest;
  readonly site: TestSite;
  close(): Promise<void>;
}

/** Starts both; vital signs are counted too. */
export async function startReportingSite(
  environment: Readonly<Record<string, string>> = {},
): Promise<ReportingSite> {
  const ingest = await startIngest();
  const site = await startSite({
    environment: { SENTRY_DSN: ingest.dsn, SENTRY_ENABLE_DEV: '1', METRICS_PORT: '0', ...environment },
  });
  return {
    ingest,
    site,
    async close() {
      await site.close();
      await ingest.close();
    },
  };
}

/** A browser for the tests of a file; to be requested in a test. */
export function useBrowser(): () => Browser {
  let browser: Browser;
  beforeAll(async () => {
    browser = await connectBrowser();
  });
  afterAll(() => browser.close());
  return () => browser;
}

/** A browser and a reporting site of a test file, there from its first test to its last. */
interface SharedReportingSite extends Omit<ReportingSite, 'close'> {
  readonly browser: Browser;
  /** As `openWatched`. */
  open(path: string, prepare?: Prepare): Promise<TelemetryPage>;
  /** As `openWithLuck`. */
  openWithLuck(path: string, luck: number, prepare?: Prepare): Promise<TelemetryPage>;
}

/** Starts both before the tests of the file that calls it, and ends them after. */
export function useReportingSite(environment: Readonly<Record<string, string>> = {}): SharedReportingSite {
  const browser = useBrowser();
  let reporting: ReportingSite;
  beforeAll(async () => {
    reporting = await startReportingSite(environment);
  });
  afterAll(() => reporting.close());
  return {
    get browser() {
      return browser();
    },
    get site() {
      return reporting.site;
    },
    get ingest() {
      return reporting.ingest;
    },
    open: (path, prepare) => openWatched(browser(), reporting.site.url + path, prepare),
    openWithLuck: (path, luck, prepare) => openWithLuck(browser(), reporting.site.url + path, luck, prepare),
  };
}

/** Whether an item is an error that says this. */
export const isException =
  (text: string) =>
  (item: IngestedItem): boolean =>
    item.type === 'event' && JSON.stringify(field(item.payload, 'exception') ?? '').includes(text);

/** What the content policy has blocked on a page. */
export const violationsOn = ({ problems }: IslandPage): readonly string[] =>
  problems.filter((text) => /policy|trusted/i.test(text));

/** Resolves when a late part has arrived in the page. */
export async function arrived(page: Page, part: string): Promise<void> {
  await page.waitForFunction(
    (path) => performance.getEntriesByName(location.origin + path).length > 0,
    fileOf(part),
  );
}

type Prepare = (page: Page) => Promise<unknown>;

interface TelemetryPage extends IslandPage {
  /** The paths that the page has requested, as they come. */
  readonly names: readonly string[];
}

/**
 * Opens a page until the end of the test.
 *
 * @param prepare called before the page is opened
 */
export async function openWatched(browser: Browser, url: string, prepare?: Prepare): Promise<TelemetryPage> {
  const names: string[] = [];
  const opened = await openPage(browser, url, {
    async prepare(page) {
      page.on('request', (request) => names.push(new URL(request.url()).pathname));
      await prepare?.(page);
    },
  });
  onTestFinished(() => opened.context.close());
  return { ...opened, names };
}

/** As `openWatched`, for a page in which every draw of luck has one outcome. */
export function openWithLuck(
  browser: Browser,
  url: string,
  luck: number,
  prepare?: Prepare,
): Promise<TelemetryPage> {
  return openWatched(browser, url, async (page) => {
    await page.addInitScript((outcome) => {
      Math.random = () => outcome;
    }, luck);
    await prepare?.(page);
  });
}
