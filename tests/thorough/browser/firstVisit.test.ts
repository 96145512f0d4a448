import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { phone, visitSite } from '../../support/browserPage.ts';
import { pageAddresses, siteAddresses } from '../../support/siteAddresses.ts';

// What somebody who is here for the first time comes for, counted in clicks.

const visit = visitSite();

/** What is seen without scrolling, by somebody who does not know the page. */
const inSight = async (target: Locator): Promise<Locator> => {
  const box = await target.boundingBox();
  const size = target.page().viewportSize();
  if (!box || !size) throw new Error('It is not to be seen.');
  expect(box.y, 'above the fold').toBeGreaterThanOrEqual(0);
  expect(box.y + box.height, 'above the fold').toBeLessThanOrEqual(size.height);
  return target;
};

describe.each([
  ['a phone', phone],
  ['a desktop', { viewport: { width: 1280, height: 900 } }],
])('on %s', (_, window) => {
  it('a quote, and on a phone a call, is one click from any page', async () => {
    const { page } = await visit.open('/', window);
    for (const path of [...pageAddresses, siteAddresses.notFound]) {
      await page.goto(visit.site.url + path);
      const call = page.locator('header a[href="tel:+15415550142"]').filter({ visible: true });
      if (window === phone) await inSight(call.first());
      const quote = page.locator('header a', { hasText: 'Get Quote' }).filter({ visible: true }).first();
      await (await inSight(quote)).click();
      await page.waitForURL(`${visit.site.url}/contact`);
      const message = page.locator('#enquiry textarea');
      await expect.poll(() => message.isVisible(), { message: path }).toBe(true);
    }
  });
});
