import type { BlogFilter } from './blogFilter.ts';
import type { PostListing, PostQuery, Term } from './content.ts';
import { termOf } from './terms.ts';

/** The blog's own name in titles. */
export const blogTitle = 'Blog';

/** What stands in the place of a list without posts, and in the title of a page that has nothing else. */
export const noPostsTitle = 'No posts found';

/** What stands below it where a list has posts, and fewer pages than that. */
export const noSuchPageText = 'This list has no such page.';

/** What a list is narrowed to, named as content writes it where content knows it. */
export function filterOf(
  { query, listing }: { readonly query: PostQuery; readonly listing: PostListing },
  categories: readonly Term[],
): BlogFilter {
  const { category, tag } = query;
  if (category !== null) return { kind: 'category', term: listing.term ?? termOf(category, categories) };
  return tag === null ? null : { kind: 'tag', term: listing.term ?? termOf(tag) };
}

/** The title of a list, without the site's. */
export function titleOf(filter: BlogFilter, page: number): string {
  return `${filter === null ? blogTitle : `${filter.term.name} posts`}${pageSuffix(page)}`;
}

/** What the title of a later page of a list adds, so that no two pages carry the same. */
export function pageSuffix(page: number): string {
  return page > 1 ? `, page ${page}` : '';
}

/** What a screen reader announces when a list has loaded. */
export function countedPosts({ total, term, page, pageCount }: PostListing): string {
  if (total === 0) return noPostsTitle;
  const under = term === null ? '' : ` in ${term.name}`;
  return `${countOfPosts(total)}${under}${page > 1 ? `, page ${page} of ${pageCount}` : ''}`;
}

/** A number of posts in words: `1 post`, `12 posts`. */
export function countOfPosts(count: number): string {
  return count === 1 ? '1 post' : `${count} posts`;
}
