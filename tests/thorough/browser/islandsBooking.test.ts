import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityProblems, hydrate, openHeld } from '../../support/browserPage.ts';
import { shiftOn } from '../../support/layoutShifts.ts';
import {
  choiceOf,
  reportedFailure,
  showWidget,
  simpleSearch,
  type VendorMode,
  visitBooking,
  widgetForm,
} from '../../support/vendorWidget.ts';

const booking = visitBooking();

describe('the vendor\u2019s search widget', () => {
  it('is drawn once on the search page too', async () => {
    const { page, vendor, problems } = await booking.openSearch('works', '/search-rentals');
    await showWidget(page);
    expect(await vendor.constructed()).toHaveLength(1);
    expect(problems).toEqual([]);
  });

  it('can be switched to the simple search and back, and follows the theme', async () => {
    const { page } = await booking.openSearch('works');
    await showWidget(page);
    const button = () =>
      widgetForm(page)
        .locator('button')
        .evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(await button()).toBe('rgb(31, 74, 56)');
    await page.click('.theme-toggle');
    await page.click('.theme-list [value=original]');
    await expect.poll(button).toBe('rgb(148, 62, 29)');
    const shown = async () => [await simpleSearch(page).isVisible(), await widgetForm(page).isVisible()];
    await page.locator('.booking-head button').click();
    await expect.poll(shown).toEqual([true, false]);
    await page.locator('.booking-head button').click();
    await expect.poll(shown).toEqual([false, true]);
    expect(await accessibilityProblems(page, '.booking-bar')).toEqual([]);
  });

  it.each<[string, VendorMode, number]>([
    ['G-3 blocked', 'blocked', 0],
    ['G-4 slow', 'slow', 6_000],
    ['sent as a web page', 'htmlPage', 0],
    ['throwing', 'throws', 0],
    ['drawing nothing', 'drawsNothing', 6_000],
  ])(
    '%s leaves the simple search without a notice, reports the failure, and moves nothing',
    async (_name, mode, waitMs) => {
      const { page, vendor, problems } = await booking.openSearch(mode);
      expect(await simpleSearch(page).isVisible()).toBe(true);
      if (waitMs > 0) {
        await expect.poll(() => vendor.requests.length).toBe(2);
        expect(await choiceOf(page)).toBe('');
        await page.clock.runFor(waitMs);
      }
      expect(await reportedFailure(page)).toMatch(/^booking: /);
      expect(await choiceOf(page)).toBe('');
      expect(await simpleSearch(page).isVisible()).toBe(true);
      expect(await page.getAttribute('.booking-elsewhere', 'formaction')).toBe(
        'https://stay.ridge.example/search',
      );
      expect(await page.locator('#searchwidget > *').count()).toBe(0);
      expect(await shiftOn(page)).toBeLessThan(0.001);
      // The browser itself logs an error for a page instead of a script.
      if (mode !== 'htmlPage') expect(problems).toEqual([]);
    },
  );

  it.each<[string, (page: Page) => Promise<void>]>([
    ['entered', (page) => page.focus('#booking-check-in')],
    [
      'filled in and left',
      async (page) => {
        await page.fill('#booking-check-in', '2027-01-05');
        await page.locator('#booking-check-in').blur();
      },
    ],
    [
      'given a number of guests and left',
      async (page) => {
        await page.selectOption('#booking-guests', '6');
        await page.locator('#booking-guests').blur();
      },
    ],
  ])('never replaces a search that was %s before it loaded', async (_name, begin) => {
    const held = { release: async (): Promise<void> => undefined };
    const { page } = await booking.openWith('works', '/rentals', async (path, options) =>
      Object.assign(held, await openHeld(booking, path, options)),
    );
    await begin(page);
    const typed = await page.inputValue('#booking-check-in');
    await held.release();
    // The widget is loaded, but not yet shown.
    await widgetForm(page).waitFor({ state: 'attached' });
    await expect.poll(() => choiceOf(page)).toBe('Calendar');
    expect([await simpleSearch(page).isVisible(), await widgetForm(page).isVisible()]).toEqual([true, false]);
    expect(await page.inputValue('#booking-check-in')).toBe(typed);
  });

  it('is waited for when it is drawn in steps, and reported when it is never complete', async () => {
    const { page } = await booking.openSearch('drawsInSteps');
    const begun = () => page.locator('#searchwidget > div').waitFor({ state: 'attached' });
    await begun();
    expect([await choiceOf(page), await simpleSearch(page).isVisible()]).toEqual(['', true]);
    await page.evaluate(() => document.dispatchEvent(new Event('vendor-continues')));
    await showWidget(page);
    expect(await choiceOf(page)).toBe('Simple search');
    await page.clock.runFor(10_000);
    expect(await widgetForm(page).isVisible()).toBe(true);

    await page.reload();
    await begun();
    await page.clock.runFor(6_000);
    expect(await reportedFailure(page)).toMatch(/^booking: .*not there after/);
    expect(await simpleSearch(page).isVisible()).toBe(true);
  });

  it('F11 runs on a page that was opened by a link, under the policy of that page, and is loaded on no other', async () => {
    const { page, vendor, problems } = await booking.openWith('works', '/');
    expect(vendor.requests).toEqual([]);
    await page.locator('a[href="/rentals"]:visible').first().click();
    await page.waitForURL('**/rentals');
    await showWidget(page);
    expect(vendor.requests).toHaveLength(2);
    expect(problems).toEqual([]);
  });

  it('F11 is not needed for the dates of the simple search: a week from the check-in, nothing in the past', async () => {
    const { page } = await booking.openSearch('blocked');
    // The test controls the clock of the page.
    await page.clock.setFixedTime(new Date('2027-01-30T12:00:00'));
    const dates = () =>
      page.$$eval('.booking-search input[type=date]', (inputs) =>
        inputs.map((input) => (input instanceof HTMLInputElement ? [input.min, input.value] : [])),
      );
    await page.fill('#booking-check-in', '2027-02-26');
    expect(await dates()).toEqual([
      ['2027-01-30', '2027-02-26'],
      ['2027-02-27', '2027-03-05'],
    ]);
    await page.fill('#booking-check-in', '2027-12-30');
    expect((await dates())[1]).toEqual(['2027-12-31', '2028-01-06']);
    // A choice of the visitor's own stays while it is possible.
    await page.fill('#booking-check-out', '2028-01-02');
    await page.fill('#booking-check-in', '2027-12-31');
    expect((await dates())[1]).toEqual(['2028-01-01', '2028-01-02']);
    await page.fill('#booking-check-in', '2028-02-25');
    expect((await dates())[1]).toEqual(['2028-02-26', '2028-03-03']);
    // A check-in in the past does not propose a check-out in the past.
    await page.fill('#booking-check-in', '2020-01-05');
    expect((await dates())[1]).toEqual(['2027-01-31', '2027-02-06']);
    await page.fill('#booking-check-out', '2020-01-09');
    await page.fill('#booking-check-in', '2027-01-29');
    expect((await dates())[1]).toEqual(['2027-01-31', '2027-02-06']);
    const isValid = await page.$eval('#booking-check-in', (input) => input.matches(':valid'));
    expect(isValid).toBe(false);
    // What was proposed is a proposal on the next page too; a stay in the past is forgotten.
    await page.fill('#booking-check-in', '2027-03-01');
    const reload = async () => {
      await page.reload();
      await hydrate(page, 'bookingSearch');
    };
    await reload();
    await page.fill('#booking-check-in', '2027-03-05');
    expect((await dates())[1]).toEqual(['2027-03-06', '2027-03-12']);
    await page.clock.setFixedTime(new Date('2027-03-08T12:00:00'));
    await reload();
    expect((await dates()).map(([, value]) => value)).toEqual(['', '']);
  });
});
