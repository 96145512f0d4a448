import type { Browser, Page } from 'playwright-core';
import { startContentService } from '../../server/demo/contentService.ts';
import { launchBrowser } from '../../tests/support/browser.ts';
import { median } from './load.ts';
import { startPlainPages } from './plainPages.ts';
import { writeTable } from './report.ts';
import { startSite } from './siteProcess.ts';
import { startStyleProxy } from './styleProxy.ts';

/** "Slow 4G" of Chromium's own tools: 150 ms and 1.6 Mbit/s, with the losses of a real line. */
const slow4g = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1.6 * 1024 * 1024 * 0.9) / 8,
  uploadThroughput: (750 * 1024 * 0.9) / 8,
};
const pages = { home: '/', post: '/blog/anatomy-of-a-turnover-day' };
/** Long enough after the load for whatever a page does when it is idle. */
const idleMs = 2_000;

interface Visit {
  readonly firstPaint: number;
  readonly largestPaint: number;
  /** Time that long tasks had above 50 ms each. */
  readonly blocking: number;
  readonly shift: number;
  readonly requests: number;
  /** Pictures of the content service among them. */
  readonly photographs: number;
  readonly bytes: number;
}

/** What a phone sees, at a quarter of this machine's speed on a slow line; and what CSS in a file would change. */
export async function browserFigures(runs: number): Promise<string[]> {
  const content = await startContentService();
  await content.drawPictures();
  const site = await startSite(content.url, 3408, { LOG_LEVEL: 'error' });
  const browser = await launchBrowser();
  const rows: (string | number)[][] = [];
  const plain = await startPlainPages(site.url);
  const addresses = {
    ...Object.fromEntries(Object.entries(pages).map(([name, path]) => [name, site.url + path])),
    ...plain.pages,
  };
  const visits = new Map<string, Visit[]>(Object.keys(addresses).map((name) => [name, []]));
  for (const address of Object.values(addresses)) await fetch(address);
  for (let run = 0; run < runs; run += 1) {
    for (const [name, address] of Object.entries(addresses))
      visits.get(name)?.push(...(await visit(browser, [address])));
  }
  for (const [name, all] of visits) {
    const of = (figure: keyof Visit) => median(all.map((each) => each[figure]));
    rows.push([
      ...[name, Math.round(of('firstPaint')), Math.round(of('largestPaint')), Math.round(of('blocking'))],
      ...[of('shift').toFixed(3), of('requests'), of('photographs'), (of('bytes') / 1_000).toFixed(1)],
    ]);
  }
  const heads = ['page', 'first paint ms', 'largest paint ms', 'blocking ms', 'layout shift'];
  const tables = [
    writeTable(
      `A first visit: processor at a quarter of its speed, slow 4G, 412 x 823 (interleaved, medians of ${runs})`,
      [...heads, 'requests before any touch', 'of them photographs', 'kB'],
      rows,
    ),
    await styleDecision(browser, site.url, runs),
  ];
  await browser.close();
  plain.close();
  await site.stop();
  await content.close();
  return tables;
}

/** Three pages in a row, the CSS inside them as it is, and in a file that is fetched once. */
async function styleDecision(browser: Browser, siteUrl: string, runs: number): Promise<string> {
  const rows: (string | number)[][] = [];
  for (const kind of ['inline', 'file'] as const) {
    const proxy = await startStyleProxy(siteUrl, kind);
    const paths = ['/', '/services/snow-removal', '/blog/anatomy-of-a-turnover-day'];
    for (const path of paths) await fetch(proxy.url + path);
    const visits: Visit[][] = [];
    for (let run = 0; run < runs; run += 1) {
      visits.push(
        await visit(
          browser,
          paths.map((path) => proxy.url + path),
        ),
      );
    }
    const paints = paths.map((_, place) =>
      Math.round(median(visits.map((all) => all[place]?.firstPaint ?? 0))),
    );
    const bytes = median(visits.map((all) => all.reduce((sum, each) => sum + each.bytes, 0)));
    rows.push([kind, ...paints, paints.reduce((sum, ms) => sum + ms, 0), (bytes / 1_000).toFixed(1)]);
    await proxy.close();
  }
  return writeTable(
    'A visit of three pages: where the CSS stands (first paint, ms)',
    ['CSS', 'home', 'a service', 'a post', 'sum', 'kB'],
    rows,
  );
}

/** Opens addresses one after the other as one new visitor. */
async function visit(browser: Browser, addresses: readonly string[]): Promise<Visit[]> {
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
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.addInitScript(watchPaints);
  const visits: Visit[] = [];
  for (const address of addresses) {
    bytes = 0;
    asked.length = 0;
    await page.goto(address, { waitUntil: 'load' });
    await page.waitForTimeout(idleMs);
    const photographs = asked.filter((url) => new URL(url).pathname.startsWith('/media/')).length;
    visits.push({ ...(await readPaints(page)), requests: asked.length, photographs, bytes });
  }
  await context.close();
  return visits;
}

/** Runs in the page before anything else of it. */
function watchPaints() {
  const seen = { firstPaint: 0, largestPaint: 0, blocking: 0, shift: 0 };
  Object.defineProperty(window, 'seen', { value: seen });
  const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
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
  };
}
