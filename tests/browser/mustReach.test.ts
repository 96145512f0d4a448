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

describe('what a visitor must reach', () => {
  it('an owner: what a service costs and how often somebody comes, two taps from home', async () => {
    const { page } = await visit.open('/', phone);
    await tap(page, 'main', 'Property Management');
    const words = await page.locator('main').innerText();
    expect(words).toContain('From $185 a month');
    expect(words).toMatch(/How often\s+Twice a month/);
  });

  it('a family: a home with a price for July, four guests and a dog, three taps from home', async () => {
    const { page } = await visit.open('/', phone);
    await tap(page, 'main', 'place to stay');
    await tap(page, '.home-filters', 'With a dog');
    await tap(page, '.home-list', 'Meadow Cabin');
    const words = await page.locator('main').innerText();
    expect(words).toMatch(/Summer, July included[\s\S]*\$265 a night/);
    expect(words).toContain('Sleeps 4');
    expect(words).toContain('Up to 2 dogs');
  });

  it('the first home, within one and a half screens of a phone', async () => {
    const { page } = await visit.open('/rentals', { ...phone, viewport: { width: 390, height: 844 } });
    const chips = await page
      .locator('.home-choices .chip')
      .evaluateAll((all) => all.map((one) => one.clientHeight));
    expect(Math.max(...chips)).toBeLessThan(60);
    const first = await page.locator('.home-card').first().boundingBox();
    expect(first?.y).toBeLessThan(1.5 * 844);
  });
});

describe('the enlarged pictures', () => {
  const middle = (page: Page) =>
    page.evaluate(() => {
      const slides = [...document.querySelectorAll('.gallery-strip > li')];
      const at = (slide: Element) => {
        const { left, right } = slide.getBoundingClientRect();
        return left <= innerWidth / 2 && right >= innerWidth / 2;
      };
      return slides.findIndex(at) + 1;
    });

  it('open at the one that was pressed, larger than before; keys and links turn them, Escape closes', async () => {
    const { page, problems } = await visit.open('/rentals/aspen-cottage', phone);
    await page.waitForLoadState('networkidle');
    const small = await page.locator('.gallery-pictures img').nth(1).boundingBox();
    await page.locator('.gallery-open').nth(1).scrollIntoViewIfNeeded();
    await page.locator('.gallery-open').nth(1).tap();
    await expect.poll(() => middle(page)).toBe(2);
    const large = await page.locator('.gallery-strip img').nth(1).boundingBox();
    expect(large?.height).toBeGreaterThan(1.5 * (small?.height ?? 0));
    await page.keyboard.press('ArrowRight');
    expect(await middle(page)).toBe(3);
    await page.keyboard.press('End');
    expect(await middle(page)).toBe(6);
    await page.locator('.gallery-strip > li:nth-child(6) .gallery-previous').tap();
    expect(await middle(page)).toBe(5);
    expect(new URL(page.url()).hash).toBe('');
    await page.keyboard.press('Escape');
    expect(await page.locator('.gallery-view').isVisible()).toBe(false);
    expect(problems).toEqual([]);
  });

  it('are turned by their links without script', async () => {
    const { page } = await visit.open('/rentals/aspen-cottage', { javaScriptEnabled: false });
    await page.locator('.gallery-open').first().click();
    await page.locator('.gallery-strip > li:first-child .gallery-next').click();
    const box = await page.locator('.gallery-strip > li:nth-child(2)').boundingBox();
    expect(Math.abs(box?.x ?? 9_999)).toBeLessThan(2);
  });
});

it('on paper the company is named at the top; an unticked box has the ground of its theme', async () => {
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
