import { type CollectionName, collectionOf } from '../content/collections/collections.ts';
import { columnsOf } from '../content/collections/schema.ts';
import type { ContentRow, ContentRows } from './demoRows.ts';
import { forbidden, invalidQuery, noAccess } from './directusError.ts';

/** The response body of a list; `meta` only if the query asks for it. */
interface ItemList {
  readonly meta?: { readonly filter_count: number };
  readonly data: readonly ContentRow[];
}

/** How many rows Directus returns without a `limit`. */
const defaultLimit = 100;

/** The parameters that the site sends. Directus knows others; these are refused here, so that a new one is noticed. */
const knownParameters = [
  'filter',
  'sort',
  'fields',
  'limit',
  'offset',
  'meta',
  'aggregate[count]',
  'aggregate[max]',
];

/**
 * Responds to a list query of the site as Directus 11.17 does.
 *
 * @param hidden collections, and columns as `services.urgency`, that the public may not read
 * @param largestLimit QUERY_LIMIT_MAX of Directus
 * @throws DirectusError 400 for a query that the site does not make, 403 for an unknown or hidden field
 */
export function listItems(
  query: URLSearchParams,
  collection: CollectionName,
  rows: ContentRows,
  hidden: ReadonlySet<string>,
  largestLimit?: number,
): ItemList {
  const unknown = [...query.keys()].find((name) => !knownParameters.includes(name));
  if (unknown !== undefined) throw unsupported(unknown);
  const fields = fieldNames(collection, rows, hidden);
  const limit = readLimit(query, largestLimit);
  const offset = readNumber(query, 'offset', 0) ?? 0;
  const meta = query.get('meta');
  if (meta !== null && meta !== 'filter_count') throw unsupported(`meta=${meta}`);
  const aggregate = readAggregate(query, collection, fields);
  const order = readSort(query, collection, fields);
  const take = readFields(query, collection, fields);
  const found = rows[collection].filter(readFilter(query, collection, fields)).sort(order);
  const data = aggregate === null ? found.slice(offset, offset + limit).map(take) : [aggregate(found)];
  return meta === null ? { data } : { meta: { filter_count: found.length }, data };
}

/**
 * Returns one row by its id.
 *
 * @throws DirectusError 403 for an id that no row has, as for an unknown field
 */
export function readItem(
  id: string,
  query: URLSearchParams,
  collection: CollectionName,
  rows: ContentRows,
  hidden: ReadonlySet<string>,
): ContentRow {
  const take = readFields(query, collection, fieldNames(collection, rows, hidden));
  const found = rows[collection].find((row) => String(row.id) === id);
  if (found === undefined) throw forbidden();
  return take(found);
}

/** The error for a query that Directus may well support and this service does not. */
function unsupported(what: string) {
  return invalidQuery(`The embedded content service does not know "${what}"`);
}

/** The declared fields of the collection, and those that a test has added to a row; without hidden ones. */
function fieldNames(
  collection: CollectionName,
  rows: ContentRows,
  hidden: ReadonlySet<string>,
): ReadonlySet<string> {
  if (hidden.has(collection)) throw noAccess(`collection "${collection}"`);
  const { schema, columns } = collectionOf(collection);
  // The system table of Directus is not declared: it has at least the columns that the site reads.
  const declared = schema === null ? [...columns.keys()] : columnsOf(schema).map(([name]) => name);
  const all = new Set([...declared, ...rows[collection].flatMap(Object.keys)]);
  return new Set([...all].filter((name) => !hidden.has(`${collection}.${name}`)));
}

function checkField(field: string, collection: CollectionName, fields: ReadonlySet<string>): void {
  if (field.startsWith('_') || field.includes('.')) throw unsupported(field);
  if (!fields.has(field)) throw noAccess(`field "${field}" in collection "${collection}"`);
}

const listed = (query: URLSearchParams, name: string) =>
  (query.get(name) ?? '').split(',').filter((entry) => entry !== '');

function readFields(query: URLSearchParams, collection: CollectionName, fields: ReadonlySet<string>) {
  const named = listed(query, 'fields');
  const nested = named.filter(isNested);
  const plain = named.filter((field) => !isNested(field));
  for (const field of plain) if (field !== '*') checkField(field, collection, fields);
  for (const field of nested) {
    if (field !== 'blocks.*' && field !== 'blocks.item.*') throw unsupported(field);
    checkField('blocks', collection, fields);
  }
  const taken = named.length === 0 || named.includes('*') ? [...fields] : plain;
  return (row: ContentRow): ContentRow => ({
    ...Object.fromEntries(taken.map((field) => [field, plainValue(field, row[field] ?? null)])),
    ...(nested.length === 0 ? {} : { blocks: row.blocks ?? [] }),
  });
}

/** The one relation that the site follows: from a page to its blocks of any kind. */
const isNested = (field: string): boolean => field.startsWith('blocks.');

/** For a relation that is not expanded, Directus returns the ids. */
const plainValue = (field: string, value: unknown): unknown =>
  field === 'blocks' && Array.isArray(value)
    ? value.map((member) => (isRecord(member) ? member.id : member))
    : value;

function readFilter(query: URLSearchParams, collection: CollectionName, fields: ReadonlySet<string>) {
  const text = query.get('filter') ?? '{}';
  let filter: unknown;
  try {
    filter = JSON.parse(text);
  } catch {
    throw invalidQuery('Invalid JSON for filter object');
  }
  if (!isRecord(filter)) throw unsupported(`filter=${text}`);
  const tests = Object.entries(filter).flatMap(([field, conditions]) => {
    checkField(field, collection, fields);
    if (!isRecord(conditions)) throw unsupported(`filter=${text}`);
    return Object.entries(conditions).map(([operator, wanted]) => {
      if (operator !== '_eq') throw unsupported(operator);
      // Compared as text: in an address, the number 3 and the text "3" are the same.
      return (row: ContentRow) => (row[field] ?? null) !== null && String(row[field]) === String(wanted);
    });
  });
  return (row: ContentRow): boolean => tests.every((test) => test(row));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `aggregate[count]=*` and `aggregate[max]=<field>` give one row of numbers; null if neither is requested. */
function readAggregate(query: URLSearchParams, collection: CollectionName, fields: ReadonlySet<string>) {
  const [counted, field] = [query.get('aggregate[count]'), query.get('aggregate[max]')];
  if (counted === null && field === null) return null;
  if (counted !== null && counted !== '*') throw unsupported(`aggregate[count]=${counted}`);
  if (field !== null) checkField(field, collection, fields);
  return (found: readonly ContentRow[]): ContentRow => ({
    ...(counted === null ? {} : { count: found.length }),
    ...(field === null ? {} : { max: { [field]: largest(found.map((row) => row[field] ?? null)) } }),
  });
}

const largest = (values: readonly unknown[]) => values.toSorted(compareValues).at(-1) ?? null;

/** The number of rows of one page; -1 means every row, silently capped at the largest limit. */
export function readLimit(query: URLSearchParams, largest = Number.POSITIVE_INFINITY): number {
  const given = readNumber(query, 'limit', -1) ?? Math.min(defaultLimit, largest);
  if (given > largest) throw invalidQuery(`"limit" must be less than or equal to ${largest}`);
  return given < 0 ? Math.min(largest, Number.MAX_SAFE_INTEGER) : given;
}

function readNumber(query: URLSearchParams, name: string, least: number): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const value = Number(text);
  if (!Number.isInteger(value)) throw invalidQuery(`"${name}" must be a number`);
  if (value < least) throw invalidQuery(`"${name}" must be greater than or equal to ${least}`);
  return value;
}

function readSort(query: URLSearchParams, collection: CollectionName, fields: ReadonlySet<string>) {
  const keys = listed(query, 'sort').map((key) => ({
    field: key.replace(/^-/, ''),
    descending: key[0] === '-',
  }));
  for (const { field } of keys) checkField(field, collection, fields);
  // Without `sort`, a list is in the order of the field that editors drag rows by.
  if (keys.length === 0) {
    keys.push({ field: collectionOf(collection).schema?.sortField ?? 'id', descending: false });
  }
  // Rows with equal keys come in the order of their ids, as SQLite reads them.
  keys.push({ field: 'id', descending: false });
  return (a: ContentRow, b: ContentRow): number => {
    for (const { field, descending } of keys) {
      const result = compareValues(a[field], b[field]);
      if (result !== 0) return descending ? -result : result;
    }
    return 0;
  };
}

/** To SQLite null is the smallest value, so it comes first. */
function compareValues(a: unknown, b: unknown): number {
  const aNull = a === null || a === undefined;
  const bNull = b === null || b === undefined;
  if (aNull || bNull) return Number(bNull) - Number(aNull);
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [left, right] = [String(a), String(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}
