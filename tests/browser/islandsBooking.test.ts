import { expect, it } from 'vitest';
import { holdRequests, hydrate, islandCode, openPage } from '../support/browserPage.ts';
import { shiftOn } from '../support/layoutShifts.ts';
import { showWidget, simpleSearch, visitBooking, widgetForm } from '../support/vendorWidget.ts';

const booking = visitBooking();

it('bookingSearch loads the vendor\u2019s scripts in order and draws its widget once', async () => {
  const { page, vendor, problems } = await booking.openSearch('works');
  await showWidget(page);
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

it('bookingSearch keeps the dates and guests in the other pages of the tab, unless a page has its own number of guests', async () => {
  const { page, problems } = await booking.openSearch('blocked');
  const chosen = () =>
    page.$$eval('.booking-search-fields :is([type=date], [name=guests])', (fields) =>
      fields.map((field) => ('value' in field ? field.value : null)),
    );
  const visit = async (path: string) => {
    await page.goto(`${booking.site.url}${path}`);
    await hydrate(page, 'bookingSearch');
  };
  // Key by key: the year passes through dates long past.
  await page.focus('#booking-check-in');
  await page.keyboard.type('02262027');
  await page.selectOption('#booking-guests', '5');
  await visit('/rentals?town=bend');
  await expect.poll(chosen).toEqual(['2027-02-26', '2027-03-05', '5']);
  await visit('/rentals?guests=4');
  await expect.poll(chosen).toEqual(['2027-02-26', '2027-03-05', '4']);
  // What the visitor changes before hydration stays.
  const release = await holdRequests(page, islandCode);
  await page.reload({ waitUntil: 'domcontentloaded' });
  await page.fill('#booking-check-out', '2027-03-01');
  await release();
  await hydrate(page, 'bookingSearch');
  expect(await chosen()).toEqual(['', '2027-03-01', '4']);
  expect(problems).toEqual([]);
});

it('bookingSearch takes four digits of a typed year only', async () => {
  const { page } = await booking.openSearch('blocked');
  await page.focus('#booking-check-in');
  await page.keyboard.type('022620271');
  expect(await page.inputValue('#booking-check-in')).toMatch(/^\d{4}-02-26$/);
});

it('bookingSearch shows as many of the chosen guests as a home sleeps, and keeps their number for other pages', async () => {
  const { page } = await booking.openSearch('blocked');
  const { site } = booking;
  const guests = () => page.inputValue('#booking-guests');
  const visit = async (path: string) => {
    await page.goto(`${site.url}${path}`);
    await hydrate(page, 'bookingSearch');
  };
  await page.selectOption('#booking-guests', '6');
  await visit('/rentals/meadow-cabin');
  await expect.poll(guests).toBe('4');
  await page.fill('#booking-check-in', '2027-02-26');
  await visit('/rentals');
  await expect.poll(guests).toBe('6');
  // A date that is typed before hydration is no choice of guests either.
  const release = await holdRequests(page, islandCode);
  await page.goto(`${site.url}/rentals/meadow-cabin`, { waitUntil: 'domcontentloaded' });
  await page.fill('#booking-check-in', '2027-03-01');
  await release();
  await hydrate(page, 'bookingSearch');
  await expect.poll(guests).toBe('4');
  await visit('/rentals');
  await expect.poll(guests).toBe('6');
  // What is chosen for a home replaces it, also when a choice is taken back.
  await visit('/rentals/meadow-cabin');
  await page.selectOption('#booking-guests', '3');
  await page.selectOption('#booking-guests', '4');
  await visit('/rentals');
  await expect.poll(guests).toBe('4');
});

it('bookingSearch does not send a day that has passed while the page was left open', async () => {
  const { page, requested } = await booking.openSearch('blocked');
  await page.fill('#booking-check-in', '2026-12-01');
  // The town's next morning.
  await page.clock.setFixedTime(new Date('2026-12-02T16:00:00Z'));
  const search = page.locator('.booking-elsewhere');
  await search.click();
  const state = () =>
    page.$eval('#booking-check-in', (input) =>
      input instanceof HTMLInputElement ? [input.min, input.validity.rangeUnderflow] : [],
    );
  expect(await state()).toEqual(['2026-12-02', true]);
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('booking-check-in');
  expect(requested).not.toContain('/search');
  await page.fill('#booking-check-in', '2026-12-02');
  await search.click();
  await page.waitForURL(/^https:\/\/stay\.ridge\.example\/search\?checkIn=2026-12-02&checkOut=2026-12-09/);
});

it('bookingSearch begins with the day of the homes\u2019 town, wherever the visitor is', async () => {
  for (const timezoneId of ['Pacific/Auckland', 'Pacific/Honolulu']) {
    const { page } = await booking.openWith('blocked', '/rentals', (path, options) =>
      booking.open(path, { ...options, timezoneId }),
    );
    for (const [now, today] of [
      ['2026-12-02T07:30:00Z', '2026-12-01'],
      ['2026-12-02T08:30:00Z', '2026-12-02'],
    ] as const) {
      await page.clock.setFixedTime(new Date(now));
      await hydrate(page, 'bookingSearch');
      await page.fill('#booking-check-in', '2026-12-20');
      expect(await page.getAttribute('#booking-check-in', 'min'), timezoneId).toBe(today);
    }
  }
});

it('bookingSearch shows prices for the chosen stay, and keeps the dates of the address for the next search', async () => {
  const { page, problems } = await booking.openSearch('blocked');
  const { site } = booking;
  await page.fill('#booking-check-in', '2027-07-10');
  await page.selectOption('#booking-guests', '4');
  await page.click('.booking-search .button');
  await page.waitForURL(/\/rentals\?checkIn=2027-07-10&checkOut=2027-07-17&guests=4/);
  expect(await page.locator('.home-card').first().innerText()).toContain('$2,192.25 in all');
  await page.goto(`${site.url}/search-rentals`);
  await hydrate(page, 'bookingSearch');
  await expect.poll(() => page.inputValue('#booking-check-in')).toBe('2027-07-10');
  expect(problems).toEqual([]);
});

it.each([true, false])(
  'bookingSearch asks for the dates of which it shows the price of a home; script: %s',
  async (script) => {
    const { browser, site } = booking;
    const { page } = await openPage(browser, `${site.url}/rentals/meadow-cabin`, {
      javaScriptEnabled: script,
    });
    if (script) await hydrate(page, 'bookingSearch');
    await page.click('.booking-search .button');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('booking-check-in');
    expect(new URL(page.url()).search).toBe('');
  },
);

it('bookingSearch stays on a wide screen, and does not cover the link of a home that Tab comes back to', async () => {
  const { browser, site } = booking;
  const { page } = await openPage(browser, `${site.url}/rentals`, { viewport: { width: 1280, height: 800 } });
  await page.locator('.compared-homes a').last().focus();
  for (const home of (await page.locator('.compared-homes a').all()).slice(0, -1).reverse()) {
    await page.keyboard.press('Shift+Tab');
    const [bar, link] = [await page.locator('.booking-bar').boundingBox(), await home.boundingBox()];
    expect(await home.evaluate((focused) => focused === document.activeElement)).toBe(true);
    expect(link?.y).toBeGreaterThan((bar?.y ?? 0) + (bar?.height ?? 0));
  }
});

it('bookingSearch does not cover the heading of the homes that it leads to', async () => {
  const { browser, site } = booking;
  const { page } = await openPage(browser, `${site.url}/rentals`, { viewport: { width: 1280, height: 800 } });
  await page.click('.booking-bar .button');
  await page.waitForURL(/#homes$/);
  const heading = page.locator('#homes');
  await expect
    .poll(async () => {
      const [bar, title] = [await page.locator('.booking-bar').boundingBox(), await heading.boundingBox()];
      return (title?.y ?? 0) > (bar?.y ?? 0) + (bar?.height ?? 0) && (title?.y ?? 0) < 800;
    })
    .toBe(true);
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
});

it('bookingSearch is followed by a sentence about wrong dates that keeps its distance from the homes', async () => {
  const { browser, site } = booking;
  const { page } = await openPage(browser, `${site.url}/rentals?checkIn=2027-02-20&checkOut=2027-02-18`);
  const notice = await page.locator('.homes-section .notice').boundingBox();
  const home = await page.locator('.homes-section li').first().boundingBox();
  expect((home?.y ?? 0) - (notice?.y ?? 0) - (notice?.height ?? 0)).toBeGreaterThan(15);
});

it('the comparison below bookingSearch keeps a name of several lines apart from the rule above it', async () => {
  const { browser, site } = booking;
  const { page } = await openPage(browser, `${site.url}/rentals`, { viewport: { width: 360, height: 800 } });
  const gap = await page
    .locator('.compared-homes tbody a')
    .first()
    .evaluate((link) => {
      link.textContent = 'The old schoolhouse above the river at Smith Rock';
      const name = document.createRange();
      name.selectNodeContents(link);
      return name.getBoundingClientRect().top - (link.closest('tr') ?? link).getBoundingClientRect().top;
    });
  expect(gap).toBeGreaterThan(5);
});
