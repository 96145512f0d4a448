import { blogTitle } from '../../shared/blogListText.ts';
import { postsApiPath } from '../../shared/paths.ts';
import { type SiteContent, valueIn } from '../content/siteContent.ts';
import type { Config } from '../process/config.ts';
import type { Feed } from '../render/feed.ts';
import {
  atomFeedPath,
  type FeedSource,
  jsonFeedPath,
  renderAtomFeed,
  renderJsonFeed,
} from '../site/seo/feeds.ts';
import { pagesOfContent, renderSitemap, sitemapEntries } from '../site/seo/sitemap.ts';

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
    unreachable: notNow,
    render(content) {
      const blog = valueIn(content.blog_posts);
      const title = `${siteTitleOf(content, config)} ${blogTitle}`;
      return blog ? { text: render({ title, origin, posts: blog.all }) } : null;
    },
  });
  return [
    blogFeed(atomFeedPath, 'application/atom+xml; charset=utf-8', renderAtomFeed),
    blogFeed(jsonFeedPath, 'application/feed+json; charset=utf-8', renderJsonFeed),
    {
      path: '/sitemap.xml',
      route: 'sitemap',
      type: 'application/xml; charset=utf-8',
      unreachable: notNow,
      render(content) {
        const pages = pagesOfContent(content);
        return pages && { text: renderSitemap(origin, sitemapEntries(pages)) };
      },
    },
    {
      path: postsApiPath,
      route: 'api.posts',
      type: json,
      isFiltered: true,
      unreachable: { type: json, text: '{"error":"The posts cannot be read at the moment."}' },
      render(content, query) {
        const listing = valueIn(content.blog_posts)?.list(query);
        return listing ? { text: JSON.stringify(listing), isEmpty: listing.posts.length === 0 } : null;
      },
    },
  ];
}
