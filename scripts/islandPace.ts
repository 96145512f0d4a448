import type { Page } from 'playwright-core';
import { startContactService } from '../server/demo/contactService.ts';
import { startContentService } from '../server/demo/contentService.ts';
import { launchBrowser } from '../tests/support/browser.ts';
import { startSite } from './bench/siteProcess.ts';

// How quick the islands are on a processor of a quarter of the speed: node scripts/islandPace.ts [runs]
// Times are those of a visitor's clock, so the machine should have nothing else to do; the median of the runs
// counts.

const runs = Number(process.argv[2] ?? 5);
const [content, contact] = await Promise.all([startContentService(), startContactService()]);
const site = await startSite(content.url, 3210, {
  NODE_ENV: 'development',
  LOG_LEVEL: 'error',
  CONTACT_API_URL: contact.url,
});
const browser = await launchBrowser();

interface Pace {
  /** Work of our scripts in one piece, in ms; pieces in frames under 50 ms are not noticed. */
  readonly pieces: { readonly what: string; readonly ms: number }[];
  /** From an input to the next paint, in ms. */
  readonly inputs: Record<string, number>;
  /** Layout shift that no visitor caused. */
  shift: number;
}

/** Runs in the page before anything else of it. */
function watch() {
  const pace: Pace = { pieces: [], inputs: {}, shift: 0 };
  Object.defineProperty(window, 'pace', { value: pace });
  const observe = (type: string, take: (entry: PerformanceEntry) => void, options = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
      ...options,
    });
  observe('long-animation-frame', (entry) => {
    for (const { sourceURL, duration, invoker } of entry.toJSON().scripts) {
      const file = String(sourceURL).split('/static/')[1];
      if (file) pace.pieces.push({ what: `${file} ${invoker}`, ms: Math.round(duration) });
    }
  });
  observe(
    'event',
    (entry) => {
      if (!entry.toJSON().interactionId) return;
      pace.inputs[entry.name] = Math.max(pace.inputs[entry.name] ?? 0, entry.duration);
    },
    { durationThreshold: 16 },
  );
  observe('layout-shift', (entry) => {
    const { hadRecentInput, value } = entry.toJSON();
    if (!hadRecentInput) pace.shift += value;
  });
}

async function measure(path: string, act: (page: Page) => Promise<void>): Promise<Pace> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript(watch);
  await page.goto(site.url + path, { waitUntil: 'networkidle' });
  await act(page);
  // Entries arrive after the frame that they tell of.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 200))));
  const pace: Pace = await page.evaluate('window.pace');
  await context.close();
  return pace;
}

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function report(name: string, path: string, act: (page: Page) => Promise<void>): Promise<void> {
  const paces: Pace[] = [];
  for (let run = 0; run < runs; run += 1) paces.push(await measure(path, act));
  const longest = (of: (pace: Pace) => number[]) => median(paces.map((pace) => Math.max(0, ...of(pace))));
  console.log(
    `${name}: input to paint ${longest(({ inputs }) => Object.values(inputs))} ms, longest piece of script ${longest(
      ({ pieces }) => pieces.map(({ ms }) => ms),
    )} ms, layout shift ${median(paces.map(({ shift }) => shift)).toFixed(4)} (median of ${runs})`,
  );
}

await report('home, menu', '/', async (page) => {
  await page.click('.site-nav .submenu > summary');
  await page.waitForSelector('[data-island="siteMenu"][data-alive]', { state: 'attached' });
});
await report('home, theme', '/', async (page) => {
  await page.click('.theme-toggle');
  await page.click('.theme-option-sunset');
  await page.waitForSelector('[data-theme="sunset"]', { state: 'attached' });
});
await report('blog, filter', '/blog', async (page) => {
  await page.click('.site-nav .submenu > summary');
  await page.hover('.chips a >> nth=1');
  await page.waitForSelector('[data-island="blogFilters"][data-alive]', { state: 'attached' });
  await page.click('.chips a >> nth=1');
  await page.waitForURL(/category=/);
});

await browser.close();
await site.stop();
await Promise.all([content.close(), contact.close()]);
