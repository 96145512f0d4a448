import { hash } from 'node:crypto';
import sharp from 'sharp';
import { picturesModifiedOn } from '../../server/demo/demoRows.ts';
import { type Row, readRow } from '../../server/directus/readField.ts';
import { type FullResponse, sendRequest } from '../support/http.ts';

const longestText = 400;

/** One request to a content service, its target written as it is sent. */
export interface Call {
  readonly target: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What must be the same in the responses of both services. */
export interface ComparableResponse {
  readonly status: number;
  readonly type: string;
  readonly cacheControl: string | undefined;
  /** The parsed body, rows in their order; a picture by its size, other text as it is. */
  readonly body: unknown;
}

/** Sends one request to one service. */
export async function comparableResponse(service: string, call: Call): Promise<ComparableResponse> {
  const { target, method = 'GET', headers = {}, body } = call;
  const reply = await sendRequest(service, target, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'Content-Length': String(body.length) }) },
    ...(body === undefined ? {} : { body }),
  });
  return {
    status: reply.status,
    type: reply.headers['content-type'] ?? '',
    cacheControl: reply.headers['cache-control'],
    body: await readBody(reply),
  };
}

async function readBody({ headers, body, text }: FullResponse): Promise<unknown> {
  const type = headers['content-type'] ?? '';
  if (type.startsWith('image/')) {
    const { width, height, format } = await sharp(body).metadata();
    return { width, height, format };
  }
  return type.includes('json') && text !== '' ? JSON.parse(text, shorten) : text;
}

/** Long texts as their length and digest, so that differences are readable. */
function shorten(name: string, value: unknown): unknown {
  if (name === 'services_repeater' || name === 'steps') return value;
  if (typeof value !== 'string' || value.length <= longestText) return value;
  return `${value.slice(0, 40)} … ${value.length} ${hash('sha1', value)}`;
}

/** A known difference, and how it is removed from a response of the real service. */
interface RowDifference {
  readonly what: string;
  readonly reason: string;
  normalize(row: Row): Row;
}

/** Known differences in rows. The site reads both forms. */
export const rowDifferences: readonly RowDifference[] = [
  {
    what: 'categories, tags and related services are lists',
    reason: 'editors get one chip for each word; the embedded service keeps the text of the specification',
    normalize: (row) =>
      withText(row, ['categories', 'tags', 'related_services', 'search_words', 'about', 'where'], (list) =>
        list.join(', '),
      ),
  },
  {
    what: 'services_repeater is a list',
    reason: 'editors get a form for each card; the embedded service keeps the JSON text of the specification',
    normalize: (row) => withText(row, ['services_repeater'], JSON.stringify),
  },
  {
    what: 'steps are a list',
    reason:
      'editors get a form for each step; the embedded service keeps JSON text, like the cards of a page',
    normalize: (row) => withText(row, ['steps'], JSON.stringify),
  },
  {
    what: 'a file has the size of its bytes',
    reason: 'the embedded service draws its pictures when they are first requested',
    normalize: (row) => (typeof row.filesize === 'number' ? { ...row, filesize: null } : row),
  },
  {
    what: 'a row says when it was changed',
    reason: 'the real service sets it; the demo was written on one day',
    normalize: (row) => (isTime(row.date_updated) ? { ...row, date_updated: null } : row),
  },
  {
    what: 'a file was modified when it was uploaded',
    reason: 'the demo is of one day, the files of the real service are uploaded by each run of the tests',
    normalize: (row) => (isTime(row.modified_on) ? { ...row, modified_on: picturesModifiedOn } : row),
  },
  {
    what: 'a service names its features',
    reason: 'editors write the lines in the form of their service; the site reads them by service_id',
    normalize: ({ features, ...row }) => (isListOfIds(features) ? row : { ...row, features }),
  },
  {
    what: 'a menu entry names its submenu',
    reason: 'editors see the menu as a tree; the site reads it by parent_id',
    normalize: ({ children, ...row }) => (isListOfIds(children) ? row : { ...row, children }),
  },
];

const isListOfIds = (value: unknown) =>
  value === undefined || (Array.isArray(value) && value.every(Number.isInteger));

const isTime = (value: unknown) => typeof value === 'string' && !Number.isNaN(Date.parse(value));

function withText(row: Row, names: readonly string[], toText: (list: readonly unknown[]) => string): Row {
  const texts = names.flatMap((name) => {
    const value = row[name];
    return Array.isArray(value) ? [[name, toText(value)] as const] : [];
  });
  return { ...row, ...Object.fromEntries(texts) };
}

/** Rewrites every row of a response of the real service, nested rows too, into the form of the embedded one. */
export function normalizeRows(
  body: unknown,
  differences: readonly RowDifference[] = rowDifferences,
): unknown {
  if (Array.isArray(body)) return body.map((member) => normalizeRows(member, differences));
  const row = readRow(body);
  if (!row) return body;
  const levelled = differences.reduce((rest, difference) => difference.normalize(rest), row);
  return Object.fromEntries(
    Object.entries(levelled).map(([name, value]) => [name, normalizeRows(value, differences)]),
  );
}
