import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../server/content/readField.ts';
import { type ContentService, startContentService } from '../../server/demo/contentService.ts';
import { comparableAnswer, type KnownDifference, levelRows } from './comparableAnswer.ts';
import { manyPostIds, manyPosts, manyPostsAsLists } from './manyPosts.ts';
import { type RecordedCall, recordedCalls } from './recordedCalls.ts';
import { sharedDirectus } from './sharedDirectus.ts';

/** Differences in what rows hold. The site reads both forms; `contentClient.test.ts` holds it to that. */
const rowDifferences: readonly KnownDifference[] = [
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

/** Calls that are answered differently, and why the site does not meet the difference. */
const callDifferences: Readonly<Record<string, string>> = {
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

const shared = sharedDirectus();
let embedded: ContentService;

beforeAll(async () => {
  embedded = await startContentService();
  embedded.rows.blog_posts.push(...manyPosts());
  await shared.admin.create('/items/blog_posts', manyPostsAsLists());
});
afterAll(async () => {
  await shared.admin.remove('/items/blog_posts', manyPostIds);
  await embedded.close();
});

const nameOf = ({ method = 'GET', target, headers }: RecordedCall) =>
  `${method} ${target}${headers?.Authorization ? ' with a token' : ''}`;

describe('the embedded service answers as the real one', () => {
  it.each(recordedCalls.map((call) => [nameOf(call), call] as const))('%s', async (name, call) => {
    const [real, own] = [
      await comparableAnswer(shared.url, call),
      await comparableAnswer(embedded.url, call),
    ];
    const levelled = { ...real, body: levelRows(real.body, rowDifferences) };
    if (Object.hasOwn(callDifferences, name)) expect(own).not.toEqual(levelled);
    else expect(own).toEqual(levelled);
  });
});

it('lists no difference that is not there', async () => {
  const names = recordedCalls.map(nameOf);
  expect(Object.keys(callDifferences).filter((name) => !names.includes(name))).toEqual([]);
  const bodies = await Promise.all(
    ['/items/services', '/items/pages', '/items/blog_posts'].map(
      async (target) => (await comparableAnswer(shared.url, { target })).body,
    ),
  );
  const idle = rowDifferences.filter(
    (difference) => JSON.stringify(levelRows(bodies, [difference])) === JSON.stringify(bodies),
  );
  expect(idle.map(({ what }) => what)).toEqual([]);
});
