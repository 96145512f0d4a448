import { describe, expect, it } from 'vitest';
import { defineCollection } from '../../server/content/collections/collection.ts';
import {
  type CollectionName,
  collectionNames,
  collectionOf,
} from '../../server/content/collections/collections.ts';
import { changed, html, id, line, order, picture, status } from '../../server/content/collections/fields.ts';
import { columnsOf } from '../../server/content/collections/schema.ts';
import { demoRows } from '../../server/demo/demoRows.ts';
import type { Row } from '../../server/directus/readField.ts';
import { createParseContext } from '../support/parseContext.ts';

const demo: Readonly<Record<CollectionName, readonly Row[]>> = demoRows();

/** A row as it is, and as it comes where only the declared fields are asked for. */
function bothForms(name: CollectionName, row: Row): readonly Row[] {
  const { fields } = collectionOf(name).query;
  if (fields.includes('*')) return [row];
  return [row, Object.fromEntries(fields.map((field) => [field, row[field] ?? null]))];
}

describe('a collection', () => {
  it.each(collectionNames)('%s tells its own rows from those of every other collection', (name) => {
    for (const other of collectionNames) {
      const rows = demo[other].flatMap((row) => bothForms(other, row));
      expect(rows.length).toBeGreaterThan(0);
      const own = rows.filter((row) => collectionOf(name).isRow(row));
      expect([other, own.length]).toEqual([other, name === other ? rows.length : 0]);
    }
  });

  it.each(collectionNames)('%s asks for no field twice, and only for what provisioning makes', (name) => {
    const { query, schema, publicFields } = collectionOf(name);
    expect(new Set(query.fields).size).toBe(query.fields.length);
    const columns = schema === null ? publicFields : columnsOf(schema).map(([column]) => column);
    expect(
      query.fields.filter((field) => field !== '*' && !columns.includes(field.split('.')[0] ?? '')),
    ).toEqual([]);
    expect(query.sort.filter((field) => !columns.includes(field))).toEqual([]);
  });

  it('shows every published row of the demo, and no other', () => {
    for (const name of collectionNames) {
      const { parseRow } = collectionOf(name);
      const shown = demo[name].filter((row) => parseRow(row, createParseContext()) !== null);
      expect(shown).toEqual(demo[name].filter((row) => (row.status ?? 'published') === 'published'));
    }
  });
});

describe('what follows from a field', () => {
  const sample = defineCollection({
    name: 'samples',
    marks: ['body_text'],
    fields: {
      id: id(),
      status: status(),
      bodyText: html({ label: 'Text' }),
      cardPicture: picture({ column: 'card_image' }),
      name: line({ max: 3, required: true }),
      place: order({ column: 'sort' }),
      dateUpdated: changed(),
    },
    toRow: (sampleRow) => sampleRow,
    arrange: (rows) => rows.length,
    form: { icon: 'x', label: 'Samples', singular: 'Sample', note: '', template: '{{name}}' },
  });

  it('is what is asked of Directus, and in which order', () => {
    expect(sample.query).toEqual({
      filter: { status: { _eq: 'published' } },
      sort: ['sort', 'id'],
      fields: ['id', 'status', 'body_text', 'card_image', 'name', 'sort', 'date_updated'],
    });
  });

  it('is what the public may read', () => {
    expect(sample.publicRows).toEqual({ status: { _eq: 'published' } });
    expect(sample.publicFields).toEqual(sample.query.fields);
  });

  it('is the editors’ form', () => {
    expect(sample.schema?.sortField).toBe('sort');
    expect(sample.schema?.fields).toMatchObject({
      body_text: { kind: 'html', label: 'Text' },
      card_image: { kind: 'picture' },
      name: { kind: 'line', required: true },
    });
    expect(sample.changedField).toBe('date_updated');
  });

  it('is its value, and a row without what it needs is none', () => {
    const row = { id: 7, status: 'published', name: 'abcdef', card_image: '/a.jpg', sort: '2' };
    const parse = (changes: Row) => sample.parseRow({ ...row, ...changes }, createParseContext());
    expect(parse({})).toMatchObject({ id: '7', name: 'abc', place: 2 });
    expect(parse({})?.cardPicture?.source).toEqual({ address: '/a.jpg' });
    expect(parse({ id: null })).toBeNull();
    expect(parse({ status: 'draft' })).toBeNull();
  });
});
