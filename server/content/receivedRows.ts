import { isRefusedQuery } from '../directus/callErrors.ts';
import { type Row, readList, readRow, readRows } from '../directus/readField.ts';
import { causeOf } from '../process/errors.ts';
import { kindOf, partTables } from './collections/blocks.ts';
import { type CollectionName, collectionOf, isRowOf } from './collections/collections.ts';
import type { Field } from './collections/schema.ts';
import type { ParseContext } from './parse/parseContext.ts';

/**
 * What is kept of the answers of the content service. A collection is requested with `fields=*`: Directus then sends
 * every column that may be read and refuses none. Only declared columns pass this file, in shapes that parsers know, so
 * that nothing else reaches memory that lasts, the snapshot, Redis, a log or a page.
 */

/** What a content service sends of a collection. */
interface SentRows {
  readonly members: readonly unknown[];
  /** Why their relations are those of the held rows; null: they are not. */
  readonly refusal: string | null;
}

/**
 * Requests the rows of a collection. Their relations need a query that Directus refuses as a whole if one of them may
 * not be read, so they are requested only if rows have some, and cost only themselves: rows that had some keep them.
 *
 * @param before the rows that are held
 * @param ask requests these fields; if that may fail, its refusal is not reported
 */
export async function requestRows(
  name: CollectionName,
  before: readonly Row[],
  ask: (fields: readonly string[], mayFail: boolean) => Promise<readonly unknown[]>,
): Promise<SentRows> {
  const askAll = () => ask(['*', ...collectionOf(name).relations], true);
  if (!hasRelations(name, before)) {
    const members = await ask(['*'], false);
    if (!hasRelations(name, members)) return { members, refusal: null };
    const all = await askAll().catch((error: unknown) => {
      // Without a reply, the pages of a first load would stand without their blocks, also in the snapshot.
      if (!isRefusedQuery(error)) throw error;
      return members;
    });
    return { members: all, refusal: null };
  }
  try {
    return { members: await askAll(), refusal: null };
  } catch (error) {
    if (!isRefusedQuery(error)) throw error;
    const members = withRelationsOf(name, before, await ask(['*'], false));
    return { members, refusal: causeOf(error) };
  }
}

const relationsOf = (name: CollectionName): readonly string[] =>
  collectionOf(name).relations.map((relation) => relation.replace(/\..*/, ''));

/** Whether any of these rows refers to rows of other collections that are requested with it. */
function hasRelations(name: CollectionName, members: readonly unknown[]): boolean {
  return readRows(members).some((row) =>
    relationsOf(name).some((column) => Array.isArray(row[column]) && row[column].length > 0),
  );
}

/** Rows with the relations that the held rows of the same keys have. */
function withRelationsOf(name: CollectionName, held: readonly Row[], members: readonly unknown[]) {
  const heldByKey = new Map(held.map((row) => [row.id, row]));
  return readRows(members).map((row) => {
    const before = heldByKey.get(row.id);
    const kept = relationsOf(name).map((column) => [column, before?.[column] ?? []]);
    return { ...row, ...Object.fromEntries(kept) };
  });
}

/**
 * The rows of a response, each with its declared columns. Members that are no rows of the collection are left out.
 *
 * @returns null for a malformed response: at most half of its members are rows of this collection
 */
export function rowsOf(
  name: CollectionName,
  members: readonly unknown[],
  warn: ParseContext['warn'],
): readonly Row[] | null {
  const collection = collectionOf(name);
  const rows = readRows(members)
    .map((row) => collection.reshape(row))
    .filter((row) => isRowOf(name, row));
  if (members.length > 0 && rows.length * 2 <= members.length) return null;
  const left = members.length - rows.length;
  if (left > 0) warn('Members of a response are no rows', { collection: name, members: left });
  const hasOwnStatus = collection.columns.has('status');
  return rows
    .filter((row) => hasOwnStatus || !isWithheld(row))
    .map((row, at) => {
      const kept = keepDeclared(collection.columns, row, (column) =>
        warn('A column has values of a type that the site does not read', { collection: name, column }),
      );
      // A row whose key may not be read is known by the last part of its address, or its place.
      return kept.id === undefined && collection.needsId ? { ...kept, id: kept.slug ?? `row ${at}` } : kept;
    });
}

/** Whether editors keep a row from visitors by a status that the site does not ask for: many collections have one. */
const isWithheld = ({ status }: Row): boolean => status === 'draft' || status === 'archived';

/** The declared columns that none of these rows has: they may not be read, or do not exist. None if there are no rows. */
export function missingColumns(name: CollectionName, rows: readonly Row[]): readonly string[] {
  const has = (column: string) => rows.some((row) => Object.hasOwn(row, column));
  // Settings may have a row each: a missing one is only empty. In the form for all of them there is no key.
  if (rows.length === 0 || has('key')) return [];
  return [...collectionOf(name).columns.keys()].filter(
    (column) => !/^(id|key)$/.test(column) && !has(column),
  );
}

/** Whether there are rows, and the status of each keeps it from visitors: another word, or none where one is needed. */
export function areUnpublished(name: CollectionName, rows: readonly Row[]): boolean {
  const field = collectionOf(name).columns.get('status');
  if (field?.kind !== 'status' || rows.length === 0) return false;
  return rows.every(({ status }) => (status ?? field.ifMissing) !== 'published');
}

type Fields = Iterable<readonly [column: string, field: Field]>;

/** The declared columns of a row that have a value of their kind. A missing column stays missing. */
function keepDeclared(fields: Fields, row: Row, onOtherType: (column: string) => void): Row {
  const kept: Record<string, unknown> = {};
  for (const [column, field] of fields) {
    const written = row[column];
    if (written === undefined) continue;
    const value = keepValue(field, written, () => onOtherType(column));
    if (value === undefined) onOtherType(column);
    else kept[column] = value;
  }
  return kept;
}

/** The value of a field without anything that is not declared; undefined: it has another type. */
function keepValue(field: Field, value: unknown, onOtherType: () => void): unknown {
  switch (field.kind) {
    case 'picture':
    case 'row':
      // A relation that the service expands is an object.
      return scalarOf(readRow(value)?.id ?? value);
    case 'words': {
      const list = readList(value);
      // Related rows, which the service sends by their keys, are no words.
      if (list?.length && !list.some((member) => typeof member === 'string')) return undefined;
      return list?.map(scalarOf).filter((word) => word !== undefined) ?? scalarOf(value);
    }
    case 'entries':
      if (value === null || value === '') return null;
      // Text that is no list is kept as it is written, to say so to its editor.
      if (typeof value === 'string' && readList(value) === null) return value;
      return readList(value)?.flatMap((entry) => {
        const own = readRow(entry);
        const kept = own
          ? keepDeclared(Object.entries(field.inputs), own, onOtherType)
          : (scalarOf(entry) ?? null);
        return kept === null ? [] : [kept];
      });
    case 'blocks':
      return readList(value)?.flatMap((block) => keepBlock(readRow(block), onOtherType) ?? []) ?? [];
    default:
      return scalarOf(value);
  }
}

function keepBlock(row: Row | null, onOtherType: () => void): Row | null {
  const item = readRow(row?.item);
  // Directus sends the ids of blocks that may not be read.
  if (row === null) onOtherType();
  const table = row && partTables.find(({ name }) => name === `block_${kindOf(row)}`);
  if (!row || !item || !table) return null;
  const { id, sort, collection } = row;
  const own = keepDeclared(Object.entries(table.schema.fields), item, onOtherType);
  return { id: scalarOf(id), sort: scalarOf(sort), collection, item: own };
}

/** A value that is no object; undefined for all others. */
function scalarOf(value: unknown): string | number | boolean | null | undefined {
  const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isScalar || value === null ? value : undefined;
}
