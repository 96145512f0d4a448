import type { PostListing } from '../../../shared/content.ts';

/** Whether the requested page of a list is beyond its last; its first page always exists. */
export function isBeyondLastPage(listing: PostListing | undefined): boolean {
  return listing !== undefined && listing.posts.length === 0 && listing.page > 1;
}
