import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { collectionNames, collectionOf } from '../../server/content/collections/collections.ts';
import { type ContentService, startContentService } from '../../server/demo/contentService.ts';
import { type CallFailure, ResponseError } from '../../server/directus/callErrors.ts';
import { createDirectusClient, type DirectusClient } from '../../server/directus/directusClient.ts';
import { levelRows } from './comparableResponse.ts';
import { manyPostIds, manyPostsAsLists } from './manyPosts.ts';
import { sharedDirectus } from './sharedDirectus.ts';

const shared = sharedDirectus();
const reports: unknown[] = [];
let embedded: ContentService;
let real: DirectusClient;
let ours: DirectusClient;

const open = (baseUrl: string) =>
  createDirectusClient({
    baseUrl,
    log: pino({ enabled: false }),
    reportError: (error) => void reports.push(error),
  });

beforeAll(async () => {
  embedded = await startContentService();
  real = open(shared.url);
  ours = open(embedded.url);
});
afterEach(() => reports.splice(0));
afterAll(async () => {
  real.close();
  ours.close();
  await embedded.close();
});

describe('a real Directus', () => {
  it.each(collectionNames)('sends the same rows of %s as the embedded service', async (name) => {
    const { query, mayBeSingleton = false } = collectionOf(name);
    const rows = await real.items(name, query, { mayBeSingleton });
    expect(levelRows(rows)).toEqual(levelRows(await ours.items(name, query, { mayBeSingleton })));
    expect(rows.length).toBeGreaterThan(0);
    expect(reports).toEqual([]);
  });

  it('says when the newest row is another, in number or in date', async () => {
    const newest = () => real.newest('directus_files', { field: 'modified_on' });
    const before = await newest();
    expect(before).toEqual(expect.any(String));
    expect(await newest()).toBe(before);
    const [file] = await shared.admin.readRows('/files', { fields: 'id,description', limit: 1 });
    await shared.admin.change(`/files/${file?.id}`, { description: 'Another text' });
    expect(await newest()).not.toBe(before);
    await shared.admin.change(`/files/${file?.id}`, { description: file?.description ?? null });
    expect(await real.newest('pages', { field: 'nope' })).toBeNull();
    expect(reports).toEqual([]);
  });

  it('with 130 posts sends them all, each once', async () => {
    await shared.admin.create('/items/blog_posts', manyPostsAsLists());
    try {
      const { query } = collectionOf('blog_posts');
      const rows = await real.items('blog_posts', { ...query, filter: {} });
      expect(rows).toHaveLength(130);
      expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(130);
    } finally {
      await shared.admin.remove('/items/blog_posts', manyPostIds);
    }
  });
});

describe('what a real Directus refuses', () => {
  const refusals: readonly (readonly [
    string,
    (client: DirectusClient) => Promise<unknown>,
    number,
    string | RegExp,
  ])[] = [
    ['an id that is not there', (client) => client.item('pages', '999'), 403, /permission to access this/],
    ['an id of the wrong kind', (client) => client.item('pages', 'abc'), 403, /permission to access this/],
    [
      'a collection that is not there',
      (client) => client.items('nope'),
      403,
      /permission to access collection "nope"/,
    ],
    [
      'a field',
      (client) => client.items('pages', { fields: ['id', 'nope'] }),
      403,
      /access field "nope" in collection "pages"/,
    ],
    [
      'an operator',
      (client) => client.items('pages', { filter: { slug: { _bogus: 1 } } }),
      400,
      /"_bogus" filter operator/,
    ],
  ];

  it.each(refusals)('%s', async (_what, call, status, message) => {
    const error = await call(real).then(
      () => null,
      (reason: CallFailure) => reason,
    );
    expect(error).toBeInstanceOf(ResponseError);
    expect(error).toMatchObject({ kind: 'response', status });
    // Directus' own words, from `errors[0].message`: there is no `message` at the top.
    expect(String(error)).toMatch(message);
    expect(reports).toEqual([error]);
  });
});
