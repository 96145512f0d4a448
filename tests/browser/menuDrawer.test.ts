import { describe, expect, it } from 'vitest';
import { hydrate, hydrated, phone, visitSite } from '../support/browserPage.ts';

const visit = visitSite({
  arrange: ({ contentService: { rows } }) => {
    const child = { id: 900, title: 'Our team', url: '/about#team', parent_id: null, display_order: 0 };
    rows.navigation = [...rows.navigation, child];
  },
});

describe('the open drawer', () => {
  it('shows the focus at the cross that its visitor sees, on a ground of its own', async () => {
    const { page, problems } = await visit.open('/about', phone);
    const toggle = page.locator('.drawer-toggle');
    await toggle.focus();
    await page.keyboard.press('Enter');
    await hydrated(page, 'siteMenu');
    const seen = await page.locator('.drawer-close').evaluate((cross) => {
      const { outlineStyle, outlineWidth, outlineColor, backgroundColor } = getComputedStyle(cross);
      const panel = document.querySelector('.drawer-panel');
      const ground = panel && getComputedStyle(panel).backgroundColor;
      return {
        outlineStyle,
        outlineWidth,
        isSeen: outlineColor !== ground,
        covers: backgroundColor === ground,
      };
    });
    expect(seen).toEqual({ outlineStyle: 'solid', outlineWidth: '3px', isSeen: true, covers: true });
    expect(problems).toEqual([]);
  });

  it('closes for a link to a place on the page, and lets go of the page', async () => {
    const { page, problems } = await visit.open('/about', phone);
    await hydrate(page, 'siteMenu');
    await page.locator('.drawer-toggle').click();
    const isHeld = () => page.locator('main').evaluate((main) => main.closest('[inert]') !== null);
    // The drawer says that it has opened in a task of its own.
    await expect.poll(isHeld).toBe(true);
    await page.locator('.drawer-panel a[href="/about#team"]').click();
    expect(await page.locator('.drawer').getAttribute('open')).toBeNull();
    expect(await isHeld()).toBe(false);
    await expect.poll(() => new URL(page.url()).hash).toBe('#team');
    expect(problems).toEqual([]);
  });
});
