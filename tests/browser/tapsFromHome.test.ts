import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { phone, visitSite } from '../support/browserPage.ts';

const visit = visitSite();

/** Taps the first link of this name in an area, and waits for its page. */
async function tap(page: Page, area: string, name: string): Promise<void> {
  const before = page.url();
  await page.locator(`${area} a`, { hasText: name }).first().tap();
  await page.waitForURL((url) => url.href !== before);
  await page.waitForLoadState();
}

describe('on a phone', () => {
  it('an owner learns with one tap from the home page what a service costs and how often somebody comes', async () => {
    const { page } = await visit.open('/', phone);
    await tap(page, 'main', 'Property Management');
    const words = await page.locator('main').innerText();
    expect(words).toContain('From $185 a month');
    expect(words).toMatch(/How often\s+Twice a month/);
  });

  it('a family finds with three taps from the home page a home for July, four guests and a dog, and its price', async () => {
    const { page } = await visit.open('/', phone);
    await tap(page, 'main', 'place to stay');
    await tap(page, '.home-filters', 'With a dog');
    await tap(page, '.home-list', 'Meadow Cabin');
    const words = await page.locator('main').innerText();
    expect(words).toMatch(/Summer\s+June 15 to September 7[\s\S]*\$265\s+a night/);
    expect(words).toContain('Sleeps 4');
    expect(words).toContain('Up to 2 dogs');
  });

  it('the list of homes shows its first home within one and a half screens', async () => {
    const { page } = await visit.open('/rentals', { ...phone, viewport: { width: 390, height: 844 } });
    const chips = await page
      .locator('.home-choices .chip')
      .evaluateAll((all) => all.map((one) => one.clientHeight));
    expect(Math.max(...chips)).toBeLessThan(60);
    const first = await page.locator('.home-card').first().boundingBox();
    expect(first?.y).toBeLessThan(1.5 * 844);
  });
});
