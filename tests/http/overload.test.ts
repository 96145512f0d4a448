import { readdirSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import request from 'supertest';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { holdResponses } from '../support/hold.ts';
import { parseHtml } from '../support/html.ts';
import { openResponse } from '../support/http.ts';
import type { TestSite } from '../support/site.ts';
import { siteForTest } from '../support/started.ts';

/** The site renders at most this many pages at once. */
const mostRenders = 64;
let site: TestSite;
beforeEach(async () => {
  site = await siteForTest({ environment: { SHELL_DEADLINE_MS: '0' } });
});

it('D11 while too many pages are rendered, others are refused, but never probes, files and cached pages', async () => {
  await site.load();
  await request(site.url).get('/about').expect(200);
  site.counts.pagesInFlight += mostRenders;
  const page = await request(site.url).get('/services/none').expect(503);
  expect(page.headers).toMatchObject({ 'retry-after': '30', 'cache-control': 'no-store' });
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  const busy = parseHtml(page.text);
  expect(busy.one('h1').text).toBe('We are very busy');
  const main = busy.one('main').all('a');
  expect(main.map((link) => link.attribute('href'))).toEqual(['', 'tel:+15415550142']);
  // Rendered once: the next ones are as cheap as a cached page.
  await request(site.url).get('/services').expect(503, page.text);

  const statusOf = async (path: string) => (await request(site.url).get(path)).status;
  const others = ['/livez', '/readyz?a', '/static/none.js', '/about', '/api/none', '/media/none', '/hooks/x'];
  expect(await Promise.all(others.map(statusOf))).toEqual([200, 200, 404, 200, 404, 404, 404]);
  const similar = ['/livezz', '/readyz/x'];
  expect(await Promise.all(similar.map(statusOf))).toEqual([503, 503]);
  expect(await site.counts.shed.get()).toMatchObject({ values: [{ value: 4 }] });

  // A posted form is refused only at a higher load than pages.
  const send = () =>
    request(site.url).post('/contact?from=menu').set('Origin', site.url).type('form').send('name=A');
  await send().expect(422);
  site.counts.pagesInFlight += 3 * mostRenders;
  await send().expect(503);

  site.counts.pagesInFlight = 0;
  await request(site.url).get('/privacy').expect(200);
});

it('the page of a busy site offers no call to a text without a number', async () => {
  for (const setting of site.contentService.rows.site_settings)
    if (setting.key === 'phone') setting.value = 'Ask at the front desk';
  await site.load();
  site.counts.pagesInFlight += mostRenders;
  const page = await request(site.url).get('/about').expect(503);
  expect(
    parseHtml(page.text)
      .one('main')
      .all('.button')
      .map(({ text }) => text),
  ).toEqual(['Try Again']);
});

/**
 * Connections whose clients never read. Each asks for more than the system's buffers hold (some 4 MB), and after that for
 * something else.
 */
function neverRead(connections: number, requests: readonly string[]): void {
  const folder = new URL('../../dist/static/', import.meta.url);
  const size = (name: string) => statSync(new URL(name, folder)).size;
  const [largest] = readdirSync(folder).toSorted((a, b) => size(b) - size(a));
  const { hostname, port } = new URL(site.url);
  const paths = [...Array(24).fill(`/static/${largest}`), ...requests];
  const batch = paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join('');
  for (let opened = 0; opened < connections; opened += 1) {
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    socket.pause().write(batch);
    onTestFinished(() => void socket.destroy());
  }
}

it('D2 pages that their clients do not read keep nobody from other pages', async () => {
  await site.load();
  neverRead(8, Array(9).fill('/search?q=zebrawood'));
  await expect.poll(() => site.missedSearches()[0]?.times).toBeGreaterThanOrEqual(mostRenders);
  await request(site.url).get('/services').expect(200);
  expect(site.counts.pagesInFlight).toBe(0);
});

it('D2 streamed pages that their clients do not read keep nobody from other pages', async () => {
  const release = await holdResponses(site.contentService, '*');
  neverRead(8, Array(9).fill('/about'));
  await expect.poll(() => site.counts.pagesInFlight).toBeGreaterThanOrEqual(mostRenders);
  release();
  await expect.poll(() => site.counts.pagesInFlight).toBe(0);
  await request(site.url).get('/services').expect(200);
});

it('D2 of too many clients that do not read their pages the oldest is disconnected', async () => {
  const release = await holdResponses(site.contentService, '*');
  const streams = await Promise.all(Array.from({ length: 3 }, () => openResponse(site.url, '/about')));
  for (const stream of streams) stream.leave();
  // Those who left before their page was made have nothing to read, and are not counted.
  await expect.poll(() => site.counts.pagesInFlight).toBe(0);
  release();
  await site.load();
  neverRead(5, Array(60).fill('/no/page'));
  const given = () => site.logs.filter(({ path, aborted }) => path === '/no/page' && aborted);
  await expect.poll(() => given().length).toBe(60);
  await request(site.url).get('/services').expect(200);
});

it('D11 a streamed page counts as a render until it is made or left: the 65th is refused, the others finish', async () => {
  const release = await holdResponses(site.contentService, '*');
  site.counts.pagesInFlight += 56;
  const streams = await Promise.all(Array.from({ length: 8 }, () => openResponse(site.url, '/about')));
  expect(streams.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(site.counts.pagesInFlight).toBe(64);
  await request(site.url).get('/services').expect(503);
  await request(site.url).get('/livez').expect(200);
  streams[0]?.leave();
  await expect.poll(() => site.counts.pagesInFlight).toBe(63);
  release();
  for (const open of streams.slice(1)) expect(await open.rest()).toContain('</html>');
  await expect.poll(() => site.counts.pagesInFlight).toBe(56);
});
