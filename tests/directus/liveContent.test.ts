import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type CollectionName,
  collectionNames,
  collectionOf,
} from '../../server/content/collections/collections.ts';
import { requestRows, rowsOf } from '../../server/content/receivedRows.ts';
import { type ContentRow, demoRows } from '../../server/demo/demoRows.ts';
import { DirectusClient } from '../../server/directus/directusClient.ts';
import { readRow } from '../../server/directus/readField.ts';
import { sendRequest } from '../support/http.ts';
import { countsOf } from '../support/metricValues.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { pageAddresses } from '../support/siteAddresses.ts';
import { asDirectusTakesThem, manyPosts } from './manyPosts.ts';
import { sharedDirectus } from './sharedDirectus.ts';

const { url, admin } = sharedDirectus();
const reports: unknown[] = [];
let client: DirectusClient;

beforeAll(() => {
  const reportError = (error: unknown) => void reports.push(error);
  client = new DirectusClient({ baseUrl: url, log: pino({ enabled: false }), reportError });
});
afterAll(() => client.close());

describe('a real Directus', () => {
  it.each(collectionNames)('sends every column of %s, with its relations', async (name) => {
    const { members: rows } = await requestRows(name, [], (fields) => client.items(name, { fields }));
    expect(rows.length).toBeGreaterThan(0);
    const columns = [...collectionOf(name).columns.keys()].filter((column) => column !== 'key');
    for (const row of rows) expect(Object.keys(readRow(row) ?? {})).toEqual(expect.arrayContaining(columns));
    const kept = rowsOf(name, rows, (message) => void reports.push(message));
    expect(kept).toHaveLength(rows.length);
    if (name === 'pages') expect(JSON.stringify(kept)).toContain('"collection":"block_text","item":{"id":');
    expect(reports).toEqual([]);
  });

  it.each<[CollectionName, string]>([
    ['directus_files', 'description'],
    ['blog_posts', 'author_name'],
    ['homes', 'short_text'],
  ])('says that a row of %s has changed', async (name, field) => {
    const { changedField = '' } = collectionOf(name);
    const newest = () => client.changeMarker(name, changedField);
    const path = name === 'directus_files' ? '/files' : `/items/${name}`;
    const before = await newest();
    expect(before).toEqual(expect.any(String));
    expect(await newest()).toBe(before);
    const [row] = await admin.readRows(path, { fields: `id,${field}`, limit: 1 });
    await admin.change(`${path}/${row?.id}`, { [field]: 'Another text' });
    expect(await newest()).not.toBe(before);
    await admin.change(`${path}/${row?.id}`, { [field]: row?.[field] ?? null });
    expect(await client.changeMarker('pages', 'nope')).toBeNull();
  });
});

describe('with 2,000 more posts', () => {
  const added = manyPosts(2_000);
  const isHidden = ({ status, published_at: moment, published_date: day }: ContentRow) =>
    status !== 'published' || Date.parse(String(moment ?? day)) > Date.now();
  const demo = demoRows();
  const hidden = [...added, ...demo.blog_posts, ...demo.services, ...demo.homes].filter(
    (row) => 'status' in row && isHidden(row),
  );
  let site: TestSite;

  beforeAll(async () => {
    const rows = asDirectusTakesThem(added);
    for (let at = 0; at < rows.length; at += 500) {
      await admin.create('/items/blog_posts', rows.slice(at, at + 500));
    }
    site = await startSite({ environment: { DIRECTUS_URL: url }, client: { deadlineMs: 30_000 } });
    await site.load();
  });
  afterAll(async () => {
    await admin.remove(
      '/items/blog_posts',
      added.map(({ id }) => id),
    );
    await site.close();
  });

  const textOf = async (path: string) => (await sendRequest(site.url, path)).text;
  /** The parts of the sitemap, which has too many addresses for one file. */
  const sitemapParts = async () =>
    [...(await textOf('/sitemap.xml')).matchAll(/<loc>[^<]*(\/sitemap[^<]*)</g)].map(([, path]) =>
      String(path),
    );
  const calls = async () => (await countsOf(site.counts.calls, 'collection')).blog_posts ?? 0;

  it('all are read once, and a later load only asks whether any has changed', async () => {
    const published = [...added, ...demo.blog_posts].filter(({ status }) => status === 'published');
    const of = () => site.content.stats().find(({ collection }) => collection === 'blog_posts');
    expect(of()).toMatchObject({ rows: published.length, failure: null });
    // The first load did not know that the collection is large.
    await site.content.load(['blog_posts'], false);
    const before = await calls();
    await site.content.load(['blog_posts'], false);
    expect((await calls()) - before).toBe(1);
    const parts = await Promise.all((await sitemapParts()).map(textOf));
    const paths = [...parts.join('').matchAll(/<loc>[^<]*\/blog\/(one-of-many-\d+)</g)];
    const shown = added.filter((post) => !isHidden(post)).map(({ slug }) => slug);
    expect(paths.map(([, slug]) => slug).sort()).toEqual(shown.sort());
  });

  it('no draft, archived or future row is anywhere on the site', async () => {
    expect(hidden.filter(({ id }) => Number(id) > 1_000).length).toBeGreaterThan(300);
    const lists = ['/sitemap.xml', ...(await sitemapParts()), '/feed.xml', '/feed.json'];
    for (let page = 1; (await sendRequest(site.url, `/blog?page=${page}`)).status === 200; page += 1) {
      lists.push(`/blog?page=${page}`, `/api/posts?page=${page}`);
    }
    expect(lists.length).toBeGreaterThan(200);
    for (const path of [...pageAddresses, ...lists]) {
      const text = await textOf(path);
      const found = hidden.filter(({ slug }) => new RegExp(`\\b${slug}\\b`).test(text));
      expect([path, found.map(({ slug }) => slug)]).toEqual([path, []]);
    }
    for (const { slug } of hidden) {
      for (const folder of ['blog', 'services', 'rentals']) {
        expect([slug, (await sendRequest(site.url, `/${folder}/${slug}`)).status]).toEqual([slug, 404]);
      }
    }
  });
});
