import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectBrowser } from '../support/connectBrowser.ts';
import { accessibilityProblems, holdCode, hydrated, islandCode, openPage } from '../support/islandPage.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { fakeVendor, type Vendor, type VendorMode } from '../support/vendorWidget.ts';

const bookingSite = 'https://stay.ridge.example/';

let browser: Browser;
let site: TestSite;
beforeAll(async () => {
  [browser, site] = await Promise.all([
    connectBrowser(),
    startSite({ environment: { BOOKING_SITE_URL: bookingSite } }),
  ]);
});
afterAll(async () => {
  await Promise.all([browser.close(), site.close()]);
});

async function openSearch(mode: VendorMode, path = '/rentals') {
  let vendor: Vendor | undefined;
  const opened = await openPage(browser, site.url + path, {
    prepare: async (page) => {
      await page.clock.install();
      await page.addInitScript(() => {
        const shifts: number[] = [];
        Object.defineProperty(window, 'shifts', { value: shifts });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) if ('value' in entry) shifts.push(Number(entry.value));
        }).observe({ type: 'layout-shift', buffered: true });
      });
      vendor = await fakeVendor(page, mode);
    },
  });
  await hydrated(opened.page, 'bookingSearch');
  if (!vendor) throw new Error('No vendor.');
  return { ...opened, vendor };
}

const simple = (page: Page) => page.locator('.booking-search');
const widget = (page: Page) => page.locator('#searchwidget form');
const shifted = async (page: Page) => {
  const shifts: unknown = await page.evaluate('window.shifts');
  return Array.isArray(shifts) ? shifts.reduce((sum: number, value) => sum + Number(value), 0) : Number.NaN;
};

describe('the vendor\u2019s search widget', () => {
  it.each(['/rentals', '/search-rentals'])('is loaded in its order and drawn once on %s', async (path) => {
    const { page, context, vendor, problems } = await openSearch('works', path);
    await widget(page).waitFor();
    expect(vendor.requests).toEqual([
      '/assets/js/pikaday.js',
      '/assets/widgets/searchwidget/searchwidget.js',
    ]);
    expect(await vendor.constructed()).toEqual([
      [
        'searchwidget',
        'https://stay.ridge.example/search',
        {
          lang: 'US',
          fields: ['checkIn', 'checkOut', 'guests'],
          maximumGuests: 30,
          daysBetweenDates: 7,
          openInNewTab: false,
          backgroundColorButton: '#1f4a38',
          colorButton: '#fffdf8',
        },
      ],
    ]);
    expect(await simple(page).isVisible()).toBe(false);
    await page.clock.runFor(10_000);
    expect(await widget(page).isVisible()).toBe(true);
    expect(await shifted(page)).toBeLessThan(0.1);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('gives way to the simple search and comes back, and takes every theme', async () => {
    const { page, context } = await openSearch('works');
    await widget(page).waitFor();
    const button = () =>
      widget(page)
        .locator('button')
        .evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(await button()).toBe('rgb(31, 74, 56)');
    await page.click('.theme-toggle');
    await page.click('.theme-option-original');
    await expect.poll(button).toBe('rgb(176, 74, 34)');
    const shown = async () => [await simple(page).isVisible(), await widget(page).isVisible()];
    await page.getByText('Use simple search').click();
    await expect.poll(shown).toEqual([true, false]);
    await page.getByText('Use the booking calendar').click();
    await expect.poll(shown).toEqual([false, true]);
    expect(await accessibilityProblems(page, '.rentals-hero')).toEqual([]);
    await context.close();
  });

  it.each<[string, VendorMode, number]>([
    ['G-3 blocked', 'blocked', 0],
    ['G-4 slow', 'slow', 6_000],
    ['sent as a web page', 'htmlPage', 0],
    ['throwing', 'throws', 0],
    ['drawing nothing', 'drawsNothing', 6_000],
  ])('%s leaves the simple search, says so, and moves nothing', async (_name, mode, waitMs) => {
    const { page, context, vendor, problems } = await openSearch(mode);
    expect(await simple(page).isVisible()).toBe(true);
    if (waitMs > 0) {
      await expect.poll(() => vendor.requests.length).toBe(2);
      expect(await page.locator('.booking-choice').textContent()).toBe('');
      await page.clock.runFor(waitMs);
    }
    await expect.poll(() => page.textContent('.booking-choice')).toMatch(/not available/);
    expect(await simple(page).isVisible()).toBe(true);
    expect(await page.getAttribute('.booking-search', 'action')).toBe('https://stay.ridge.example/search');
    expect(await page.locator('#searchwidget > *').count()).toBe(0);
    expect(await shifted(page)).toBeLessThan(0.1);
    // A page instead of a script is refused by the browser, in words of its own.
    if (mode !== 'htmlPage') expect(problems).toEqual([]);
    await context.close();
  });

  it.each<[string, (page: Page) => Promise<void>]>([
    ['entered', (page) => page.focus('#booking-check-in')],
    [
      'filled in and left',
      async (page) => {
        await page.fill('#booking-check-in', '2027-01-05');
        await page.locator('#booking-check-in').blur();
      },
    ],
  ])('is never put in the place of a search that was %s before it came', async (_name, begin) => {
    let release = async (): Promise<void> => undefined;
    const { page, context } = await openPage(browser, `${site.url}/rentals`, {
      waitUntil: 'domcontentloaded',
      prepare: async (opened) => {
        await fakeVendor(opened, 'works');
        release = await holdCode(opened, islandCode);
      },
    });
    await begin(page);
    const typed = await page.inputValue('#booking-check-in');
    await release();
    // The widget is loaded, but not yet shown.
    await widget(page).waitFor({ state: 'attached' });
    await expect.poll(() => page.textContent('.booking-choice')).toBe('Use the booking calendar');
    expect([await simple(page).isVisible(), await widget(page).isVisible()]).toEqual([true, false]);
    expect(await page.inputValue('#booking-check-in')).toBe(typed);
    await context.close();
  });

  it('is waited for when it is drawn in steps, and nothing is said meanwhile', async () => {
    const { page, context } = await openSearch('drawsInSteps');
    const begun = () => page.locator('#searchwidget > div').waitFor({ state: 'attached' });
    await begun();
    expect([await page.textContent('.booking-choice'), await simple(page).isVisible()]).toEqual(['', true]);
    await page.evaluate(() => document.dispatchEvent(new Event('vendor-continues')));
    await widget(page).waitFor();
    expect(await page.textContent('.booking-choice')).toBe('Use simple search');
    await page.clock.runFor(10_000);
    expect(await widget(page).isVisible()).toBe(true);

    await page.reload();
    await begun();
    await page.clock.runFor(6_000);
    await expect.poll(() => page.textContent('.booking-choice')).toMatch(/not available/);
    await context.close();
  });

  it('stays with what the visitor has chosen, whatever the vendor draws anew', async () => {
    const { page, context } = await openSearch('works');
    await widget(page).waitFor();
    await page.getByText('Use simple search').click();
    await page.fill('#booking-check-in', '2027-01-05');
    await page.getByText('Use the booking calendar').click();
    await page.evaluate(() =>
      document.querySelector('#searchwidget form')?.append(document.createElement('p')),
    );
    expect(await widget(page).isVisible()).toBe(true);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    expect(await widget(page).isVisible()).toBe(true);
    await context.close();
  });

  it('brings the simple search back when it vanishes', async () => {
    const { page, context } = await openSearch('vanishes');
    await widget(page).waitFor();
    await page.evaluate(() => document.dispatchEvent(new Event('vendor-vanishes')));
    await expect.poll(() => simple(page).isVisible()).toBe(true);
    await context.close();
  });

  it('F11 runs on a page that was come to by a link, under the policy of that page', async () => {
    let vendor: Vendor | undefined;
    const { page, context, problems } = await openPage(browser, site.url, {
      prepare: async (opened) => {
        vendor = await fakeVendor(opened, 'works');
      },
    });
    await page.locator('a[href="/rentals"]:visible').first().click();
    await page.waitForURL('**/rentals');
    await widget(page).waitFor();
    expect(vendor?.requests).toHaveLength(2);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('is requested by no other page', async () => {
    let vendor: Vendor | undefined;
    const { context } = await openPage(browser, `${site.url}/contact`, {
      prepare: async (page) => {
        vendor = await fakeVendor(page, 'works');
      },
    });
    expect(vendor?.requests).toEqual([]);
    await context.close();
  });
});
