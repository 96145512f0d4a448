import type { PostQuery } from '../../shared/content.ts';
import type { SiteContent } from '../content/siteContent.ts';

/** A page for programs: the sitemap, a feed, posts as JSON. */
export interface Feed {
  readonly path: string;
  /** Names the route in logs and metrics. */
  readonly route: string;
  readonly type: string;
  /** What of its query makes another one of it: category or tag, the page, or all three. */
  readonly filter?: 'term' | 'page' | 'list';
  /** Its text; null where its content cannot be had. `isEmpty`: the query finds nothing; `isAbsent`: there is no such page. */
  render(
    content: SiteContent,
    query: PostQuery,
  ): { readonly text: string; readonly isEmpty?: boolean; readonly isAbsent?: boolean } | null;
  /** What a 503 says, in the same type or as plain text. */
  readonly unreachable: { readonly type: string; readonly text: string };
}
