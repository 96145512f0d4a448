import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

/** Everything that went wrong on a page: console errors and warnings, exceptions, blocked content. */
export interface WatchedPage {
  readonly page: Page;
  /** Empty where nothing went wrong. */
  problems(): Promise<readonly string[]>;
}

/** One transparent pixel: pages are laid out by the sizes in their markup, and drawing pictures takes time. */
const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

interface ContextOptions extends BrowserContextOptions {
  /** Fetch the real pictures. */
  readonly pictures?: boolean;
}

/** A visitor of their own, without motion; hosts outside of this machine are unreachable. */
export async function newVisitor(browser: Browser, options: ContextOptions = {}): Promise<BrowserContext> {
  const { pictures = false, ...rest } = options;
  const context = await browser.newContext({ reducedMotion: 'reduce', ...rest });
  await context.route(
    (url) => url.hostname !== '127.0.0.1',
    (route) => route.fulfill({ status: 200, contentType: 'text/javascript', body: '' }),
  );
  if (!pictures) {
    await context.route('**/media/**', (route) => route.fulfill({ contentType: 'image/gif', body: pixel }));
  }
  return context;
}

/** Opens a page that is watched from its first byte. */
export async function watchedPage(context: BrowserContext): Promise<WatchedPage> {
  const page = await context.newPage();
  const found: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) found.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => void found.push(`exception: ${error.message}`));
  page.on('dialog', (dialog) => {
    found.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('response', (response) => {
    if (response.status() >= 400 && !response.request().isNavigationRequest()) {
      found.push(`${response.status()}: ${response.url()}`);
    }
  });
  await page.addInitScript(() => {
    const violations: string[] = [];
    Object.defineProperty(window, 'policyViolations', { value: violations });
    document.addEventListener('securitypolicyviolation', (event) => {
      violations.push(`${event.effectiveDirective} blocked ${event.blockedURI} ${event.sample}`);
    });
  });
  return {
    page,
    async problems() {
      const blocked: unknown = await page.evaluate('window.policyViolations');
      return [...found, ...(Array.isArray(blocked) ? blocked.map((line) => `policy: ${String(line)}`) : [])];
    },
  };
}

/** Touches every island, and waits until all are hydrated. */
export async function hydrateIslands(page: Page): Promise<void> {
  const islands = page.locator('[data-island]');
  for (const island of await islands.all()) {
    await island.evaluate((root) => {
      (root.firstElementChild ?? root).scrollIntoView({ block: 'center' });
      root.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    });
  }
  await page.waitForFunction(
    () => document.querySelectorAll('[data-island]:not([data-hydrated])').length === 0,
  );
}
