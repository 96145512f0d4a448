import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { field } from '../../shared/field.ts';
import { readRow } from '../directus/readField.ts';
import { rightsIn } from '../directus/tokenRights.ts';
import {
  createHttpClient,
  type HttpClient,
  HttpFailure,
  type HttpRequest,
  jsonBodyOf,
} from '../upstream/httpClient.ts';
import { type EnquiryRecord, fromRow, toProgress, toRow } from './enquiryRecord.ts';

/** The collection `enquiries` in Directus. */
export type EnquiryRows = ReturnType<typeof createEnquiryRows>;

interface RowsOptions {
  readonly directusUrl: string;
  readonly token: string;
  readonly log: Pick<Logger, 'warn'>;
}

interface CallOptions {
  readonly body?: object;
  /** The number of the message that is written. */
  readonly number?: string;
  readonly deadlineMs?: number;
  readonly http?: HttpClient;
}

const items = '/items/enquiries';
const undelivered = { state: 'undelivered', next_try: null };
const mostInRound = 20;
/** Messages are sent in order: one that is not taken holds up the later ones until it is this old. */
export const holdingMs = 60_000;
/** A visitor waits for a row to be created. */
const createMs = 1_000;
const usualMs = 5_000;
const maxBodyBytes = 2 * 1024 * 1024;
/**
 * Statuses by which Directus says that it will not take this row, for example because a new required field is empty, or
 * because the token has lost its rights.
 */
const refusals: readonly number[] = [400, 403, 413, 422];
/** Smaller differences between the clocks are ignored: the `Date` header has whole seconds. */
const smallestOffsetMs = 2_000;

/** Makes the client of the rows. Its log lines hold nothing that a visitor wrote. Nothing here rejects. */
export function createEnquiryRows({ directusUrl, token, log }: RowsOptions) {
  const own = createHttpClient({ connectTimeoutMs: createMs, connections: 16 });
  const finding = createHttpClient({ connectTimeoutMs: createMs, connections: 4 });
  /** Messages that Directus has refused to write; empty: it has refused another call. Each is logged once. */
  const refused = new LRUCache<string, true>({ max: 1_000 });
  let offsetMs = 0;
  /** Whether calls fail; an outage is one line in the log. */
  let isFailing = false;
  const warnOnce = (facts: object, text: string) => {
    if (!isFailing) log.warn(facts, text);
    isFailing = true;
  };

  /** Returns the status (0: no response), the data that Directus sent, and the code of its error. */
  const call = async (
    method: HttpRequest['method'],
    path: string,
    { body, number = '', deadlineMs = usualMs, http = own }: CallOptions = {},
  ) => {
    const response = await http.send({
      url: directusUrl + path,
      method,
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      ...(body ? { body: JSON.stringify(body) } : {}),
      deadlineMs,
      maxBodyBytes,
    });
    if (response instanceof HttpFailure) {
      warnOnce({ method, cause: response.code }, 'Directus has not responded to a call for enquiries.');
      return { status: 0, data: undefined, code: undefined };
    }
    const { status, headers } = response;
    const offset = Date.parse(headers.date ?? '') - Date.now();
    if (Math.abs(offset - offsetMs) > smallestOffsetMs)
      offsetMs = Math.abs(offset) > smallestOffsetMs ? offset : 0;
    const json = jsonBodyOf(response);
    const code = field(json, 'errors', 0, 'extensions', 'code');
    // A row that exists already is no fault, nor is one that is missing: Directus says 403 then.
    const isMissing = status === 403 && path.startsWith(`${items}/`);
    const isUsual = status === 200 ? json !== null : isMissing || code === notUnique;
    const isRefused = !isUsual && refusals.includes(status);
    const facts = { method, status, code };
    if (isUsual) isFailing = false;
    else if (!isRefused) warnOnce(facts, refusedText);
    else if (!refused.has(number)) log.warn(facts, refusedText);
    if (isRefused) refused.set(number, true);
    else if (!isMissing) refused.delete(number);
    return { status, data: status === 200 ? field(json, 'data') : undefined, code };
  };
  /** Milliseconds since 1970 by the clock of Directus, which all replicas share. */
  const now = () => Date.now() + offsetMs;
  const failureOf = (status: number) => (refusals.includes(status) ? 'refused' : 'failed');
  const isThere = (data: unknown, number: string) => field(data, 'id') === number;
  const read = async (number: string, http: HttpClient): Promise<EnquiryRecord | null> => {
    const { data } = await call('GET', `${items}/${number}`, { http });
    return isThere(data, number) ? fromRow(data) : null;
  };

  return {
    now,
    /**
     * `exists`: there is a row of this number already. `refused`: Directus will not take this one. `failed`: there may or
     * may not be one.
     */
    async create(record: EnquiryRecord): Promise<'created' | 'exists' | 'refused' | 'failed'> {
      const { number } = record;
      const given = { body: toRow(record), number, deadlineMs: createMs };
      const { data, status, code } = await call('POST', items, given);
      if (isThere(data, number)) return 'created';
      return code === notUnique ? 'exists' : failureOf(status);
    },
    /** Null: there is no such row, it is no valid enquiry any more, or it cannot be read. */
    read: (number: string) => read(number, own),
    /** Like `read`, on connections of its own: requests for made-up numbers must not delay other calls. */
    find: (number: string) => read(number, finding),
    /** Writes the state of a message; corrections by hand to its text stay. `gone`: there is no such row any more. */
    async update(record: EnquiryRecord): Promise<'updated' | 'gone' | 'refused' | 'failed'> {
      const { number } = record;
      const given = { body: toProgress(record), number };
      const { data, status } = await call('PATCH', `${items}/${number}`, given);
      if (isThere(data, number)) return 'updated';
      return status === 403 ? 'gone' : failureOf(status);
    },
    /**
     * The oldest twenty messages to work on: those that are due to be sent or followed, and those that hold up later
     * ones; null: they cannot be read. A row that was edited so that it is no valid enquiry any more is marked
     * undelivered.
     *
     * @param isAll also messages to be sent that are not due and hold up nobody
     */
    async waiting(isAll: boolean): Promise<readonly EnquiryRecord[] | null> {
      const query = new URLSearchParams({
        filter: JSON.stringify(toWorkOn(now(), isAll)),
        sort: 'created',
        limit: String(mostInRound),
      });
      const { data } = await call('GET', `${items}?${query}`);
      if (!Array.isArray(data)) return null;
      const records: EnquiryRecord[] = [];
      for (const row of data) {
        const record = fromRow(row);
        const number = field(row, 'id');
        if (record) records.push(record);
        else if (isMessageNumber(number)) await call('PATCH', `${items}/${number}`, { body: undelivered });
      }
      return records;
    },
    /** Why the token must not be used, in words for the operator; null: it may be; undefined: Directus does not say. */
    async tokenProblem(): Promise<string | null | undefined> {
      const { status, data } = await call('GET', '/permissions/me', { deadlineMs: createMs });
      if (status === 401 || status === 403) return 'Directus does not know it';
      const rights = readRow(data);
      return rights ? problemOfRights(rights) : undefined;
    },
  };
}

const notUnique = 'RECORD_NOT_UNIQUE';

const refusedText = 'Directus has refused a call for enquiries.';

/** The filter for `waiting`, at a time by the clock of Directus. */
function toWorkOn(now: number, isAll: boolean): object {
  const isDue = { next_try: { _lte: new Date(now).toISOString() } };
  const isYoung = { created: { _gte: new Date(now - holdingMs).toISOString() } };
  // A row without `next_try` was put back by hand.
  const isNext = { _or: [isDue, { next_try: { _null: true } }, isYoung] };
  const toSend = [{ state: { _eq: 'waiting' } }, ...(isAll ? [] : [isNext])];
  return { _or: [{ _and: toSend }, { _and: [{ state: { _eq: 'sent' } }, isDue] }] };
}

/** Whether a value can be the number of a message. */
export const isMessageNumber = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);

/** What is wrong with a token's rights, as Directus lists them; null: nothing. */
function problemOfRights(rights: object): string | null {
  const granted = rightsIn(rights);
  const needed = ['create enquiries', 'read enquiries', 'update enquiries'];
  const missing = needed.find((right) => !granted.includes(right));
  if (missing) return `it may not ${missing}`;
  const more = granted.find((right) => !needed.includes(right));
  return more ? `it may also ${more}` : null;
}
