import type { Collection, ContentRow, FieldType } from './contentCollections.ts';
import { fieldType } from './contentCollections.ts';
import { forbiddenField, invalidQuery } from './directusErrors.ts';

export type RowTest = (row: ContentRow) => boolean;

const equality = ['_eq', '_neq', '_in', '_nin', '_null', '_nnull'];
const ranges = ['_lt', '_lte', '_gt', '_gte'];
const texts = ['_contains', '_ncontains', '_icontains', '_starts_with', '_ends_with', '_empty', '_nempty'];

/** Which operators Directus 11.17 accepts for a field of each type; any other is a 400. */
const operatorsOf: Readonly<Record<FieldType, readonly string[]>> = {
  integer: [...equality, ...ranges],
  string: [...equality, ...ranges, ...texts],
  text: [...equality, ...ranges, ...texts],
  uuid: equality,
  timestamp: [...equality, ...ranges],
  date: [...equality, ...ranges],
  json: ['_null', '_nnull'],
};

/**
 * Turns a filter (parsed JSON or the tree of a bracket query) into a test of rows, as Directus 11.17 on
 * SQLite reads it: fields are joined by "and", a bare value means `_eq`, a comparison with null is false.
 * @throws DirectusError 403 for an unknown field, 400 for an unknown operator or an unusable value.
 */
export function compileFilter(
  filter: unknown,
  collection: Collection,
  rows: readonly ContentRow[],
  now: number,
): RowTest {
  if (!isRecord(filter)) throw invalidQuery('Invalid JSON for filter object');
  const tests = Object.entries(filter).map(([key, value]): RowTest => {
    if (key === '_and' || key === '_or') {
      const parts = Array.isArray(value) ? value : [value];
      const inner = parts.map((part) => compileFilter(part, collection, rows, now));
      if (inner.length === 0) return () => true;
      return key === '_and'
        ? (row) => inner.every((test) => test(row))
        : (row) => inner.some((test) => test(row));
    }
    const type = fieldType(collection, key, rows);
    if (type === undefined) throw forbiddenField(key, collection.name);
    const conditions = isRecord(value) ? value : { _eq: value };
    const inner = Object.entries(conditions).map(([operator, wanted]) =>
      compileCondition(key, type, operator, wanted, now),
    );
    return (row) => inner.every((test) => test(row));
  });
  return (row) => tests.every((test) => test(row));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function compileCondition(
  field: string,
  type: FieldType,
  operator: string,
  rawWanted: unknown,
  now: number,
): RowTest {
  if (!operatorsOf[type].includes(operator)) {
    throw invalidQuery(`"${type}" field type does not contain the "${operator}" filter operator`);
  }
  const wanted = resolveWord(rawWanted, now);
  const negated = wanted === false;
  const isNull: RowTest = (row) => (row[field] ?? null) === null;
  const isEmpty: RowTest = (row) => isNull(row) || row[field] === '';
  if (operator === '_null' || (operator === '_eq' && wanted === null)) {
    return negated ? (row) => !isNull(row) : isNull;
  }
  if (operator === '_nnull' || (operator === '_neq' && wanted === null)) {
    return negated ? isNull : (row) => !isNull(row);
  }
  if (operator === '_empty') return negated ? (row) => !isEmpty(row) : isEmpty;
  if (operator === '_nempty') return negated ? isEmpty : (row) => !isEmpty(row);
  if (wanted === '') {
    const instead = 'Use "_empty" or "_nempty" instead';
    throw invalidQuery(`You can't filter for an empty string in "${operator}". ${instead}`);
  }
  const compare = comparison(operator, type, wanted, now);
  return (row) => !isNull(row) && compare(comparable(row[field], type));
}

/** In a query every value is text, so the words true, false and null mean themselves; `$NOW` is the time. */
function resolveWord(value: unknown, now: number): unknown {
  if (value === 'true') return true;
  if (value === 'false') return false;
  if (value === 'null') return null;
  return value === '$NOW' ? new Date(now).toISOString() : value;
}

type Comparable = number | string;

function comparison(
  operator: string,
  type: FieldType,
  wanted: unknown,
  now: number,
): (value: Comparable) => boolean {
  if (operator === '_in' || operator === '_nin') {
    const list = Array.isArray(wanted) ? wanted : String(wanted).split(',');
    const values = list.map((one) => comparable(resolveWord(one, now), type, true));
    return operator === '_in' ? (value) => values.includes(value) : (value) => !values.includes(value);
  }
  const target = comparable(wanted, type, true);
  const part = String(target).toLowerCase();
  const lower = (value: Comparable) => String(value).toLowerCase();
  switch (operator) {
    case '_eq':
      return (value) => value === target;
    case '_neq':
      return (value) => value !== target;
    case '_lt':
      return (value) => value < target;
    case '_lte':
      return (value) => value <= target;
    case '_gt':
      return (value) => value > target;
    case '_gte':
      return (value) => value >= target;
    // LIKE ignores the case of ASCII letters on SQLite, so these do so with and without the "i".
    case '_starts_with':
      return (value) => lower(value).startsWith(part);
    case '_ends_with':
      return (value) => lower(value).endsWith(part);
    case '_ncontains':
      return (value) => !lower(value).includes(part);
    default:
      return (value) => lower(value).includes(part);
  }
}

/** Dates are compared as times, numbers as numbers (also when the query wrote them as text). */
function comparable(value: unknown, type: FieldType, fromQuery = false): Comparable {
  if (type === 'timestamp' || type === 'date') return Date.parse(String(value));
  if (type !== 'integer') return String(value);
  const number = Number(value);
  if (fromQuery && Number.isNaN(number)) throw invalidQuery('Invalid numeric value');
  return number;
}
