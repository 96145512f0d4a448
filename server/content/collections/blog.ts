import type { Post, PostListing, PostQuery, PostSummary, PostTaxonomy } from '../../../shared/content.ts';

/** The posts that are due, arranged for every question that a page has of them. */
export interface Blog {
  /** Newest first, those without a date last. */
  readonly all: readonly PostSummary[];
  readonly taxonomy: PostTaxonomy;
  /** The post of a slug with its text and its neighbours; null: there is none. */
  post(slug: string): Post | null;
  list(query: PostQuery): PostListing;
}
