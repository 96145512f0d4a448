import request from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { type CollectionName, collectionNames } from '../../../server/content/collections/collections.ts';
import { type ContentRow, type ContentRows, demoRows } from '../../../server/demo/demoRows.ts';
import { parseHtml } from '../../support/html.ts';
import { siteAddresses as at, pageAddresses } from '../../support/siteAddresses.ts';
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

/** Pages that show something of a collection; another collection may show on any page. */
const addresses: Readonly<Partial<Record<CollectionName, readonly string[]>>> = {
  navigation: [at.about, at.contact],
  site_settings: [at.about, at.contact],
  pages: [at.front, at.about, at.contact, at.blog, at.strManagement, at.privacy],
  services: [at.front, at.services, at.service],
  service_features: [at.service],
  cta_settings: [at.about, at.service],
  homes: [at.front, at.rentals, at.rental, at.searchRentals],
  blog_posts: [at.blog, at.post, at.blogCategories, at.blogTags, at.blogCategory, at.blogTag],
  directus_files: [at.front, at.service, at.post],
  reviews: [at.front, at.service, at.strManagement, at.rental],
  team: [at.about],
  notices: [at.front, at.about],
  redirects: [at.front, '/no-such-page'],
};

/** Everything in texts and attributes that no reader may ever see. */
function leakedValuesIn(html: string): readonly string[] {
  const page = parseHtml(html);
  const attributes = page
    .all('body [href]')
    .concat(page.all('body [src]'), page.all('body [alt]'), page.all('[content]'))
    .flatMap((part) => Object.values(part.attributes));
  const shown = `${page.text} ${attributes.join(' ')}`;
  return [...shown.matchAll(/\[object \w+\]|\bundefined\b|\bNaN\b|Invalid Date|\bfunction \(/g)].map(
    ([found]) => found,
  );
}

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
      for (const path of addresses[collection] ?? pageAddresses) {
        const { status, text } = await request(site.url).get(path);
        expect([200, 404], `${path}, ${name}`).toContain(status);
        expect(leakedValuesIn(text), `${path}, ${name}`).toEqual([]);
        expect(/<script>alert|\ud800|\u202e|\u0000/.exec(text), `${path}, ${name}`).toBeNull();
      }
    }
    await loadWith(collection, {});
    // Failed calls are reported too, but are not errors of a page.
    expect(site.reports.filter(({ context }) => context && 'requestId' in context)).toEqual([]);
  });
});
