import { blogTitle } from '../../../shared/blogListText.ts';
import { escapeXml } from '../../../shared/escapeXml.ts';
import {
  atomFeedPath,
  blogPath,
  categoryPath,
  jsonFeedPath,
  postPath,
  postsApiPath,
  sitemapPath,
  tagPath,
} from '../../../shared/paths.ts';
import type { Article } from '../../content/collections/blogPosts.ts';
import { type SiteContent, valueIn } from '../../content/siteContent.ts';
import type { PageQuery } from '../pageQuery.ts';
import { siteNameOf, siteTitleOf } from './documentHead.ts';
import { pagesOfContent, renderSitemap, sitemapEntries } from './sitemap.ts';

/** What a machine-readable page has found for its address; the same cases as a `Verdict`, but no built-in text. */
type ResourceVerdict =
  | { readonly kind: 'found' | 'noMatches'; readonly text: string }
  | { readonly kind: 'absent' | 'unavailable' };

/** A machine-readable page: the sitemap, a feed, or posts as JSON. */
export interface ResourceRoute {
  readonly path: string;
  /** Names the route in logs and metrics. */
  readonly route: string;
  readonly type: string;
  /** The query parameters that change it; all others are ignored. */
  readonly query: readonly (keyof PageQuery)[];
  /** @param address its canonical path and query */
  render(content: SiteContent, query: PageQuery, address: string): ResourceVerdict;
  /** The body of a 503, in the same type or as plain text. */
  readonly unreachable: { readonly type: string; readonly text: string };
}

interface FeedOptions {
  /** Our own origin. */
  readonly origin: string;
  /** The name of the site if the settings have none. */
  readonly productName: string;
  /** Whether search engines must not index the site. */
  readonly isNoIndex: boolean;
}

/** An error is better than a list without its posts: feed readers and crawlers would drop them. */
const notNow = { type: 'text/plain; charset=utf-8', text: 'Not available now.\n' };
const json = 'application/json; charset=utf-8';
const absent = { kind: 'absent' } as const;
const unavailable = { kind: 'unavailable' } as const;

/** The sitemap, the feeds, and one page of posts as the blog's filter bar requests it. */
export function resourceRoutesOf(options: FeedOptions): readonly ResourceRoute[] {
  return [
    blogFeed(atomFeedPath, 'application/atom+xml; charset=utf-8', renderAtomFeed, options),
    blogFeed(jsonFeedPath, 'application/feed+json; charset=utf-8', renderJsonFeed, options),
    ...(options.isNoIndex ? [] : [sitemap(options.origin)]),
    {
      path: postsApiPath,
      route: 'api.posts',
      type: json,
      query: ['category', 'tag', 'page'],
      unreachable: { type: json, text: '{"error":"The posts cannot be read at the moment."}' },
      render(content, query) {
        const listing = valueIn(content.blog_posts)?.list(query);
        if (!listing) return unavailable;
        return { kind: listing.posts.length > 0 ? 'found' : 'noMatches', text: JSON.stringify(listing) };
      },
    },
  ];
}

/** Every public page, for crawlers. */
const sitemap = (origin: string): ResourceRoute => ({
  path: sitemapPath,
  route: 'sitemap',
  type: 'application/xml; charset=utf-8',
  query: ['page'],
  unreachable: notNow,
  render(content, { page }) {
    const pages = pagesOfContent(content);
    if (!pages) return unavailable;
    const text = renderSitemap(origin, sitemapPath, sitemapEntries(pages), page);
    return text === null ? absent : { kind: 'found', text };
  },
});

/** The contents of a feed: of the whole blog, or of one category or tag. */
interface FeedSource {
  readonly title: string;
  /** The company, which is the author of posts that name none. */
  readonly author: string;
  readonly origin: string;
  /** Newest first. */
  readonly posts: readonly Article[];
  /** The path of the page with the same posts. */
  readonly pagePath: string;
  /** The feed's own path and query. */
  readonly address: string;
}

/** Feed readers come back for more; the sitemap has the whole archive. */
const mostPosts = 20;

const blogFeed = (
  path: string,
  type: string,
  write: (source: FeedSource) => string,
  { origin, productName }: FeedOptions,
): ResourceRoute => ({
  path,
  route: 'feed',
  type,
  query: ['category', 'tag'],
  unreachable: notNow,
  render(content, { category, tag }, address) {
    const blog = valueIn(content.blog_posts);
    if (!blog) return unavailable;
    const { term } = blog.list({ category, tag, page: 1 });
    const slug = category ?? tag;
    if (slug !== null && term === null) return absent;
    const kind = category === null ? 'tag' : 'category';
    const posts = slug === null ? blog.articles : blog.terms[kind].posts(slug);
    const termPath = category === null ? tagPath : categoryPath;
    const settings = valueIn(content.site_settings);
    const text = write({
      title: `${siteTitleOf(settings, productName)} ${term?.name ?? blogTitle}`,
      author: siteNameOf(settings, productName),
      origin,
      address,
      posts: posts.slice(0, mostPosts),
      pagePath: slug === null ? blogPath : termPath(slug),
    });
    return { kind: 'found', text };
  },
});

/** Dates in content may have no time: noon UTC is on the same day nearly everywhere. */
const momentOf = (machine: string): string => (machine.includes('T') ? machine : `${machine}T12:00:00Z`);

const publishedOf = ({ published }: Article): string | null => published && momentOf(published.machine);

const changedOf = (post: Article): string | null =>
  post.lastModified === null ? publishedOf(post) : momentOf(post.lastModified);

/** A post's HTML with absolute URLs, since a feed reader shows it on another site. */
function contentOf({ content, excerpt, title, slug }: Article, origin: string): string {
  if (content === null) return `<p>${escapeXml(excerpt ?? title)}</p>`;
  // The sanitizer writes every attribute in double quotes.
  return content
    .replace(/(\s(?:href|src|poster)=")\/(?!\/)/g, `$1${origin}/`)
    .replaceAll('<a href="#', `<a href="${origin}${postPath(slug)}#`)
    .replace(/(\ssrcset=")([^"]*)/g, (_all, name: string, set: string) => {
      return name + set.replace(/(^|,\s*)\/(?!\/)/g, `$1${origin}/`);
    });
}

/** When a post without any date changed, which Atom wants to know: any other moment would move with the other posts. */
const unknownMoment = '1970-01-01T00:00:00Z';

/** The newest posts as an Atom feed (RFC 4287). */
function renderAtomFeed({ title, author, origin, posts, pagePath, address: own }: FeedSource): string {
  const updated =
    posts.flatMap((post) => changedOf(post) ?? []).toSorted((a, b) => Date.parse(b) - Date.parse(a))[0] ??
    unknownMoment;
  const link = (path: string, rel: string, type: string) =>
    `<link rel="${rel}" type="${type}" href="${escapeXml(origin + path)}"/>`;
  const entries = posts.map((post) => {
    const address = escapeXml(origin + postPath(post.slug));
    const published = publishedOf(post);
    return [
      '<entry>',
      `<id>${address}</id>`,
      `<title>${escapeXml(post.title)}</title>`,
      `<link rel="alternate" type="text/html" href="${address}"/>`,
      ...(published === null ? [] : [`<published>${escapeXml(published)}</published>`]),
      `<updated>${escapeXml(changedOf(post) ?? unknownMoment)}</updated>`,
      ...(post.authorName === null ? [] : [`<author><name>${escapeXml(post.authorName)}</name></author>`]),
      ...post.categories.map(({ name }) => `<category term="${escapeXml(name)}"/>`),
      ...(post.excerpt === null ? [] : [`<summary>${escapeXml(post.excerpt)}</summary>`]),
      `<content type="html">${escapeXml(contentOf(post, origin))}</content>`,
      '</entry>',
    ].join('');
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-US">',
    `<id>${escapeXml(origin + pagePath)}</id>`,
    `<title>${escapeXml(title)}</title>`,
    `<author><name>${escapeXml(author)}</name></author>`,
    `<updated>${escapeXml(updated)}</updated>`,
    link(own, 'self', 'application/atom+xml'),
    link(pagePath, 'alternate', 'text/html'),
    ...entries,
    '</feed>',
    '',
  ].join('\n');
}

/** The same as a JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/). */
function renderJsonFeed({ title, origin, posts, pagePath, address }: FeedSource): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: origin + pagePath,
    feed_url: origin + address,
    language: 'en-US',
    items: posts.map((post) => {
      const published = publishedOf(post);
      const changed = changedOf(post);
      return {
        id: origin + postPath(post.slug),
        url: origin + postPath(post.slug),
        title: post.title,
        content_html: contentOf(post, origin),
        tags: [...post.categories, ...post.tags].map(({ name }) => name),
        ...(post.excerpt !== null && { summary: post.excerpt }),
        ...(published !== null && { date_published: published }),
        ...(changed !== null && { date_modified: changed }),
        ...(post.authorName !== null && { authors: [{ name: post.authorName }] }),
      };
    }),
  });
}
