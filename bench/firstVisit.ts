import { once } from 'node:events';
import { request as ask, createServer } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import type { Browser, BrowserContext, CDPSession } from 'playwright-core';
import { startContentService } from '../server/demo/contentService.ts';
import { launchBrowser } from '../tests/support/browser.ts';
import { listen } from '../tests/support/listen.ts';
import { median } from './load.ts';
import { startSite } from './serverProcess.ts';

// npm run bench:visit: first visits with an empty cache, by a link on another site. On an ordinary line: which fonts
// a page ends in. On a slow phone: the paints of our pages beside plain pages of the same words and pictures with
// the same headers, in turn. Fails where a figure misses its target.

const pages = { home: '/', post: '/blog/anatomy-of-a-turnover-day', contact: '/contact' };
const fontVisits = 10;
const paintRounds = 5;
const targets = { fallbackShare: 0.1, firstPaint: 1.2, largestPaint: 1.1, layoutShift: 0.0005 };

/** 20 ms and 20 Mbit/s. */
const ordinaryLine = { latency: 20, downloadThroughput: 2_500_000, uploadThroughput: 2_500_000, cpu: 1 };
/** Slow 4G and a quarter of the processor's speed, as Lighthouse simulates a phone. */
const slowPhone = { latency: 150, downloadThroughput: 204_800, uploadThroughput: 93_750, cpu: 4 };

const content = await startContentService();
await content.drawPictures();
const site = await startSite(content.url, { environment: { LOG_LEVEL: 'error' } });
const plainPages = new Map<string, { headers: Record<string, string>; body: Buffer }>();
const front = createServer((request, response) => {
  const plain = plainPages.get(request.url ?? '');
  if (plain) return void response.writeHead(200, plain.headers).end(plain.body);
  const { url, method, headers } = request;
  const passed = ask(site.url + url, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(response);
  });
  request.pipe(passed);
});
const origin = await listen(front);
/** Another site: of another host, and with nothing on it but the links. */
const elsewhere = createServer((_request, response) => {
  const links = [...Object.values(pages), ...plainPages.keys()];
  response.setHeader('content-type', 'text/html');
  response.end(
    `<!doctype html><title>Elsewhere</title>${links.map((path) => `<p><a href="${origin}${path}">${path}</a>`).join('')}`,
  );
});
const elsewhereOrigin = (await listen(elsewhere)).replace('127.0.0.1', 'localhost');
const browser = await launchBrowser();
const failures: string[] = [];

for (const [name, path] of Object.entries(pages)) await addPlainPage(name, path);
const only = process.argv[2];
if (only !== 'paints') console.log(await fontTable());
if (only !== 'fonts') console.log(await paintTable());
await browser.close();
front.closeAllConnections();
elsewhere.closeAllConnections();
await Promise.all([
  once(front.close(), 'close'),
  once(elsewhere.close(), 'close'),
  site.stop(),
  content.close(),
]);
for (const failure of failures) console.error(failure);
if (failures.length > 0) process.exitCode = 1;

/** The same words and pictures without any of our styles, drawings and scripts, sent with the same headers. */
async function addPlainPage(name: string, path: string): Promise<void> {
  // Cached and in its best compression, as a visitor gets it.
  for (let count = 0; count < 10; count += 1) await (await fetch(site.url + path)).text();
  const response = await fetch(site.url + path);
  const html = await response.text();
  const page = await browser.newPage();
  await page.route('**', (route) => route.abort());
  const body = await page.evaluate((text) => {
    const { body } = new DOMParser().parseFromString(text, 'text/html');
    for (const extra of body.querySelectorAll('script, style, svg, [hidden]')) extra.remove();
    for (const element of body.querySelectorAll('*')) {
      for (const { name } of [...element.attributes]) {
        if (
          !/^(src|srcset|sizes|width|height|alt|href|loading|fetchpriority|type|name|for|id|value)$/.test(
            name,
          )
        )
          element.removeAttribute(name);
      }
    }
    return body.innerHTML;
  }, html);
  await page.close();
  const style =
    '<style>body{max-width:40rem;margin:auto;font-family:sans-serif}img{max-width:100%;height:auto}</style>';
  const policy = (response.headers.get('content-security-policy') ?? '').replace(
    /style-src [^;]*/,
    "style-src 'unsafe-inline'",
  );
  const own = ['connection', 'keep-alive', 'content-length', 'etag', 'transfer-encoding', 'content-encoding'];
  const headers = Object.fromEntries([...response.headers].filter(([header]) => !own.includes(header)));
  const bytes = brotliCompressSync(
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${name}</title>${style}<body>${body}`,
  );
  plainPages.set(`/plain/${name}`, {
    headers: {
      ...headers,
      'content-security-policy': policy,
      'content-encoding': 'br',
      'content-length': String(bytes.length),
    },
    body: bytes,
  });
}

interface Visit {
  readonly context: BrowserContext;
  readonly devtools: CDPSession;
  readonly firstPaint: number;
  readonly largestPaint: number;
  readonly layoutShift: number;
  /** When the last web font had arrived, ms; 0: none. */
  readonly fontsAt: number;
  readonly scriptBytes: number;
}

/** A visitor with an empty cache, who follows a link of another site and touches nothing. */
async function visit(browser: Browser, path: string, { cpu, ...line }: typeof slowPhone): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
  });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...line });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  await page.addInitScript(() => {
    const figures = { largest: 0, shift: 0 };
    Object.defineProperty(window, 'visitFigures', { value: figures });
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) figures.largest = startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) figures.shift += Number(entry.toJSON().value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  let scriptBytes = 0;
  const scripts = new Set<string>();
  devtools.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) scriptBytes += encodedDataLength;
  });
  await page.goto(elsewhereOrigin);
  await Promise.all([
    page.waitForURL(origin + path, { waitUntil: 'load' }),
    page.click(`a[href="${origin}${path}"]`),
  ]);
  await page.waitForLoadState('networkidle');
  const figures = await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((resolve) => setTimeout(resolve, 300));
    const fonts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.woff2'));
    const ends = fonts.map((entry) => entry.startTime + entry.duration);
    return {
      ...Reflect.get(window, 'visitFigures'),
      first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      fontsAt: Math.max(0, ...ends),
    };
  });
  return {
    ...{ context, devtools, scriptBytes },
    ...{
      firstPaint: figures.first,
      largestPaint: figures.largest,
      layoutShift: figures.shift,
      fontsAt: figures.fontsAt,
    },
  };
}

/** Whether heading and text are painted in the web fonts. */
async function paintsWebFonts(devtools: CDPSession): Promise<boolean> {
  await devtools.send('DOM.enable');
  await devtools.send('CSS.enable');
  const { root } = await devtools.send('DOM.getDocument');
  const { nodeIds } = await devtools.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: 'main :is(h1, h2, p)',
  });
  const painted: boolean[] = [];
  for (const nodeId of nodeIds) {
    const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId });
    painted.push(...fonts.map(({ isCustomFont }) => isCustomFont));
  }
  return painted.length > 0 && painted.every((isWebFont) => isWebFont);
}

async function fontTable(): Promise<string> {
  const rows: string[][] = [];
  for (const [name, path] of Object.entries(pages)) {
    const visits: (Visit & { readonly inWebFonts: boolean })[] = [];
    for (let count = 0; count < fontVisits; count += 1) {
      const made = await visit(browser, path, ordinaryLine);
      visits.push({ ...made, inWebFonts: await paintsWebFonts(made.devtools) });
      await made.context.close();
    }
    const inFallback = visits.filter(({ inWebFonts }) => !inWebFonts).length;
    const shift = Math.max(...visits.map(({ layoutShift }) => layoutShift));
    if (inFallback / fontVisits >= targets.fallbackShare)
      failures.push(`${name}: ${inFallback} visits end in fallback fonts.`);
    if (shift > targets.layoutShift) failures.push(`${name}: layout shift ${shift.toFixed(4)}.`);
    const of = (figure: (one: Visit) => number) => Math.round(median(visits.map(figure))).toString();
    rows.push([
      name,
      `${inFallback} of ${fontVisits}`,
      of(({ firstPaint }) => firstPaint),
      of(({ fontsAt }) => fontsAt),
      shift.toFixed(3),
    ]);
  }
  return table(
    [
      '20 ms, 20 Mbit/s',
      'visits that end in fallback fonts',
      'first paint ms',
      'web fonts ms',
      'largest shift',
    ],
    rows,
  );
}

async function paintTable(): Promise<string> {
  const rows: string[][] = [];
  for (const [name, path] of Object.entries(pages)) {
    const pairs: { ours: Visit; plain: Visit }[] = [];
    for (let round = 0; round < paintRounds; round += 1) {
      const ours = await visit(browser, path, slowPhone);
      await ours.context.close();
      const plain = await visit(browser, `/plain/${name}`, slowPhone);
      await plain.context.close();
      pairs.push({ ours, plain });
    }
    const of = (figure: (pair: (typeof pairs)[number]) => number) => median(pairs.map(figure));
    const first = of(({ ours, plain }) => ours.firstPaint / plain.firstPaint);
    const largest = of(({ ours, plain }) => ours.largestPaint / plain.largestPaint);
    if (first > targets.firstPaint)
      failures.push(`${name}: first paint is ${first.toFixed(2)} of the plain page's.`);
    if (largest > targets.largestPaint)
      failures.push(`${name}: largest paint is ${largest.toFixed(2)} of the plain page's.`);
    rows.push([
      name,
      ...[of(({ ours }) => ours.firstPaint), of(({ plain }) => plain.firstPaint)].map((ms) => ms.toFixed(0)),
      first.toFixed(2),
      ...[of(({ ours }) => ours.largestPaint), of(({ plain }) => plain.largestPaint)].map((ms) =>
        ms.toFixed(0),
      ),
      largest.toFixed(2),
      of(({ ours }) => ours.scriptBytes).toFixed(0),
      of(({ ours }) => ours.layoutShift).toFixed(3),
    ]);
  }
  const heads = [
    'slow 4G, processor at a quarter',
    'first paint ms',
    'plain page',
    'ratio',
    'largest paint ms',
    'plain page',
    'ratio',
    'script bytes',
    'layout shift',
  ];
  return table(heads, rows);
}

function table(heads: readonly string[], rows: readonly string[][]): string {
  const lines = [heads, heads.map(() => '---'), ...rows];
  return `\n${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
}
