import { createHash } from 'node:crypto';
import request from 'supertest';
import { afterEach, describe, expect, it } from 'vitest';
import { noOverload, type Overload, watchOverload } from '../../server/http/overload.ts';
import { hold } from '../support/hold.ts';
import { parseHtml } from '../support/html.ts';
import { openResponse, sendRequest } from '../support/http.ts';
import { countsOf } from '../support/metricValues.ts';
import { startSite, type TestSite } from '../support/site.ts';

let site: TestSite;
let overload: Overload = noOverload;
afterEach(async () => {
  overload.close();
  await site.close();
});

const start = async (options: Parameters<typeof startSite>[0] = {}): Promise<void> => {
  overload = watchOverload();
  site = await startSite({ overload, ...options });
};

/** Keeps the event loop busy, as a very large page or a collection would. */
function block(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

const neverShed = ['/livez', '/readyz', '/static/none.js'];

describe('D11 overload', () => {
  it('D11 a loop that was blocked turns pages away, never probes, files and cached pages, and recovers', async () => {
    // A page that did not wait for its content would not be cached.
    await start({ environment: { SHELL_DEADLINE_MS: '10000' } });
    await request(site.url).get('/about').expect(200);
    expect((await request(site.url).get('/about')).headers['server-timing']).toContain('hit');
    const blocked = (path: string) => {
      // Supertest would send its request only when somebody waits for it.
      const reply = sendRequest(site.url, path);
      // After the request is on its way, before anybody can read it.
      block(800);
      return reply;
    };
    /** On a busy machine the loop may have had a quiet sample again before the request was read. */
    const untilShed = async (path: string) => {
      for (let attempt = 0; attempt < 8; attempt += 1) {
        // A page that was let through is cached from then on: each attempt has an address of its own.
        const reply = await blocked(`${path}-${attempt}`);
        if (reply.status === 503) return reply;
      }
      throw new Error(`${path} was never turned away.`);
    };
    // A visitor who is alone waits, and is not turned away: the machine is slow, and not the site.
    for (const path of ['/rentals', '/services']) expect((await blocked(path)).status).toBe(200);
    const release = await hold(site.contentService, 'blog_posts');
    const waiting = Array.from({ length: 4 }, (_, at) => openResponse(site.url, `/blog/slow-${at}`));
    while (site.counts.rendersInFlight < 4) await new Promise(setImmediate);
    const page = await untilShed('/services/none');
    expect(page.status).toBe(503);
    expect(page.headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' });
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.headers['x-request-id']).toBeTruthy();
    const busy = parseHtml(page.text);
    expect(busy.one('.name').text).toBe('Juniper Ridge');
    expect(busy.all('a').map((link) => link.attribute('href'))).toEqual(['', 'tel:+15415550142']);
    const style = createHash('sha256').update(busy.one('style').text).digest('base64');
    expect(page.headers['content-security-policy']).toContain(`style-src 'sha256-${style}'`);
    expect(page.body.length).toBeLessThan(1_500);
    const api = await untilShed('/api/none');
    expect([api.status, api.headers['content-type']]).toEqual([503, 'application/json; charset=utf-8']);
    const others = [...neverShed, '/about'].map((path) => sendRequest(site.url, path));
    block(800);
    const statuses = (await Promise.all(others)).map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 404, 200]);
    expect(await countsOf(site.counts.shed, 'reason')).toEqual({ delay: 2 });

    release();
    await Promise.all(waiting.map(async (open) => (await open).rest()));
    while (overload.reasonToShed('/', 4) !== null) await new Promise((resolve) => setTimeout(resolve, 50));
    await request(site.url).get('/privacy').expect(200);
  });

  it('D11 a form that is sent, to any of its addresses, is turned away after all pages', async () => {
    await start();
    const reasons = (renders: number) =>
      ['/contact', '/api/contact', '/contact?from=menu'].map((path) =>
        overload.reasonToShed(path, renders, 'POST'),
      );
    // A timer of the watch is due after its first sample.
    while (overload.reasonToShed('/', 4) !== 'delay') {
      block(800);
      await new Promise(setImmediate);
    }
    block(600);
    expect(reasons(64)).toEqual([null, null, null]);
    expect([overload.reasonToShed('/', 3), overload.reasonToShed('/', 0)]).toEqual([null, null]);
    block(2_000);
    expect(reasons(15)).toEqual([null, null, null]);
    expect(reasons(16)).toEqual(['delay', 'delay', 'delay']);
  });

  it('D11 more than 64 renders at once: the next is turned away, those that began are completed', async () => {
    await start({ environment: { SHELL_DEADLINE_MS: '0' } });
    const release = await hold(site.contentService, '*');
    // Each waits for what decides its status; nobody shares, because each has an address of its own.
    const waiting = Array.from({ length: 64 }, (_, at) => openResponse(site.url, `/services/slow-${at}`));
    while (site.counts.rendersInFlight < 64) await new Promise(setImmediate);
    const reply = await request(site.url).get('/services/one-more');
    expect([reply.status, reply.headers['retry-after']]).toEqual([503, '5']);
    await request(site.url).get('/livez').expect(200);
    await request(site.url).get('/media/none').expect(404);
    release();
    for (const open of await Promise.all(waiting)) {
      expect(await open.rest()).toContain('</html>');
    }
    expect(site.counts.rendersInFlight).toBe(0);
    expect(await countsOf(site.counts.shed, 'reason')).toEqual({ renders: 1 });
  });

  it('D11 a page that streams is a render until its last byte', async () => {
    // Nothing is shed: on a busy machine eight streams at once could be too many.
    await start({ overload: noOverload, environment: { SHELL_DEADLINE_MS: '0' } });
    const release = await hold(site.contentService, '*');
    const streams = await Promise.all(Array.from({ length: 8 }, () => openResponse(site.url, '/about')));
    expect(streams.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(site.counts.rendersInFlight).toBe(8);
    streams[0]?.leave();
    await expect.poll(() => site.counts.rendersInFlight).toBe(7);
    release();
    for (const open of streams.slice(1)) expect(await open.rest()).toContain('</html>');
    await expect.poll(() => site.counts.rendersInFlight).toBe(0);
  });

  it.each([
    ['/livezz', 'renders'],
    ['/readyz/x', 'renders'],
    ['/hooks/x', 'renders'],
    ['/hooks/content/x', 'renders'],
    ['/livez?x=1', null],
    ['/readyz', null],
    ['/hooks/content', null],
    ['/static/x.js', null],
  ])('D11 while 64 renders are under way, %s is shed for: %s', async (path, reason) => {
    await start();
    expect(overload.reasonToShed(path, 64)).toBe(reason);
  });

  it('D11 a loop that is full for a second lets sixteen renders at once', async () => {
    await start();
    const until = performance.now() + 10_000;
    while (overload.reasonToShed('/', 16) !== 'utilisation' && performance.now() < until) {
      block(120);
      await new Promise(setImmediate);
    }
    expect(overload.reasonToShed('/', 16)).toBe('utilisation');
    expect(overload.reasonToShed('/', 15)).toBeNull();
    expect(overload.reasonToShed('/api/contact', 16)).toBeNull();
  });
});
