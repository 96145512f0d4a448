import request from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type CollectionName, collectionNames } from '../../server/content/collections/collections.ts';
import { hookPath, hookSecretHeader } from '../../shared/contentHook.ts';
import { createManualClock, type ManualClock } from '../support/manualClock.ts';
import { startSite, type TestSite } from '../support/site.ts';

const secret = 'a secret of the test';

let site: TestSite;
let clock: ManualClock;

/** A site whose content service is read as often as the test says. */
async function start() {
  clock = createManualClock(new Date().toISOString());
  site = await startSite({
    clock,
    hookIntervalMs: 0,
    environment: { CONTENT_HOOK_SECRET: secret, SHELL_DEADLINE_MS: '10000' },
  });
}

const publish = (collection: CollectionName) =>
  request(site.url)
    .post(hookPath)
    .set(hookSecretHeader, secret)
    .send({ event: `${collection}.items.update`, collection });

const pages = ['/', '/about', '/services/snow-removal', '/blog/opening-the-cabin-in-april', '/sitemap.xml'];

/** Status and bytes of every known page. */
async function seen(): Promise<Record<string, string>> {
  const crawler = { headers: { 'User-Agent': 'a bot' } };
  const read = async (at: string) => {
    const reply = await fetch(site.url + at, crawler);
    return [at, `${reply.status} ${await reply.text()}`] as const;
  };
  return Object.fromEntries(await Promise.all(pages.map(read)));
}

describe('rows that are really gone', () => {
  beforeAll(start);
  afterEach(() => site.reset());
  afterAll(() => site.close());
  const posts = () => request(site.url).get('/blog/opening-the-cabin-in-april');

  it('A24 are gone after a second read, some seconds after the edit', async () => {
    await seen();
    site.contentService.rows.blog_posts = [];
    const reply = await publish('blog_posts');
    expect([reply.status, reply.body.urls]).toEqual([200, []]);
    await posts().expect(200);
    await clock.advance(4_900);
    await posts().expect(200);
    await clock.advance(200);
    await expect.poll(async () => (await posts()).status).toBe(404);
    expect((await request(site.url).get('/sitemap.xml')).text).not.toContain('opening-the-cabin');
    expect((await request(site.url).get('/blog')).text).toContain('No posts found');
    await request(site.url).get('/services/snow-removal').expect(200);
  });

  it('A24 that are back at the second read never disappeared from the pages', async () => {
    const before = await seen();
    await site.contentService.fault('services', { kind: 'shape', data: [] });
    await publish('services');
    await site.contentService.clearFaults();
    site.contentService.clearRequests();
    const again = site.contentService.nextRequest(({ path: at }) => at === '/items/services');
    await clock.advance(6_000);
    await again;
    expect(await seen()).toEqual(before);
  });

  it('A24 do not replace content where the content service has lost all of them', async () => {
    const before = await seen();
    for (const collection of collectionNames) site.contentService.rows[collection] = [];
    for (const collection of collectionNames) await publish(collection);
    for (let minute = 0; minute < 10; minute += 1) {
      const again = site.contentService.nextRequest(({ path: at }) => at === '/items/pages');
      await clock.advance(60_000);
      await again;
      expect(await seen()).toEqual(before);
    }
    expect(site.logs).toContainEqual(
      expect.objectContaining({ msg: 'The content service has no content: what was seen is served on' }),
    );
  });
});
