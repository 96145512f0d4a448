import { describe, expect, it } from 'vitest';
import { createPageMatcher } from '../../server/render/routeMatcher.ts';
import { routes } from '../../server/site/routes.tsx';
import { isSameQuery, readBlogQuery } from '../../shared/blogFilter.ts';
import type { PostQuery } from '../../shared/content.ts';

const matchPage = createPageMatcher(routes, false);

const read = (path: string) => readBlogQuery(new URL(path, 'https://ridge.example'));

/** The query that the server renders for an address. */
function drawn(path: string): PostQuery | null {
  const { pathname, search } = new URL(path, 'https://ridge.example');
  const result = matchPage(pathname, search);
  if (!('match' in result)) return null;
  const { category, tag, page } = result.match.query;
  return { category, tag, page };
}

const everything = { category: null, tag: null, page: 1 };

describe('the query of the blog', () => {
  it.each<[string, Partial<PostQuery>]>([
    ['', {}],
    ['?category=Seasonal%20Care&tag=x&page=02', { category: 'seasonal-care' }],
    ['?tag=winter&page=3', { tag: 'winter', page: 3 }],
    ['?category=&tag=winter', { tag: 'winter' }],
    ['?category=one&category=two', { category: 'one' }],
    ['?page=+2', { page: 2 }],
    ['?page=2%20', { page: 2 }],
    ['?page=0', {}],
    ['?page=99999', { page: 99_999 }],
    ['?page=100000', {}],
    [`?page=${' '.repeat(70)}7`.replaceAll(' ', '+'), { page: 7 }],
    [`?category=${'a'.repeat(64)}`, { category: 'a'.repeat(64) }],
    [`?category=${'a'.repeat(65)}&tag=winter`, { tag: 'winter' }],
    [`?tag=${'a'.repeat(65)}`, {}],
    [`?category=+${'a'.repeat(64)}+`, { category: 'a'.repeat(64) }],
    [`?category=${'a'.repeat(63)}%20%20b`, {}],
  ])('%s is read alike by the page and by its island', (search, expected) => {
    expect(read(`/blog${search}`)).toEqual({ ...everything, ...expected });
    expect(drawn(`/blog${search}`)).toEqual({ ...everything, ...expected });
  });

  it('has filters on the blog only', () => {
    expect(read('/blog/winter')).toBeNull();
    expect(drawn('/blog/tag/winter?category=x&tag=y&page=2')).toEqual({ ...everything, page: 2 });
    expect(drawn('/about?category=x&page=2')).toEqual(everything);
  });

  it('is the same for another tag, which a category overrides, but not for another page', () => {
    const one = { category: 'a', tag: null, page: 1 };
    expect(isSameQuery(one, { ...one, tag: 'ignored' })).toBe(true);
    expect(isSameQuery(one, { ...one, page: 2 })).toBe(false);
  });
});
