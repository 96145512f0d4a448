import { blogTitle } from '../../shared/blogListText.ts';
import { postsApiPath } from '../../shared/paths.ts';
import { type SiteContent, valueIn } from '../content/siteContent.ts';
import type { Config } from '../process/config.ts';
import type { Feed } from '../render/feed.ts';
import { noQuery, writeQuery } from '../render/matchPage.ts';
import {
  atomFeedPath,
  type FeedSource,
  jsonFeedPath,
  postsOfFeed,
  renderAtomFeed,
  renderJsonFeed,
} from '../site/seo/feeds.ts';
import { pagesOfContent, renderSitemap, sitemapEntries } from '../site/seo/sitemap.ts';

export const sitemapPath = '/sitemap.xml';

/** Better nothing than a list without its posts: readers and crawlers would drop them. */
const notNow = { type: 'text/plain; charset=utf-8', text: 'Not available now.\n' };
const json = 'application/json; charset=utf-8';

/** The title of the site as settings name it. */
export function siteTitleOf(content: SiteContent, config: Config): string {
  const { siteTitle = null, siteName = null } = valueIn(content.site_settings) ?? {};
  return siteTitle ?? siteName ?? config.siteName;
}

/** The sitemap, the feeds, and one page of posts as the blog's filter bar requests it. */
export function feedsOf(config: Config): readonly Feed[] {
  const origin = config.externalApis.frontendUrl;
  const blogFeed = (path: string, type: string, render: (source: FeedSource) => string): Feed => ({
    path,
    route: 'feed',
    type,
    filter: 'term',
    unreachable: notNow,
    render(content, query) {
      const blog = valueIn(content.blog_posts);
      if (!blog) return null;
      const { posts, pagePath, term } = postsOfFeed(blog, query);
      if ((query.category ?? query.tag) !== null && term === null) return { text: '', isAbsent: true };
      const title = `${siteTitleOf(content, config)} ${term?.name ?? blogTitle}`;
      return {
        text: render({ title, origin, posts, pagePath, query: writeQuery({ ...noQuery, ...query }) }),
      };
    },
  });
  return [
    blogFeed(atomFeedPath, 'application/atom+xml; charset=utf-8', renderAtomFeed),
    blogFeed(jsonFeedPath, 'application/feed+json; charset=utf-8', renderJsonFeed),
    ...(config.isNoIndex ? [] : [sitemap(origin)]),
    {
      path: postsApiPath,
      route: 'api.posts',
      type: json,
      filter: 'list',
      unreachable: { type: json, text: '{"error":"The posts cannot be read at the moment."}' },
      render(content, query) {
        const listing = valueIn(content.blog_posts)?.list(query);
        return listing ? { text: JSON.stringify(listing), isEmpty: listing.posts.length === 0 } : null;
      },
    },
  ];
}

/** Every public page, for crawlers. */
const sitemap = (origin: string): Feed => ({
  path: sitemapPath,
  route: 'sitemap',
  type: 'application/xml; charset=utf-8',
  unreachable: notNow,
  filter: 'page',
  render(content, { page }) {
    const pages = pagesOfContent(content);
    if (!pages) return null;
    const text = renderSitemap(origin, sitemapPath, sitemapEntries(pages), page);
    return text === null ? { text: '', isAbsent: true } : { text };
  },
});
