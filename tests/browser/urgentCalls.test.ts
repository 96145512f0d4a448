import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { phone, themeOf, visitSite } from '../support/browserPage.ts';

const visit = visitSite();

const emergency = 'tel:+15415550187';
const office = 'tel:+15415550142';

const shownNumbers = (page: Page) =>
  page
    .locator('.call-sheet:popover-open .call-choice')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));

describe('an urgent call on a phone', () => {
  it.each([
    ['/', true],
    ['/rentals/aspen-cottage', false],
  ])('at %s is one tap from the two numbers, with script: %s; Escape hides them', async (path, script) => {
    const { page } = await visit.open(path, { ...phone, javaScriptEnabled: script });
    await page.locator('.site-header .call-link').tap();
    expect(await shownNumbers(page)).toEqual([emergency, office]);
    for (const choice of await page.locator('.call-sheet .call-choice').all()) {
      expect((await choice.boundingBox())?.height).toBeGreaterThan(64);
    }
    await page.keyboard.press('Escape');
    expect(await shownNumbers(page)).toEqual([]);
    await page.locator('.call-link').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe(emergency);
  });

  it('shows the urgent number first in a window that is too low for both', async () => {
    const { page } = await visit.open('/', { ...phone, viewport: { width: 320, height: 200 } });
    await page.locator('.site-header .call-link').tap();
    const choices = page.locator('.call-sheet .call-choice');
    expect((await choices.first().boundingBox())?.y).toBeGreaterThan(0);
    await choices.last().scrollIntoViewIfNeeded();
    expect((await choices.first().boundingBox())?.y, 'it scrolls').toBeLessThan(0);
  });

  it('has the same words about who may call wherever the number appears', async () => {
    const { page } = await visit.open('/services/property-management', phone);
    const around = await page
      .locator(`a[href="${emergency}"]`)
      .evaluateAll((links) => links.map((link) => link.closest('li, p')?.textContent ?? ''));
    expect(around.length).toBeGreaterThanOrEqual(5);
    expect(around.filter((text) => !text.includes('At all hours, for clients, guests'))).toEqual([]);
  });
});

it('the urgent number above the header is in sight in a low wide window', async () => {
  const { page } = await visit.open('/', { viewport: { width: 1280, height: 400 } });
  const { y = -1 } = (await page.locator('.urgent-strip a').boundingBox()) ?? {};
  expect(y).toBeGreaterThanOrEqual(0);
});

it('the urgent number is in line with its text where it begins a line', async () => {
  const { page } = await visit.open('/contact', phone);
  const lefts = await page.locator('main .urgent-line').evaluate((line) => {
    const number = document.createRange();
    number.selectNodeContents(line.querySelector('a') ?? line);
    return [number, line].map((part) => Math.round(part.getBoundingClientRect().left));
  });
  expect(lefts[0]).toBe(lefts[1]);
});

describe('the header of a phone', () => {
  const widths = [320, 360, 375, 390, 393, 400, 412, 414, 430];

  it.each([
    ['its short name', {}],
    ['a name of 60 letters', { name: 'Northwesternmost Evergreen Highlands Homeownership Caretakers' }],
  ])('shows %s in two lines at most, and does not cut the short one', async (_name, given) => {
    const { page } = await visit.open('/about', phone);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      if ('name' in given) {
        await page.locator('.brand-short').evaluate((brand, name) => {
          brand.textContent = name;
        }, given.name);
      }
      const brand = page.locator('.brand-short');
      const lines = await brand.evaluate(
        (box) => box.clientHeight / Number.parseFloat(getComputedStyle(box).lineHeight),
      );
      expect([width, Math.round(lines)]).toEqual([width, 'name' in given ? 2 : 1]);
      if ('name' in given) continue;
      const header = page.locator('.site-header');
      const cut = await header.screenshot({ animations: 'disabled' });
      await brand.evaluate((box) => box.attributeStyleMap.set('overflow', 'visible'));
      expect((await header.screenshot({ animations: 'disabled' })).equals(cut), String(width)).toBe(true);
      await brand.evaluate((box) => box.attributeStyleMap.clear());
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  });

  it('has its close icon where its menu icon was, and the themes in the drawer and the footer', async () => {
    const { page } = await visit.open('/about', phone);
    const place = (name: string) => page.locator(`.drawer-${name}`).boundingBox();
    const before = await place('open');
    await page.locator('.drawer-toggle').tap();
    expect(await place('close')).toEqual(before);
    await page.locator('.drawer [value=sunset]').tap();
    await expect.poll(() => themeOf(page)).toBe('sunset');
    await page.locator('.drawer-toggle').tap();
    await page.locator('.site-footer [value=mountain]').tap();
    await expect.poll(() => themeOf(page)).toBe('mountain');
  });
});
