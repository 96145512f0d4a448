import { describe, expect, it } from 'vitest';
import { phone, visitSite } from '../support/browserPage.ts';
import { countShifts, leastShift, painted, shiftOn } from '../support/layoutShifts.ts';

const visit = visitSite({
  arrange: ({ contentService }) => {
    contentService.rows.notices = [
      { id: 1, status: 'published', text: 'Smoke over the Cascades today.', level: 'urgent', link: '/blog' },
      { id: 2, status: 'published', text: 'The office is closed on Friday.', level: 'info' },
    ];
  },
});

describe('a dismissed notice', () => {
  it('stays hidden on its page without script', async () => {
    const { page } = await visit.open('/about', { javaScriptEnabled: false });
    await page.locator('.site-notice-urgent button').click();
    expect(await page.locator('.site-notice').count()).toBe(2);
    expect(await page.locator('.site-notice:visible').allInnerTexts()).toHaveLength(1);
    expect(page.url()).toBe(`${visit.site.url}/about`);
  });

  it('is hidden in other tabs too', async () => {
    const { page, context } = await visit.open('/about');
    const other = await context.newPage();
    await other.goto(`${visit.site.url}/services`);
    await page.locator('.site-notice-urgent button').click();
    await expect.poll(() => other.locator('.site-notice:visible').count()).toBe(1);
    expect(await other.evaluate('document.activeElement === document.body'), 'the focus stays').toBe(true);
  });

  it('stays hidden with script, moves nothing on the next page, and comes back with another text', async () => {
    const { page, problems } = await visit.open('/about', { ...phone, prepare: countShifts });
    const visible = page.locator('.site-notice:visible');
    await page.keyboard.press('Tab');
    for (const left of [1, 0]) {
      // From the link of the first notice to its button; then from the list to the button of the next.
      while (!(await page.locator('.site-notice button:focus').count())) await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect.poll(() => visible.count()).toBe(left);
      // The event of the dismissal comes a moment later.
      await expect.poll(() => page.locator('.site-notices:focus').count()).toBe(1);
    }
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.className')).toBe('brand-link');
    expect(page.url()).toBe(`${visit.site.url}/about`);
    await page.goto(`${visit.site.url}/contact`);
    expect(await page.locator('.site-notice:visible').count()).toBe(0);
    await painted(page);
    const shift = await shiftOn(page);
    expect(shift).toBeLessThan(leastShift);
    visit.site.contentService.row('notices', 1).text = 'The smoke is gone.';
    await visit.site.content.load(['notices'], true);
    await page.goto(`${visit.site.url}/contact`);
    expect(await page.locator('.site-notice:visible p').allInnerTexts()).toEqual([
      expect.stringContaining('The smoke is gone.'),
    ]);
    expect(problems).toEqual([]);
  });
});
