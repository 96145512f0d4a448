import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { collectionNames } from '../../server/content/collections/collections.ts';
import { createManualClock, type ManualClock } from '../support/manualClock.ts';
import { startSite, type TestSite } from '../support/site.ts';

let site: TestSite;
let clock: ManualClock;
beforeAll(async () => {
  clock = createManualClock(new Date().toISOString());
  site = await startSite({ clock, environment: { SHELL_DEADLINE_MS: '10000' } });
});
afterEach(() => site.reset());
afterAll(() => site.close());

const pageAt = async (path: string) => (await fetch(site.url + path)).text();
const lastCollection =
  collectionNames.at(-1) === 'directus_files' ? '/files' : `/items/${collectionNames.at(-1)}`;
const isOfPoll = (url: string) => decodeURIComponent(url).includes('fields=*&sort=-');

/** Lets the time of one round pass; resolves when its last call has come. */
async function round(lastPath = lastCollection): Promise<void> {
  let isOver = false;
  const last = site.contentService.nextRequest(({ path, url }) => path === lastPath && isOfPoll(url));
  void last.then(() => {
    isOver = true;
  });
  // The next poll is planned when the calls of the one before have their responses.
  while (!isOver) {
    await clock.advance(36_000);
    await Promise.race([last, new Promise((resolve) => setTimeout(resolve, 50))]);
  }
}

it('an edit that nobody told of is on pages that nobody visits, the text of a post too', async () => {
  const paths = ['/about', '/blog/opening-the-cabin-in-april', '/services/snow-removal'];
  await Promise.all(paths.map(pageAt));
  site.content.watchChanges();
  await round();
  const { contentService, content } = site;
  const features = content.stats().find(({ key }) => key.startsWith('features:'));
  const before = ['pages', 'post:opening-the-cabin-in-april'].map((key) => content.versionOf(key));
  expect(before).not.toContain(undefined);
  contentService.row('pages', 'about').hero_title = 'Told by nobody';
  contentService.row('blog_posts', 'opening-the-cabin-in-april').content = '<p>Text that nobody told of</p>';
  await round();
  // No request of a visitor in between.
  await expect.poll(() => content.versionOf('pages')).toBeGreaterThan(before[0] ?? 0);
  await expect
    .poll(() => content.versionOf('post:opening-the-cabin-in-april'))
    .toBeGreaterThan(before[1] ?? 0);
  expect(content.versionOf(features?.key ?? '')).toBe(features?.version);
  expect(await pageAt('/about')).toContain('Told by nobody');
  expect(await pageAt('/blog/opening-the-cabin-in-april')).toContain('Text that nobody told of');
});

it('a round in which nothing has changed is one call a collection', async () => {
  await pageAt('/');
  site.content.watchChanges();
  await round();
  site.contentService.clearRequests();
  await round();
  const calls = site.contentService.requests.filter(({ url }) => isOfPoll(url));
  expect(calls.length).toBe(collectionNames.length);
});

it('a collection that cannot be read is left alone, and is read again in the next round', async () => {
  await pageAt('/about');
  site.content.watchChanges();
  await round();
  await site.contentService.fault('pages', { kind: 'status', status: 500 });
  site.contentService.row('pages', 'about').hero_title = 'Seen a round later';
  await round();
  expect(await pageAt('/about')).not.toContain('Seen a round later');
  await site.contentService.clearFaults();
  await round();
  await expect.poll(() => pageAt('/about')).toContain('Seen a round later');
});

it('an edit whose text could not be fetched when it was seen is fetched in a later round', async () => {
  const path = '/blog/opening-the-cabin-in-april';
  await pageAt(path);
  site.content.watchChanges();
  await round();
  // The last call of the first round fetches everything again; none does in the second.
  await round();
  const { contentService } = site;
  contentService.row('blog_posts', 'opening-the-cabin-in-april').content = '<p>Text that came late</p>';
  // The poll is answered; what is fetched because of it is not.
  const seen = contentService
    .nextRequest(({ path, url }) => path === '/items/blog_posts' && isOfPoll(url), 20_000)
    .then(() => contentService.fault('blog_posts', { kind: 'status', status: 500 }));
  await round();
  await seen;
  await contentService.clearFaults();
  const before = site.content.versionOf('post:opening-the-cabin-in-april') ?? 0;
  await round();
  // No request of a visitor in between.
  await expect.poll(() => site.content.versionOf('post:opening-the-cabin-in-april')).toBeGreaterThan(before);
  expect(await pageAt(path)).toContain('Text that came late');
});

it('a collection that may not be read is polled once in ten minutes, and nothing is reported', async () => {
  await site.contentService.fault('directus_files', { kind: 'status', status: 403 });
  await pageAt('/');
  site.content.watchChanges();
  await round();
  const calls = () =>
    site.contentService.requests.filter(({ path, url }) => path === '/files' && isOfPoll(url)).length;
  expect(calls()).toBe(1);
  site.contentService.clearRequests();
  await round('/items/blog_posts');
  // Others may be of the test before: closing its site cut them off.
  const reported = site.reports.filter(({ context }) => context?.endpoint === '/files');
  expect([calls(), reported]).toEqual([0, []]);
});

it('no round is made while every edit is heard of in another way', async () => {
  await pageAt('/about');
  let isNeeded = false;
  site.content.watchChanges(() => isNeeded);
  site.contentService.clearRequests();
  await clock.advance(80_000);
  expect(site.contentService.requests.filter(({ url }) => isOfPoll(url))).toEqual([]);
  isNeeded = true;
  await round();
  expect(site.contentService.requests.length).toBeGreaterThan(0);
});
