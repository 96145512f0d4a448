import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type CollectionName, collections } from '../../server/content/collections/collections.ts';
import { columnsOf } from '../../server/content/collections/schema.ts';
import { siteForFile } from '../support/started.ts';
import { fieldRows, pageFormFields, specifiedFields } from './fields.ts';

const environment = {
  SHELL_DEADLINE_MS: '10000',
  EMAIL_TO: 'info@ridge.example',
  BOOKING_SITE_URL: 'https://stay.ridge.example',
};
const untouched = await siteForFile({ environment });

/** Whether `pageForms.test.ts` proves it. */
const isInPageForm = (field: string) => pageFormFields.has(/^Page\.(.+)/.exec(field)?.[1] ?? '');

const rows = new Set(fieldRows.map(({ field }) => field));

it('every field of the specification has a proof', () => {
  const specified = Object.entries(specifiedFields).flatMap(([entity, fields]) =>
    fields.map((field) => `${entity}.${field}`),
  );
  expect(specified.filter((field) => !rows.has(field) && !isInPageForm(field))).toEqual([]);
});

/** The name of a collection's rows in the table, or the test file beside it that names its columns. */
const entities: Record<CollectionName, string> = {
  navigation: 'Navigation item',
  site_settings: 'Site settings',
  pages: 'Page',
  services: 'Service',
  service_features: 'ServiceFeature',
  cta_settings: 'CTA settings',
  blog_posts: 'BlogPost',
  reviews: 'Review',
  homes: 'Home',
  team: 'Team member',
  directus_files: 'Image asset reference',
  redirects: 'redirects.test.ts',
  notices: 'notices.test.ts',
};
/**
 * Columns that place, hide or identify a row, or that are proved by `company.test.ts`, `search.test.ts`,
 * `sharing.test.ts`, `landingPages.test.ts` or `pageForms.test.ts`.
 */
const provenElsewhere =
  /\.(id|status|display_order|date_updated)$|^Service\.(steps|what_happens_next)$|^Site settings\.(answer_promise|area_note)$|\.search_words$|\.(seo_\w+|noindex|blocks)$|^Page\.answers$/;

it('every column that a collection declares has a row in tests/http/fields.ts', () => {
  const columns = Object.values(collections).flatMap(({ name, schema }) => {
    return schema ? columnsOf(schema).map(([column]) => ({ entity: entities[name], column })) : [];
  });
  const isProven = ({ entity, column }: (typeof columns)[number]) =>
    entity.endsWith('.ts')
      ? new RegExp(`\\b${column}\\b`).test(readFileSync(new URL(entity, import.meta.url), 'utf8'))
      : rows.has(`${entity}.${column}`) ||
        isInPageForm(`${entity}.${column}`) ||
        provenElsewhere.test(`${entity}.${column}`);
  expect(columns.filter((column) => !isProven(column))).toEqual([]);
});

describe('every field', async () => {
  const site = await siteForFile({ environment });

  /** What the last row has set: the rows that share it follow one another. */
  let last: unknown;

  it.each(fieldRows)('$field is shown where it must be', async ({ set, see, is, isConstant }) => {
    // A field that shows the same before it was set would prove nothing.
    if (!isConstant) expect(await see(untouched), 'before it is set').not.toEqual(is);
    if (set !== last) {
      await site.reset();
      await set(site);
      last = set;
    }
    expect(await see(site), 'after it is set').toEqual(is);
  });
});
