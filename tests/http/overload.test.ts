import { createHash } from 'node:crypto';
import request from 'supertest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Overload, watchOverload } from '../../server/http/overload.ts';
import { hold } from '../support/hold.ts';
import { parseHtml } from '../support/html.ts';
import { openResponse, sendRequest } from '../support/http.ts';
import { countsOf } from '../support/metricValues.ts';
import { startSite, type TestSite } from '../support/site.ts';

/** Keeps the event loop busy, as a very large page or a collection would. */
function block(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

describe('what is shed', () => {
  let overload: Overload;
  beforeEach(() => {
    overload = watchOverload();
  });
  afterEach(() => overload.close());

  it('D11 a form that is sent, to any of its addresses, is turned away after all pages', async () => {
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

  it.each([
    ['/livezz', 'renders'],
    ['/readyz/x', 'renders'],
    ['/hooks/x', 'renders'],
    ['/hooks/content/x', 'renders'],
    ['/livez?x=1', null],
    ['/readyz', null],
    ['/hooks/content', null],
    ['/static/x.js', null],
    ['/media/x', null],
  ])('D11 while 64 renders are under way, %s is shed for: %s', (path, reason) => {
    expect(overload.reasonToShed(path, 64)).toBe(reason);
  });

  it('D11 a loop that is full for a second lets sixteen renders at once', async () => {
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

describe('a site that has too much to do', () => {
  let site: TestSite;
  let overload: Overload;
  beforeEach(async () => {
    overload = watchOverload();
    site = await startSite({ overload, environment: { SHELL_DEADLINE_MS: '0' } });
  });
  afterEach(() => site.close());

  it('D11 a loop that was blocked turns pages away, never probes, files and cached pages, and recovers', async () => {
    await site.load();
    await request(site.url).get('/about').expect(200);
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
        const reply = await blocked(path);
        if (reply.status === 503) return reply;
      }
      throw new Error(`${path} was never turned away.`);
    };
    // A visitor who is alone waits, and is not turned away: the machine is slow, and not the site.
    for (const path of ['/rentals', '/services']) expect((await blocked(path)).status).toBe(200);
    site.counts.rendersInFlight += 4;
    const page = await untilShed('/services/none');
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
    expect(api.headers['content-type']).toBe('application/json; charset=utf-8');
    const others = ['/livez', '/readyz', '/static/none.js', '/about'].map((path) =>
      sendRequest(site.url, path),
    );
    block(800);
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200, 404, 200]);
    expect(await countsOf(site.counts.shed, 'reason')).toEqual({ delay: 2 });

    while (overload.reasonToShed('/', 4) !== null) await new Promise((resolve) => setTimeout(resolve, 50));
    await request(site.url).get('/privacy').expect(200);
  });

  it('D11 a page that streams is a render until its last byte: the 65th is turned away, the others end well', async () => {
    const release = await hold(site.contentService, '*');
    site.counts.rendersInFlight += 56;
    const streams = await Promise.all(Array.from({ length: 8 }, () => openResponse(site.url, '/about')));
    expect(streams.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(site.counts.rendersInFlight).toBe(64);
    const { status, headers } = await request(site.url).get('/services');
    expect([status, headers['retry-after']]).toEqual([503, '5']);
    await request(site.url).get('/livez').expect(200);
    streams[0]?.leave();
    await expect.poll(() => site.counts.rendersInFlight).toBe(63);
    release();
    for (const open of streams.slice(1)) expect(await open.rest()).toContain('</html>');
    await expect.poll(() => site.counts.rendersInFlight).toBe(56);
    expect(await countsOf(site.counts.shed, 'reason')).toEqual({ renders: 1 });
  });
});
