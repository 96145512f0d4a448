import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectionNames } from '../../server/content/collections/collections.ts';
import { rowsOf } from '../../server/content/receivedRows.ts';
import { addressOf } from '../../server/directus/directusClient.ts';
import { readRow } from '../../server/directus/readField.ts';
import { type ContentService, startContentService } from '../support/contentService.ts';
import { startSite } from '../support/site.ts';
import {
  type Call,
  type ComparableResponse,
  comparableResponse,
  normalizeRows,
  rowDifferences,
} from './comparableResponse.ts';
import { asDirectusTakesThem, manyPosts } from './manyPosts.ts';
import { isCoreTier, sharedDirectus } from './sharedDirectus.ts';

const shared = sharedDirectus();
const added = manyPosts(150);
let embedded: ContentService;

beforeAll(async () => {
  embedded = await startContentService();
  embedded.rows.blog_posts.push(...added);
  await shared.admin.create('/items/blog_posts', asDirectusTakesThem(added));
});
afterAll(async () => {
  await shared.admin.remove(
    '/items/blog_posts',
    added.map(({ id }) => id),
  );
  await embedded.close();
});

/** The responses of the real service, without the known differences, and of the embedded one. */
async function bothResponses(call: Call) {
  const real = await comparableResponse(shared.url, call);
  return {
    real: { ...real, body: normalizeRows(real.body) },
    own: await comparableResponse(embedded.url, call),
  };
}

/** What the site keeps of a response to one of its own calls, whose `*` brings more columns of the real service. */
function kept(target: string, { body, ...response }: ComparableResponse) {
  const called = /^\/(?:items\/)?(\w+)/.exec(target)?.[1]?.replace(/^files$/, 'directus_files');
  const name = collectionNames.find((known) => known === called);
  const members = readRow(body)?.data;
  if (!name || !Array.isArray(members) || !target.includes('fields=*')) return { ...response, body };
  return { ...response, rows: rowsOf(name, members, () => undefined) };
}

const items = (collection: string, query = {}) => addressOf('', `/items/${collection}`, query);
const posts = (query = {}) => items('blog_posts', { fields: 'id', ...query });
const picture = '/assets/6d1f0a52-3c84-4b1e-9a57-0d2f7c4e8a13';
const nobody = { slug: { _eq: 'nobody' } };
const published = { status: { _eq: 'published' } };

/** Edge cases of the calls that the site makes; the calls themselves are compared below. */
const edges: readonly string[] = [
  posts(),
  posts({ limit: -1 }),
  posts({ limit: 0 }),
  posts({ limit: 50, offset: 40, sort: 'id' }),
  posts({ limit: 50, offset: 9_000 }),
  posts({ limit: 6, sort: 'status,-id' }),
  posts({ limit: -1, sort: '-published_at' }),
  posts({ limit: 1, meta: 'filter_count', filter: published }),
  posts({ fields: null, 'aggregate[count]': '*', 'aggregate[max]': 'published_at' }),
  posts({ fields: null, 'aggregate[count]': '*', filter: published }),
  posts({ fields: null, 'aggregate[count]': '*', 'aggregate[max]': 'id', filter: nobody }),
  posts({ filter: { slug: { _eq: 'Opening-The-Cabin-In-April' } } }),
  posts({ filter: {} }),
  items('navigation'),
  items('services', { fields: '*,thumbnail_image', sort: 'display_order' }),
  items('service_features', { filter: { service_id: { _eq: '1' } }, sort: 'sort' }),
  items('pages/3', { fields: 'id,title' }),
  '/server/ping',
  ...[
    '',
    '?width=400',
    '?width=2000&withoutEnlargement=true',
    '?width=320&format=webp&quality=60&withoutEnlargement=true',
    '?width=320&format=jpg&quality=60&withoutEnlargement=true',
  ].map((query) => picture + query),
];

const refused: readonly Call[] = [
  ...[
    items('pages/999'),
    items('pages/abc'),
    items('pages/..%2Fservices%2F1'),
    items('nope'),
    items('nope/1'),
    items('directus_users'),
    items('pages', { fields: 'id,nope' }),
    posts({ sort: 'nope' }),
    posts({ filter: { nope: { _eq: 1 } } }),
    '/items/blog_posts?filter={bad',
    posts({ limit: 'abc' }),
    posts({ limit: -2 }),
    '/nope',
    '/items/services/8/more',
    '/assets/00000000-0000-4000-8000-000000000009',
    '/assets/not-a-uuid',
    // Directus 12 allows another range of widths; the site sends only widths of its own short list.
    ...(isCoreTier ? [] : [`${picture}?width=0`, `${picture}?width=abc`]),
  ].map((target) => ({ method: 'GET', target })),
  { method: 'GET', target: '/items/pages/3?fields=id', headers: { Authorization: 'Bearer nonsense' } },
  {
    method: 'POST',
    target: '/items/pages',
    headers: { 'Content-Type': 'application/json' },
    body: '{"slug":"x"}',
  },
  { method: 'DELETE', target: '/items/pages/1' },
];

describe('the embedded service responds like the real one', () => {
  it.each(edges)('to %s', async (target) => {
    const { real, own } = await bothResponses({ target });
    expect(own.status).toBe(200);
    expect(own).toEqual(real);
  });

  it.each(refused)('to $method $target with a refusal', async (call) => {
    const { real, own } = await bothResponses(call);
    expect(own.status).toBeGreaterThanOrEqual(400);
    expect(own).toEqual(real);
  });

  it('to every call that the site itself makes', async () => {
    const site = await startSite({ contentService: embedded });
    await site.load();
    await site.close();
    // Settings are one row in the real service and many rows here, as in the specification.
    const targets = [...new Set(embedded.requests.map(({ url }) => url))].filter((target) =>
      /^\/(items\/(?!site_settings)|files)/.test(target),
    );
    expect(targets.length).toBeGreaterThan(8);
    for (const target of targets) {
      const { real, own } = await bothResponses({ target });
      expect([decodeURIComponent(target), kept(target, own)]).toEqual([
        decodeURIComponent(target),
        kept(target, real),
      ]);
    }
  });
});

it('every known difference of rows still exists', async () => {
  const bodies = await Promise.all(
    [
      '/items/services',
      '/items/navigation',
      '/items/pages',
      '/items/blog_posts',
      '/files?fields=modified_on,filesize',
    ].map(async (target) => (await comparableResponse(shared.url, { target })).body),
  );
  const unused = rowDifferences.filter(
    (difference) => JSON.stringify(normalizeRows(bodies, [difference])) === JSON.stringify(bodies),
  );
  expect(unused.map(({ what }) => what)).toEqual([]);
});
