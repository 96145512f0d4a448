import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import {
  accessibilityProblems,
  addressOf,
  hydrate,
  hydrated,
  themeOf,
  visitSite,
} from '../../support/browserPage.ts';
import { goodEnquiry } from '../../support/goodEnquiry.ts';

// Keyboard only: every step is a key, and at every stop the focus must be visible.

const visit = visitSite();

interface Stop {
  /** What a screen reader would begin with: the text, or the name of a field. */
  readonly name: string;
  /** The element has a focus outline, and nothing covers it. */
  readonly isSeen: boolean;
}

/** The focused element. */
const stop = (page: Page): Promise<Stop> =>
  page.evaluate(() => {
    const { activeElement } = document;
    if (!(activeElement instanceof HTMLElement)) return { name: '', isSeen: false };
    const own = activeElement.textContent?.replace(/\s+/g, ' ').trim() ?? '';
    const name = activeElement.getAttribute('name') ?? own;
    const shows = [
      getComputedStyle(activeElement),
      // The link of a card covers the card, and draws its outline around all of it.
      getComputedStyle(activeElement, '::after'),
      // The toggle of a submenu draws it around its chevron; no other element may.
      getComputedStyle(activeElement.closest('.submenu-toggle')?.querySelector('.icon') ?? activeElement),
    ].some(({ outlineStyle }) => outlineStyle !== 'none');
    const { left, top, width, height } = activeElement.getBoundingClientRect();
    const over = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 20));
    const isFree = over !== null && (activeElement.contains(over) || over.contains(activeElement));
    return { name, isSeen: isFree && shows };
  });

/** Presses Tab until the focus is on a matching element; fails when a stop on the way is not visible. */
async function tabTo(page: Page, selector: string): Promise<string[]> {
  const names: string[] = [];
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab');
    const { name, isSeen } = await stop(page);
    expect(isSeen, `${name} is seen to have the focus`).toBe(true);
    names.push(name);
    if (await page.evaluate((fits) => document.activeElement?.matches(fits), selector)) return names;
  }
  throw new Error(`No Tab leads to ${selector}: ${names.join(', ')}`);
}

const open = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => element.hasAttribute('open'));

it('by keyboard the menu is opened, walked through and closed, a theme is chosen, and a link is followed', async () => {
  const { page, problems } = await visit.open('/about');
  const names = await tabTo(page, '.site-nav .submenu > summary');
  expect(names[0]).toBe('Skip to content');
  await hydrated(page, 'siteMenu');
  await page.keyboard.press('Enter');
  const submenu = '.site-nav .submenu:has(:focus)';
  expect(await open(page, submenu)).toBe(true);
  const [first] = await tabTo(page, '.submenu-list a');
  expect(first).toBe((await page.locator(`${submenu} a`).first().textContent())?.trim());
  await page.keyboard.press('Escape');
  expect(await open(page, submenu)).toBe(false);

  await tabTo(page, '.theme-toggle');
  await hydrated(page, 'themeSwitcher');
  await page.keyboard.press('Space');
  await tabTo(page, '.theme-list [value=mountain]');
  await page.keyboard.press('Enter');
  await expect.poll(() => themeOf(page)).toBe('mountain');
  expect(await page.evaluate(() => document.activeElement?.className)).toBe('theme-toggle');

  for (const name of ['Search', 'Get Quote']) {
    await page.keyboard.press('Shift+Tab');
    expect((await stop(page)).name).toBe(name);
  }
  await page.keyboard.press('Enter');
  await page.waitForURL('**/contact');
  expect(problems).toEqual([]);
});

it('by keyboard the number above the header is reached in view on a scrolled page, which stays where it is', async () => {
  const { page, problems } = await visit.open('/about');
  const scrolled = () => page.evaluate(() => window.scrollY);
  await page.evaluate(() => window.scrollTo({ top: 1_500, behavior: 'instant' }));
  const before = await scrolled();
  expect(before).toBeGreaterThan(300);
  await page.locator('.theme-toggle').focus();
  await page.keyboard.press('Tab');
  expect((await stop(page)).name).toBe('(541) 555-0187');
  const top = () => page.evaluate(() => document.activeElement?.getBoundingClientRect().top);
  expect(await top()).toBeGreaterThanOrEqual(0);
  expect(await scrolled()).toBe(before);
  expect(problems).toEqual([]);
});

it('by keyboard the blog is filtered, cleared, filtered by a tag and read', async () => {
  const { page, problems } = await visit.open('/blog');
  await tabTo(page, '.chips li:nth-child(2) a');
  await hydrated(page, 'blogFilters');
  await page.keyboard.press('Enter');
  await expect.poll(() => addressOf(page)).toMatch(/^\/blog\?category=/);
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-current'))).toBe('page');
  expect(await accessibilityProblems(page, '.blog-body')).toEqual([]);
  await tabTo(page, '.filter-banner a');
  await page.keyboard.press('Enter');
  await expect.poll(() => addressOf(page)).toBe('/blog');
  expect((await stop(page)).name).toBe('All posts');
  await tabTo(page, '.sidebar a[href*="tag="]');
  await page.keyboard.press('Enter');
  await expect.poll(() => addressOf(page)).toMatch(/^\/blog\?tag=/);
  // Backward out of the sidebar: the list comes before it.
  while (!(await page.evaluate(() => document.activeElement?.closest('#posts-shown'))))
    await page.keyboard.press('Shift+Tab');
  const [, title = ''] = /^Read More: (.+)$/.exec((await stop(page)).name) ?? [];
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/blog\/[^?]+$/);
  expect(await page.textContent('h1')).toBe(title);
  expect(problems).toEqual([]);
});

it('by keyboard the form is sent empty, corrected and sent', async () => {
  const { page, problems } = await visit.open('/contact');
  await hydrate(page, 'contactForm');
  await tabTo(page, '#enquiry-name');
  await page.keyboard.press('Enter');
  await page.locator('.error-summary-title').waitFor();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('enquiry-name');
  await page.keyboard.type(goodEnquiry.name);
  const order = ['email', 'phone', 'service', 'message', 'requestMeeting'];
  const typed: Readonly<Record<string, string>> = { ...goodEnquiry, requestMeeting: '', service: 'Mai' };
  for (const name of order) {
    expect(await tabTo(page, `#enquiry-${name}`)).toEqual([name]);
    await page.keyboard.type(typed[name] ?? '');
  }
  await page.keyboard.press('Space');
  const button = await tabTo(page, '#enquiry > button');
  expect(button.at(-1)).toBe('Send Message');
  await page.keyboard.press('Enter');
  await page.locator('.contact-success').waitFor();
  // The success message takes the focus, so that it is announced and the next Tab goes on from there.
  await expect.poll(async () => (await stop(page)).name).toContain('Thank you for your message!');
  expect(visit.site.contactService.received.map(({ body }) => body)).toEqual([
    { ...goodEnquiry, service: 'maintenance', requestMeeting: true },
  ]);
  expect(problems).toEqual([]);
});
