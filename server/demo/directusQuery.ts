import type { Collection, ContentRow, ContentRows } from './contentCollections.ts';
import { fieldType } from './contentCollections.ts';
import { forbidden, forbiddenField, invalidQuery } from './directusErrors.ts';
import { compileFields } from './directusFields.ts';
import { compileFilter } from './directusFilter.ts';
import type { QueryTree } from './queryString.ts';
import { listParameter, textParameter, toPlain } from './queryString.ts';

/** What a list answers: `meta` comes first and only when it was asked for. */
export interface ItemList {
  readonly meta?: Readonly<Record<string, number>>;
  readonly data: readonly ContentRow[];
}

/** QUERY_LIMIT_DEFAULT of Directus: what a list without `limit` is cut to. */
const defaultLimit = 100;

/**
 * Answers a list query over one collection: filter, search, sort, page, fields, meta, as Directus 11.17 on
 * SQLite does. Parameters that it does not know are ignored. `largestLimit` is its QUERY_LIMIT_MAX.
 * @throws DirectusError as recorded for bad limits, filters, unknown fields and sort keys.
 */
export function listItems(
  query: QueryTree,
  collection: Collection,
  rows: ContentRows,
  now: number,
  largestLimit = Number.POSITIVE_INFINITY,
): ItemList {
  const all = rows[collection.name];
  const limit = readLimit(query, largestLimit);
  const page = wholeNumber(query, 'page', 0) ?? 0;
  const givenOffset = wholeNumber(query, 'offset', 0) ?? 0;
  const take = compileFields(listParameter(query, 'fields'), collection, rows);
  const order = compileSort(listParameter(query, 'sort'), collection, all);
  const filter = readFilter(query);
  const passes = filter === undefined ? () => true : compileFilter(filter, collection, all, now);
  const words = textParameter(query, 'search')?.toLowerCase() ?? '';

  const found = all.filter((row) => passes(row) && contains(row, collection, words)).sort(order);
  const start = page > 0 && limit > 0 ? limit * (page - 1) : givenOffset;
  const data = found.slice(start, limit < 0 ? undefined : start + limit).map(take);

  const counts = Object.entries({ total_count: all.length, filter_count: found.length });
  const wanted = readMeta(query);
  const meta = counts.filter(([name]) => wanted.includes('*') || wanted.includes(name));
  return meta.length > 0 ? { meta: Object.fromEntries(meta), data } : { data };
}

/**
 * Answers one item by id, with `fields`.
 * @throws DirectusError 403 without a reason when no row has that id, whatever its form.
 */
export function readItem(
  id: string,
  query: QueryTree,
  collection: Collection,
  rows: ContentRows,
): ContentRow {
  const take = compileFields(listParameter(query, 'fields'), collection, rows);
  const found = rows[collection.name].find((row) => String(row.id) === id);
  if (found === undefined) throw forbidden();
  return take(found);
}

function readMeta(query: QueryTree): readonly string[] {
  const wanted = listParameter(query, 'meta');
  const unknown = wanted.findIndex((name) => !['*', 'total_count', 'filter_count'].includes(name));
  if (unknown >= 0) throw invalidQuery(`"meta[${unknown}]" must be one of [total_count, filter_count]`);
  return wanted;
}

/** The rows of one page; a `limit` of -1 is every row, up to the largest limit without a word. */
function readLimit(query: QueryTree, largest: number): number {
  const given = wholeNumber(query, 'limit', -1) ?? Math.min(defaultLimit, largest);
  if (given > largest) throw invalidQuery(`"limit" must be less than or equal to ${largest}`);
  return given < 0 && Number.isFinite(largest) ? largest : given;
}

/** An empty `limit=` is the number 0 to Directus, and so an empty list. */
function wholeNumber(query: QueryTree, name: string, least: number): number | undefined {
  if (!query.has(name)) return undefined;
  // Given twice it is a list, and that is no number.
  const value = Number(textParameter(query, name) ?? Number.NaN);
  if (Number.isNaN(value)) throw invalidQuery(`"${name}" must be a number`);
  if (!Number.isInteger(value)) throw invalidQuery(`"${name}" must be an integer`);
  if (value < least) throw invalidQuery(`"${name}" must be greater than or equal to ${least}`);
  return value;
}

function readFilter(query: QueryTree): unknown {
  const given = query.get('filter');
  if (given === undefined || given === '') return undefined;
  if (typeof given !== 'string') return toPlain(given);
  let parsed: unknown;
  try {
    parsed = JSON.parse(given);
  } catch {
    throw invalidQuery('Invalid JSON for filter object');
  }
  if (parsed === null) throw invalidQuery('"filter" must be of type object');
  return Array.isArray(parsed) && parsed.length === 0 ? undefined : parsed;
}

type RowOrder = (a: ContentRow, b: ContentRow) => number;

function compileSort(keys: readonly string[], collection: Collection, rows: readonly ContentRow[]): RowOrder {
  const orders = (keys.length === 0 ? [collection.sortField] : keys).map((key): RowOrder => {
    const descending = key.startsWith('-');
    const field = descending ? key.slice(1) : key;
    const type = fieldType(collection, field, rows);
    if (type === undefined) throw forbiddenField(field, collection.name);
    const byTime = type === 'timestamp' || type === 'date';
    const rank = (row: ContentRow) => (byTime ? timeOrNull(row[field]) : row[field]);
    return (a, b) => (descending ? -1 : 1) * compareValues(rank(a), rank(b));
  });
  // Rows that the keys leave equal come in the order of their ids, as SQLite reads them.
  orders.push((a, b) => compareValues(a.id, b.id));
  return (a, b) => {
    for (const order of orders) {
      const result = order(a, b);
      if (result !== 0) return result;
    }
    return 0;
  };
}

function timeOrNull(value: unknown): number | null {
  return value === null || value === undefined ? null : Date.parse(String(value));
}

/** SQLite: null is the smallest value, so it comes first ascending and last descending. */
function compareValues(a: unknown, b: unknown): number {
  const aNull = a === null || a === undefined;
  const bNull = b === null || b === undefined;
  if (aNull || bNull) return Number(bNull) - Number(aNull);
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [left, right] = [String(a), String(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

function contains(row: ContentRow, collection: Collection, words: string): boolean {
  if (words === '') return true;
  return Object.entries(collection.fields).some(
    ([field, type]) =>
      (type === 'string' || type === 'text') &&
      String(row[field] ?? '')
        .toLowerCase()
        .includes(words),
  );
}
