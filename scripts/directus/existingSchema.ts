import { readLine, readRow, readRows } from '../../server/directus/readField.ts';
import type { DirectusAdmin } from './directusAdmin.ts';

export interface ExistingField {
  readonly type: string;
  readonly special: readonly string[];
}

/** What an instance has before, or between, the steps of the provisioning. */
export interface ExistingSchema {
  hasCollection(collection: string): boolean;
  isSingleton(collection: string): boolean;
  field(collection: string, field: string): ExistingField | null;
  hasRelation(collection: string, field: string): boolean;
}

/** Reads the collections, fields and relations of an instance. */
export async function readSchema(admin: DirectusAdmin): Promise<ExistingSchema> {
  const [collections, fields, relations] = [
    await admin.readRows('/collections'),
    await admin.readRows('/fields'),
    await admin.readRows('/relations'),
  ];
  const singletons = new Map(
    collections.map((row) => [readLine(row.collection), readRow(row.meta)?.singleton === true]),
  );
  const known = new Map(
    fields.map((row): [string, ExistingField] => {
      const special = readRow(row.meta)?.special;
      const words = Array.isArray(special) ? special.map(String) : [];
      return [nameOf(row.collection, row.field), { type: String(row.type), special: words }];
    }),
  );
  const related = new Set(readRows(relations).map((row) => nameOf(row.collection, row.field)));
  return {
    hasCollection: (collection) => singletons.has(collection),
    isSingleton: (collection) => singletons.get(collection) === true,
    field: (collection, field) => known.get(nameOf(collection, field)) ?? null,
    hasRelation: (collection, field) => related.has(nameOf(collection, field)),
  };
}

const nameOf = (collection: unknown, field: unknown) => `${String(collection)}.${String(field)}`;
