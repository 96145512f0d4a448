import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { connectBrowser } from './connectBrowser.ts';
import { hydrate, type IslandPage, openPage } from './islandPage.ts';
import type { TestSite } from './site.ts';
import { startWarmSite } from './warmSite.ts';

/** What a reader sees of the blog, rendered by server or island. */
export interface SeenBlog {
  readonly posts: readonly string[];
  /** The chosen entries of filters, sidebar and pages. */
  readonly current: readonly string[];
  readonly banner: string;
  readonly title: string;
}

/** What a visitor of the blog sees: posts, chosen entries, the banner of a filter, the title. */
export const seen = (page: Page): Promise<SeenBlog> =>
  page.evaluate(() => {
    const visible = (selector: string) =>
      [...document.querySelectorAll(selector)]
        .filter((element) => element.checkVisibility())
        .map((element) => element.textContent?.trim() ?? '');
    return {
      posts: visible('.post-list .card-title, .empty-title'),
      current: visible('.chips [aria-current], .sidebar [aria-current], .pagination [aria-current]'),
      banner: visible('.filter-banner strong').join(),
      title: document.title,
    };
  });

/** The path and query of a page. */
export const addressOf = (page: Page): Promise<string> =>
  page.evaluate(() => location.pathname + location.search);

/** Whether the page is still the document that `openBlog` opened. */
export const isSame = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.body.dataset.mine === 'still');

/** A warm site and the shared browser, there from the first test of a file to its last. */
export interface BlogSite {
  readonly site: TestSite;
  readonly browser: Browser;
  /** Opens a page of the blog whose filters are hydrated, until the end of the test. */
  openBlog(path?: string): Promise<IslandPage>;
  /** What the server alone shows for an address: what the page must show for it, however it came there. */
  fromServer(address: string): Promise<SeenBlog>;
}

/** Starts both before the tests of the file that calls it, and ends them after. */
export function useBlogSite(): BlogSite {
  let browser: Browser;
  let site: TestSite;
  beforeAll(async () => {
    [browser, site] = await Promise.all([connectBrowser(), startWarmSite()]);
  });
  afterAll(() => Promise.all([browser.close(), site.close()]));
  const loads = new Map<string, Promise<SeenBlog>>();
  const load = async (address: string) => {
    const { page, context } = await openPage(browser, site.url + address);
    // What comes late in a stream may be put in its place after `load`.
    await page.waitForFunction(() => !document.querySelector('.pending'));
    const found = await seen(page);
    await context.close();
    return found;
  };
  return {
    get site() {
      return site;
    },
    get browser() {
      return browser;
    },
    async openBlog(path = '/blog') {
      const opened = await openPage(browser, site.url + path);
      onTestFinished(() => opened.context.close());
      await hydrate(opened.page, 'blogFilters');
      await opened.page.evaluate(() => Object.assign(document.body.dataset, { mine: 'still' }));
      return opened;
    },
    fromServer(address) {
      const known = loads.get(address) ?? load(address);
      loads.set(address, known);
      return known;
    },
  };
}
