import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { connectBrowser } from './connectBrowser.ts';
import { hydrated, type IslandPage, openPage } from './islandPage.ts';
import { startSite, type TestSite } from './site.ts';

/** The ways in which the booking vendor's scripts can be, or fail. */
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
  /** An empty frame first, and its controls when the page says `vendor-continues`. */
  | 'drawsInSteps'
  /** Renders, and removes everything again. */
  | 'vanishes';

/** What the substitute of the widget has received. */
export interface Vendor {
  /** Paths in the order of the requests. */
  readonly requests: string[];
  /** What the constructor was called with, once for each call. */
  constructed(): Promise<unknown[][]>;
}

const picker = 'window.Pikaday = function Pikaday() {};';

/** As the vendor's: it needs the date picker, draws a form at once, and hangs a calendar on the body. */
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
  vanishes: `${widget}
    const Real = window.SearchWidget;
    window.SearchWidget = function (id, ...rest) {
      Real(id, ...rest);
      document.addEventListener('vendor-vanishes', () => document.getElementById(id).replaceChildren());
    };`,
};

/** Stands in for the vendor of the booking widget on one page. */
export async function fakeVendor(page: Page, mode: VendorMode): Promise<Vendor> {
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

/** A site with a booking search and the shared browser, there from the first test of a file to its last. */
export interface BookingSite {
  readonly site: TestSite;
  readonly browser: Browser;
  /** Opens a page of the search, hydrated, with its clock and the vendor in the test's hands. */
  openSearch(mode: VendorMode, path?: string): Promise<IslandPage & { readonly vendor: Vendor }>;
}

/** Starts both before the tests of the file that calls it, and ends them after. */
export function useBookingSite(): BookingSite {
  let browser: Browser;
  let site: TestSite;
  beforeAll(async () => {
    [browser, site] = await Promise.all([
      connectBrowser(),
      startSite({ environment: { BOOKING_SITE_URL: 'https://stay.ridge.example/' } }),
    ]);
  });
  afterAll(() => Promise.all([browser.close(), site.close()]));
  return {
    get site() {
      return site;
    },
    get browser() {
      return browser;
    },
    async openSearch(mode, path = '/rentals') {
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
      onTestFinished(() => opened.context.close());
      await hydrated(opened.page, 'bookingSearch');
      if (!vendor) throw new Error('No vendor.');
      return { ...opened, vendor };
    },
  };
}

/** Our own form. */
export const simpleSearch = (page: Page) => page.locator('.booking-search');
/** The vendor's form. */
export const widgetForm = (page: Page) => page.locator('#searchwidget form');

/** How far what was there has moved, as the browser sums it up. */
export async function shiftOf(page: Page): Promise<number> {
  const shifts: unknown = await page.evaluate('window.shifts');
  return Array.isArray(shifts) ? shifts.reduce((sum: number, value) => sum + Number(value), 0) : Number.NaN;
}

/** The choice between the two; empty while there is none. */
export async function choiceOf(page: Page): Promise<string> {
  const button = page.locator('.booking-head button');
  return (await button.isVisible()) ? ((await button.textContent()) ?? '') : '';
}

/** What operators are told of a widget that does not come; waits until they are. */
export const reportedFailure = (page: Page): Promise<unknown> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        window.sendErrors?.((error, { kind }) => resolve(`${kind}: ${String(error)}`));
      }),
  );
