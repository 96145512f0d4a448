import type { Page } from 'playwright-core';
import { hydrate, mark, type OpenPage, type VisitedSite, visitSite } from './browserPage.ts';

/** What a reader sees of the blog, rendered by server or island. */
export interface SeenBlog {
  readonly posts: readonly string[];
  /** The entries marked as current in the filters, the sidebar and the pagination. */
  readonly current: readonly string[];
  readonly banner: string;
  readonly title: string;
}

/** Reads what a visitor of the blog sees. */
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

/** A site for all tests of one file, with helpers for its blog. */
export interface BlogSite extends VisitedSite {
  /** Opens a page of the blog, hydrates its filters and marks the document for `isSame`. */
  openBlog(path?: string): Promise<OpenPage>;
  /** What a fresh load of an address shows; a page must show the same, however its visitor got there. */
  fromServer(address: string): Promise<SeenBlog>;
}

/** Starts it before the tests of the file that calls it, and ends it after. */
export function visitBlog(): BlogSite {
  const visit = visitSite();
  const loads = new Map<string, Promise<SeenBlog>>();
  const load = async (address: string) => {
    const { page, context } = await visit.open(address);
    const found = await seen(page);
    await context.close();
    return found;
  };
  return Object.assign(visit, {
    async openBlog(path = '/blog') {
      const opened = await visit.open(path);
      await hydrate(opened.page, 'blogFilters');
      await mark(opened.page);
      return opened;
    },
    fromServer(address: string) {
      const known = loads.get(address) ?? load(address);
      loads.set(address, known);
      return known;
    },
  });
}
