import { expect, it } from 'vitest';
import { shiftOn } from '../support/layoutShifts.ts';
import { simpleSearch, visitBooking, widgetForm } from '../support/vendorWidget.ts';

const booking = visitBooking();

it('bookingSearch loads the vendor\u2019s scripts in order and draws its widget once', async () => {
  const { page, vendor, problems } = await booking.openSearch('works');
  await widgetForm(page).waitFor();
  expect(vendor.requests).toEqual(['/assets/js/pikaday.js', '/assets/widgets/searchwidget/searchwidget.js']);
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
  expect(await shiftOn(page)).toBeLessThan(0.001);
  expect(problems).toEqual([]);
});
