import { isDeepStrictEqual } from 'node:util';
import { CallFailure, type ServiceCall } from './callErrors.ts';
import { type DirectusQuery, directusUrl } from './directusUrl.ts';
import { type Row, readNumber, readRow } from './readField.ts';
import {
  createServiceCaller,
  type IsExpected,
  type ServiceCaller,
  type ServiceCallerOptions,
} from './serviceCaller.ts';
import { type CallLimits, malformed, type ReceivedJson, requestJson } from './serviceResponse.ts';

export interface DirectusClientOptions extends ServiceCallerOptions {
  /** For one call, its body included; 3 s unless said otherwise. */
  readonly deadlineMs?: number;
  /** For one body; 5 MiB unless said otherwise. */
  readonly maxBodyBytes?: number;
}

type Filter = Readonly<Record<string, unknown>>;

/** Which rows are wanted, and what of them. */
export interface RowQuery {
  readonly filter?: Filter | undefined;
  readonly sort?: readonly string[] | undefined;
  readonly fields?: readonly string[] | undefined;
}

/** What reading all rows of a collection may take, and what its responses may be. */
export interface ListLimits {
  readonly maxRows?: number;
  /** For the bodies of all pages together. */
  readonly maxBytes?: number;
  /** For all pages together. */
  readonly deadlineMs?: number;
  /** `data` may be the one object of a singleton. */
  readonly mayBeSingleton?: boolean | undefined;
  readonly isExpected?: IsExpected | undefined;
}

/** The items API of Directus. Its methods throw a `CallFailure`, which has been reported unless it is expected. */
export interface DirectusClient {
  /** All rows of a collection; empty if there are none. */
  items(collection: string, query?: RowQuery, limits?: ListLimits): Promise<readonly unknown[]>;
  /**
   * A text that is another whenever the number of rows or the newest change among them is; null: Directus does not
   * say.
   *
   * @param query.field when a row changed last
   */
  newest(
    collection: string,
    query: { readonly filter?: Filter | undefined; readonly field: string },
  ): Promise<string | null>;
  /** One row by its id; null if `data` is. Directus responds with 403 for an absent one. */
  item(collection: string, id: string, query?: Pick<RowQuery, 'fields'>): Promise<unknown>;
  /** Closes the pooled connections. */
  close(): void;
}

/** So many rows are asked for in one call. */
export const rowsInCall = 100;

const listLimits = {
  maxRows: 20_000,
  maxBytes: 64 * 1024 * 1024,
  deadlineMs: 10_000,
  mayBeSingleton: false,
};

/**
 * Without a `limit` Directus sends its default of 100 rows and does not say that there are more; an operator's
 * QUERY_LIMIT_MAX makes a larger `limit` a 400, or cuts pages in silence. So rows are requested a hundred at a time,
 * from where the rows so far end, until there are as many as Directus counts.
 */
export function createDirectusClient(options: DirectusClientOptions): DirectusClient {
  const { baseUrl, deadlineMs = 3_000, maxBodyBytes = 5 * 1024 * 1024 } = options;
  const source: Source = {
    baseUrl,
    caller: createServiceCaller(options),
    limits: { deadlineMs, maxBodyBytes },
  };
  return {
    items: (collection, query = {}, limits = {}) => readAll(source, collection, query, limits),
    newest: (collection, query) => readNewest(source, collection, query),
    item(collection, id, query = {}) {
      const path = `${itemsPath(collection)}/${encodeURIComponent(id)}`;
      return request(source, { collection, path, query: { ...query } }, readItem);
    },
    close: source.caller.close,
  };
}

/** How a client reaches its service. */
interface Source {
  readonly baseUrl: string;
  readonly caller: ServiceCaller;
  readonly limits: CallLimits;
}

interface Target {
  readonly collection: string;
  readonly path: string;
  readonly query: DirectusQuery;
  readonly limits?: CallLimits;
  readonly isExpected?: IsExpected | undefined;
}

/** What a response is for the client, or why it cannot be used. */
type Reading<T> = { readonly read: T } | { readonly problem: string };

/** Sends one call. `read` takes the envelope of its response, the object with `data`, and the size of its body. */
function request<T>(
  { baseUrl, caller, limits }: Source,
  target: Target,
  read: (envelope: Row, bytes: number) => Reading<T>,
): Promise<T> {
  const { collection, path, query } = target;
  const url = directusUrl(baseUrl, path, query);
  const call: ServiceCall = { collection, endpoint: path, method: 'GET', url };
  return caller.call(
    call,
    async (http) => {
      const received = await requestJson(http, call, target.limits ?? limits);
      const reading = readEnvelope(received, read);
      if ('read' in reading) return reading.read;
      throw malformed(call, reading.problem, received.status, received.text);
    },
    target.isExpected,
  );
}

function readEnvelope<T>(
  { value, bytes }: ReceivedJson,
  read: (envelope: Row, bytes: number) => Reading<T>,
): Reading<T> {
  const envelope = readRow(value);
  if (envelope === null) return { problem: 'no object' };
  const { errors = null } = envelope;
  const hasErrors = Array.isArray(errors) ? errors.length > 0 : errors !== null;
  return hasErrors ? { problem: 'errors beside the data' } : read(envelope, bytes);
}

/** Directus serves its own collections, as `directus_files`, at paths of their own: `/files`. */
const itemsPath = (collection: string) =>
  collection.startsWith('directus_')
    ? collection.replace('directus_', '/')
    : `/items/${encodeURIComponent(collection)}`;

function readItem({ data = null }: Row): Reading<unknown> {
  return data === null || readRow(data) !== null ? { read: data } : { problem: 'no row' };
}

/** The rows that have been read of a collection, and how many it has. */
interface PartialList {
  readonly rows: readonly unknown[];
  readonly bytes: number;
  /** Null: the service does not count. */
  readonly count: number | null;
  readonly isComplete: boolean;
}

async function readAll(
  source: Source,
  collection: string,
  query: RowQuery,
  limits: ListLimits,
): Promise<readonly unknown[]> {
  const bounds = { ...listLimits, ...limits };
  const endsAt = performance.now() + bounds.deadlineMs;
  let list: PartialList = { rows: [], bytes: 0, count: null, isComplete: false };
  while (!list.isComplete) {
    const before = list;
    const offset = before.rows.length;
    const place = offset === 0 ? { meta: 'filter_count' } : { offset };
    const target = {
      collection,
      path: itemsPath(collection),
      query: { ...query, limit: rowsInCall, ...place },
      limits: {
        deadlineMs: Math.min(source.limits.deadlineMs, endsAt - performance.now()),
        maxBodyBytes: Math.min(source.limits.maxBodyBytes, bounds.maxBytes - before.bytes),
      },
      isExpected: limits.isExpected,
    };
    list = await request(source, target, (envelope, bytes) => readPage(envelope, bytes, before, bounds));
  }
  return list.rows;
}

/** The rows so far with those of one more page. */
function readPage(
  { data, meta }: Row,
  bytes: number,
  before: PartialList,
  { maxRows, mayBeSingleton }: Pick<typeof listLimits, 'maxRows'> & Pick<ListLimits, 'mayBeSingleton'>,
): Reading<PartialList> {
  const single = mayBeSingleton ? readRow(data) : null;
  // The one object of a singleton that was never saved has no id.
  const page = single === null ? (data ?? []) : single.id === null ? [] : [single];
  if (!Array.isArray(page)) return { problem: 'no rows in it' };
  const rows = [...before.rows, ...page];
  const total = { rows, bytes: before.bytes + bytes };
  if (single !== null) return { read: { ...total, count: null, isComplete: true } };
  const count = before.rows.length === 0 ? readNumber(readRow(meta)?.filter_count) : before.count;
  if (Math.max(rows.length, count ?? 0) > maxRows) return { problem: `more than ${maxRows} rows` };
  if (page.length === 0 && rows.length < (count ?? 0)) return { problem: `fewer rows than ${count}` };
  if (before.rows.length > 0 && page.length > 0 && isDeepStrictEqual(page[0], rows[0])) {
    return { problem: 'the same page again' };
  }
  const isComplete = count === null ? page.length < rowsInCall : rows.length >= count;
  return { read: { ...total, count, isComplete } };
}

async function readNewest(
  source: Source,
  collection: string,
  { filter, field }: { readonly filter?: Filter | undefined; readonly field: string },
): Promise<string | null> {
  const query = { filter, 'aggregate[count]': '*', 'aggregate[max]': field };
  const isRefusal = (error: CallFailure) => error.status === 400 || error.status === 403;
  const target = { collection, path: itemsPath(collection), query, isExpected: isRefusal };
  try {
    return await request(source, target, readAggregate);
  } catch (error) {
    if (error instanceof CallFailure && isRefusal(error)) return null;
    throw error;
  }
}

/** A response without a count is that of a service, or of a proxy, which does not know the query. */
function readAggregate({ data }: Row): Reading<string | null> {
  const row = Array.isArray(data) && data.length === 1 ? readRow(data[0]) : null;
  const { count, max } = row ?? {};
  // Without any moment nobody keeps the field, and a changed row would go unnoticed.
  const isKept = Object.values(readRow(max) ?? {}).some((moment) => moment !== null);
  return { read: readNumber(count) === null || !isKept ? null : JSON.stringify([count, max]) };
}
