import type { LiveContent } from '../content/liveContent.ts';
import { BufferedResponse } from '../http/bufferedResponse.ts';
import type { SecurityHeaders } from '../http/securityHeaders.ts';
import type { Feed } from '../site/seo/feeds.ts';
import { lifetimeHeaders, lifetimeOf, type PageCache, recordReads, statusHeaders } from './pageCache.ts';
import { readQuery, writeQuery } from './pageFinder.ts';

interface FeedSources {
  readonly content: Pick<LiveContent, 'current' | 'firstLoadOver'>;
  readonly pages: PageCache;
  readonly security: Pick<SecurityHeaders, 'resource'>;
}

/**
 * The response to a request for a feed. Rejects with what the feed's `render` throws.
 *
 * @param longestWaitMs how long to wait for the process's first load of content
 */
export async function renderFeed(
  feed: Feed,
  search: string,
  longestWaitMs: number,
  { content: live, pages, security }: FeedSources,
): Promise<{ readonly page: BufferedResponse; readonly cache: 'hit' | 'miss' }> {
  const { route, type, path, unreachable } = feed;
  await live.firstLoadOver(longestWaitMs);
  const query = readQuery(feed, search);
  const key = path + writeQuery(query);
  const cached = pages.get(key);
  if (cached) return { page: cached, cache: 'hit' };
  const { content, reads } = recordReads(live.current());
  const made = feed.render(content, query, key);
  const status = made === null ? 503 : made.isAbsent ? 404 : 200;
  const isFound = made !== null && !made.isAbsent && !made.isEmpty;
  const headers = [
    ...security.resource,
    ...lifetimeHeaders(
      lifetimeOf(status, isFound),
      made ? [...reads.keys()] : [],
      made ? type : unreachable.type,
    ),
    ...statusHeaders(status),
  ];
  const text = made?.text ?? unreachable.text;
  const page = new BufferedResponse(route, status, Buffer.from(text), headers, !isFound);
  // Not cached if the query finds nothing: there are endlessly many such queries.
  if (isFound) pages.set(key, page, reads);
  return { page, cache: 'miss' };
}
