import type { Term } from '../../../shared/content.ts';
import { blogPath, categoryPath, postPath, tagPath } from '../../../shared/paths.ts';
import type { Article, Blog } from '../../content/collections/blogPosts.ts';
import { escapeXml } from '../escapeXml.ts';

/** What a feed says of the blog, or of the posts under one category or tag, newest first. */
export interface FeedSource {
  readonly title: string;
  readonly origin: string;
  readonly posts: readonly Article[];
  /** The path of the page with the same posts. */
  readonly pagePath: string;
  /** The query of the feed's own address, with its question mark; empty: none. */
  readonly query: string;
}

export const atomFeedPath = '/feed.xml';
export const jsonFeedPath = '/feed.json';

/** Readers come back for more; the whole archive stands in the sitemap. */
const mostPosts = 20;

/** The newest posts of the blog, or of one of its categories or tags, and where they stand on the site. */
export function postsOfFeed(
  blog: Blog,
  { category, tag }: { readonly category: string | null; readonly tag: string | null },
): Pick<FeedSource, 'posts' | 'pagePath'> & { readonly term: Term | null } {
  const slug = category ?? tag;
  if (slug === null) return { posts: blog.articles.slice(0, mostPosts), pagePath: blogPath, term: null };
  const termsOf = ({ categories, tags }: Article) => (category === null ? tags : categories);
  const posts = blog.articles.filter((post) => termsOf(post).some((term) => term.slug === slug));
  const { term } = blog.list({ category, tag, page: 1 });
  const pagePath = category === null ? tagPath(slug) : categoryPath(slug);
  return { posts: posts.slice(0, mostPosts), pagePath, term };
}

/** Content names days: noon UTC is the same day nearly everywhere. */
const momentOf = (machine: string): string => (machine.includes('T') ? machine : `${machine}T12:00:00Z`);

const publishedOf = ({ published }: Article): string | null => published && momentOf(published.machine);

const changedOf = (post: Article): string | null =>
  post.lastModified === null ? publishedOf(post) : momentOf(post.lastModified);

/** A post's text with complete addresses: a reader shows it on a page of its own. */
function contentOf({ content, excerpt, title }: Article, origin: string): string {
  if (content === null) return `<p>${escapeXml(excerpt ?? title)}</p>`;
  // The sanitiser writes every attribute in double quotes.
  return content
    .replace(/(\s(?:href|src|poster)=")\/(?!\/)/g, `$1${origin}/`)
    .replace(/(\ssrcset=")([^"]*)/g, (_all, name: string, set: string) => {
      return name + set.replace(/(^|,\s*)\/(?!\/)/g, `$1${origin}/`);
    });
}

/** The newest posts in Atom's form (RFC 4287). */
export function renderAtomFeed({ title, origin, posts, pagePath, query }: FeedSource): string {
  const updated =
    posts.flatMap((post) => changedOf(post) ?? []).toSorted((a, b) => Date.parse(b) - Date.parse(a))[0] ??
    '1970-01-01T00:00:00Z';
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
      `<updated>${escapeXml(changedOf(post) ?? updated)}</updated>`,
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
    `<author><name>${escapeXml(title)}</name></author>`,
    `<updated>${escapeXml(updated)}</updated>`,
    link(atomFeedPath + query, 'self', 'application/atom+xml'),
    link(pagePath, 'alternate', 'text/html'),
    ...entries,
    '</feed>',
    '',
  ].join('\n');
}

/** The same as a JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/). */
export function renderJsonFeed({ title, origin, posts, pagePath, query }: FeedSource): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: origin + pagePath,
    feed_url: origin + jsonFeedPath + query,
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
