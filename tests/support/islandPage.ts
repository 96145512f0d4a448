import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, BrowserContextOptions, Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import type { IslandName } from '../../shared/islands/islandRegistry.ts';
import { themes } from '../../shared/themes.ts';

const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** A page of the site in a context of its own, and everything that went wrong on it. */
export interface IslandPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors and warnings of the console, and uncaught errors. Refused requests are not among them. */
  readonly problems: string[];
}

interface PageOptions extends BrowserContextOptions {
  /** Called before the page is opened. */
  readonly prepare?: (page: Page) => Promise<unknown>;
  /** Where `prepare` holds scripts back, there is no `load` to wait for. */
  readonly waitUntil?: 'load' | 'domcontentloaded';
}

/** A narrow window that is touched. */
export const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
} as const;

/** Opens a page, by default until its `load`. */
export async function openPage(
  browser: Browser,
  url: string,
  { prepare, waitUntil = 'load', ...options }: PageOptions = {},
): Promise<IslandPage> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    ...options,
  });
  // Pages are laid out by the sizes in their markup; drawing pictures only takes time.
  await context.route('**/media/**', (route) => route.fulfill({ contentType: 'image/gif', body: pixel }));
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const problems: string[] = [];
  page.on('console', (message) => {
    const text = message.text();
    if (!['error', 'warning'].includes(message.type())) return;
    // A refused or missing file is the test's own doing; a feature that this browser does not know, its own.
    if (/^(Failed to load resource|Error with Permissions-Policy header: Unrecognized)/.test(text)) return;
    problems.push(text);
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  await prepare?.(page);
  await page.goto(url, { waitUntil });
  return { page, context, problems };
}

/** Resolves when an island listens. */
export async function hydrated(page: Page, name: IslandName): Promise<void> {
  await page.locator(`[data-island="${name}"][data-hydrated]`).first().waitFor({ state: 'attached' });
}

/** Hydrates an island as the first touch of a mouse does, without a press. */
export async function hydrate(page: Page, name: IslandName): Promise<void> {
  const island = page.locator(`[data-island="${name}"]`).first();
  // Before the entry listens, a touch has no effect.
  await expect
    .poll(async () => {
      await island.locator('> *').first().dispatchEvent('pointerover', { bubbles: true });
      return island.getAttribute('data-hydrated');
    })
    .toBe('');
}

/** The code of islands, without the entry and what it imports. */
export const islandCode =
  /\/static\/(header|blogFilters|homeFilters|bookingSearch|contactForm|sentMessage|errorTests)-[^/]+\.js$/;
/** All scripts of the site. */
export const allCode = /\/static\/[^/]+\.js$/;

/** Holds scripts back; what it returns lets them through. */
export async function holdCode(page: Page, pattern: RegExp): Promise<() => Promise<void>> {
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

const axeSource = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

/**
 * What axe finds within a part of the page, in each of the four themes: the theme, the rule and the place of
 * each violation. The page's own policy stays in force.
 */
export async function accessibilityProblems(page: Page, within = 'html'): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  // A world of its own: the page's policy lets no foreign script in.
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
      for (const theme of ${JSON.stringify(themes.map(({ key }) => key))}) {
        dataset.theme = theme;
        await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
        const { violations } = await axe.run(${JSON.stringify(within)}, { resultTypes: ['violations'] });
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
