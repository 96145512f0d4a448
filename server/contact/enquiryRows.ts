import type { Logger } from 'pino';
import { field } from '../../shared/field.ts';
import { jsonOf } from '../../shared/jsonOf.ts';
import { createHttpClient, type HttpClient, HttpFailure, type HttpRequest } from '../upstream/httpClient.ts';
import { type EnquiryRecord, fromRow, progressOf, toRow } from './enquiryRecord.ts';

/** The collection `enquiries` in Directus, by a token that may create, read and update its rows. Nothing here rejects. */
export interface EnquiryRows {
  /** `exists`: there is a row of this number already. `failed`: there may be one. */
  create(record: EnquiryRecord): Promise<'created' | 'exists' | 'failed'>;
  /** Null: there is none, it is no enquiry any more, or it cannot be read. */
  read(number: string): Promise<EnquiryRecord | null>;
  /** The same for whoever names a number, which anybody can make up: it keeps no other call waiting. */
  find(number: string): Promise<EnquiryRecord | null>;
  /** Writes how far the message is; what somebody has corrected in it stays. Returns whether it need not be tried again. */
  update(record: EnquiryRecord): Promise<boolean>;
  /** Marks a row undelivered that is no enquiry any more. */
  giveUp(number: string): Promise<void>;
  /**
   * The oldest twenty rows that wait for us: to be sent on or to be followed, whose time has come, and those that were
   * never tried, which a request may have in hand; null: they cannot be read.
   *
   * @param isAll also those that were tried in vain, and whose time is yet to come
   */
  waiting(isAll: boolean): Promise<readonly WaitingRow[] | null>;
  /** Milliseconds since 1970 by the clock of Directus, which all replicas share. */
  now(): number;
  /** Why the token must not be used, in words for the operator; null: it may; undefined: Directus does not respond. */
  objection(): Promise<string | null | undefined>;
}

interface WaitingRow {
  readonly number: string;
  /** Null: somebody has made something of it that is no enquiry. */
  readonly record: EnquiryRecord | null;
}

interface RowsOptions {
  readonly directusUrl: string;
  readonly token: string;
  readonly log: Pick<Logger, 'warn'>;
}

const items = '/items/enquiries';
export const mostInRound = 20;
/** A visitor waits for it. */
const createMs = 1_000;
const usualMs = 5_000;
const maxBodyBytes = 2 * 1024 * 1024;
/** Clocks that are closer than this count as one: the header has whole seconds. */
const smallestOffsetMs = 2_000;

/** Makes the client of the rows. Its log lines have no word of a visitor. */
export function createEnquiryRows({ directusUrl, token, log }: RowsOptions): EnquiryRows {
  const http = createHttpClient({ connectTimeoutMs: createMs, connections: 16 });
  const finding = createHttpClient({ connectTimeoutMs: createMs, connections: 4 });
  let offsetMs = 0;

  /** The status, 0 where there is none, and the body as JSON. */
  const call = async (
    method: HttpRequest['method'],
    path: string,
    { body, deadlineMs = usualMs }: { readonly body?: object; readonly deadlineMs?: number } = {},
    client = http,
  ): Promise<{ readonly status: number; readonly json: unknown }> => {
    const response = await client.send({
      url: directusUrl + path,
      method,
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      ...(body ? { body: JSON.stringify(body) } : {}),
      deadlineMs,
      maxBodyBytes,
    });
    if (response instanceof HttpFailure) {
      log.warn({ method, cause: response.code }, 'Directus has not responded to a call for enquiries.');
      return { status: 0, json: null };
    }
    const offset = Date.parse(response.headers.date ?? '') - Date.now();
    if (!Number.isNaN(offset)) offsetMs = Math.abs(offset) < smallestOffsetMs ? 0 : offset;
    const { status } = response;
    const json = jsonOf(response.body?.toString('utf8') ?? null);
    // A row that is there, or is not, is no fault.
    if (status !== 200 && status !== 403 && codeOf(json) !== notUnique)
      log.warn({ method, status, code: codeOf(json) }, 'Directus has refused a call for enquiries.');
    return { status, json };
  };
  const now = () => Date.now() + offsetMs;
  const read = async (number: string, client: HttpClient): Promise<EnquiryRecord | null> => {
    const { status, json } = await call('GET', `${items}/${number}`, {}, client);
    return status === 200 && field(json, 'data', 'id') === number ? fromRow(field(json, 'data')) : null;
  };

  return {
    async create(record) {
      const { status, json } = await call('POST', items, { body: toRow(record), deadlineMs: createMs });
      if (status === 200 && field(json, 'data', 'id') === record.number) return 'created';
      return codeOf(json) === notUnique ? 'exists' : 'failed';
    },
    read: (number) => read(number, http),
    find: (number) => read(number, finding),
    async update(record) {
      const { status } = await call('PATCH', `${items}/${record.number}`, { body: progressOf(record) });
      return status === 200 || status === 403;
    },
    async giveUp(number) {
      await call('PATCH', `${items}/${number}`, { body: { state: 'undelivered', next_try: null } });
    },
    async waiting(isAll) {
      const toSend = { state: { _eq: 'waiting' } };
      const isDue = { next_try: { _lte: new Date(now()).toISOString() } };
      const filter = {
        _or: [
          { _and: [{ state: { _in: ['waiting', 'sent'] } }, isDue] },
          // Without a time: somebody has put it back by hand. Never tried: whoever had it in hand may be gone.
          { _and: [toSend, { _or: [{ next_try: { _null: true } }, { tries: { _eq: 0 } }] }] },
          ...(isAll ? [{ _and: [toSend, { tries: { _gt: 0 } }] }] : []),
        ],
      };
      const query = new URLSearchParams({
        ...{ filter: JSON.stringify(filter), sort: 'created', limit: String(mostInRound) },
      });
      const { status, json } = await call('GET', `${items}?${query}`);
      const data = field(json, 'data');
      if (status !== 200 || !Array.isArray(data)) return null;
      return data.flatMap((row: unknown): WaitingRow[] => {
        const number = field(row, 'id');
        return isNumber(number) ? [{ number, record: fromRow(row) }] : [];
      });
    },
    now,
    async objection() {
      const { status, json } = await call('GET', '/permissions/me');
      if (status === 0 || status === 429 || status >= 500) return undefined;
      return objectionTo(field(json, 'data'));
    },
  };
}

const notUnique = 'RECORD_NOT_UNIQUE';
const codeOf = (json: unknown) => field(json, 'errors', 0, 'extensions', 'code');

/** Whether a value can be the number of a message. */
export const isNumber = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);

/** What is wrong with the rights of a token, by what Directus says of them; null: nothing. */
function objectionTo(rights: unknown): string | null {
  if (typeof rights !== 'object' || rights === null) return 'Directus does not know it';
  const granted = Object.entries(rights).flatMap(([collection, actions]) =>
    Object.keys(Object(actions))
      .filter((action) => field(actions, action, 'access') !== 'none')
      .map((action) => `${action} ${collection}`),
  );
  const needed = ['create enquiries', 'read enquiries', 'update enquiries'];
  const missing = needed.find((right) => !granted.includes(right));
  if (missing) return `it may not ${missing}`;
  const more = granted.find((right) => !needed.includes(right));
  return more ? `it may also ${more}` : null;
}
