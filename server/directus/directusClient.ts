import { isUtf8 } from 'node:buffer';
import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import { jsonOf } from '../../shared/jsonOf.ts';
import { causeOf, type ReportError } from '../process/errors.ts';
import {
  createHttpClient,
  type HttpClient,
  HttpFailure,
  isSuccess,
  type ResponseHead,
} from '../upstream/httpClient.ts';
import { CallFailure, refusalMessage, type ServiceCall } from './callErrors.ts';
import { type KeepRow, parseEnvelope } from './parseEnvelope.ts';
import { type Row, readNumber, readRow } from './readField.ts';

/** One finished call, for traces, breadcrumbs and metrics. */
export interface FinishedCall extends ServiceCall {
  readonly durationMs: number;
  readonly failure: CallFailure | null;
}

export interface DirectusClientOptions {
  /** The content service as this server reaches it. */
  readonly baseUrl: string;
  readonly log: Pick<Logger, 'debug'>;
  readonly reportError: ReportError;
  /** Sent with every call; content for visitors is requested without one. */
  readonly token?: string;
  readonly onCall?: (call: FinishedCall) => void;
  readonly connectTimeoutMs?: number;
  /** Concurrent connections; further calls wait for one. */
  readonly maxSockets?: number;
  /** Deadline for one response, or for all pages of a list, including the bodies; default 5 s. */
  readonly deadlineMs?: number;
  /** Limit for one body, or for all pages of a list; default 64 MiB. */
  readonly maxBytes?: number;
  /** Limit for the rows of a collection; default 20,000. */
  readonly maxRows?: number;
}

/** Query options of one call; null and undefined ones are not sent. */
type Query = Readonly<Record<string, unknown>>;

/** Which rows to request, and which of their fields. */
interface RowQuery {
  readonly filter?: Query | undefined;
  readonly sort?: readonly string[];
  readonly fields?: readonly string[];
  /** The key of a content version, of one row or of a singleton. */
  readonly version?: string | undefined;
}

/** One request, and which responses to it are read. */
interface Target {
  readonly collection: string;
  readonly path: string;
  readonly query: Query;
  /** Judges the `Content-Type` (empty if there is none) before any of the body is read. */
  readonly isWanted: (contentType: string) => boolean;
  readonly deadlineMs?: number;
  readonly maxBytes?: number;
  /** Whether a failure is expected: it is still thrown, but not reported. */
  readonly isExpected?: ((error: CallFailure) => boolean) | undefined;
}

/** What was read from a response, or why it cannot be used. */
type Reading<T> = { readonly read: T } | { readonly problem: string };

/** How much of a refusal is read: enough to find the message in. */
const maxRefusalBytes = 64 * 1024;
/** How many rows Directus sends at most if it ignores the requested limit. */
const defaultLimit = 100;

/** The items API of Directus. Failed calls throw a `CallFailure`, which has been reported unless it is expected. */
export class DirectusClient {
  readonly #options: DirectusClientOptions;
  readonly #deadlineMs: number;
  readonly #maxBytes: number;
  readonly #http: HttpClient;

  constructor(options: DirectusClientOptions) {
    const { connectTimeoutMs = 1_000, maxSockets = 20, deadlineMs = 5_000 } = options;
    this.#options = options;
    this.#deadlineMs = deadlineMs;
    this.#maxBytes = options.maxBytes ?? 64 * 1024 * 1024;
    this.#http = createHttpClient({ connectTimeoutMs, connections: maxSockets });
  }

  /**
   * All rows of a collection, or the one object of a singleton; empty if there are none. Without a `limit` Directus
   * sends 100 and does not say that there are more. It lowers -1 to the QUERY_LIMIT_MAX of its operator, but refuses any
   * larger number. The rest is requested by offset, until there are as many rows as Directus counts.
   *
   * `keep` is called with each row as soon as it is parsed, and returns what is kept of it.
   */
  async items(
    collection: string,
    query: RowQuery = {},
    { isExpected, keep }: Pick<Target, 'isExpected'> & { readonly keep?: KeepRow } = {},
  ): Promise<readonly unknown[]> {
    const endsAt = performance.now() + this.#deadlineMs;
    let list: PartialList = { rows: [], bytes: 0, count: null, isComplete: false };
    while (!list.isComplete) {
      const before = list;
      const place = before.rows.length === 0 ? { meta: 'filter_count' } : { offset: before.rows.length };
      const target = {
        query: { ...query, limit: -1, ...place },
        deadlineMs: endsAt - performance.now(),
        maxBytes: this.#maxBytes - before.bytes,
        isExpected,
        ...(keep && { keep }),
      };
      list = await this.#getJson(collection, target, (envelope, bytes) =>
        readPage(envelope, bytes, before, this.#options.maxRows ?? 20_000),
      );
    }
    return list.rows;
  }

  /**
   * A text that differs whenever the number of rows or the time of their newest change does; null: Directus does not
   * say.
   *
   * @param field the field with the time of the last change of a row
   */
  async changeMarker(collection: string, field: string): Promise<string | null> {
    const query = { 'aggregate[count]': '*', 'aggregate[max]': field };
    // Whatever the answer is, the rows may come all the same: a firewall may refuse this query alone.
    const isExpected = ({ status }: CallFailure) => status !== null;
    try {
      return await this.#getJson(collection, { query, isExpected }, readAggregate);
    } catch (error) {
      if (error instanceof CallFailure && isExpected(error)) return null;
      throw error;
    }
  }

  /** One row by its id; null if `data` is. For an absent row Directus responds with 403. */
  item(collection: string, id: string, query: Pick<RowQuery, 'fields' | 'version'> = {}): Promise<unknown> {
    return this.#getJson(collection, { query: { ...query }, id }, ({ data = null }) =>
      data === null || readRow(data) !== null ? { read: data } : { problem: 'no row' },
    );
  }

  /** Closes the pooled connections. */
  close(): void {
    this.#http.close();
  }

  /**
   * Sends one call, and reads the body of a 2xx response of a wanted type. Every other status (including redirects, 204
   * and 304), a body that is encoded or too large, and no complete response in time are failures. Each call is passed
   * to `onCall` once, and reported at most once.
   */
  async get<T>(target: Target, read: (body: Buffer) => Reading<T>): Promise<T> {
    const { collection, path: endpoint, isExpected } = target;
    const { baseUrl, log, reportError, onCall } = this.#options;
    const url = addressOf(baseUrl, endpoint, target.query);
    const call: ServiceCall = { collection, endpoint, method: 'GET', url };
    const startedAt = performance.now();
    const finish = (failure: CallFailure | null) =>
      onCall?.({ ...call, durationMs: performance.now() - startedAt, failure });
    try {
      const result = await this.#receive(call, target, read);
      finish(null);
      return result;
    } catch (error) {
      if (!(error instanceof CallFailure)) {
        reportError(error, { endpoint });
        throw error;
      }
      finish(error);
      if (!isExpected?.(error)) reportError(error, { ...error.details });
      else log.debug({ ...error.details, reason: error.message }, 'Content service refused, as expected');
      throw error;
    }
  }

  async #receive<T>(call: ServiceCall, target: Target, read: (body: Buffer) => Reading<T>): Promise<T> {
    const { isWanted, deadlineMs = this.#deadlineMs, maxBytes = this.#maxBytes } = target;
    const { token } = this.#options;
    const response = await this.#http.send({
      url: call.url,
      method: 'GET',
      headers: token === undefined ? jsonHeader : { ...jsonHeader, Authorization: `Bearer ${token}` },
      deadlineMs,
      maxBodyBytes: (head) => {
        if (isRefusal(head)) return head.status < 400 ? 0 : maxRefusalBytes;
        return problemWith(head, isWanted) === null ? maxBytes : 0;
      },
    });
    if (response instanceof HttpFailure)
      throw new CallFailure('network', response.message, call, null, response.cause);
    const { status, body } = response;
    if (isRefusal(response)) {
      const text = body?.toString('utf8') ?? null;
      throw new CallFailure('response', refusalMessage(status, jsonOf(text)), call, { status, body: text });
    }
    const problem = problemWith(response, isWanted);
    const reading =
      problem === null && body !== null ? read(body) : { problem: problem ?? `more than ${maxBytes} bytes` };
    if ('read' in reading) return reading.read;
    const text = body?.toString('utf8', 0, 4_096) ?? null;
    throw new CallFailure('malformed', `Malformed response: ${reading.problem}`, call, {
      status,
      body: text,
    });
  }

  /** Reads the envelope of a response: the object with `data`. */
  #getJson<T>(
    collection: string,
    {
      id,
      keep = (row) => row,
      ...target
    }: Omit<Target, 'collection' | 'path' | 'isWanted'> & { readonly id?: string; readonly keep?: KeepRow },
    read: (envelope: Row, bytes: number) => Reading<T>,
  ): Promise<T> {
    const path = itemsPath(collection) + (id === undefined ? '' : `/${encodeURIComponent(id)}`);
    return this.get({ isWanted: isJson, collection, path, ...target }, (body) => {
      const envelope = readEnvelope(body, keep);
      return 'read' in envelope ? read(envelope.read, body.length) : envelope;
    });
  }
}

const isRefusal = (head: ResponseHead) => !isSuccess(head) || head.status === 204;

/** Why the body of a response is not read; null: it is. */
function problemWith({ headers }: ResponseHead, isWanted: Target['isWanted']): string | null {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') return `content encoding ${encoding}`;
  const contentType = headers['content-type'] ?? '';
  return isWanted(contentType) ? null : `content type ${contentType || 'missing'}`;
}

/**
 * The address of one call: `filter` as JSON, lists joined by commas, everything else as given. Commas are not encoded,
 * so that addresses stay readable; Directus accepts both forms.
 */
export function addressOf(baseUrl: string, path: string, query: Query): string {
  const textOf = (value: unknown) =>
    Array.isArray(value)
      ? value.join(',')
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value);
  const parameters = Object.entries(query).flatMap(([name, value]) => {
    if (value === null || value === undefined) return [];
    return `${encodeURIComponent(name)}=${encodeURIComponent(textOf(value)).replaceAll('%2C', ',')}`;
  });
  const address = baseUrl + path;
  return parameters.length === 0 ? address : `${address}?${parameters.join('&')}`;
}

/** The path of a collection. Directus serves its own ones, as `directus_files`, at paths like `/files`. */
export const itemsPath = (collection: string) =>
  collection.startsWith('directus_')
    ? collection.replace('directus_', '/')
    : `/items/${encodeURIComponent(collection)}`;

/** The only header that we send, for files too, except for a token: no trace headers, nothing of the visitor. */
const jsonHeader = { 'Content-Type': 'application/json' };

const isJson = (contentType: string) => /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(contentType);

function readEnvelope(body: Buffer, keep: KeepRow): Reading<Row> {
  try {
    if (!isUtf8(body)) return { problem: 'bytes that are not UTF-8' };
    const envelope = parseEnvelope(body, keep);
    if (envelope === null) return { problem: 'no object' };
    const { errors = null } = envelope;
    const hasErrors = Array.isArray(errors) ? errors.length > 0 : errors !== null;
    return hasErrors ? { problem: 'errors besides the data' } : { read: envelope };
  } catch (error) {
    return { problem: causeOf(error) };
  }
}

/** The rows read so far of a collection, and how many it has. */
interface PartialList {
  readonly rows: readonly unknown[];
  readonly bytes: number;
  /** Null: the service does not count. */
  readonly count: number | null;
  readonly isComplete: boolean;
}

/** The rows so far with those of one more page. */
function readPage(
  { data, meta }: Row,
  bytes: number,
  before: PartialList,
  maxRows: number,
): Reading<PartialList> {
  const single = readRow(data);
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
  const isComplete = count === null ? page.length < defaultLimit : rows.length >= count;
  return { read: { ...total, count, isComplete } };
}

/** Null for a response without a count: the service, or a proxy, does not know the query. */
function readAggregate({ data }: Row): Reading<string | null> {
  const row = Array.isArray(data) && data.length === 1 ? readRow(data[0]) : null;
  const { count, max } = row ?? {};
  // If no row has a time, the field is not maintained, and a changed row would go unnoticed.
  const isKept = Object.values(readRow(max) ?? {}).some((moment) => moment !== null);
  return { read: readNumber(count) === null || !isKept ? null : JSON.stringify([count, max]) };
}
