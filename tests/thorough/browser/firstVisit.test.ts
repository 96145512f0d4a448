import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { connectBrowser } from '../../support/connectBrowser.ts';
import { openPage, phone } from '../../support/islandPage.ts';
import type { TestSite } from '../../support/site.ts';
import { pageAddresses, siteAddresses } from '../../support/siteAddresses.ts';
import { startWarmSite } from '../../support/warmSite.ts';

// What somebody who is here for the first time comes for, counted in clicks.

let browser: Browser;
let site: TestSite;
beforeAll(async () => {
  [browser, site] = await Promise.all([connectBrowser(), startWarmSite()]);
});
afterAll(() => Promise.all([browser.close(), site.close()]));

const open = async (path: string, options = {}): Promise<Page> => {
  const { page, context } = await openPage(browser, site.url + path, options);
  onTestFinished(() => context.close());
  return page;
};

/** Clicks what is seen without scrolling, as somebody does who does not know the page. */
const clickInSight = async (target: Locator): Promise<void> => {
  const box = await target.boundingBox();
  const size = target.page().viewportSize();
  if (!box || !size) throw new Error('It is not to be seen.');
  expect(box.y, 'above the fold').toBeGreaterThanOrEqual(0);
  expect(box.y + box.height, 'above the fold').toBeLessThanOrEqual(size.height);
  await target.click();
};

describe.each([
  ['a phone', phone],
  ['a desktop', { viewport: { width: 1280, height: 900 } }],
])('on %s', (_, window) => {
  it('a quote is one click from any page', async () => {
    const page = await open('/', window);
    for (const path of [...pageAddresses, siteAddresses.notFound]) {
      await page.goto(site.url + path);
      const quote = page.locator('header a', { hasText: 'Get Quote' }).filter({ visible: true }).first();
      await clickInSight(quote);
      await page.waitForURL(`${site.url}/contact`);
      const message = page.locator('#enquiry textarea');
      await expect.poll(() => message.isVisible(), { message: path }).toBe(true);
    }
  });

  it('a home for four in Sunriver is three clicks from the home page', async () => {
    const page = await open('/', window);
    await page.locator('main a', { hasText: 'See all homes' }).click();
    await page.locator('.home-filters .chip', { hasText: 'Sunriver' }).click();
    await page.waitForURL(/town=sunriver/);
    await page.locator('.home-filters .chip', { hasText: '4' }).click();
    await page.waitForURL(/guests=4/);
    const homes = page.locator('.home-list .card-title').filter({ visible: true });
    await expect
      .poll(async () => (await homes.allTextContents()).map((title) => title.trim()))
      .toEqual(['Meadow Cabin', 'River Bend Lodge']);
    expect(await page.locator('.home-list .home-facts').first().textContent()).toContain('Sleeps 4');
  });
});

it('on a phone a call is one click from any page', async () => {
  const page = await open('/', phone);
  for (const path of [...pageAddresses, siteAddresses.notFound]) {
    await page.goto(site.url + path);
    const call = page.locator('header a[href^="tel:"]').filter({ visible: true }).first();
    const box = await call.boundingBox();
    expect([box && box.y >= 0 && box.y + box.height <= phone.viewport.height, path]).toEqual([true, path]);
    expect(await call.getAttribute('href')).toBe('tel:+15415550142');
  }
});
