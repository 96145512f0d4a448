import type { ContentRow } from '../../server/demo/demoRows.ts';

const firstId = 1_001;

/**
 * Posts in addition to those of the demo, among them drafts, archived ones, and published ones with a future date,
 * given as a time or as a day.
 */
export function manyPosts(count: number): readonly ContentRow[] {
  return Array.from({ length: count }, (_, at) => {
    const number = String(at + 1).padStart(4, '0');
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
      noindex: false,
      date_updated: null,
    };
  });
}

/** Rows as a real Directus accepts them: with lists as lists, and without the time of change, which it sets. */
export function asDirectusTakesThem(posts: readonly ContentRow[]): readonly ContentRow[] {
  const split = (text: unknown) => (typeof text === 'string' ? text.split(', ') : null);
  return posts.map(({ date_updated: _, ...post }) => ({
    ...post,
    categories: split(post.categories),
    tags: split(post.tags),
  }));
}
