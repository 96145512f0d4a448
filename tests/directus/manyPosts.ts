import type { ContentRow } from '../../server/demo/demoRows.ts';

/** Written posts of the demo and these are 130 together. */
const count = 90;
const firstId = 1_001;

/**
 * Ninety more posts under ids of their own, among them drafts, archived ones, and published ones whose date
 * has not come, by a moment or by a day.
 */
export function manyPosts(): readonly ContentRow[] {
  return Array.from({ length: count }, (_, at) => {
    const number = String(at + 1).padStart(2, '0');
    const isFuture = at % 10 === 3;
    const day = `${isFuture ? 2033 : 2023}-0${1 + (at % 9)}-1${at % 10}`;
    const byMoment = at % 2 === 0;
    return {
      id: firstId + at,
      status: at % 10 === 7 ? 'draft' : at % 30 === 11 ? 'archived' : 'published',
      slug: `one-of-many-${number}`,
      title: `One of Many ${number}`,
      excerpt: at % 5 === 0 ? null : `Post ${number} of many.`,
      content: `<p>Text of post ${number}.</p>`,
      categories: at % 3 === 0 ? 'Seasonal Care, Maintenance Tips' : 'Many',
      tags: at % 4 === 0 ? null : `winter, tag ${at % 6}`,
      published_at: byMoment ? `${day}T18:30:00.000Z` : null,
      published_date: byMoment ? null : day,
      featured_image: null,
      thumbnail_image: null,
      author_name: null,
    };
  });
}

/** The same rows as a real Directus takes them: its lists are lists. */
export function manyPostsAsLists(): readonly ContentRow[] {
  const split = (text: unknown) => (typeof text === 'string' ? text.split(', ') : null);
  return manyPosts().map((post) => ({ ...post, categories: split(post.categories), tags: split(post.tags) }));
}

/** Their ids, to take them away again. */
export const manyPostIds: readonly number[] = Array.from({ length: count }, (_, at) => firstId + at);
