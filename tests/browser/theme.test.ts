import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { themeStorageKey, themes } from '../../shared/themes.ts';
import { newVisitor, watchedPage } from '../support/browser.ts';
import { connectBrowser } from '../support/connectBrowser.ts';
import { allCode, holdCode, islandCode } from '../support/islandPage.ts';
import { startSite, type TestSite } from '../support/site.ts';

let browser: Browser;
let site: TestSite;

beforeAll(async () => {
  [browser, site] = await Promise.all([connectBrowser(), startSite()]);
});
afterAll(() => Promise.all([browser.close(), site.close()]));

/** A page of a new visitor that notes the theme of the document when its body begins: before it can be painted. */
async function openTab(prepare?: (context: BrowserContext) => Promise<unknown>) {
  const context = await newVisitor(browser);
  onTestFinished(() => context.close());
  await prepare?.(context);
  const { page, problems } = await watchedPage(context);
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.body) return;
      Object.defineProperty(window, 'firstTheme', { value: document.documentElement.dataset.theme });
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(`${site.url}/about`);
  return { page, problems };
}

const themeNow = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme);
const themesOf = (page: Page) =>
  page.evaluate(() => [Reflect.get(window, 'firstTheme'), document.documentElement.dataset.theme]);

describe('the theme', () => {
  it.each([
    ['its code', islandCode],
    ['any script', allCode],
  ])(
    'is chosen with a press, also before %s has arrived, and is there on the next page, also where that is opened at once',
    async (_name, code) => {
      const { page, problems } = await openTab();
      const release = await holdCode(page, code);
      await page.reload({ waitUntil: 'domcontentloaded' });
      await page.click('.theme-toggle');
      await page.click('.theme-option-mountain');
      await page.click('.theme-option-sunset');
      expect(await themeNow(page)).toBe('sunset');
      // Left before the code has arrived.
      await page.reload({ waitUntil: 'domcontentloaded' });
      expect(await themesOf(page)).toEqual(['sunset', 'sunset']);
      await page.click('.theme-toggle');
      await page.click('.theme-option-original');
      await release();
      await page.locator('.theme-option-original[aria-pressed=true]').waitFor({ state: 'attached' });
      expect(await themeNow(page)).toBe('original');
      await page.goto(`${site.url}/services`);
      expect(await themesOf(page)).toEqual(['original', 'original']);
      expect(await problems()).toEqual([]);
    },
  );

  it('G-1 is that of the storage, and the default where storage holds nothing or junk', async () => {
    const { page, problems } = await openTab();
    expect(await themesOf(page)).toEqual(['forest', 'forest']);
    const expected = [
      ...themes.map(({ key }) => [key, key] as const),
      ...['', 'neon', '__proto__', '"><script>', 'x'.repeat(1_000)].map((junk) => [junk, 'forest'] as const),
    ];
    for (const [stored, theme] of expected) {
      await page.evaluate((item) => localStorage.setItem(item.key, item.stored), {
        key: themeStorageKey,
        stored,
      });
      await page.reload();
      expect(await themesOf(page), stored).toEqual([theme, theme]);
    }
    expect(await problems()).toEqual([]);
  });

  it('G-1 is the default where storage is blocked', async () => {
    const { page, problems } = await openTab((context) =>
      context.addInitScript(() => {
        Object.defineProperty(window, 'localStorage', {
          get() {
            throw new DOMException('The operation is insecure.', 'SecurityError');
          },
        });
      }),
    );
    expect(await themesOf(page)).toEqual(['forest', 'forest']);
    expect(await problems()).toEqual([]);
  });
});
