import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { samplePosts } from '../../../server/site/blocks/samplePosts.tsx';
import { connectBrowser } from '../../support/connectBrowser.ts';
import { hydrate, openPage } from '../../support/islandPage.ts';
import { startSite, type TestSite } from '../../support/site.ts';

let browser: Browser;
let site: TestSite;
beforeAll(async () => {
  [browser, site] = await Promise.all([connectBrowser(), startSite()]);
});
beforeEach(async () => {
  await site.reset();
  await site.contentService.fault('*', { kind: 'refuse' });
});
afterAll(() => Promise.all([browser.close(), site.close()]));

const sample = `.post-samples a:has-text("${samplePosts[0]?.title}")`;
const isSame = (page: Page) => page.evaluate(() => document.body.dataset.mine === 'still');

/** Opens a page of samples whose filter bar is hydrated. */
async function openSamples(path: string) {
  const opened = await openPage(browser, site.url + path);
  await opened.page.locator(sample).waitFor();
  await hydrate(opened.page, 'blogFilters');
  await opened.page.evaluate(() => Object.assign(document.body.dataset, { mine: 'still' }));
  return opened;
}

it.each([
  ['/blog', 'a sample', sample],
  ['/blog', 'All', '.chips a:has-text("All")'],
  ['/blog?category=maintenance-tips', 'its own category', '.chips a:has-text("Maintenance")'],
  ['/blog?category=maintenance-tips', 'a sample', sample],
])('while posts cannot be read, on %s %s loads the page anew', async (path, _name, selector) => {
  const { page, context } = await openSamples(path);
  await page.click(selector);
  await expect.poll(() => isSame(page)).toBe(false);
  await page.locator(sample).waitFor();
  await context.close();
});

it('a sample leads to the posts when the content service is back', async () => {
  const { page, context } = await openSamples('/blog');
  await site.contentService.clearFaults();
  await expect
    .poll(
      async () => {
        await Promise.all([page.waitForEvent('load'), page.click(sample)]);
        // What comes late in a stream may be put in its place after `load`.
        await page.locator('.post-lead, .post-samples').first().waitFor();
        return page.locator('.post-lead').count();
      },
      { interval: 500 },
    )
    .toBe(1);
  await context.close();
});
