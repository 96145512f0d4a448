import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { themeStorageKey, themes } from '../../shared/themes.ts';
import { newVisitor, watchedPage } from '../support/browser.ts';
import { type BuiltSite, startBuiltSite } from '../support/builtSite.ts';
import { connectBrowser } from '../support/connectBrowser.ts';

let browser: Browser;
let site: BuiltSite;

beforeAll(async () => {
  [browser, site] = await Promise.all([connectBrowser(), startBuiltSite()]);
});

afterAll(() => Promise.all([browser.close(), site.close()]));

/** The theme of the document when its body begins, that is before anything can be painted, and at its end. */
async function themesOf(context: BrowserContext): Promise<unknown> {
  const { page, problems } = await watchedPage(context);
  await page.addInitScript(() => {
    const seen: (string | undefined)[] = [];
    Object.defineProperty(window, 'themesSeen', { value: seen });
    new MutationObserver((_, observer) => {
      if (!document.body) return;
      seen.push(document.documentElement.dataset.theme);
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(`${site.url}/about`);
  expect(await problems()).toEqual([]);
  return page.evaluate('[...window.themesSeen, document.documentElement.dataset.theme]');
}

/** A visitor whose storage holds this. */
async function visitorWith(value: string): Promise<BrowserContext> {
  const context = await newVisitor(browser);
  await context.addInitScript(`localStorage.setItem('${themeStorageKey}', ${JSON.stringify(value)})`);
  return context;
}

describe('the theme that a visitor has chosen', () => {
  it.each(themes.map(({ key }) => key))('%s is applied before anything is painted', async (key) => {
    const context = await visitorWith(key);
    expect(await themesOf(context)).toEqual([key, key]);
    await context.close();
  });

  it('is the default where nothing was chosen', async () => {
    const context = await newVisitor(browser);
    expect(await themesOf(context)).toEqual(['forest', 'forest']);
    await context.close();
  });

  it.each(['', 'neon', '__proto__', '"><script>', 'x'.repeat(1_000)])(
    'G-1 is the default where storage holds %j',
    async (junk) => {
      const context = await visitorWith(junk);
      expect(await themesOf(context)).toEqual(['forest', 'forest']);
      await context.close();
    },
  );

  it('G-1 is the default where storage is blocked', async () => {
    const context = await newVisitor(browser);
    await context.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      });
    });
    expect(await themesOf(context)).toEqual(['forest', 'forest']);
    await context.close();
  });
});
