import { readPostQuery } from '../../shared/blogFilter.ts';
import type { PostQuery } from '../../shared/content.ts';
import type { QueryResult } from '../../shared/query.ts';
import type { Content } from '../content/content.ts';
import type { FullSource } from '../content/contentSource.ts';
import { bufferResponse, singleResponse } from '../http/bufferedResponse.ts';
import type { HeaderList } from '../http/securityHeaders.ts';
import { noQuery, writeQuery } from './matchPage.ts';
import { areCurrent, type PageCache } from './pageCache.ts';
import { lifetimeHeaders, lifetimeOf, unlistedHeaders } from './pageLifetime.ts';
import type { BufferedPage } from './renderRequest.ts';

/** A page for programs: the sitemap, a feed, posts as JSON. It is cached like any other page. */
export interface DataPage {
  readonly path: string;
  /** Names the route in logs and metrics. */
  readonly route: string;
  readonly type: string;
  /** Whether category, tag and page of its query make another page of it. */
  readonly isFiltered?: true;
  /** `isEmpty`: of a query that finds nothing, of which there are endlessly many; it is not cached. */
  load(
    source: FullSource,
    query: PostQuery,
  ): Promise<QueryResult<{ readonly text: string; readonly isEmpty?: boolean }>>;
  /** What a 503 says, in the same type or as plain text. */
  readonly unreachable: { readonly type: string; readonly text: string };
}

interface DataPagesOptions {
  readonly content: Content;
  readonly pages: PageCache;
  /** The headers of a resource. */
  readonly security: HeaderList;
  readonly table: readonly DataPage[];
}

/** The response to a request for a page of the table, from the cache where it is current; undefined: no such page. */
export type RenderData = (path: string, search: string) => Promise<BufferedPage> | undefined;

/** Makes the renderer of data pages. */
export function createDataPages({ content, pages, security, table }: DataPagesOptions): RenderData {
  const byPath = new Map(table.map((data) => [data.path, data]));

  const render = async (data: DataPage, search: string): Promise<BufferedPage> => {
    const { path, route, type, unreachable } = data;
    const query = data.isFiltered ? { ...noQuery, ...readPostQuery(new URLSearchParams(search)) } : noQuery;
    const key = path + writeQuery(query);
    const cached = pages.get(key);
    if (cached) return { kind: 'buffered', page: cached, key, route, cache: 'hit' };
    const reads = new Map<string, number | null>();
    const loaded = await data.load(
      content.source((read, version) => reads.set(read, version)),
      query,
    );
    if ('unreachable' in loaded) {
      const headers = [
        ...security,
        ...lifetimeHeaders('noStore', [], unreachable.type),
        ...unlistedHeaders(503),
      ];
      const page = singleResponse(route, 503, Buffer.from(unreachable.text), headers);
      return { kind: 'buffered', page, key: null, route, cache: 'miss' };
    }
    const { text, isEmpty = false } = loaded.ok;
    const isComplete = !isEmpty && ![...reads.values()].includes(null);
    const lifetime = lifetimeOf(200, isComplete, areCurrent(reads, content));
    const isCached = lifetime === 'cacheable';
    const headers = [...security, ...lifetimeHeaders(lifetime, isCached ? [...reads.keys()] : [], type)];
    const page = (isCached ? bufferResponse : singleResponse)(route, 200, Buffer.from(text), headers);
    if (isCached) pages.set(key, page, reads);
    return { kind: 'buffered', page, key: isCached ? key : null, route, cache: 'miss' };
  };

  return (path, search) => {
    const data = byPath.get(path);
    return data && render(data, search);
  };
}
