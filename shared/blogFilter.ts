import type { PostQuery, Term } from './content.ts';
import { blogListPath, blogPath } from './paths.ts';
import { termSlug } from './terms.ts';

/** The blog's filter, with the term's name as content writes it; null shows everything. */
export type BlogFilter = { readonly kind: 'category' | 'tag'; readonly term: Term } | null;

/** A longer parameter value is ignored. */
const longestValue = 64;

/**
 * Reads which posts are requested: the first value of each parameter, trimmed; a value that is too long or invalid
 * counts as absent. A category overrides a tag. The page, its island and the content API share this parser, so
 * that they always show the same list for an address.
 */
export function readPostQuery(parameters: URLSearchParams): PostQuery {
  const read = (name: 'category' | 'tag') => {
    const value = parameters.get(name)?.trim() ?? '';
    return value.length <= longestValue ? value : '';
  };
  const category = termSlug(read('category')) || null;
  return {
    category,
    tag: category === null ? termSlug(read('tag')) || null : null,
    page: readPage(parameters),
  };
}

/** Reads which page of a list is requested, counted from 1; an invalid number counts as the first page. */
export function readPage(parameters: URLSearchParams): number {
  const page = parameters.get('page')?.trim() ?? '';
  return /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1;
}

/** Reads the filter from an address of the blog; null for the address of any other page. */
export function readBlogQuery({ pathname, searchParams }: URL): PostQuery | null {
  return pathname === blogPath ? readPostQuery(searchParams) : null;
}

/** Whether two queries show the same list. */
export function isSameQuery(a: PostQuery, b: PostQuery): boolean {
  return blogListPath(a) === blogListPath(b);
}
