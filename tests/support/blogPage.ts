import type { Page } from 'playwright-core';
import { hydrate, mark, type OpenPage, type VisitedSite, visitSite } from './browserPage.ts';

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

/** A site, there from the first test of a file to its last, whose blog is looked at. */
export interface BlogSite extends VisitedSite {
  /** Opens a page of the blog whose filters are hydrated, marked as `isSame` knows it. */
  openBlog(path?: string): Promise<OpenPage>;
  /** What the server alone shows for an address: what the page must show for it, however it came there. */
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
