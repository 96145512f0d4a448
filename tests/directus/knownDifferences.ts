import type { Row } from '../../server/directus/readField.ts';
import type { KnownDifference } from './comparableAnswer.ts';
import { isCoreTier } from './lab.ts';

/** Differences in what rows hold. The site reads both forms; `contentClient.test.ts` holds it to that. */
export const rowDifferences: readonly KnownDifference[] = [
  {
    what: 'categories and tags are lists',
    reason: 'editors get one chip for each word; the embedded service keeps the text of the specification',
    level: (row) => withText(row, ['categories', 'tags'], (list) => list.join(', ')),
  },
  {
    what: 'services_repeater is a list',
    reason: 'editors get a form for each card; the embedded service keeps the JSON text of the specification',
    level: (row) => withText(row, ['services_repeater'], JSON.stringify),
  },
  {
    what: 'a service names its features',
    reason: 'editors write the lines in the form of their service; the site asks for them by service_id',
    level: ({ features: _, ...row }) => row,
  },
];

function withText(row: Row, names: readonly string[], toText: (list: readonly unknown[]) => string): Row {
  const texts = names.flatMap((name) => {
    const value = row[name];
    return Array.isArray(value) ? [[name, toText(value)] as const] : [];
  });
  return { ...row, ...Object.fromEntries(texts) };
}

const always: Readonly<Record<string, string>> = {
  'GET /items/blog_posts?aggregate[count]=*&filter[status][_eq]=published':
    'the embedded service knows no aggregates; the site counts with meta',
  'GET /items/blog_posts?aggregate[count]=id&groupBy[]=status':
    'the embedded service knows no aggregates; the site counts what it holds',
  'GET /items/service_features?filter[service_id][status][_eq]=published&fields=id&limit=3':
    'the embedded service filters by fields of the row itself; so does the site',
  'GET /items/blog_posts?filter[id][_between]=3,5&fields=id':
    'the embedded service has no ranges in one operator; the site asks for none',
  'GET /items/blog_posts?fields=id&filter[title][_contains]=%25&limit=5':
    'a per cent sign is a wildcard to the database; the site searches no text there',
  'GET /items/blog_posts?fields=id&filter[published_at][_lte]=yesterday&limit=2':
    'SQLite compares any text with a time; the site sends no dates',
  'SEARCH /items/pages': 'the embedded service takes GET and HEAD; so does the site',
  'OPTIONS /items/pages': 'the embedded service takes GET and HEAD; browsers never call either',
};

const widths = 'the message names another range; the site asks for widths from its own short list';
const picture = 'GET /assets/6d1f0a52-3c84-4b1e-9a57-0d2f7c4e8a13';

/** The embedded service is a Directus 11; what 12 answers differently. */
const since12: Readonly<Record<string, string>> = {
  'GET /server/health': 'only for those who are logged in; the site asks for content instead',
  [`${picture}?width=0`]: widths,
  [`${picture}?width=-5`]: widths,
  [`${picture}?width=400.5`]: widths,
  [`${picture}?width=abc`]: widths,
  [`${picture}?width=99999`]: 'refused at once instead of failing; the site asks for no such width',
};

/** Calls that are answered differently, and why the site does not meet the difference. */
export const callDifferences: Readonly<Record<string, string>> = isCoreTier
  ? { ...always, ...since12 }
  : always;
