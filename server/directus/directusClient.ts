import { systemClock } from '../process/clock.ts';
import { createServiceBreaker } from '../upstream/circuitBreaker.ts';
import { ResponseError, type ServiceCall } from './callErrors.ts';
import { isForbidden, refusalMessage } from './directusErrors.ts';
import { type DirectusQuery, directusUrl } from './directusUrl.ts';
import { type Row, readNumber, readRow } from './readField.ts';
import {
  type CallOptions,
  createServiceCaller,
  type ReadResponse,
  type RequestLimits,
  requestJson,
  type ServiceCallerOptions,
} from './serviceCaller.ts';

export type DirectusClientOptions = ServiceCallerOptions;

/** Which responses are rows of a collection; any other is malformed. */
export interface RowShape {
  /** Whether a row can be one of the collection. One of a response must be, where there are any. */
  isRow(row: Row): boolean;
  /** `data` may be the one object of a singleton. */
  readonly mayBeSingleton: boolean;
  /** Rows have been seen before: a response without `data` is malformed, else an empty list. */
  readonly isSeen: boolean;
}

interface ListOptions extends CallOptions {
  /** Any rows at all unless said otherwise. */
  readonly shape?: RowShape;
}

const anyRows: RowShape = { isRow: () => true, mayBeSingleton: true, isSeen: false };

export interface DirectusClient {
  /**
   * The rows of a collection, or as many of them as the query's `limit` says, at most 20,000; empty if there are
   * none.
   */
  items(collection: string, query?: DirectusQuery, options?: ListOptions): Promise<readonly unknown[]>;
  /** One row by its id. Directus responds with 403 for an absent one. */
  item(collection: string, id: string, query?: DirectusQuery): Promise<unknown>;
  /** Closes the pooled connections. */
  close(): void;
}

/** One page of a list. */
interface Page {
  readonly rows: readonly unknown[];
  /** How many rows the whole list has, where the response says so. */
  readonly count: number | null;
}

/** For how long a refusal of named fields is remembered. */
const lenientMs = 10 * 60_000;
/** How Directus writes that a query has no `limit`. */
const everyRow = -1;
const firstPageSize = 500;
const fallbackPageSize = 100;
const maxRows = 20_000;

/**
 * The items API of Directus. Every method throws as `createServiceCaller` says; its numbers by default: 3.25 s
 * for a call, 1 s to connect, 5 MiB for a body, 20 sockets, 100 calls waiting. Each collection has a circuit breaker
 * of its own.
 *
 * Without a `limit` Directus sends its default of 100 rows and does not say that there are more; an operator's
 * QUERY_LIMIT_MAX makes a larger `limit` a 400 that names the largest one, or cuts pages in silence. So lists are
 * requested in pages with their count, and the first response shows how large pages may be.
 */
export function createDirectusClient(options: DirectusClientOptions): DirectusClient {
  const { baseUrl, log, clock = systemClock } = options;
  const caller = createServiceCaller(options, {
    createBreaker: createServiceBreaker,
    sourceOf: collectionOf,
  });
  const lenientUntil = new Map<string, number>();
  let pageSize = firstPageSize;

  const call = <T>(path: string, query: DirectusQuery, read: ReadResponse<T>, callOptions?: CallOptions) =>
    caller.call(path, directusUrl(baseUrl, path, query), read, callOptions);

  /**
   * A field that was renamed or hidden makes Directus refuse the whole call with 403; then everything that
   * may be read is better than nothing.
   */
  const callLeniently = async <T>(
    path: string,
    query: DirectusQuery,
    read: ReadResponse<T>,
    { isExpected = () => false }: CallOptions = {},
  ): Promise<T> => {
    if (!query.fields || query.fields === '*') return call(path, query, read, { isExpected });
    const everyField = { ...query, fields: '*' };
    const named = `${path} ${query.fields}`;
    if (clock.now() < (lenientUntil.get(named) ?? 0)) return call(path, everyField, read, { isExpected });
    try {
      return await call(path, query, read, {
        isExpected: (error) => isForbidden(error) || isExpected(error),
      });
    } catch (error) {
      if (!isForbidden(error)) throw error;
      const result = await call(path, everyField, read, { isExpected });
      log.warn(
        { endpoint: path, fields: query.fields },
        'Some named fields may not be read: reading them all',
      );
      lenientUntil.set(named, clock.now() + lenientMs);
      return result;
    }
  };

  const list = async (path: string, query: DirectusQuery = {}, listOptions: ListOptions = {}) => {
    const { shape = anyRows, isExpected = () => false } = listOptions;
    const given = query.limit ?? everyRow;
    const most = given === everyRow ? maxRows : Math.min(given, maxRows);
    const counted = given === everyRow ? { page: 1, meta: 'filter_count' } : {};

    /** The first page, with as much of the limit as is given at once here. */
    const loadFirst = async (): Promise<Page & { readonly limit: number }> => {
      const limit = Math.min(most, pageSize);
      const isTooMany = (error: unknown) => (largestLimitIn(error) ?? limit) < limit;
      try {
        const page = await callLeniently(path, { ...query, limit, ...counted }, readPage(shape), {
          isExpected: (error) => isTooMany(error) || isExpected(error),
        });
        return { ...page, limit };
      } catch (error) {
        if (!isTooMany(error)) throw error;
        pageSize = Math.min(pageSize, largestLimitIn(error) ?? pageSize);
        return loadFirst();
      }
    };

    const first = await loadFirst();
    const rows = [...first.rows];
    // A short page is the last one, unless the count shows that the server cuts pages.
    const total = first.count !== null && first.count >= rows.length ? first.count : null;
    const limit = total !== null && rows.length < total ? rows.length : first.limit;
    const next = readPage({ ...shape, mayBeSingleton: false, isSeen: true }, total !== null);
    for (let page = 2; rows.length === limit * (page - 1) && rows.length < most && limit > 0; page += 1) {
      if (total !== null && rows.length >= total) break;
      const later = await callLeniently(path, { ...query, limit, page }, next, { isExpected });
      rows.push(...later.rows);
    }
    return rows.slice(0, most);
  };

  return {
    items: (collection, query, listOptions) => list(itemsPath(collection), query, listOptions),
    item: (collection, id, query = {}) =>
      callLeniently(`${itemsPath(collection)}/${encodeURIComponent(id)}`, query, readItem),
    close: caller.close,
  };
}

/** Directus serves its own collections, as `directus_files`, at paths of their own: `/files`. */
const itemsPath = (collection: string) =>
  collection.startsWith('directus_')
    ? collection.replace('directus_', '/')
    : `/items/${encodeURIComponent(collection)}`;

/** `/items/pages` of `/items/pages/3`. */
const collectionOf = (path: string) => path.split('/', 3).join('/');

async function readItem(call: ServiceCall, limits: RequestLimits): Promise<unknown> {
  const body = await requestJson(call, limits, refusalMessage);
  const data = readRow(body)?.data ?? null;
  if (readRow(body) === null || typeof data !== 'object') throw malformed(call, body);
  return data;
}

/** Reads one page of a list; `hasMore`: rows of it are still to come. */
const readPage =
  (shape: RowShape, hasMore = false): ReadResponse<Page> =>
  async (call, limits) => {
    const body = await requestJson(call, limits, refusalMessage);
    const envelope = readRow(body);
    const count = readNumber(readRow(envelope?.meta)?.filter_count);
    const rows = envelope && rowsOf(envelope.data, shape);
    if (!rows || (rows.length === 0 && (hasMore || Number(count) > 0))) throw malformed(call, body);
    return { rows, count };
  };

/** The rows in `data`: a list, the one object of a singleton, or none where it is absent. Null if it is malformed. */
function rowsOf(data: unknown, { isRow, mayBeSingleton, isSeen }: RowShape): readonly unknown[] | null {
  const isUsable = (member: unknown) => {
    const row = readRow(member);
    return row !== null && isRow(row);
  };
  if (Array.isArray(data)) return data.length === 0 || data.some(isUsable) ? data : null;
  if (data === undefined || data === null) return isSeen ? null : [];
  const row = mayBeSingleton ? readRow(data) : null;
  // A singleton that was never saved.
  if (row?.id === null) return [];
  return isUsable(row) ? [row] : null;
}

function malformed(call: ServiceCall, body: unknown): ResponseError {
  const response = { status: 200, body: JSON.stringify(body) };
  return new ResponseError('malformed', 'Malformed response: no rows in it', call, response);
}

/** `"limit" must be less than or equal to 50`, as Directus 11 and 12 say it. */
function largestLimitIn(error: unknown): number | null {
  if (!(error instanceof ResponseError) || error.status !== 400 || !error.message.includes('"limit"'))
    return null;
  const named = Number(/less than or equal to (\d+)/.exec(error.message)?.[1]);
  return named > 0 ? named : fallbackPageSize;
}
