import type { Browser, Page } from 'playwright-core';
import { startContentService } from '../server/demo/contentService.ts';
import { launchBrowser } from '../tests/support/browser.ts';
import { median } from './load.ts';
import { startSite } from './serverProcess.ts';
import { writeTable } from './table.ts';

/** "Slow 4G" of Chromium's own tools: 150 ms and 1.6 Mbit/s, with the losses of a real line. */
const slow4g = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1.6 * 1024 * 1024 * 0.9) / 8,
  uploadThroughput: (750 * 1024 * 0.9) / 8,
};
const pages = { home: '/', post: '/blog/anatomy-of-a-turnover-day' };
/** Long enough after the load for everything that a page does when it is idle. */
const idleMs = 2_000;

interface Visit {
  readonly firstPaint: number;
  readonly largestPaint: number;
  /** Time that long tasks had above 50 ms each. */
  readonly blocking: number;
  readonly shift: number;
  readonly requests: number;
  readonly bytes: number;
  /** Time from the first touch to the next paint. */
  readonly menu: number;
}

/** What a phone sees, at a quarter of this machine's speed on a slow line. */
export async function browserFigures(runs: number): Promise<string[]> {
  const content = await startContentService();
  await content.drawPictures();
  const site = await startSite(content.url, { environment: { LOG_LEVEL: 'error' } });
  const browser = await launchBrowser();
  const rows: (string | number)[][] = [];
  for (const [name, path] of Object.entries(pages)) {
    // The first visit renders the page and its pictures.
    await visit(browser, site.url + path);
    const visits: Visit[] = [];
    for (let run = 0; run < runs; run += 1) visits.push(await visit(browser, site.url + path));
    const of = (figure: keyof Visit) => median(visits.map((each) => each[figure]));
    rows.push([
      ...[name, Math.round(of('firstPaint')), Math.round(of('largestPaint')), Math.round(of('blocking'))],
      ...[of('shift').toFixed(3), of('requests'), (of('bytes') / 1_000).toFixed(1), Math.round(of('menu'))],
    ]);
  }
  await browser.close();
  await site.stop();
  await content.close();
  const heads = [
    'page',
    'first paint ms',
    'largest paint ms',
    'blocking ms',
    'layout shift',
    'requests',
    'kB',
  ];
  return [
    writeTable(
      `A first visit: processor at a quarter of its speed, slow 4G, 412 x 823 (medians of ${runs})`,
      [...heads, 'first touch of the menu to the next paint, ms'],
      rows,
    ),
  ];
}

/** Opens a page as a new visitor, and opens its menu when it is at rest. */
async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 2 });
  const page = await context.newPage();
  const chromium = await context.newCDPSession(page);
  await chromium.send('Network.enable');
  await chromium.send('Network.emulateNetworkConditions', slow4g);
  await chromium.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  let bytes = 0;
  chromium.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  let requests = 0;
  page.on('request', () => {
    requests += 1;
  });
  await page.addInitScript(watchPaints);
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForTimeout(idleMs);
  const beforeTouch = { ...(await readPaints(page)), requests, bytes };
  await page.locator('header summary').first().click();
  await page.waitForTimeout(idleMs);
  const { menu } = await readPaints(page);
  await context.close();
  return { ...beforeTouch, menu };
}

/** Runs in the page before anything else of it. */
function watchPaints() {
  const seen = { firstPaint: 0, largestPaint: 0, blocking: 0, shift: 0, menu: 0 };
  Object.defineProperty(window, 'seen', { value: seen });
  const observe = (type: string, take: (entry: PerformanceEntry) => void, options = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      ...{ type, buffered: true },
      ...options,
    });
  observe(
    'event',
    (entry) => {
      seen.menu = Math.max(seen.menu, entry.duration);
    },
    { durationThreshold: 16 },
  );
  observe('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') seen.firstPaint = entry.startTime;
  });
  observe('largest-contentful-paint', (entry) => {
    seen.largestPaint = entry.startTime;
  });
  observe('longtask', (entry) => {
    seen.blocking += Math.max(0, entry.duration - 50);
  });
  observe('layout-shift', (entry) => {
    seen.shift += Number(entry.toJSON().value);
  });
}

async function readPaints(page: Page) {
  const seen: unknown = await page.evaluate(() => Reflect.get(window, 'seen'));
  const of = (name: string) =>
    Number(typeof seen === 'object' && seen !== null ? Reflect.get(seen, name) : 0);
  return {
    firstPaint: of('firstPaint'),
    largestPaint: of('largestPaint'),
    blocking: of('blocking'),
    shift: of('shift'),
    menu: of('menu'),
  };
}
