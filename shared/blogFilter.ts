import type { PostQuery, Term } from './content.ts';
import { blogListPath, blogPath } from './paths.ts';
import { termSlug } from './termSlug.ts';

/** What the blog is narrowed to, named as content writes it; null shows everything. */
export type BlogFilter = { readonly kind: 'category' | 'tag'; readonly term: Term } | null;

/** The longest category or tag that an address may name, as the content API reads it. */
const longestTerm = 64;

/** Reads what an address of the blog asks for; null where it is another page's address. */
export function readBlogQuery({ pathname, searchParams }: URL): PostQuery | null {
  if (pathname !== blogPath) return null;
  const term = (name: string) => termSlug((searchParams.get(name) ?? '').slice(0, longestTerm)) || null;
  const category = term('category');
  const page = searchParams.get('page') ?? '';
  return {
    category,
    tag: category === null ? term('tag') : null,
    page: /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1,
  };
}

/** Whether two queries show the same list. */
export function isSameQuery(a: PostQuery, b: PostQuery): boolean {
  return blogListPath(a) === blogListPath(b);
}
