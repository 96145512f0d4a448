import request from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { type CollectionName, collectionNames } from '../../../server/content/collections/collections.ts';
import { type ContentRow, type ContentRows, demoRows } from '../../../server/demo/demoRows.ts';
import { addressesOf, leakedValuesIn, renderErrors } from '../../support/readablePages.ts';
import { siteForFile } from '../../support/started.ts';

const hostile: readonly (readonly [string, unknown])[] = [
  ['null', null],
  ['a number', 42],
  ['an object', { toString: 'no', a: { b: 1 } }],
  ['a list', [1, 'two', null, { three: 3 }]],
  ['a long text', 'long '.repeat(20_000)],
  ['true', true],
  ['markup', '<script>alert(1)</script><b>bold</b>'],
  ['half of a pair and reversed text', '\ud800 \u202e txt \u0000\u0007'],
];

/** The one row that is changed of a collection; in other collections all rows are. */
const shownRows: Readonly<Partial<Record<CollectionName, readonly [key: string, value: string]>>> = {
  navigation: ['title', 'Rentals'],
  services: ['slug', 'snow-removal'],
  homes: ['slug', 'meadow-cabin'],
  blog_posts: ['slug', 'opening-the-cabin-in-april'],
};
const isShown = (collection: CollectionName, row: ContentRow) => {
  const [key, value] = shownRows[collection] ?? [];
  return key === undefined || row[key] === value;
};

describe('B3 every field of every collection, one at a time', async () => {
  const site = await siteForFile();
  let original: ContentRows;
  beforeAll(async () => {
    original = structuredClone(site.contentService.rows);
    await site.load();
  });

  const cases = collectionNames.flatMap((collection) =>
    Object.keys(demoRows()[collection][0] ?? {}).map((field) => [collection, field] as const),
  );

  /** Loads the rows again with another value of a field; the load may refuse them. */
  const loadWith = async (collection: CollectionName, changes: ContentRow) => {
    const rows = structuredClone(original[collection]);
    for (const row of rows) if (isShown(collection, row)) Object.assign(row, changes);
    site.contentService.rows[collection] = rows;
    await site.content.load([collection], true);
  };

  it.each(cases)('B3 %s.%s may have any value', async (collection, field) => {
    for (const [name, value] of hostile) {
      await loadWith(collection, { [field]: value });
      for (const path of addressesOf(collection)) {
        const { status, text } = await request(site.url).get(path);
        expect([200, 404], `${path}, ${name}`).toContain(status);
        expect(leakedValuesIn(text), `${path}, ${name}`).toEqual([]);
        expect(/<script>alert|\ud800|\u202e|\u0000/.exec(text), `${path}, ${name}`).toBeNull();
      }
    }
    await loadWith(collection, {});
    expect(renderErrors(site)).toEqual([]);
  });
});
