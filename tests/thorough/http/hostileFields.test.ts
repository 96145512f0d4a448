import request from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { type CollectionName, collectionNames } from '../../../server/content/collections/collections.ts';
import { type ContentRow, type ContentRows, demoRows } from '../../../server/demo/demoRows.ts';
import { addressesOf, nonsenseIn, renderErrors } from '../../support/readablePages.ts';
import { startSite, type TestSite } from '../../support/site.ts';

const environment = { SHELL_DEADLINE_MS: '10000' };

describe('B3 every field of every collection, one at a time', () => {
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

  /** One row of each collection that a page shows. */
  const places: Readonly<
    Partial<Record<CollectionName, (rows: ContentRows) => readonly (ContentRow | undefined)[]>>
  > = {
    navigation: (rows) => [rows.navigation.find((row) => row.title === 'Rentals')],
    site_settings: (rows) => [rows.site_settings[0]],
    pages: (rows) => rows.pages,
    services: (rows) => [rows.services.find((row) => row.slug === 'snow-removal')],
    service_features: (rows) => rows.service_features,
    homes: (rows) => [rows.homes.find((row) => row.slug === 'meadow-cabin')],
    cta_settings: (rows) => [rows.cta_settings[0]],
    blog_posts: (rows) => [rows.blog_posts.find((row) => row.slug === 'opening-the-cabin-in-april')],
    directus_files: (rows) => rows.directus_files,
  };

  const fieldsOf = (collection: CollectionName): string[] => Object.keys(demoRows()[collection][0] ?? {});

  const cases = collectionNames.flatMap((collection) =>
    fieldsOf(collection).map((field) => [collection, field] as const),
  );

  let shared: TestSite;
  let original: ContentRows;
  beforeAll(async () => {
    shared = await startSite({ environment });
    original = structuredClone(shared.contentService.rows);
    return () => shared.close();
  });

  it.each(cases)('B3 %s.%s', async (collection, field) => {
    for (const [name, value] of hostile) {
      shared.contentService.rows[collection] = structuredClone(original[collection]);
      const { rows } = shared.contentService;
      for (const row of places[collection]?.(rows) ?? rows[collection]) if (row) row[field] = value;
      await shared.content.load([collection], true);
      for (const path of addressesOf(collection)) {
        const reply = await request(shared.url).get(path);
        expect([200, 404], `${path}, ${name}`).toContain(reply.status);
        expect(nonsenseIn(reply.text), `${path}, ${name}`).toEqual([]);
        const raw = /<script>alert|\ud800|\u202e|\u0000/.exec(reply.text);
        expect(raw, `${path}, ${name}`).toBeNull();
      }
    }
    shared.contentService.rows[collection] = structuredClone(original[collection]);
    await shared.content.load([collection], true);
    expect(renderErrors(shared)).toEqual([]);
  });
});
