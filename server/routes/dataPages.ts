import { blogTitle } from '../../shared/blogListText.ts';
import { postsApiPath } from '../../shared/paths.ts';
import type { FullSource } from '../content/contentSource.ts';
import type { Config } from '../process/config.ts';
import type { DataPage } from '../render/dataPages.ts';
import {
  atomFeedPath,
  type FeedSource,
  jsonFeedPath,
  renderAtomFeed,
  renderJsonFeed,
} from '../site/seo/feeds.ts';
import { renderSitemap, sitemapEntries } from '../site/seo/sitemap.ts';

/** Better nothing than a list without its posts: readers and crawlers would drop them. */
const notNow = { type: 'text/plain; charset=utf-8', text: 'Not available now.\n' };
const json = 'application/json; charset=utf-8';

/** The title of the site as settings name it. */
export async function siteTitleOf(source: Pick<FullSource, 'settings'>, config: Config): Promise<string> {
  const settings = await source.settings();
  const { siteTitle = null, siteName = null } = 'ok' in settings ? settings.ok : {};
  return siteTitle ?? siteName ?? config.siteName;
}

/** The sitemap, the feeds, and one page of posts as the blog's filter bar requests it. */
export function dataPagesOf(config: Config): readonly DataPage[] {
  const origin = config.externalApis.frontendUrl;
  const feed = (path: string, type: string, render: (feed: FeedSource) => string): DataPage => ({
    path,
    route: 'feed',
    type,
    unreachable: notNow,
    async load(source) {
      const [posts, title] = await Promise.all([source.allPosts(), siteTitleOf(source, config)]);
      if ('unreachable' in posts) return posts;
      return { ok: { text: render({ title: `${title} ${blogTitle}`, origin, posts: posts.ok }) } };
    },
  });
  return [
    feed(atomFeedPath, 'application/atom+xml; charset=utf-8', renderAtomFeed),
    feed(jsonFeedPath, 'application/feed+json; charset=utf-8', renderJsonFeed),
    {
      path: '/sitemap.xml',
      route: 'sitemap',
      type: 'application/xml; charset=utf-8',
      async load(source) {
        const pages = await source.pages();
        return 'ok' in pages ? { ok: { text: renderSitemap(origin, sitemapEntries(pages.ok)) } } : pages;
      },
      unreachable: notNow,
    },
    {
      path: postsApiPath,
      route: 'api.posts',
      type: json,
      isFiltered: true,
      async load(source, query) {
        const listing = await source.postListing(query);
        if ('unreachable' in listing) return listing;
        return { ok: { text: JSON.stringify(listing.ok), isEmpty: listing.ok.posts.length === 0 } };
      },
      unreachable: { type: json, text: '{"error":"The posts cannot be read at the moment."}' },
    },
  ];
}
