import type { PostListing } from '../../../shared/content.ts';

/** Whether a list was asked for a page that it does not reach; its first page always exists. */
export function isBeyondLastPage(listing: PostListing | undefined): boolean {
  return listing !== undefined && listing.posts.length === 0 && listing.page > 1;
}

/** What the title of a later page of a list adds, so that no two pages carry the same. */
export function pageSuffix(page: number): string {
  return page > 1 ? `, page ${page}` : '';
}
