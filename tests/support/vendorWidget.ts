import type { Page } from 'playwright-core';
import { hydrated, type OpenPage, type VisitedSite, visitSite } from './browserPage.ts';
import { countShifts } from './layoutShifts.ts';

/** The ways in which the booking vendor's scripts can work or fail. */
export type VendorMode =
  | 'works'
  /** An ad blocker, or a vendor that is down. */
  | 'blocked'
  /** The first script only; the second never gets a response. */
  | 'slow'
  /** 200 with a web page instead of a script. */
  | 'htmlPage'
  | 'throws'
  | 'drawsNothing'
  /** An empty frame first, and its controls when the document gets the event `vendor-continues`. */
  | 'drawsInSteps';

/** What the fake widget has received. */
export interface Vendor {
  /** Paths in the order of the requests. */
  readonly requests: string[];
  /** What the constructor was called with, once for each call. */
  constructed(): Promise<unknown[][]>;
}

const picker = 'window.Pikaday = function Pikaday() {};';

/** Like the vendor's: it needs the date picker, draws a form at once, and appends a calendar to the body. */
const widget = `
window.vendorCalls = [];
window.SearchWidget = function SearchWidget(id, url, options) {
  window.vendorCalls.push([id, url, options]);
  if (typeof window.Pikaday !== 'function') throw new Error('No date picker.');
  const form = document.createElement('form');
  form.action = url;
  for (const field of options.fields) {
    const input = document.createElement('input');
    input.name = field;
    input.setAttribute('aria-label', field);
    form.append(input);
  }
  const button = document.createElement('button');
  button.textContent = 'Search';
  button.style.backgroundColor = options.backgroundColorButton;
  button.style.color = options.colorButton;
  form.append(button);
  document.getElementById(id).append(form);
  const calendar = document.createElement('div');
  calendar.className = 'pika-single';
  calendar.hidden = true;
  document.body.append(calendar);
};`;

const scripts: Readonly<Record<Exclude<VendorMode, 'blocked' | 'slow' | 'htmlPage'>, string>> = {
  works: widget,
  throws:
    'window.vendorCalls = []; window.SearchWidget = function () { window.vendorCalls.push([...arguments]); throw new Error("vendor"); };',
  drawsNothing:
    'window.vendorCalls = []; window.SearchWidget = function () { window.vendorCalls.push([...arguments]); };',
  drawsInSteps: `${widget}
    const Whole = window.SearchWidget;
    window.SearchWidget = function (id, ...rest) {
      document.getElementById(id).append(document.createElement('div'));
      document.addEventListener('vendor-continues', () => Whole(id, ...rest));
    };`,
};

/** Stands in for the vendor of the booking widget on one page. */
async function fakeVendor(page: Page, mode: VendorMode): Promise<Vendor> {
  const requests: string[] = [];
  await page.route('https://platform.hostfully.com/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    requests.push(pathname);
    const isPicker = pathname.endsWith('/pikaday.js');
    const script = (body: string) => route.fulfill({ contentType: 'text/javascript', body });
    if (mode === 'blocked') return route.abort('blockedbyclient');
    if (mode === 'htmlPage') return route.fulfill({ contentType: 'text/html', body: '<!doctype html>' });
    if (isPicker) return script(picker);
    if (mode !== 'slow') return script(scripts[mode]);
  });
  return {
    requests,
    async constructed() {
      const calls: unknown = await page.evaluate('window.vendorCalls ?? []');
      return Array.isArray(calls) ? calls : [];
    },
  };
}

export interface BookingPage extends OpenPage {
  readonly vendor: Vendor;
}

/** A site with a booking search, for all tests of one file. */
export interface BookingSite extends VisitedSite {
  /** Opens a page whose clock and vendor the test controls. */
  openWith(mode: VendorMode, path: string, open?: VisitedSite['open']): Promise<BookingPage>;
  /** Opens a page of the search, hydrated. */
  openSearch(mode: VendorMode, path?: string): Promise<BookingPage>;
}

/** Starts it before the tests of the file that calls it, and ends it after. */
export function visitBooking(): BookingSite {
  const visit = visitSite({ environment: { BOOKING_SITE_URL: 'https://stay.ridge.example/' } });
  const openWith: BookingSite['openWith'] = async (mode, path, open = visit.open) => {
    let vendor: Vendor | undefined;
    const opened = await open(path, {
      async prepare(page) {
        // The tests choose dates after this one.
        await page.clock.install({ time: new Date('2026-12-01T12:00:00') });
        await countShifts(page);
        vendor = await fakeVendor(page, mode);
      },
    });
    if (!vendor) throw new Error('No vendor.');
    return { ...opened, vendor };
  };
  return Object.assign(visit, {
    openWith,
    async openSearch(mode: VendorMode, path = '/rentals') {
      const opened = await openWith(mode, path);
      await hydrated(opened.page, 'bookingSearch');
      return opened;
    },
  });
}

/** Our own form. */
export const simpleSearch = (page: Page) => page.locator('.booking-search');
/** Shows the vendor's widget, which our own prices come before, when it is ready. */
export async function showWidget(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Calendar' }).click();
  await widgetForm(page).waitFor();
}
/** The vendor's form. */
export const widgetForm = (page: Page) => page.locator('#searchwidget form');

/** The label of the button that switches between the two; empty while there is none. */
export async function choiceOf(page: Page): Promise<string> {
  const button = page.locator('.booking-head button');
  return (await button.isVisible()) ? ((await button.textContent()) ?? '') : '';
}

/** Resolves with the report of a widget that does not appear. */
export const reportedFailure = (page: Page): Promise<unknown> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        window.sendErrors?.((error, { kind }) => resolve(`${kind}: ${String(error)}`));
      }),
  );
