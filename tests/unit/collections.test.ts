import { describe, expect, it } from 'vitest';
import {
  type CollectionName,
  collectionNames,
  collectionOf,
} from '../../server/content/collections/collections.ts';
import { demoRows } from '../../server/demo/demoRows.ts';
import type { Row } from '../../server/directus/readField.ts';

const demo: Readonly<Record<CollectionName, readonly Row[]>> = demoRows();

/** A row with all fields, and as it arrives when only the declared fields are requested. */
function bothForms(name: CollectionName, row: Row): readonly Row[] {
  const { fields } = collectionOf(name).query;
  if (fields.includes('*')) return [row];
  return [row, Object.fromEntries(fields.map((field) => [field, row[field] ?? null]))];
}

describe('a collection', () => {
  it.each(collectionNames)('%s tells its own rows from those of every other collection', (name) => {
    for (const other of collectionNames) {
      const rows = demo[other].flatMap((row) => bothForms(other, row));
      expect(rows.length, `demo rows of ${other}`).toBeGreaterThan(0);
      const own = rows.filter((row) => collectionOf(name).isRow(row));
      expect(own.length, `rows of ${other} taken for rows of ${name}`).toBe(name === other ? rows.length : 0);
    }
  });

  it.each(collectionNames)('%s takes no row that has only what rows of many collections have', (name) => {
    const row = { id: 1, status: 'published', slug: 'x', title: 'X' };
    for (const sparse of [row, { title: 'X' }, { slug: 'x' }])
      expect(collectionOf(name).isRow(sparse), JSON.stringify(sparse)).toBe(false);
  });
});
