import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, BrowserContextOptions, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import type { EnhancedName, IslandName } from '../../shared/islands/islandRegistry.ts';
import { themes } from '../../shared/themes.ts';
import { connectBrowser } from './connectBrowser.ts';
import { startSite, type TestSite, type TestSiteOptions } from './site.ts';

/** One transparent pixel: pages are laid out by the sizes in their markup, and drawing pictures takes time. */
const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** A page in a context of its own, and everything that went wrong on it. */
export interface OpenPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors and warnings of the console, uncaught errors and dialogs. */
  readonly problems: string[];
  /** Subresources that got an error status, with that status. They are not among the problems. */
  readonly refused: string[];
  /** The paths that the page has requested, in order. */
  readonly requested: string[];
}

export interface PageOptions extends BrowserContextOptions {
  /** Called before the page is opened. */
  readonly prepare?: ((page: Page) => Promise<unknown>) | undefined;
  /** Choose `domcontentloaded` where `prepare` holds scripts back: then `load` does not come. */
  readonly waitUntil?: 'load' | 'domcontentloaded';
  /** Fetch the real pictures. */
  readonly pictures?: boolean;
}

/** A narrow window with a touch screen. */
export const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
} as const;

/**
 * A new browser context until the end of the test: reduced motion, a wide window, and an empty script in place of
 * every response of another host.
 */
export async function newVisitor(
  browser: Browser,
  { pictures = false, ...options }: BrowserContextOptions & Pick<PageOptions, 'pictures'> = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    ...options,
  });
  onTestFinished(() => context.close());
  await context.route(
    (url) => url.hostname !== '127.0.0.1',
    (route) => route.fulfill({ contentType: 'text/javascript', body: '' }),
  );
  if (!pictures) {
    await context.route('**/media/**', (route) => route.fulfill({ contentType: 'image/gif', body: pixel }));
  }
  return context;
}

/** Opens a page in a new context and waits, by default, for its `load`. */
export async function openPage(
  browser: Browser,
  url: string,
  { prepare, waitUntil = 'load', ...options }: PageOptions = {},
): Promise<OpenPage> {
  const context = await newVisitor(browser, options);
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const opened: OpenPage = { page, context, problems: [], refused: [], requested: [] };
  page.on('console', (message) => {
    const text = message.text();
    if (!['error', 'warning'].includes(message.type())) return;
    // Tests make resources fail on purpose, and this browser does not know every feature of the policy.
    if (/^(Failed to load resource|Error with Permissions-Policy header: Unrecognized)/.test(text)) return;
    opened.problems.push(text);
  });
  page.on('pageerror', (error) => opened.problems.push(String(error)));
  page.on('dialog', (dialog) => {
    opened.problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => opened.requested.push(new URL(request.url()).pathname));
  page.on('response', (response) => {
    if (response.status() >= 400 && !response.request().isNavigationRequest())
      opened.refused.push(`${response.status()}: ${response.url()}`);
  });
  await prepare?.(page);
  await page.goto(url, { waitUntil });
  return opened;
}

/** The shared browser and a site with its content loaded, for all tests of one file. */
export interface VisitedSite {
  readonly browser: Browser;
  readonly site: TestSite;
  /** Opens an address of the site as `openPage` does. */
  open(path: string, options?: PageOptions): Promise<OpenPage>;
  /** Resets the site to its state after a start, with its content loaded. */
  reset(): Promise<void>;
}

interface VisitedSiteOptions extends TestSiteOptions {
  /** Changes the site before it loads its content. */
  readonly arrange?: (site: TestSite) => Promise<void> | void;
}

/** Starts both before the tests of the file that calls it, and ends them after. */
export function visitSite({ arrange, ...options }: VisitedSiteOptions = {}): VisitedSite {
  let browser: Browser;
  let site: TestSite;
  beforeAll(async () => {
    [browser, site] = await Promise.all([connectBrowser(), startSite(options)]);
    await arrange?.(site);
    await site.load();
  });
  afterAll(() => Promise.all([browser.close(), site.close()]));
  return {
    get browser() {
      return browser;
    },
    get site() {
      return site;
    },
    open: (path, pageOptions) => openPage(browser, site.url + path, pageOptions),
    async reset() {
      await site.reset();
      await arrange?.(site);
      await site.load();
    },
  };
}

/** Resolves when an island is hydrated. */
export async function hydrated(page: Page, name: IslandName | EnhancedName): Promise<void> {
  await page.locator(`[data-island="${name}"][data-hydrated]`).first().waitFor({ state: 'attached' });
}

/** Hydrates or enhances a part of the page as moving the mouse over it does, without a click. */
export async function hydrate(page: Page, name: IslandName | EnhancedName): Promise<void> {
  const island = page.locator(`[data-island="${name}"]`).first();
  // Until the entry script listens, the event has no effect.
  await expect
    .poll(async () => {
      await island.locator('> *').first().dispatchEvent('pointerover', { bubbles: true });
      return island.getAttribute('data-hydrated');
    })
    .toBe('');
}

/** Scrolls every island into view, moves the pointer over it, and waits until all are hydrated. */
export async function hydrateAll(page: Page): Promise<void> {
  for (const island of await page.locator('[data-island]').all()) {
    await island.evaluate((root) => {
      (root.firstElementChild ?? root).scrollIntoView({ block: 'center' });
      (root.firstElementChild ?? root).dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    });
  }
  await expect.poll(() => page.locator('[data-island]:not([data-hydrated])').count()).toBe(0);
}

/** The scripts of islands, without the entry script and its imports. */
export const islandCode =
  /\/static\/(header|siteSearch|blogFilters|bookingSearch|contactForm|sentMessage|errorTests)-[^/]+\.js$/;
/** All scripts of the site. */
export const allCode = /\/static\/[^/]+\.js$/;

/** Holds matching requests back; the returned function lets these and later ones through. */
export async function holdRequests(page: Page, pattern: RegExp): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let open = false;
  await page.route(pattern, async (route) => {
    if (open) await route.continue();
    else held.push(route);
  });
  return async () => {
    open = true;
    await Promise.all(held.splice(0).map((route) => route.continue()));
  };
}

/** Opens a page whose scripts are held back, until `release` is called. */
export async function openHeld(
  { browser, site }: Pick<VisitedSite, 'browser' | 'site'>,
  path: string,
  { pattern = islandCode, prepare, ...options }: PageOptions & { readonly pattern?: RegExp } = {},
): Promise<OpenPage & { release(): Promise<void> }> {
  let release = async (): Promise<void> => undefined;
  const opened = await openPage(browser, site.url + path, {
    ...options,
    waitUntil: 'domcontentloaded',
    async prepare(page) {
      await prepare?.(page);
      release = await holdRequests(page, pattern);
    },
  });
  return { ...opened, release };
}

/** The theme of the document. */
export const themeOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme);
/** The path and query of a page. */
export const addressOf = (page: Page) => page.evaluate(() => location.pathname + location.search);
/** The text of the focused element. */
export const focusOf = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim());

const marked = 'still';
/** Marks the document, so that `isSame` recognizes it. */
export const mark = (page: Page) =>
  page.evaluate((mine) => Object.assign(document.body.dataset, { mine }), marked);
/** Whether the page is still the document that was marked. */
export const isSame = async (page: Page) =>
  (await page.evaluate(() => document.body.dataset.mine)) === marked;

const axeSource = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

/**
 * What axe finds within a part of the page, in each of these themes: the theme, the rule and the place of each
 * violation. The page's own policy stays in force.
 */
export async function accessibilityProblems(
  page: Page,
  within = 'html',
  keys: readonly string[] = themes.map(({ key }) => key),
): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  // An isolated world, because the page's content policy blocks foreign scripts.
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: 'axe',
  });
  await session.send('Runtime.evaluate', { expression: axeSource, contextId });
  const { result } = await session.send('Runtime.evaluate', {
    contextId,
    awaitPromise: true,
    returnByValue: true,
    expression: `(async () => {
      const found = [];
      const { dataset } = document.documentElement;
      const chosen = dataset.theme;
      for (const theme of ${JSON.stringify(keys)}) {
        dataset.theme = theme;
        await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
        const { violations } = await axe.run(${JSON.stringify(within)}, {
          resultTypes: ['violations'],
          rules: { 'color-contrast-enhanced': { enabled: true } },
        });
        for (const { id, nodes } of violations) {
          for (const { target, any } of nodes) found.push([theme, id, target.join(' '), any[0]?.message].join(' '));
        }
      }
      dataset.theme = chosen;
      return found;
    })()`,
  });
  await session.detach();
  const found: unknown = result.value;
  if (!Array.isArray(found)) throw new Error('axe did not run.');
  return found.map(String);
}
