import { readPostQuery } from '../../shared/blogFilter.ts';
import type { PostQuery } from '../../shared/content.ts';
import type { LiveContent } from '../content/liveContent.ts';
import type { SiteContent } from '../content/siteContent.ts';
import { BufferedResponse } from '../http/bufferedResponse.ts';
import type { SecurityHeaders } from '../http/securityHeaders.ts';
import type { PageQuery } from '../site/definePage.tsx';
import { noQuery, writeQuery } from './matchPage.ts';
import { type PageCache, recordReads } from './pageCache.ts';
import { lifetimeHeaders, unlistedHeaders } from './pageLifetime.ts';

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

interface FeedSources {
  readonly content: Pick<LiveContent, 'current' | 'loaded'>;
  readonly pages: PageCache;
  readonly security: Pick<SecurityHeaders, 'resource'>;
}

/**
 * The response to a request for a feed. Rejects with what its `render` throws.
 *
 * @param longestWaitMs how long it waits for the first load of the process
 */
export async function renderFeed(
  feed: Feed,
  search: string,
  longestWaitMs: number,
  { content: live, pages, security }: FeedSources,
): Promise<{ readonly page: BufferedResponse; readonly cache: 'hit' | 'miss' }> {
  const { route, type, path, unreachable } = feed;
  await live.loaded(longestWaitMs);
  const query = feed.filter ? queryOfFeed(search, feed.filter) : noQuery;
  const key = path + writeQuery(query);
  const cached = pages.get(key);
  if (cached) return { page: cached, cache: 'hit' };
  const { content, reads } = recordReads(live.current());
  const made = feed.render(content, query);
  const status = made === null ? 503 : made.isAbsent ? 404 : 200;
  const isFound = made !== null && !made.isAbsent && !made.isEmpty;
  const lifetime = made === null ? 'noStore' : made.isAbsent ? 'absent' : isFound ? 'cacheable' : 'degraded';
  const headers = [
    ...security.resource,
    ...lifetimeHeaders(lifetime, made ? [...reads.keys()] : [], made ? type : unreachable.type),
    ...unlistedHeaders(status),
  ];
  const text = made?.text ?? unreachable.text;
  const page = new BufferedResponse(route, status, Buffer.from(text), headers, !isFound);
  // A query that finds nothing is one of endlessly many.
  if (isFound) pages.set(key, page, reads);
  return { page, cache: 'miss' };
}

/** The query of a feed: what of it makes another feed. */
function queryOfFeed(search: string, filter: 'term' | 'page' | 'list'): PageQuery {
  const { category, tag, page } = readPostQuery(new URLSearchParams(search));
  return {
    ...noQuery,
    ...(filter === 'page' ? {} : { category, tag }),
    ...(filter === 'term' ? {} : { page }),
  };
}
