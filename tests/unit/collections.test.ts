import { describe, expect, it } from 'vitest';
import {
  type CollectionName,
  collectionNames,
  collectionOf,
  isRowOf,
} from '../../server/content/collections/collections.ts';
import { rowsOf } from '../../server/content/receivedRows.ts';
import { demoRows } from '../../server/demo/demoRows.ts';
import { specifiedColumns } from '../../server/demo/specifiedContent.ts';
import type { Row } from '../../server/directus/readField.ts';

const demo: Readonly<Record<CollectionName, readonly Row[]>> = demoRows();
const without = (row: Row, column: string) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name !== column));
const columnsOf = (name: CollectionName) => specifiedColumns[name] ?? [...collectionOf(name).columns.keys()];
/** Without its key, a setting is nothing. */
const hideable = (name: CollectionName) => columnsOf(name).filter((column) => column !== 'key');

describe('a collection', () => {
  it.each(collectionNames)('%s tells its own rows from those of every other collection', (name) => {
    for (const other of collectionNames) {
      const rows = demo[other].map((row) => collectionOf(name).reshape(row));
      expect(rows.length, `demo rows of ${other}`).toBeGreaterThan(0);
      const own = rows.filter((row) => isRowOf(name, row));
      expect(own.length, `rows of ${other} taken for rows of ${name}`).toBe(name === other ? rows.length : 0);
    }
  });

  it.each(collectionNames)('%s takes a row of which any one column may not be read', (name) => {
    const row = Object.fromEntries(columnsOf(name).map((column) => [column, null]));
    for (const column of hideable(name))
      expect(isRowOf(name, without(row, column)), `without ${column}`).toBe(true);
  });

  it.each(collectionNames)('%s takes no row without any of its columns', (name) => {
    for (const row of [
      {},
      { id: 1 },
      { id: 1, internal_notes: 'x', date_created: null },
      { id: 1, title: 'x' },
    ])
      expect(isRowOf(name, row), JSON.stringify(row)).toBe(false);
  });
});

it('related rows are no words: they come as keys, which nobody can read', () => {
  const warnings: string[] = [];
  const rows = [[3, 7], [{ id: 3 }], ['Snow', 24], [], 'Snow'].map((categories, at) => ({
    id: at,
    slug: 'a',
    categories,
  }));
  const kept = rowsOf('blog_posts', rows, (_message, { column }) => void warnings.push(String(column)));
  expect(kept?.map(({ categories }) => categories)).toEqual([undefined, undefined, ['Snow', 24], [], 'Snow']);
  expect(warnings).toEqual(['categories', 'categories']);
});
