import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { connectBrowser } from '../../support/connectBrowser.ts';
import { accessibilityProblems, hydrate, openPage, phone } from '../../support/islandPage.ts';
import type { TestSite } from '../../support/site.ts';
import { startWarmSite } from '../../support/warmSite.ts';

let browser: Browser;
let site: TestSite;
beforeAll(async () => {
  [browser, site] = await Promise.all([connectBrowser(), startWarmSite()]);
});
afterAll(() => Promise.all([browser.close(), site.close()]));

async function open(path: string, options: Parameters<typeof openPage>[2] = {}) {
  const opened = await openPage(browser, site.url + path, options);
  onTestFinished(() => opened.context.close());
  return opened.page;
}

it.each([true, false])(
  'a picture opens with the keyboard and closes with Escape (script: %s)',
  async (script) => {
    const page = await open('/rentals/meadow-cabin', { javaScriptEnabled: script });
    const button = page.locator('.gallery-open').nth(1);
    await button.focus();
    await page.keyboard.press('Enter');
    const view = page.locator('#picture-2');
    await view.waitFor({ state: 'visible' });
    expect(await view.boundingBox()).toMatchObject({ x: 0, y: 0, width: 1280, height: 900 });
    await page.keyboard.press('Escape');
    await view.waitFor({ state: 'hidden' });
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
    await button.click();
    await view.locator('.gallery-close').click();
    await view.waitFor({ state: 'hidden' });
  },
);

it('axe finds nothing in the page of a home, nor in a picture that is shown large', async () => {
  const page = await open('/rentals/meadow-cabin');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.locator('.gallery-open').first().click();
  await page.locator('#picture-1').waitFor({ state: 'visible' });
  expect(await accessibilityProblems(page)).toEqual([]);
});

it('pictures that are not shown large are not loaded large', async () => {
  const requested: string[] = [];
  const page = await open('/rentals/meadow-cabin', {
    prepare: async (opened) => opened.on('request', (request) => requested.push(request.url())),
  });
  await page.waitForLoadState('networkidle');
  const pictures = requested.filter((url) => url.includes('/media/'));
  expect(new Set(pictures.map((url) => new URL(url).pathname)).size).toBe(pictures.length);
});

it('on a phone the pictures are one row that scrolls, and the page does not', async () => {
  const page = await open('/rentals/river-bend-lodge', phone);
  const measured = await page.evaluate(() => {
    const row = document.querySelector('.gallery-pictures');
    return {
      page: document.documentElement.scrollWidth - innerWidth,
      row: (row?.scrollWidth ?? 0) > (row?.clientWidth ?? 0),
    };
  });
  expect(measured).toEqual({ page: 0, row: true });
});

it('without script every choice of the filter is an address', async () => {
  const page = await open('/rentals', { javaScriptEnabled: false });
  await page.click('.home-filters .chip:text("Sunriver")');
  await page.waitForURL('**/rentals?town=sunriver#homes');
  await page.click('.home-filters .chip:text("10")');
  await page.waitForURL('**/rentals?town=sunriver&guests=10#homes');
  expect(await page.locator('.home-list .card-title:visible').allTextContents()).toEqual([
    'River Bend Lodge ',
  ]);
});

it('choosing moves nothing above the list', async () => {
  const page = await open('/rentals');
  await hydrate(page, 'homeFilters');
  await page.evaluate(() => {
    Reflect.set(window, 'shifts', []);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        // Below that a letter is drawn anew a fraction of a pixel beside its place.
        if (!Reflect.get(entry, 'hadRecentInput') && Reflect.get(entry, 'value') >= 0.0005)
          Reflect.get(window, 'shifts').push(Reflect.get(entry, 'value'));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const top = () =>
    page.locator('.home-list').evaluate((list) => Math.round(list.getBoundingClientRect().top));
  const chip = page.locator('.home-filters .chip:text("Sunriver")');
  await chip.scrollIntoViewIfNeeded();
  const before = await top();
  await chip.click();
  await expect.poll(() => page.url()).toContain('town=sunriver');
  expect(await top()).toBe(before);
  expect(await page.evaluate(() => Reflect.get(window, 'shifts'))).toEqual([]);
});

it('on paper every picture of a home is whole', async () => {
  const page = await open('/rentals/river-bend-lodge');
  // As wide as a sheet of A4 within its margins.
  await page.setViewportSize({ width: 718, height: 1016 });
  await page.emulateMedia({ media: 'print' });
  const edges = await page
    .locator('.gallery-pictures > li > .picture')
    .evaluateAll((pictures) => pictures.map((picture) => picture.getBoundingClientRect().right));
  expect(edges).toHaveLength(2);
  expect(Math.max(...edges)).toBeLessThanOrEqual(718);
});

it('what cards side by side say of their homes stands on one line', async () => {
  const page = await open('/rentals/river-bend-lodge');
  await page.setViewportSize({ width: 1024, height: 900 });
  const lines = await page
    .locator('.home-card .home-facts')
    .evaluateAll((facts) => facts.map((list) => Math.round(list.getBoundingClientRect().top)));
  expect(lines).toHaveLength(3);
  expect(new Set(lines).size).toBe(1);
});
