import type { PostSummary } from '../../../shared/content.ts';
import { blogPath, postPath } from '../../../shared/paths.ts';
import { escapeXml } from '../escapeXml.ts';

/** What a feed says of the blog, and its posts, newest first. */
export interface FeedSource {
  readonly title: string;
  readonly origin: string;
  readonly posts: readonly PostSummary[];
}

export const atomFeedPath = '/feed.xml';
export const jsonFeedPath = '/feed.json';

/** Readers come back for more; the whole archive stands in the sitemap. */
const mostPosts = 20;

/** Content names days: noon of that day in Oregon is the same day nearly everywhere. */
const momentOf = ({ published }: PostSummary): string | null => {
  if (published === null) return null;
  return published.machine.includes('T') ? published.machine : `${published.machine}T12:00:00-08:00`;
};

/** The newest posts with their excerpts, in Atom's form. */
export function renderAtomFeed({ title, origin, posts }: FeedSource): string {
  const newest = posts.slice(0, mostPosts);
  const updated = newest.map(momentOf).find((moment) => moment !== null) ?? '1970-01-01T00:00:00Z';
  const link = (path: string, rel: string, type: string) =>
    `<link rel="${rel}" type="${type}" href="${escapeXml(origin + path)}"/>`;
  const entries = newest.map((post) => {
    const address = escapeXml(origin + postPath(post.slug));
    return [
      '<entry>',
      `<id>${address}</id>`,
      `<title>${escapeXml(post.title)}</title>`,
      `<link rel="alternate" type="text/html" href="${address}"/>`,
      `<updated>${escapeXml(momentOf(post) ?? updated)}</updated>`,
      ...(post.authorName === null ? [] : [`<author><name>${escapeXml(post.authorName)}</name></author>`]),
      ...post.categories.map(({ name }) => `<category term="${escapeXml(name)}"/>`),
      ...(post.excerpt === null ? [] : [`<summary>${escapeXml(post.excerpt)}</summary>`]),
      '</entry>',
    ].join('');
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>${escapeXml(origin + blogPath)}</id>`,
    `<title>${escapeXml(title)}</title>`,
    `<author><name>${escapeXml(title)}</name></author>`,
    `<updated>${escapeXml(updated)}</updated>`,
    link(atomFeedPath, 'self', 'application/atom+xml'),
    link(blogPath, 'alternate', 'text/html'),
    ...entries,
    '</feed>',
    '',
  ].join('\n');
}

/** The same as a JSON Feed 1.1. */
export function renderJsonFeed({ title, origin, posts }: FeedSource): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: origin + blogPath,
    feed_url: origin + jsonFeedPath,
    language: 'en-US',
    items: posts.slice(0, mostPosts).map((post) => {
      const moment = momentOf(post);
      return {
        id: origin + postPath(post.slug),
        url: origin + postPath(post.slug),
        title: post.title,
        content_text: post.excerpt ?? post.title,
        tags: [...post.categories, ...post.tags].map(({ name }) => name),
        ...(post.excerpt !== null && { summary: post.excerpt }),
        ...(moment !== null && { date_published: moment }),
        ...(post.authorName !== null && { authors: [{ name: post.authorName }] }),
      };
    }),
  });
}
