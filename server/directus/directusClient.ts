import { systemClock } from '../process/clock.ts';
import type { CallOptions, ServiceCallerOptions } from '../upstream/serviceCaller.ts';
import { createContentCaller, type Envelope } from './contentCaller.ts';
import { isForbidden } from './directusErrors.ts';
import type { DirectusQuery } from './directusUrl.ts';
import { createPager } from './readEveryPage.ts';

export type DirectusClientOptions = ServiceCallerOptions;

export interface DirectusClient {
  /** The rows of a collection, all of them unless the query has a `limit`; empty if there are none. */
  items(collection: string, query?: DirectusQuery, options?: CallOptions): Promise<readonly unknown[]>;
  /** One row by its id. Directus responds with 403 for an absent one. */
  item(collection: string, id: string, query?: DirectusQuery, options?: CallOptions): Promise<unknown>;
  /** Rows of the file library. */
  files(query?: DirectusQuery, options?: CallOptions): Promise<readonly unknown[]>;
  /** Closes the pooled connections. */
  close(): void;
}

/** For how long a refusal of named fields is remembered. */
const lenientMs = 10 * 60_000;

/**
 * The items API of Directus. Every method throws as `createServiceCaller` says; its numbers by default: 3.25 s
 * for a call, 1 s to connect, 5 MiB for a body, 20 sockets, 100 calls waiting.
 */
export function createDirectusClient(options: DirectusClientOptions): DirectusClient {
  const { log, clock = systemClock } = options;
  const { call, close } = createContentCaller(options);
  const readEveryPage = createPager();
  const lenientUntil = new Map<string, number>();

  /**
   * A field that was renamed or hidden makes Directus refuse the whole call with 403; then everything that
   * may be read is better than nothing.
   */
  const callLeniently = async (
    path: string,
    query: DirectusQuery,
    callOptions: CallOptions,
  ): Promise<Envelope> => {
    if (!query.fields || query.fields === '*') return call(path, query, callOptions);
    const everyField = { ...query, fields: '*' };
    const named = `${path} ${query.fields}`;
    if (clock.now() < (lenientUntil.get(named) ?? 0)) return call(path, everyField, callOptions);
    const { isExpected } = callOptions;
    try {
      return await call(path, query, {
        ...callOptions,
        isExpected: (error) => isForbidden(error) || isExpected?.(error) === true,
      });
    } catch (error) {
      if (!isForbidden(error)) throw error;
      const envelope = await call(path, everyField, callOptions);
      log.warn(
        { endpoint: path, fields: query.fields },
        'Some named fields may not be read: reading them all',
      );
      lenientUntil.set(named, clock.now() + lenientMs);
      return envelope;
    }
  };

  const list = (path: string, query: DirectusQuery = {}, callOptions: CallOptions = {}) =>
    readEveryPage(query, (pageQuery, isExpected) =>
      callLeniently(path, pageQuery, {
        ...callOptions,
        isExpected: (error) => isExpected?.(error) === true || callOptions.isExpected?.(error) === true,
      }),
    );

  return {
    items: (collection, query, callOptions) => list(itemsPath(collection), query, callOptions),
    files: (query, callOptions) => list('/files', query, callOptions),
    async item(collection, id, query = {}, callOptions = {}) {
      const path = `${itemsPath(collection)}/${encodeURIComponent(id)}`;
      return (await callLeniently(path, query, callOptions)).data;
    },
    close,
  };
}

const itemsPath = (collection: string) => `/items/${encodeURIComponent(collection)}`;
