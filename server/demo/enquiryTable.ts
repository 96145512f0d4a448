import { readLimit } from './contentQuery.ts';
import { DirectusError, forbidden, noAccess, unknownToken } from './directusError.ts';
import { jsonReply, type Reply, type ServiceRequest } from './httpService.ts';

/** The token that may create, read and update the rows of `enquiries`. */
export const enquiryToken = 'the-token-of-the-demo-for-enquiries';

type Row = Record<string, unknown>;

/** The collection `enquiries` of the embedded content service, accessible only with the site's token. */
export interface EnquiryTable {
  /** By id, in the order of creation. */
  readonly rows: Map<string, Row>;
  /** How it responds to a request that has a token. */
  respond(request: ServiceRequest): Reply;
}

/**
 * Creates an empty table. It supports the requests of the site's ledger (`server/contact/enquiryLedger.ts`) and refuses
 * all others as Directus does; `tests/directus` sends the same requests to a real one.
 */
export function createEnquiryTable(largestLimit?: number): EnquiryTable {
  const rows = new Map<string, Row>();
  const stored = (id: string): Row => {
    const row = rows.get(id);
    if (row === undefined) throw forbidden();
    return row;
  };
  const data = (value: unknown) => jsonReply(200, { data: value });
  return {
    rows,
    respond({ method, path, search, headers, body }) {
      if (headers.authorization !== `Bearer ${enquiryToken}`) throw unknownToken();
      if (path === '/permissions/me') return data({ enquiries: rights });
      const [, id] = /^\/items\/enquiries(?:\/([^/]+))?$/.exec(path) ?? [];
      if (!path.startsWith('/items/enquiries')) throw noAccess('this');
      if (method === 'GET' && id !== undefined) return data(stored(id));
      if (method === 'GET')
        return data(
          list(rows, new URLSearchParams(search), largestLimit).map((row) => columnsOf(row, search)),
        );
      const given: unknown = JSON.parse(body);
      if (!isRow(given)) throw new DirectusError(400, 'INVALID_PAYLOAD', 'Invalid payload.');
      if (method === 'PATCH') return data(update(rows, given).map((row) => columnsOf(row, search)));
      const key = String(given.id);
      if (rows.has(key)) throw new DirectusError(400, 'RECORD_NOT_UNIQUE', 'Value has to be unique.');
      rows.set(key, given);
      return data(given);
    },
  };
}

/** Changes the rows that a query finds; returns them as they are now. */
function update(rows: EnquiryTable['rows'], given: Row): readonly Row[] {
  const { query, data } = given;
  if (!isRow(query) || !isRow(data)) throw new DirectusError(400, 'INVALID_PAYLOAD', '"data" is required.');
  return [...rows.values()]
    .filter((row) => matches(row, query.filter))
    .map((row) => Object.assign(row, data));
}

/** A row with the columns that a query names, or with all. */
function columnsOf(row: Row, search: string): Row {
  const names = new URLSearchParams(search).get('fields')?.split(',');
  return names === undefined ? row : Object.fromEntries(names.map((name) => [name, row[name] ?? null]));
}

const granted = { access: 'full' };
const none = { access: 'none' };
const rights = { create: granted, read: granted, update: granted, delete: none, share: none };

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function list(rows: ReadonlyMap<string, Row>, query: URLSearchParams, largestLimit?: number): Row[] {
  const filter: unknown = JSON.parse(query.get('filter') ?? '{}');
  const keys = (query.get('sort') ?? 'id')
    .split(',')
    .map((key) => ({ name: key.replace('-', ''), isDown: key.startsWith('-') }));
  return [...rows.values()]
    .filter((row) => matches(row, filter))
    .sort((a, b) => {
      const [first] = keys.filter(({ name }) => String(a[name]) !== String(b[name]));
      return first && String(a[first.name]) < String(b[first.name]) !== first.isDown ? -1 : 1;
    })
    .slice(0, readLimit(query, largestLimit));
}

/** @throws for an operator that the site does not use */
function matches(row: Row, filter: unknown): boolean {
  if (!isRow(filter)) throw new DirectusError(400, 'INVALID_QUERY', 'Invalid filter.');
  return Object.entries(filter).every(([name, wanted]) => {
    if (name === '_and' && Array.isArray(wanted)) return wanted.every((part) => matches(row, part));
    if (name === '_or' && Array.isArray(wanted)) return wanted.some((part) => matches(row, part));
    if (!isRow(wanted)) throw new DirectusError(400, 'INVALID_QUERY', 'Invalid filter.');
    const value = row[name] ?? null;
    return Object.entries(wanted).every(([operator, other]) => {
      if (operator === '_eq') return value === other;
      if (operator === '_null') return (value === null) === other;
      // A missing time is neither earlier nor later.
      if (operator === '_lte') return value !== null && String(value) <= String(other);
      if (operator === '_gte') return value !== null && String(value) >= String(other);
      throw new DirectusError(400, 'INVALID_QUERY', `Unknown operator ${operator}.`);
    });
  });
}
