import type { PostQuery, Term } from './content.ts';
import { blogListPath, blogPath } from './paths.ts';
import { termSlug } from './terms.ts';

/** What the blog is narrowed to, named as content writes it; null shows everything. */
export type BlogFilter = { readonly kind: 'category' | 'tag'; readonly term: Term } | null;

/** The longest value of a parameter that is heeded. */
const longestValue = 64;

/**
 * Reads which posts are wanted: the first value of each parameter, trimmed; a value that is too long or makes no
 * sense counts as absent. A category overrides a tag. The page, its island and the content API read by this, so
 * that they always show one list for an address.
 */
export function readPostQuery(parameters: URLSearchParams): PostQuery {
  const read = (name: keyof PostQuery) => {
    const value = parameters.get(name)?.trim() ?? '';
    return value.length <= longestValue ? value : '';
  };
  const category = termSlug(read('category')) || null;
  const page = read('page');
  return {
    category,
    tag: category === null ? termSlug(read('tag')) || null : null,
    page: /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1,
  };
}

/** Reads the filter from an address of the blog; null where it is another page's address. */
export function readBlogQuery({ pathname, searchParams }: URL): PostQuery | null {
  return pathname === blogPath ? readPostQuery(searchParams) : null;
}

/** Whether two queries show the same list. */
export function isSameQuery(a: PostQuery, b: PostQuery): boolean {
  return blogListPath(a) === blogListPath(b);
}
