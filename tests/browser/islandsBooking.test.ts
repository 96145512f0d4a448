import { describe, expect, it } from 'vitest';
import {
  choiceOf,
  reportedFailure,
  shiftOf,
  simpleSearch,
  useBookingSite,
  widgetForm,
} from '../support/vendorWidget.ts';

const booking = useBookingSite();

describe('the vendor\u2019s search widget', () => {
  it('is loaded in its order and drawn once', async () => {
    const { page, vendor, problems } = await booking.openSearch('works');
    await widgetForm(page).waitFor();
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
    expect(await simpleSearch(page).isVisible()).toBe(false);
    await page.clock.runFor(10_000);
    expect(await widgetForm(page).isVisible()).toBe(true);
    expect(await shiftOf(page)).toBeLessThan(0.001);
    expect(problems).toEqual([]);
  });

  it('G-3 blocked leaves the simple search without a word, tells operators, and moves nothing', async () => {
    const { page, problems } = await booking.openSearch('blocked');
    expect(await simpleSearch(page).isVisible()).toBe(true);
    expect(await reportedFailure(page)).toMatch(/^booking: .*pikaday.js could not be loaded/);
    expect(await choiceOf(page)).toBe('');
    expect(await simpleSearch(page).isVisible()).toBe(true);
    expect(await page.getAttribute('.booking-search', 'action')).toBe('https://stay.ridge.example/search');
    expect(await page.locator('#searchwidget > *').count()).toBe(0);
    expect(await shiftOf(page)).toBeLessThan(0.001);
    expect(problems).toEqual([]);
  });
});
