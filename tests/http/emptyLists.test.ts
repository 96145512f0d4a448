import { hash } from 'node:crypto';
import request from 'supertest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CollectionName, collectionNames } from '../../server/content/collections/collections.ts';
import { callHook, hookSecret } from '../support/hook.ts';
import { createManualClock } from '../support/manualClock.ts';
import { contentForTest, siteForFile, siteForTest } from '../support/started.ts';

const clock = createManualClock(new Date().toISOString());

const environment = { CONTENT_HOOK_SECRET: hookSecret };
const site = await siteForFile({ clock, environment });
beforeEach(() => site.load());
afterEach(() => site.reset());

const statusOf = async (path: string) => (await request(site.url).get(path)).status;
const empty = (...names: readonly CollectionName[]) => {
  for (const name of names) site.contentService.rows[name] = [];
};

/** Lets time pass, and waits for every load that falls due. */
async function advanceTime(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    await clock.advance(60_000);
    // This load runs after any that is already running.
    await site.content.load(collectionNames, false);
  }
}

const pages = [
  '/',
  '/about',
  '/services',
  '/services/snow-removal',
  '/blog/opening-the-cabin-in-april',
  '/rentals/meadow-cabin',
  '/sitemap.xml',
];
/** A hash of the page at every address. */
const shown = () =>
  Promise.all(pages.map(async (path) => [path, hash('sha1', (await request(site.url).get(path)).text)]));

describe('A24 a collection whose rows are missing from a load', () => {
  it('A24 is believed at once when it had at most three rows', async () => {
    site.contentService.rows.homes = site.contentService.rows.homes.slice(-3);
    const path = `/rentals/${site.contentService.rows.homes[0]?.slug}`;
    await callHook(site.url, { collection: 'homes' });
    expect(await statusOf(path)).toBe(200);
    empty('homes');
    await advanceTime(1);
    expect(await statusOf(path)).toBe(404);
  });

  it('A24 is believed when a hook names it and the load after that fails, as soon as one succeeds', async () => {
    empty('blog_posts');
    await site.contentService.fault('blog_posts', { kind: 'status', status: 500 });
    await callHook(site.url, { collection: 'blog_posts' });
    await site.contentService.clearFaults();
    await advanceTime(1);
    expect(await statusOf('/blog/opening-the-cabin-in-april')).toBe(404);
  });

  it('A24 is believed at once when a hook names it', async () => {
    empty('blog_posts');
    const reply = await callHook(site.url, { collection: 'blog_posts' });
    expect(reply.status).toBe(200);
    expect(reply.body.urls).toContain(`${site.url}/blog/opening-the-cabin-in-april`);
    expect(await statusOf('/blog/opening-the-cabin-in-april')).toBe(404);
    expect((await request(site.url).get('/sitemap.xml')).text).not.toContain('opening-the-cabin');
    expect((await request(site.url).get('/blog')).text).toContain('No posts found');
    for (const path of ['/blog', '/blog/category/owner-guides', '/blog/tag/winter']) {
      const { text } = await request(site.url).get(path);
      expect(text, 'no heading above an empty list').not.toMatch(/id="all-(categories|tags)"/);
    }
    expect(await statusOf('/services/snow-removal')).toBe(200);
  });

  it('A24 is believed after ten minutes of emptiness, and not a minute earlier', async () => {
    const before = await shown();
    empty('services');
    await advanceTime(1);
    await advanceTime(9);
    expect(await shown()).toEqual(before);
    await advanceTime(1);
    expect(await statusOf('/services/snow-removal')).toBe(404);
  });

  it('A24 is not believed when a load brings no more than its first row', async () => {
    const { rows } = site.contentService;
    rows.services = rows.services.slice(0, 1);
    await advanceTime(1);
    expect(await statusOf('/services/snow-removal')).toBe(200);
    await callHook(site.url, { collection: 'services' });
    expect(await statusOf('/services/snow-removal')).toBe(404);
  });

  it('A24 is not believed when rows came in between', async () => {
    const rows = site.contentService.rows.services;
    empty('services');
    await advanceTime(9);
    site.contentService.rows.services = rows;
    await advanceTime(1);
    empty('services');
    await advanceTime(9);
    expect(await statusOf('/services/snow-removal')).toBe(200);
  });

  it('A24 is not believed when a load failed in between', async () => {
    empty('services');
    await advanceTime(9);
    await site.contentService.fault('services', { kind: 'status', status: 500 });
    await advanceTime(1);
    await site.contentService.clearFaults();
    await advanceTime(9);
    expect(await statusOf('/services/snow-removal')).toBe(200);
  });

  it('A24 changes no page when all collections empty one by one, or when a hook names none', async () => {
    const before = await shown();
    const { rows } = site.contentService;
    for (const name of collectionNames.filter((one) => rows[one].length > 3)) {
      empty(name);
      await advanceTime(1);
    }
    // A body that names no collection means that anything may have changed.
    const reply = await callHook(site.url).send('?');
    expect(reply.status).toBe(503);
    expect(await shown()).toEqual(before);
  });
});

it('A24 pages made of content are a 503, not a 404, while everything is empty after the first start', async () => {
  const contentService = await contentForTest({ rows: {} });
  const empty = await siteForTest({ contentService });
  const statuses = async (...paths: readonly string[]) =>
    Promise.all(paths.map(async (path) => (await request(empty.url).get(path)).status));
  await empty.load();
  expect(await statuses('/services/x', '/rentals/x', '/blog/x', '/blog', '/sitemap.xml')).toEqual(
    Array(5).fill(503),
  );
  expect(await statuses('/contact', '/search-rentals', '/no-such-page')).toEqual([200, 200, 404]);
  contentService.rows.services.push({ id: 1, slug: 'x', title: 'X', status: 'published' });
  await empty.content.load(['services'], false);
  expect(await statuses('/services/x', '/services/y', '/rentals/x', '/blog/x')).toEqual([200, 404, 404, 404]);
});
