import { once } from 'node:events';
import { request as ask, createServer, type Server } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import type { Browser, BrowserContext, CDPSession } from 'playwright-core';
import { launchBrowser } from '../scripts/browser.ts';
import { startSite } from '../scripts/serverProcess.ts';
import { startContactService } from '../server/demo/contactService.ts';
import { startContentService } from '../server/demo/contentService.ts';
import { findFreePort } from '../server/demo/ports.ts';
import { median } from './load.ts';

// npm run bench:visit: first visits with an empty cache, by a link on another site. On an ordinary line: which fonts
// a page ends in. On a slow phone: the paints of our pages beside plain pages of the same words and pictures with
// the same headers, in turn, and the script that runs before any touch. Fails where a figure misses its target.

const pages = { home: '/', post: '/blog/anatomy-of-a-turnover-day', contact: '/contact' };
const fontVisits = 10;
const paintRounds = 7;
const targets = {
  fallbackShare: 0.1,
  firstPaint: 1.2,
  largestPaint: 1.1,
  layoutShift: 0.0005,
  scriptBytes: 5_000,
};

/** 20 ms and 20 Mbit/s. */
const ordinaryLine = { latency: 20, downloadThroughput: 2_500_000, uploadThroughput: 2_500_000, cpu: 1 };
/** Slow 4G and a quarter of the processor's speed, as Lighthouse simulates a phone. */
const slowPhone = { latency: 150, downloadThroughput: 204_800, uploadThroughput: 93_750, cpu: 4 };

/** Our pages and the plain ones, sent by the same server: only what the browser does with them differs. */
const served = new Map<string, { headers: Record<string, string>; body: Buffer }>();
const front = createServer((request, response) => {
  const page = served.get(request.url ?? '');
  if (page) return void response.writeHead(200, page.headers).end(page.body);
  const { url, method, headers } = request;
  const passed = ask(site.url + url, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(response);
  });
  request.pipe(passed);
});
const origin = await listen(front);
const [content, contact] = await Promise.all([startContentService(), startContactService()]);
await content.drawPictures();
// Its policy names the address that a visitor sees: under another one its script would be blocked.
const site = await startSite(content.url, {
  environment: { LOG_LEVEL: 'error', FRONTEND_URL: origin, CONTACT_API_URL: contact.url },
});
/** Another site: of another host, and with nothing on it but the links. */
const elsewhere = createServer((_request, response) => {
  const links = [...served.keys()];
  response.setHeader('content-type', 'text/html');
  response.end(
    `<!doctype html><title>Elsewhere</title>${links.map((path) => `<p><a href="${origin}${path}">${path}</a>`).join('')}`,
  );
});
const elsewhereOrigin = (await listen(elsewhere)).replace('127.0.0.1', 'localhost');
const browser = await launchBrowser();
const failures: string[] = [];

for (const [name, path] of Object.entries(pages)) await addPages(name, path);
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
  contact.close(),
]);
for (const failure of failures) console.error(failure);
if (failures.length > 0) process.exitCode = 1;

/** Listens on a free loopback port. @returns its address */
async function listen(server: Server): Promise<string> {
  const port = await findFreePort(0);
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${port}`;
}

/** Our page, and the same words and pictures without our styles, drawings and scripts, sent with the same headers. */
async function addPages(name: string, path: string): Promise<void> {
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
  const plain = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${name}</title>${style}<body>${body}`;
  const serve = (at: string, text: string, own: Record<string, string>) => {
    const bytes = brotliCompressSync(text);
    const sizes = { 'content-encoding': 'br', 'content-length': String(bytes.length) };
    served.set(at, { headers: { ...headers, ...own, ...sizes }, body: bytes });
  };
  serve(path, html, {});
  serve(`/plain/${name}`, plain, { 'content-security-policy': policy });
}

interface Visit {
  readonly context: BrowserContext;
  readonly devtools: CDPSession;
  readonly firstPaint: number;
  readonly largestPaint: number;
  readonly layoutShift: number;
  /** When the last web font had arrived, ms; 0: none. */
  readonly fontsAt: number;
  /** What was painted last and largest: the name of its element. */
  readonly largestElement: string;
  /** Compressed: the files of script that the page has loaded, and its inline script. */
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
    const figures = { largest: 0, largestElement: '', shift: 0 };
    Object.defineProperty(window, 'visitFigures', { value: figures });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        figures.largest = entry.startTime;
        figures.largestElement = 'element' in entry ? (Object(entry.element).localName ?? '') : '';
      }
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) figures.shift += Number(entry.toJSON().value);
    }).observe({ type: 'layout-shift', buffered: true });
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
    const files = performance.getEntriesByType('resource');
    const fonts = files.filter(({ name }) => name.endsWith('.woff2'));
    const ends = fonts.map((entry) => entry.startTime + entry.duration);
    const scripts = files.filter(({ name }) => name.endsWith('.js'));
    return {
      ...Reflect.get(window, 'visitFigures'),
      first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      fontsAt: Math.max(0, ...ends),
      scriptBytes: scripts.reduce((sum, entry) => sum + Number(entry.toJSON().encodedBodySize), 0),
      // A data block is no script, and text with `src` is none of the page.
      inlineScripts: [...document.scripts]
        .filter(({ src, type }) => src === '' && (type === '' || type === 'module'))
        .map(({ text }) => text),
    };
  });
  const inlineBytes: number[] = figures.inlineScripts.map((text: string) => brotliCompressSync(text).length);
  return {
    context,
    devtools,
    firstPaint: figures.first,
    largestPaint: figures.largest,
    largestElement: figures.largestElement,
    layoutShift: figures.shift,
    fontsAt: figures.fontsAt,
    scriptBytes: inlineBytes.reduce((sum, bytes) => sum + bytes, figures.scriptBytes),
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
    const open = async (at: string) => {
      const made = await visit(browser, at, slowPhone);
      await made.context.close();
      return made;
    };
    for (let round = 0; round < paintRounds; round += 1) {
      // Each is the first of its round in turn.
      if (round % 2 === 0) pairs.push({ ours: await open(path), plain: await open(`/plain/${name}`) });
      else pairs.push({ plain: await open(`/plain/${name}`), ours: await open(path) });
    }
    const compare = (label: string, figure: (one: Visit) => number, target: number): string[] => {
      const ratios = pairs.map(({ ours, plain }) => figure(ours) / figure(plain)).sort((a, b) => a - b);
      const ratio = median(ratios);
      if (ratio > target) failures.push(`${name}: ${label} is ${ratio.toFixed(2)} of the plain page's.`);
      const medians = [pairs.map(({ ours }) => figure(ours)), pairs.map(({ plain }) => figure(plain))];
      const spread = `${ratios[0]?.toFixed(2)} to ${ratios.at(-1)?.toFixed(2)}`;
      return [...medians.map((values) => median(values).toFixed(0)), ratio.toFixed(2), spread];
    };
    const most = (figure: (one: Visit) => number) => Math.max(...pairs.map(({ ours }) => figure(ours)));
    const scriptBytes = most((one) => one.scriptBytes);
    // None at all would mean that the script was blocked.
    if (scriptBytes === 0 || scriptBytes > targets.scriptBytes)
      failures.push(`${name}: ${scriptBytes} bytes of script before any touch.`);
    const elements = new Set(
      pairs.map(({ ours, plain }) => `${ours.largestElement}, ${plain.largestElement}`),
    );
    rows.push([
      name,
      ...compare('first paint', ({ firstPaint }) => firstPaint, targets.firstPaint),
      ...compare('largest paint', ({ largestPaint }) => largestPaint, targets.largestPaint),
      [...elements].join('; '),
      String(scriptBytes),
      most(({ layoutShift }) => layoutShift).toFixed(3),
    ]);
  }
  const heads = [
    'slow 4G, processor at a quarter',
    ...['first paint ms', 'plain page', 'ratio', 'least to most'],
    ...['largest paint ms', 'plain page', 'ratio', 'least to most'],
    'largest elements',
    'script bytes',
    'layout shift',
  ];
  return table(heads, rows);
}

function table(heads: readonly string[], rows: readonly string[][]): string {
  const lines = [heads, heads.map(() => '---'), ...rows];
  return `\n${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
}
