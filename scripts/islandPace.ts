import { startContactService } from '../server/demo/contactService.ts';
import { startContentService } from '../server/demo/contentService.ts';
import { field } from '../shared/field.ts';
import { fullBrowserPath } from '../tests/support/browser.ts';
import { startPlainBrowser } from '../tests/support/plainBrowser.ts';
import { type PlainPage, plainPage } from '../tests/support/plainPage.ts';
import { startSite } from './bench/siteProcess.ts';
import { longestTaskMs, taskCategories } from './bench/tasks.ts';

// How quick the islands are on a processor of a quarter of the speed: node scripts/islandPace.ts [runs]
// Tasks are told by the processor time that they take, times four. Inputs are told by a visitor's clock: whatever
// else the machine does is in them, most of all in the slowest.

const runs = Number(process.argv[2] ?? 5);
const slowDown = 4;
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
  const pace = { input: 0, shift: 0 };
  Object.defineProperty(window, 'pace', { value: pace });
  const observe = (type: string, take: (entry: PerformanceEntry) => void, options = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
      ...options,
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
  /** The processor time of the longest task with script, from the first byte of the page on. */
  readonly task: number;
  /** The longest time from an input to the next paint. */
  readonly input: number;
  /** Layout shift that no visitor caused. */
  readonly shift: number;
}

type Act = (page: PlainPage) => Promise<void>;

/** Opens a page at a part of the machine's speed, acts on it, and resolves to what `read` makes of it then. */
async function visit<T>(path: string, act: Act, slowDown: number, read: (page: PlainPage) => Promise<T>) {
  const visitor = await browser.newVisitor();
  const tab = await visitor.openTab();
  await tab('Emulation.setCPUThrottlingRate', { rate: slowDown });
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
  const result = await read(page);
  await visitor.close();
  return result;
}

async function measure(path: string, act: Act): Promise<Pace> {
  // The browser slows down by waiting beside the work, longer where others have the processor: processor time is
  // taken at full speed.
  const endOfTrace = await browser.trace(taskCategories);
  const task = await visit(path, act, 1, async () => longestTaskMs(await endOfTrace(), site.url));
  const pace = await visit(path, act, slowDown, (page) => page.evaluate('window.pace'));
  return { task: task * slowDown, input: Number(field(pace, 'input')), shift: Number(field(pace, 'shift')) };
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

async function report(name: string, path: string, act: Act): Promise<void> {
  const paces: Pace[] = [];
  for (let run = 0; run < runs; run += 1) paces.push(await measure(path, act));
  const of = (values: readonly number[]) =>
    `${Math.round(middle(values))} (${Math.round(Math.min(...values))})`;
  const [inputs, tasks] = [paces.map(({ input }) => input), paces.map(({ task }) => task)];
  const shift = Math.max(...paces.map((pace) => pace.shift)).toFixed(4);
  console.log(
    `${name}: input to paint ${of(inputs)} ms, longest task ${of(tasks)} ms, layout shift ${shift}`,
  );
}

console.log(`Medians of ${runs} runs, the best of them in brackets; the largest layout shift.`);
await report('home, menu', '/', async (page) => {
  await fetched(page, 'header');
  await page.hover('.site-nav .submenu > summary');
  await page.press();
  await alive(page, 'siteMenu');
});
await report('home, menu as the first touch of all', '/', async (page) => {
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
