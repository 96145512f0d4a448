import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { themeStorageKey, themes } from '../../shared/themes.ts';
import { allCode, holdRequests, islandCode, openHeld, themeOf, visitSite } from '../support/browserPage.ts';

const visit = visitSite();

/** Opens a page that records the theme of the document when its body begins, before it can be painted. */
const openTab = (prepare?: (page: Page) => Promise<unknown>) =>
  visit.open('/about', {
    async prepare(page) {
      await prepare?.(page);
      await page.addInitScript(() => {
        new MutationObserver((_, observer) => {
          if (!document.body) return;
          Object.defineProperty(window, 'firstTheme', { value: document.documentElement.dataset.theme });
          observer.disconnect();
        }).observe(document, { childList: true, subtree: true });
      });
    },
  });

const themesOf = (page: Page) =>
  page.evaluate(() => [Reflect.get(window, 'firstTheme'), document.documentElement.dataset.theme]);

describe('the theme', () => {
  it.each([
    ['its code', islandCode],
    ['any script', allCode],
  ])(
    'is chosen with a click before %s has loaded, and holds on the next page, even if that is opened at once',
    async (_name, code) => {
      const { page, problems } = await openTab();
      const release = await holdRequests(page, code);
      await page.reload({ waitUntil: 'domcontentloaded' });
      await page.click('.theme-toggle');
      await page.click('.theme-list [value=mountain]');
      await page.click('.theme-list [value=sunset]');
      expect(await themeOf(page)).toBe('sunset');
      // Left before the code has loaded.
      await page.reload({ waitUntil: 'domcontentloaded' });
      expect(await themesOf(page)).toEqual(['sunset', 'sunset']);
      await page.click('.theme-toggle');
      await page.click('.theme-list [value=original]');
      await release();
      await page.locator('.theme-list [value=original][aria-pressed=true]').waitFor({ state: 'attached' });
      expect(await themeOf(page)).toBe('original');
      await page.goto(`${visit.site.url}/services`);
      expect(await themesOf(page)).toEqual(['original', 'original']);
      expect(problems).toEqual([]);
    },
  );

  it('is chosen without a move of the page, which was scrolled', async () => {
    const { page } = await visit.open('/');
    await page.evaluate(() => scrollTo({ top: 1_200, behavior: 'instant' }));
    await page.click('.theme-toggle');
    await page.click('.theme-list [value=sunset]');
    await page.locator('.theme-list [value=sunset]').waitFor({ state: 'hidden' });
    // A smooth scroll would have begun by the second frame.
    const settled = await page.evaluate(
      () =>
        new Promise<number>((resolve) =>
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(scrollY))),
        ),
    );
    expect(settled).toBe(1_200);
  });

  it.each([
    ['hydrated or not', islandCode],
    ['also while a picture is loading', /\/media\//],
  ])('is the pressed one in every list, %s', async (_name, pattern) => {
    const { page, problems } = await openHeld(visit, '/blog', {
      pattern,
      prepare: (opened) => opened.addInitScript(() => localStorage.setItem('selectedTheme', 'sunset')),
    });
    const pressed = () =>
      page
        .locator('.theme-option[aria-pressed=true]')
        .evaluateAll((options) => options.map((option) => option.getAttribute('value')));
    await expect.poll(pressed).toEqual(['sunset', 'sunset', 'sunset']);
    await page.click('.theme-toggle');
    await page.click('.theme-list [value=mountain]');
    await expect.poll(pressed).toEqual(['mountain', 'mountain', 'mountain']);
    expect(problems).toEqual([]);
  });

  it('G-1 is the stored one, and the default when storage holds nothing or junk', async () => {
    const { page, problems } = await openTab();
    expect(await themesOf(page)).toEqual(['forest', 'forest']);
    const expected = [
      ...themes.map(({ key }) => [key, key] as const),
      ...['neon', '__proto__'].map((junk) => [junk, 'forest'] as const),
    ];
    for (const [stored, theme] of expected) {
      await page.evaluate((item) => localStorage.setItem(item.key, item.stored), {
        key: themeStorageKey,
        stored,
      });
      await page.reload();
      expect(await themesOf(page), stored).toEqual([theme, theme]);
    }
    expect(problems).toEqual([]);
  });

  it.each([
    ['is blocked', `Object.defineProperty(window, 'localStorage', { get() { throw new Error('blocked') } })`],
    ['is full', `Storage.prototype.setItem = () => { throw new Error('full') }`],
  ])('G-1 is the default when storage %s, and a choice holds for the page', async (_name, script) => {
    const { page, problems } = await openTab((opened) => opened.addInitScript(script));
    expect(await themesOf(page)).toEqual(['forest', 'forest']);
    await page.click('.theme-toggle');
    await page.click('.theme-list [value=mountain]');
    await expect.poll(() => themeOf(page)).toBe('mountain');
    expect(problems).toEqual([]);
  });
});

it('an unchecked box has the background of its theme; on paper the company is named at the top', async () => {
  const { page } = await visit.open('/contact');
  await page.evaluate(() => Object.assign(document.documentElement.dataset, { theme: 'sunset' }));
  const ground = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await ground('[type=checkbox]')).toBe(await ground('input[type=email]'));
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('.brand-name').isVisible()).toBe(true);
  expect(await page.locator('.site-header .button:visible, .urgent-strip:visible').count()).toBe(0);
  expect((await page.locator('.brand-name').boundingBox())?.y).toBeLessThan(80);
});
