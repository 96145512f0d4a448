import { startContactService } from '../server/demo/contactService.ts';
import { startContentService } from '../server/demo/contentService.ts';
import { fullBrowserPath } from '../tests/support/browser.ts';
import { startPlainBrowser } from '../tests/support/plainBrowser.ts';
import { type PlainPage, plainPage } from '../tests/support/plainPage.ts';
import { startSite } from './bench/siteProcess.ts';

// How quick the islands are on a processor of a quarter of the speed: node scripts/islandPace.ts [runs]
// Times are those of a visitor's clock: whatever else the machine does is in them, most of all in the slowest.

const runs = Number(process.argv[2] ?? 5);
const [content, contact] = await Promise.all([startContentService(), startContactService()]);
const site = await startSite(content.url, 3210, {
  NODE_ENV: 'development',
  LOG_LEVEL: 'error',
  CONTACT_API_URL: contact.url,
});
const program = fullBrowserPath();
if (program === null) throw new Error('A full Chromium is needed: CHROMIUM_PATH.');
const browser = await startPlainBrowser(program);

/** Runs in the page before anything else of it; gathers what `window.pace` holds. */
function watch() {
  const pace = { script: 0, input: 0, shift: 0 };
  Object.defineProperty(window, 'pace', { value: pace });
  const observe = (type: string, take: (entry: PerformanceEntry) => void, options = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
      ...options,
    });
  // Tells of frames of 50 ms and more only: work in shorter ones is not noticed.
  observe('long-animation-frame', (entry) => {
    for (const { sourceURL, duration } of entry.toJSON().scripts) {
      if (String(sourceURL).includes('/static/')) pace.script = Math.max(pace.script, duration);
    }
  });
  observe(
    'event',
    (entry) => {
      if (entry.toJSON().interactionId) pace.input = Math.max(pace.input, entry.duration);
    },
    { durationThreshold: 16 },
  );
  observe('layout-shift', (entry) => {
    const { hadRecentInput, value } = entry.toJSON();
    if (!hadRecentInput) pace.shift += value;
  });
}

/** In milliseconds but for the last. */
interface Pace {
  /** The longest work of our scripts in one piece. */
  readonly script: number;
  /** The longest time from an input to the next paint. */
  readonly input: number;
  /** Layout shift that no visitor caused. */
  readonly shift: number;
}

function readPace(json: unknown): Pace {
  const { script, input, shift } = { script: NaN, input: NaN, shift: NaN, ...Object(json) };
  return { script: Number(script), input: Number(input), shift: Number(shift) };
}

async function measure(path: string, act: (page: PlainPage) => Promise<void>): Promise<Pace> {
  const visitor = await browser.newVisitor();
  const tab = await visitor.openTab();
  await tab('Emulation.setCPUThrottlingRate', { rate: 4 });
  await tab('Page.enable');
  await tab('Page.addScriptToEvaluateOnNewDocument', { source: `(${watch})()` });
  await tab('Page.navigate', { url: site.url + path });
  const page = plainPage(tab);
  await page.until("document.readyState === 'complete'");
  await rest(page);
  // What moved while the page was read is not the islands'.
  await page.evaluate('window.pace.shift = 0');
  await act(page);
  await rest(page);
  const pace = readPace(await page.evaluate('window.pace'));
  await visitor.close();
  return pace;
}

/** Until nothing is left to do; entries of a frame arrive after it. */
const rest = (page: PlainPage) =>
  page.evaluate('new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve, 500)))');

/** Until the first move of the mouse has brought the code of an island. */
async function fetched(page: PlainPage, file: string): Promise<void> {
  await page.hover('main h1');
  await page.until(`performance.getEntriesByType('resource').some(({ name }) => name.includes('/${file}-'))`);
  await rest(page);
}

const alive = (page: PlainPage, island: string) =>
  page.until(`document.querySelector('[data-island="${island}"]').dataset.alive === ''`);

const middle = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function report(name: string, path: string, act: (page: PlainPage) => Promise<void>): Promise<void> {
  const paces: Pace[] = [];
  for (let run = 0; run < runs; run += 1) paces.push(await measure(path, act));
  const of = (values: readonly number[]) =>
    `${Math.round(middle(values))} (${Math.round(Math.min(...values))})`;
  const [inputs, scripts] = [paces.map(({ input }) => input), paces.map(({ script }) => script)];
  const shift = Math.max(...paces.map((pace) => pace.shift)).toFixed(4);
  console.log(
    `${name}: input to paint ${of(inputs)} ms, longest script ${of(scripts)} ms, layout shift ${shift}`,
  );
}

console.log(`Medians of ${runs} runs, the best of them in brackets; the largest layout shift.`);
await report('home, menu', '/', async (page) => {
  await fetched(page, 'header');
  await page.hover('.site-nav .submenu > summary');
  await page.press();
  await alive(page, 'siteMenu');
});
await report('home, theme', '/', async (page) => {
  await fetched(page, 'header');
  await page.hover('.theme-toggle');
  await page.press();
  await alive(page, 'themeSwitcher');
  await page.hover('.theme-option-sunset');
  await page.press();
  await page.until("document.documentElement.dataset.theme === 'sunset'");
});
await report('blog, filter', '/blog', async (page) => {
  await fetched(page, 'blogFilters');
  await page.hover('.chips li:nth-child(2) a');
  await alive(page, 'blogFilters');
  await page.press();
  await page.until("location.search.startsWith('?category=')");
});

await browser.close();
await site.stop();
await Promise.all([content.close(), contact.close()]);
