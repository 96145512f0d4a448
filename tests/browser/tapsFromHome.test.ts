import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hydrate, phone, visitSite } from '../support/browserPage.ts';

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
    expect(words).toContain('From $110 a month');
    expect(words).toMatch(/How often\s+Twice a month/);
  });

  it('a family learns with its dates, guests, dog and two taps what homes cost in all, and takes them to the question', async () => {
    const { page } = await visit.open('/', phone);
    await tap(page, 'main', 'place to stay');
    const year = new Date().getFullYear() + 1;
    // The check-out a week later is the script's.
    await hydrate(page, 'bookingSearch');
    await page.fill('#booking-check-in', `${year}-07-10`);
    await page.selectOption('#booking-guests', '4');
    await page.locator('.booking-dog').tap();
    await page.locator('.booking-search .button').tap();
    await page.waitForURL(/dogs=1/);
    const prices = await page.locator('.home-list .card-price').allInnerTexts();
    expect(prices.length).toBeGreaterThan(2);
    expect(prices[0]).toBe('$2,192.25 in all');
    await tap(page, '.home-list', 'Meadow Cabin');
    const words = await page.locator('main').innerText();
    expect(words).toMatch(/July 10 . 17: \$2,192\.25 in all\s+7 nights at \$265/);
    await tap(page, '.home-panel', 'Ask about your dates');
    expect(await page.inputValue('#enquiry-message')).toMatch(
      /^About: Meadow Cabin, July 10 . 17, \d{4}, 4 guests, a dog \(\$2,192\.25 in all\)\n/,
    );
  });

  it('the list of homes shows its first home within one and a half screens', async () => {
    const { page } = await visit.open('/rentals', { ...phone, viewport: { width: 390, height: 844 } });
    const first = await page.locator('.home-card').first().boundingBox();
    expect(first?.y).toBeLessThan(1.5 * 844);
  });
});

describe('in the first screen of a window of 1280 by 800', () => {
  it.each([
    ['/contact', '#enquiry-name', 400],
    ['/contact?home=meadow-cabin', '#enquiry-name', 400],
    ['/rentals', '#booking-check-in', 800],
    ['/search-rentals', '#booking-check-in', 800],
  ])('%s has %s', async (path, field, bottom) => {
    const { page } = await visit.open(path, { viewport: { width: 1280, height: 800 } });
    const box = await page.locator(field).boundingBox();
    expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(bottom);
  });
});
