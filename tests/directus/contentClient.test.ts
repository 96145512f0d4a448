import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { demoRows } from '../../server/demo/demoRows.ts';
import { ResponseError } from '../../server/directus/callErrors.ts';
import { type ContentLayer, createContentLayer } from '../support/contentLayer.ts';
import { type ContentService, startContentService } from '../support/contentService.ts';
import { loadEverything, shownPosts } from './loadEverything.ts';
import { manyPostIds, manyPosts, manyPostsAsLists } from './manyPosts.ts';
import { sharedDirectus } from './sharedDirectus.ts';

const shared = sharedDirectus();
const layers: ContentLayer[] = [];
let embedded: ContentService;

function open(url: string): ContentLayer {
  const layer = createContentLayer(url);
  layers.push(layer);
  return layer;
}

beforeAll(async () => {
  embedded = await startContentService();
});
afterEach(() => {
  for (const layer of layers.splice(0)) layer.content.close();
});
afterAll(() => embedded.close());

const isShown = (post: { status?: unknown; published_at?: unknown; published_date?: unknown }) => {
  const date = post.published_at ?? post.published_date;
  return post.status === 'published' && (date === null || Date.parse(String(date)) <= Date.now());
};

describe('every query that a page can make', () => {
  it('loads the same from a real Directus as from the embedded service', async () => {
    const real = open(shared.url);
    expect(await loadEverything(real.content)).toEqual(await loadEverything(open(embedded.url).content));
    expect(real.reports).toEqual([]);
    expect(real.calls.filter(({ failure }) => failure)).toEqual([]);
  });

  it('shows no draft, archived or scheduled post, although the public may read them', async () => {
    const { blog_posts: posts } = demoRows();
    const hidden = posts.filter((post) => !isShown(post));
    expect(hidden.length).toBeGreaterThanOrEqual(5);
    const readable = await fetch(`${shared.url}/items/blog_posts/${hidden[0]?.id}`);
    expect(readable.status).toBe(200);
    const loaded = await loadEverything(open(shared.url).content);
    expect(shownPosts(loaded).toSorted()).toEqual(
      posts
        .filter(isShown)
        .map(({ slug }) => slug)
        .toSorted(),
    );
    const everything = JSON.stringify(loaded);
    for (const { title } of hidden) expect(everything).not.toContain(JSON.stringify(title));
  });
});

describe('with 130 posts', () => {
  const many = manyPosts();
  beforeAll(async () => {
    embedded.rows.blog_posts.push(...manyPosts());
    await shared.admin.create('/items/blog_posts', manyPostsAsLists());
  });
  afterAll(() => shared.admin.remove('/items/blog_posts', manyPostIds));

  it('knows them all, the newest first, and hides what is not due', async () => {
    const rows = await shared.admin.readRows('/items/blog_posts', { fields: 'id', limit: -1 });
    expect(rows).toHaveLength(130);
    const loaded = await loadEverything(open(shared.url).content, many);
    expect(loaded).toEqual(await loadEverything(open(embedded.url).content, many));
    const shown = [...demoRows().blog_posts, ...many].filter(isShown);
    expect(shown.length).toBeGreaterThan(100);
    expect(loaded.allPosts).toMatchObject({ ok: { length: shown.length } });
    expect(shownPosts(loaded)).toHaveLength(shown.length);
  });
});

describe('what a real Directus refuses', () => {
  const refusals = [
    [
      'an id that is not there',
      { path: 'pages', id: '999' },
      403,
      "You don't have permission to access this.",
    ],
    [
      'an id of the wrong kind',
      { path: 'pages', id: 'abc' },
      403,
      "You don't have permission to access this.",
    ],
    ['a collection that is not there', { path: 'nope' }, 403, /permission to access collection "nope"/],
    [
      'a sort field',
      { path: 'pages', query: { sort: 'nope' } },
      403,
      /access field "nope" in collection "pages"/,
    ],
    [
      'an operator',
      { path: 'pages', query: { filter: { slug: { _bogus: 1 } } } },
      400,
      /"_bogus" filter operator/,
    ],
    ['a limit', { path: 'pages', query: { limit: -2 } }, 400, /"limit" must be greater than or equal to -1/],
  ] as const;

  it.each(refusals)('%s', async (_, request, status, message) => {
    const { client } = open(shared.url);
    const call =
      'id' in request
        ? client.item(request.path, request.id)
        : client.items(request.path, 'query' in request ? request.query : {});
    const error = await call.then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(ResponseError);
    expect(error).toMatchObject({ kind: 'response', status });
    // Directus' own words, from `errors[0].message`: there is no `message` at the top.
    expect(String(error)).toMatch(message);
  });

  it('a named field: everything that may be read comes instead', async () => {
    const { client, lines } = open(shared.url);
    const rows = await client.items('pages', { fields: 'id,slug,nope', filter: { slug: { _eq: 'home' } } });
    expect(rows).toMatchObject([{ slug: 'home', title: 'Home' }]);
    expect(lines.map(({ msg }) => msg)).toContain('Some named fields may not be read: reading them all');
  });

  it('a slug that is not there is an empty list, so absent, not an error', async () => {
    const { content, reports } = open(shared.url);
    const source = content.source(() => undefined);
    expect(await source.service('no-such-service')).toEqual({ ok: null });
    expect(await source.post('no-such-post')).toEqual({ ok: null });
    expect(reports).toEqual([]);
  });
});
