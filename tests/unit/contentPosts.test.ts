import { describe, expect, it } from 'vitest';
import { blogPosts } from '../../server/content/collections/blogPosts.ts';
import type { PostSummary } from '../../shared/content.ts';
import { arrangeRows } from '../support/arrangeRows.ts';
import { growsTooFast } from '../support/growth.ts';
import { createParseContext } from '../support/parseContext.ts';

const post = (id: number, more: Record<string, unknown> = {}) => ({
  id,
  slug: `post-${id}`,
  title: `Post ${id}`,
  status: 'published',
  ...more,
});
const day = (number: number) => `2025-01-${String(number).padStart(2, '0')}`;
const blogOf = (...rows: readonly object[]) => arrangeRows(blogPosts, rows);
const slugs = (posts: readonly PostSummary[]) => posts.map(({ slug }) => slug);
const everything = { category: null, tag: null, page: 1 };

describe('posts', () => {
  it('are newest first, those without a date last, twelve to a page', () => {
    const dated = Array.from({ length: 13 }, (_row, at) => post(at + 1, { published_date: day(at + 1) }));
    const { list } = blogOf(...dated, post(14), post(15, { published_at: '2025-01-05T20:00:00Z' }));
    const first = list(everything);
    expect(slugs(first.posts)).toEqual([13, 12, 11, 10, 9, 8, 7, 6, 15, 5, 4, 3].map((id) => `post-${id}`));
    expect(first).toMatchObject({ total: 15, page: 1, pageCount: 2, term: null });
    expect(slugs(list({ ...everything, page: 2 }).posts)).toEqual(['post-2', 'post-1', 'post-14']);
    expect(list({ ...everything, page: 3 }).posts).toEqual([]);
  });

  it('are found by category and tag in any case, with spaces or hyphens', () => {
    const { list, taxonomy } = blogOf(
      post(1, { categories: 'Seasonal Care, Decks', tags: 'Bend' }),
      post(2, { categories: 'seasonal care', tags: 'constructor,Bend' }),
      post(3, { categories: 'Decks' }),
      post(4, { categories: 'Seasonal Care', status: 'draft' }),
    );
    for (const category of ['seasonal-care', 'Seasonal Care', 'SEASONAL-CARE']) {
      const listing = list({ ...everything, category });
      expect(slugs(listing.posts)).toEqual(['post-2', 'post-1']);
      expect(listing.term).toEqual({ name: 'Seasonal Care', slug: 'seasonal-care' });
    }
    expect(list({ ...everything, tag: 'constructor' }).total).toBe(1);
    for (const tag of ['toString', '__proto__', 'decks']) {
      expect(list({ ...everything, tag })).toMatchObject({ total: 0, term: null, pageCount: 1 });
    }
    expect(taxonomy).toEqual({
      categories: [
        { name: 'Decks', slug: 'decks', count: 2, picture: null },
        { name: 'Seasonal Care', slug: 'seasonal-care', count: 2, picture: null },
      ],
      tags: [
        { name: 'Bend', slug: 'bend', count: 2 },
        { name: 'constructor', slug: 'constructor', count: 1 },
      ],
    });
  });

  it('have a newer and an older neighbor and up to three related posts', () => {
    const terms = (at: number) => ({
      tags: at < 6 ? 'Bend' : 'Sisters',
      categories: at < 2 ? 'Decks' : null,
    });
    const rows = Array.from({ length: 8 }, (_row, at) =>
      post(at + 1, { published_date: day(at + 1), ...terms(at) }),
    );
    const blog = blogOf(...rows);
    const found = blog.post('post-2')?.neighbors();
    expect([found?.newer?.slug, found?.older?.slug]).toEqual(['post-3', 'post-1']);
    // Two shared terms before one, then the newest.
    expect(slugs(found?.related ?? [])).toEqual(['post-1', 'post-6', 'post-5']);
    expect(blog.post('post-8')?.neighbors()).toMatchObject({ newer: null, older: { slug: 'post-7' } });
  });

  it('are found without their texts, which take long to sanitize', () => {
    const context = createParseContext();
    const stripped = () => context.notes.some(({ kind }) => kind === 'html-stripped');
    const row = post(1, { content: '<p onclick="x()">Text</p><script>x()</script>' });
    const found = arrangeRows(blogPosts, [row], context).post('post-1');
    expect(found?.post.title).toBe('Post 1');
    expect(stripped()).toBe(false);
    expect(found?.post.content).toBe('<p>Text</p>');
    expect(stripped()).toBe(true);
  });

  it('are looked up in a time that does not grow with their number', () => {
    const fewest = 625;
    const [small, large] = [fewest, 16 * fewest].map((count) =>
      blogOf(
        ...Array.from({ length: count }, (_row, at) =>
          post(at + 1, { categories: `Category ${at % 9}`, tags: `a,b,tag ${at % 50}` }),
        ),
      ),
    );
    // A fifth as many lookups as posts: the work would be quadratic if a lookup scanned all posts.
    const lookUp = (size: number) => {
      const blog = size === fewest ? small : large;
      for (let count = 0; count < size / 5; count += 1) {
        blog?.list({ ...everything, tag: 'tag 7', page: 1 });
        blog?.post('post-500')?.neighbors();
      }
    };
    expect(growsTooFast(lookUp, fewest)).toBe(false);
  });
});
