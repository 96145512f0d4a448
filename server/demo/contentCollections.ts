import {
  type CollectionName,
  collectionNames,
  collectionOf,
  isCollectionName,
} from '../content/collections/collections.ts';
import { columnsOf, type FieldKind, relationOf } from '../content/collections/schema.ts';

export { type CollectionName, collectionNames };

/** The declared collections, with the fields and types that Directus knows of them. */

export type FieldType = 'integer' | 'string' | 'text' | 'uuid' | 'timestamp' | 'date' | 'json';

/** A row as it is stored. Open, because tests put into it what an editor's mistake could. */
export type ContentRow = Record<string, unknown>;

export type ContentRows = Record<CollectionName, ContentRow[]>;

export interface Collection {
  readonly name: CollectionName;
  readonly fields: Readonly<Record<string, FieldType>>;
  /** Order of a list without `sort`: the sort field of the collection (nulls first), else the id. */
  readonly sortField: string;
  /** Fields that hold the id of a row elsewhere; `null` where the public may not read the other side. */
  readonly relations: Readonly<Record<string, CollectionName | null>>;
}

/** The table of Directus itself. */
const fileFields: Readonly<Record<string, FieldType>> = {
  id: 'uuid',
  storage: 'string',
  filename_disk: 'string',
  filename_download: 'string',
  title: 'string',
  type: 'string',
  folder: 'uuid',
  uploaded_by: 'uuid',
  created_on: 'timestamp',
  modified_by: 'uuid',
  modified_on: 'timestamp',
  charset: 'string',
  filesize: 'integer',
  width: 'integer',
  height: 'integer',
  duration: 'integer',
  embed: 'string',
  description: 'text',
  location: 'text',
  tags: 'json',
  metadata: 'json',
  focal_point_x: 'integer',
  focal_point_y: 'integer',
  uploaded_on: 'timestamp',
};

/** How a kind of field answers; null: it is no column. */
const fieldTypes: Readonly<Record<FieldKind, FieldType | null>> = {
  ...{ id: 'integer', order: 'integer', row: 'integer', picture: 'uuid', moment: 'timestamp', day: 'date' },
  ...{ status: 'string', slug: 'string', line: 'string', choice: 'string', words: 'string' },
  ...{ text: 'text', html: 'text', entries: 'text' },
  ...{ rows: null, group: null },
};

/** @returns the collection of that name, undefined when there is none. */
export function findCollection(name: string): Collection | undefined {
  return collections.find((known) => known.name === name);
}

const collections: readonly Collection[] = collectionNames.map((name) => {
  const { schema } = collectionOf(name);
  if (schema === null) {
    const relations = { uploaded_by: null, modified_by: null, folder: null };
    return { name, fields: fileFields, sortField: 'id', relations };
  }
  const columns = columnsOf(schema);
  const types = columns.flatMap(([field, { kind }]) => {
    const type = fieldTypes[kind];
    return type === null ? [] : [[field, type] as const];
  });
  const relations = columns.flatMap(([field, declared]) => {
    const target = relationOf(declared)?.collection;
    return target !== undefined && isCollectionName(target) ? [[field, target] as const] : [];
  });
  return {
    name,
    fields: Object.fromEntries(types),
    sortField: schema.sortField ?? 'id',
    relations: Object.fromEntries(relations),
  };
});

/**
 * The type of a field, undefined when neither the collection nor any of its rows has it: a field that a test
 * adds to a row exists from then on, as text.
 */
export function fieldType(
  collection: Collection,
  field: string,
  rows: readonly ContentRow[],
): FieldType | undefined {
  if (Object.hasOwn(collection.fields, field)) return collection.fields[field];
  return rows.some((row) => Object.hasOwn(row, field)) ? 'text' : undefined;
}

/** @returns every field of the collection in its own order, then those that only rows have. */
export function fieldNames(collection: Collection, rows: readonly ContentRow[]): string[] {
  const names = new Set(Object.keys(collection.fields));
  for (const row of rows) for (const name of Object.keys(row)) names.add(name);
  return [...names];
}
