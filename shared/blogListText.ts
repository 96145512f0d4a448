import type { BlogFilter } from './blogFilter.ts';
import type { PostListing, PostQuery, Term } from './content.ts';
import { countWithNoun } from './countWithNoun.ts';
import { termOf } from './terms.ts';

/** The blog's own name in titles. */
export const blogTitle = 'Blog';

/** Heading of the empty state, and the title of a page that shows nothing else. */
export const noPostsTitle = 'No posts found';

/** Text of the empty state when the requested page is beyond the last one. */
export const noSuchPageText = 'This list has no such page.';

/** The filter of a list, with the term's name as content writes it, if content has the term. */
export function filterOf(
  { query, listing }: { readonly query: PostQuery; readonly listing: PostListing },
  categories: readonly Term[],
): BlogFilter {
  const { category, tag } = query;
  if (category !== null) return { kind: 'category', term: listing.term ?? termOf(category, categories) };
  return tag === null ? null : { kind: 'tag', term: listing.term ?? termOf(tag) };
}

/** The page title of a list, without the site's name. */
export function titleOf(filter: BlogFilter, page: number): string {
  return `${filter === null ? blogTitle : `${filter.term.name} posts`}${pageSuffix(page)}`;
}

/** Added to the title from page 2 on, so that no two pages of a list share a title. */
export function pageSuffix(page: number): string {
  return page > 1 ? `, page ${page}` : '';
}

/** What a screen reader announces when a list is shown. */
export function listAnnouncement({ total, term, page, pageCount }: PostListing): string {
  if (total === 0) return noPostsTitle;
  const under = term === null ? '' : ` in ${term.name}`;
  return `${countWithNoun(total, 'post')}${under}${page > 1 ? `, page ${page} of ${pageCount}` : ''}`;
}
