import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collectionNames, collectionOf, collections } from '../../server/content/collections/collections.ts';
import type { ParseContext } from '../../server/content/parse/parseContext.ts';
import { parseDate } from '../../server/content/parse/parseDate.ts';
import { parsePicture } from '../../server/content/parse/parsePicture.ts';
import { demoRows } from '../../server/demo/demoRows.ts';
import { arrangeRows } from '../support/arrangeRows.ts';
import { createParseContext } from '../support/parseContext.ts';

/** The demo content by collection, its rows without types. */
const demo: Readonly<Record<string, readonly object[]>> = { ...demoRows() };

/** Runs every parser over one value, as if it were the response to each call. */
function parseEverything(value: unknown, context: ParseContext): unknown {
  const blog = arrangeRows(collections.blog_posts, value, context);
  const [first] = blog.all;
  return {
    values: collectionNames.map((name) => arrangeRows(collectionOf(name), value, context)),
    files: [...arrangeRows(collections.directus_files, value, context)],
    repeater: arrangeRows(collections.pages, [{ id: 1, slug: 'home', services_repeater: value }], context),
    post: first && blog.post(first.slug)?.post,
    neighbors: first && blog.post(first.slug)?.neighbors(),
    listing: blog.list({ category: first?.categories[0]?.slug ?? null, tag: null, page: 1 }),
    picture: parsePicture(value, context),
    date: parseDate(value),
  };
}

/** What an unchecked value looks like when it becomes text. */
const nonsense = /\[object |undefined|NaN|Infinity|Invalid Date/;

function expectSound(value: unknown) {
  const text = JSON.stringify(parseEverything(value, createParseContext({ imageHosts: ['img.example'] })));
  expect(text).not.toMatch(nonsense);
  expect(text.isWellFormed()).toBe(true);
}

/** JSON without texts that contain these words themselves. */
const json = fc.jsonValue({ maxDepth: 4 }).filter((value) => !nonsense.test(JSON.stringify(value)));
const fields = [...new Set(Object.values(demo).flatMap((rows) => rows.flatMap((row) => Object.keys(row))))];
const texts = fc
  .oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      'published',
      'home',
      '2024-05-01',
      '/images/a.jpg',
      'a,b',
      '[{"title":"x"}]',
      '<p>x</p>',
      '1',
    ),
  )
  .filter((text) => !nonsense.test(text));
const row = fc.dictionary(fc.constantFrom(...fields), fc.oneof(json, texts), { maxKeys: 30 });

describe('B2 every parser', () => {
  it('takes any JSON value', () => {
    fc.assert(fc.property(json, expectSound), { numRuns: 5_000 });
  });

  it('takes any list of rows with the fields of the site', () => {
    fc.assert(fc.property(fc.array(row, { maxLength: 6 }), expectSound), { numRuns: 5_000 });
  });

  it('takes menus of any shape, and shows each entry once', () => {
    const id = fc.integer({ min: 0, max: 8 });
    const entry = fc.record({
      id,
      parent_id: fc.option(id),
      title: texts,
      display_order: fc.option(fc.integer()),
    });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 20 }), (rows) => {
        const ids = JSON.stringify(arrangeRows(collections.navigation, rows)).match(/"id":"\d+"/g) ?? [];
        expect(new Set(ids).size).toBe(ids.length);
      }),
      { numRuns: 3_000 },
    );
  });
});
