import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { connectBrowser } from '../support/connectBrowser.ts';
import { hydrate, openPage } from '../support/islandPage.ts';
import type { TestSite } from '../support/site.ts';
import { startWarmSite } from '../support/warmSite.ts';

let browser: Browser;
let site: TestSite;
beforeAll(async () => {
  [browser, site] = await Promise.all([connectBrowser(), startWarmSite()]);
});
afterAll(() => Promise.all([browser.close(), site.close()]));

/** What a visitor sees of the list and its filter. */
const seen = (page: Page) =>
  page.evaluate(() => {
    const visible = (selector: string) =>
      [...document.querySelectorAll(selector)]
        .filter((element) => element.checkVisibility())
        .map((element) => element.textContent?.trim() ?? '');
    return {
      homes: visible('.home-list .card-title'),
      chosen: visible('.home-filters [aria-current]'),
      count: visible('.home-count').join(),
      address: location.pathname + location.search,
    };
  });

it('the filter shows the homes that fit, in the address and with Back, and as the server shows them', async () => {
  const { page, context, problems } = await openPage(browser, `${site.url}/rentals`);
  onTestFinished(() => context.close());
  await hydrate(page, 'homeFilters');
  await page.evaluate(() => Object.assign(document.body.dataset, { mine: 'still' }));
  const all = await seen(page);
  expect(all.homes).toHaveLength(8);
  const choose = (name: string) => page.locator('.home-filters .chip', { hasText: name }).click();

  await choose('Sunriver');
  await expect.poll(async () => (await seen(page)).address).toBe('/rentals?town=sunriver');
  const sunriver = await seen(page);
  expect(sunriver).toMatchObject({ homes: ['Meadow Cabin', 'River Bend Lodge'], count: '2 homes' });
  await choose('10');
  await expect.poll(async () => (await seen(page)).address).toBe('/rentals?town=sunriver&guests=10');
  const ten = await seen(page);
  expect(ten.homes).toEqual(['River Bend Lodge']);

  await choose('Bend');
  await expect.poll(async () => (await seen(page)).count).toBe('No homes found');
  expect((await seen(page)).homes).toEqual([]);
  await page.click('.home-filters .empty a');
  await expect.poll(() => seen(page)).toEqual(all);
  // The link is gone, and the focus with it: it is where one goes on from.
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('All towns');

  for (const before of ['/rentals?town=bend&guests=10', ten.address, sunriver.address]) {
    await page.evaluate(() => history.back());
    await expect.poll(async () => (await seen(page)).address).toBe(before);
  }
  await expect.poll(() => seen(page)).toEqual(sunriver);
  expect(await page.evaluate(() => document.body.dataset.mine)).toBe('still');
  expect(problems).toEqual([]);

  await page.goto(`${site.url}${ten.address}`);
  await expect.poll(() => seen(page)).toEqual(ten);
});
