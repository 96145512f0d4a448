import request, { type Response } from 'supertest';
import { expect, it, onTestFinished } from 'vitest';
import { samplePosts } from '../../server/site/blocks/samplePosts.tsx';
import { startContentService } from '../support/contentService.ts';
import { startSite } from '../support/site.ts';
import { startSiteProcess } from '../support/siteProcess.ts';

/** Makes the seconds that a process waits for its first content one. */
const shortGrace =
  'const real = setTimeout; globalThis.setTimeout = (action, ms, ...rest) => ' +
  'real(action, ms > 5_000 && ms < 9_500 ? 1_000 : ms, ...rest);';

/** Makes it so long that a process of a test is never ready by it. */
const longGrace =
  'const real = setTimeout; globalThis.setTimeout = (action, ms, ...rest) => ' +
  'real(action, ms > 5_000 && ms < 9_500 ? 1_000_000 : ms, ...rest);';

it('A1 D24 a process that starts while the content service is unreachable is ready in time, says so, and recovers by itself', async () => {
  const content = await startContentService();
  await content.fault('*', { kind: 'refuse' });
  const site = await startSiteProcess(content.url, {
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(shortGrace)}`,
  });
  onTestFinished(async () => {
    await site.end('SIGKILL');
    await content.close();
  });
  const aliveMs = await site.firstOk('/livez');
  const early = await request(site.url).get('/');
  expect([early.status, early.headers['retry-after'], early.headers['cache-control']]).toEqual([
    503,
    '30',
    'no-store',
  ]);
  expect(early.text).toContain('Directus is unreachable.');
  expect(early.text).toContain('What Our Clients Say');
  // Not yet: a rollout with a wrong address must not replace replicas that have content.
  await request(site.url).get('/readyz').expect(503);
  expect((await site.firstOk('/readyz')) - aliveMs).toBeLessThan(10_000);

  await content.clearFaults();
  const recoveredAt = performance.now();
  await site.firstOk('/');
  expect(performance.now() - recoveredAt).toBeLessThan(15_000);
  await request(site.url).get('/about').expect(200);
  expect(await site.end()).toBe(0);
});

it('A1 a process is ready with the first content that it gets, also from a service that comes later', async () => {
  const content = await startContentService();
  await content.fault('*', { kind: 'raw', body: '{"status":"ok"}' });
  const site = await startSiteProcess(content.url, {
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(longGrace)}`,
  });
  onTestFinished(async () => {
    await site.end('SIGKILL');
    await content.close();
  });
  await site.firstOk('/livez');
  await content.nextRequest(({ path }) => path === '/items/services');
  await request(site.url).get('/readyz').expect(503);
  await content.clearFaults();
  await site.firstOk('/readyz');
  expect((await request(site.url).get('/services')).text).toContain('Snow Removal');
});

/** Requests until a response is as it should be, as long as a cache in front of us may wait for that. */
async function recovers(url: string, path: string, isWhole: (reply: Response) => boolean): Promise<void> {
  const whole = async () => isWhole(await request(url).get(path).set('User-Agent', 'testbot'));
  await expect.poll(whole, { interval: 100 }).toBe(true);
}

it('F4 no cache stores what a failure has made: samples not at all, a page without its services for five seconds', async () => {
  const site = await startSite();
  onTestFinished(() => site.close());
  const crawler = { 'User-Agent': 'testbot' };
  for (const collection of ['blog_posts', 'services'] as const) {
    await site.contentService.fault(collection, { kind: 'status', status: 500 });
  }
  const blog = await request(site.url).get('/blog').set(crawler);
  expect([blog.status, blog.headers['cache-control'], blog.headers['cdn-cache-control']]).toEqual([
    503,
    'no-store',
    undefined,
  ]);
  expect(blog.text).toContain(samplePosts[0]?.title);
  const home = await request(site.url).get('/').set(crawler);
  expect([home.status, home.headers['cdn-cache-control']]).toEqual([200, 'max-age=5']);

  await site.contentService.clearFaults();
  await recovers(site.url, '/blog', ({ status }) => status === 200);
  expect((await request(site.url).get('/blog').set(crawler)).text).not.toContain(samplePosts[0]?.title);
  await recovers(site.url, '/', ({ headers }) =>
    String(headers['cdn-cache-control']).startsWith('max-age=60'),
  );
  expect((await request(site.url).get('/').set(crawler)).text).toContain('Snow Removal');
});
