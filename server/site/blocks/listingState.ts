import type { PostListing } from '../../../shared/content.ts';

/** Whether a list was asked for a page that it does not reach; its first page always exists. */
export function isBeyondLastPage(listing: PostListing | undefined): boolean {
  return listing !== undefined && listing.posts.length === 0 && listing.page > 1;
}
