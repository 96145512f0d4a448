import request from 'supertest';
import { expect, it, onTestFinished } from 'vitest';
import { collectionNames } from '../../server/content/collections/collections.ts';
import { samplePosts } from '../../server/site/components/samplePosts.tsx';
import type { ContentService } from '../support/contentService.ts';
import { parseHtml } from '../support/html.ts';
import { createManualClock } from '../support/manualClock.ts';
import { pageAddresses } from '../support/siteAddresses.ts';
import { type SiteProcess, startSiteProcess } from '../support/siteProcess.ts';
import { contentForTest, siteForTest } from '../support/started.ts';

const crawler = { 'User-Agent': 'testbot' };

/** Starts the built site in front of a content service with a fault. */
async function startProcess(
  fault: Parameters<ContentService['fault']>[1],
): Promise<[ContentService, SiteProcess]> {
  const content = await contentForTest();
  await content.fault('*', fault);
  const site = await startSiteProcess(content.url);
  onTestFinished(async () => void (await site.end('SIGKILL')));
  await site.firstOk('/livez');
  return [content, site];
}

it('A1 D24 a process that starts while the content service is unreachable says so, and is ready after a grace period', async () => {
  const [content, site] = await startProcess({ kind: 'refuse' });
  // Not yet: a rollout with a wrong address must not replace replicas that have content.
  await request(site.url).get('/readyz').expect(503);
  const early = await request(site.url).get('/');
  expect([early.status, early.headers['retry-after'], early.headers['cache-control']]).toEqual([
    503,
    '30',
    'no-store',
  ]);
  expect(early.text).toContain('Directus is unreachable.');
  expect(early.text).toContain('What Our Clients Say');
  await site.firstOk('/readyz');
  await request(site.url).get('/').expect(503);
  await expectShortLog(content, site);
  expect(await site.end()).toBe(0);
});

/** Ends an outage, of which the log must have few lines and short errors. */
async function expectShortLog(content: ContentService, site: SiteProcess): Promise<void> {
  await site.logged(`Content could not be loaded: ${collectionNames.join(', ')}.`);
  await request(site.url).get(`/media/${content.rows.directus_files[0]?.id}/640.webp`);
  await content.clearFaults();
  await site.logged(`Content can be loaded again: ${collectionNames.join(', ')}.`);
  const told = site.logs.filter(({ level, status }) => Number(level) >= 30 && status === undefined);
  expect(told.length, JSON.stringify(told, null, 1)).toBeLessThanOrEqual(6);
  expect(JSON.stringify(told.filter(({ err }) => err).map(({ err }) => err)).length).toBeLessThan(3_000);
}

it('A1 the log of a content service that is silent has few lines and short errors', async () => {
  await expectShortLog(...(await startProcess({ kind: 'blackhole' })));
});

it('A1 a process is ready with its first content, even when the service comes later, and serves it', async () => {
  const [content, site] = await startProcess({ kind: 'raw', body: '{"status":"ok"}' });
  for (const path of ['/readyz', '/services', '/services/snow-removal'])
    await request(site.url).get(path).expect(503);
  await content.clearFaults();
  await site.firstOk('/readyz');
  await request(site.url).get('/services/snow-removal').expect(200);
  expect((await request(site.url).get('/services')).text).toContain('Snow Removal');
});

it('A2 every page stays, unchanged, for days after the content service has died, whether visited before or not', {
  timeout: 180_000,
}, async () => {
  const clock = createManualClock(new Date().toISOString());
  const environment = { FRONTEND_URL: 'https://www.ridge.example' };
  const site = await siteForTest({ clock, environment });
  const { contentService } = site;
  const healthy = await siteForTest({ clock, environment, contentService });
  await Promise.all([site.load(), healthy.load()]);
  const get = (path: string, from = site) => request(from.url).get(path).buffer(true);
  const { text } = await get('/sitemap.xml', healthy);
  const listed = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname);
  expect(listed.length).toBeGreaterThan(70);
  const expected = new Map<string, string>();
  for (const path of new Set([...pageAddresses, '/feed.xml', '/sitemap.xml', ...listed, '/blog?page=2'])) {
    expected.set(path, (await get(path, healthy)).text);
  }
  for (const path of [...pageAddresses, '/feed.xml']) expect((await get(path)).text).toBe(expected.get(path));
  await clock.advance(90_000);
  await contentService.close();
  await clock.advance(600_000);
  // Not minute by minute: thousands of loads would fail one after the other.
  await clock.jump(3 * 24 * 3_600_000);
  for (const [path, before] of expected) {
    const reply = await get(path);
    expect([reply.status, reply.text === before], path).toEqual([200, true]);
  }
  await request(site.url).get('/blog/no-such-post').expect(404);
});

it('the blog shows four samples, which lead to it, with the filter of its address if any of them matches it', async () => {
  const site = await siteForTest();
  await site.contentService.fault('blog_posts', { kind: 'status', status: 500 });
  await site.load();
  const shown = async (path: string) => {
    const page = parseHtml((await request(site.url).get(path).set(crawler).expect(503)).text);
    expect(page.one('meta[name=robots]').attribute('content')).toBe('noindex');
    const main = page.one('main');
    const links = main.all('.post-card a').map((link) => link.attribute('href'));
    expect(new Set(links)).toEqual(new Set(['/blog']));
    const textsOf = (selector: string) => main.all(selector).map(({ text }) => text);
    return {
      samples: textsOf('.post-samples .card-title').length,
      banner: textsOf('.filter-banner strong'),
      current: textsOf('.chips [aria-current], .sidebar [aria-current]'),
    };
  };
  const all = { samples: 4, banner: [], current: [] };
  const term = (name: string, samples: number, times: number) => ({
    samples,
    banner: [name],
    current: Array(times).fill(name),
  });
  // Each twice, because such a page is cached.
  for (const path of ['/blog', '/blog?category=no-such', '/blog', '/blog?page=7'])
    expect(await shown(path), path).toEqual(all);
  for (const _time of [1, 2]) {
    expect(await shown('/blog?category=owner-guides')).toEqual(term('Owner Guides', 1, 2));
    expect(await shown('/blog?tag=checklists')).toEqual(term('Checklists', 3, 1));
  }
});

it('F4 caches do not store samples, and store a page without its services for five seconds only', async () => {
  const clock = createManualClock(new Date().toISOString());
  const site = await siteForTest({ clock });
  for (const collection of ['blog_posts', 'services'] as const) {
    await site.contentService.fault(collection, { kind: 'status', status: 500 });
  }
  await site.load();
  const get = (path: string) => request(site.url).get(path).set(crawler);
  const blog = await get('/blog');
  expect([blog.status, blog.headers['cache-control'], blog.headers['cdn-cache-control']]).toEqual([
    503,
    'no-store',
    undefined,
  ]);
  expect(blog.text).toContain(samplePosts[0]?.title);
  const home = await get('/');
  expect([home.status, home.headers['cdn-cache-control']]).toEqual([200, 'max-age=5']);
  await site.contentService.clearFaults();
  // As soon as the service is called again.
  await clock.advance(1_250);
  await expect.poll(async () => (await get('/blog')).status).toBe(200);
  expect((await get('/blog')).text).not.toContain(samplePosts[0]?.title);
  await expect.poll(async () => (await get('/')).headers['cdn-cache-control']).toMatch(/^max-age=60/);
  expect((await get('/')).text).toContain('Snow Removal');
});
