import type { IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import request, { type Response } from 'supertest';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseHtml } from '../support/html.ts';
import { sendRequest } from '../support/http.ts';
import { createManualClock } from '../support/manualClock.ts';
import type { TestSite, TestSiteOptions } from '../support/site.ts';
import { pageAddresses, siteAddresses } from '../support/siteAddresses.ts';
import { siteForFile, siteForTest } from '../support/started.ts';

const { about, service, services, post } = siteAddresses;

/** What the page cache did for a response: `hit`, `miss`, … */
const cacheState = (reply: { readonly headers: IncomingHttpHeaders }): string =>
  /desc="(\w+)"/.exec(String(reply.headers['server-timing']))?.[1] ?? '';
const headingOf = (reply: Response): string => parseHtml(reply.text).one('main h1').text;

/** How often pages of a route, or of any, were rendered. */
async function rendersOf(site: TestSite, route?: string): Promise<number> {
  const counts = (await site.counts.renders.get()).values.filter(
    ({ metricName, labels }) => metricName?.endsWith('_count') && (route ?? labels.route) === labels.route,
  );
  return counts.reduce((sum, { value }) => sum + value, 0);
}

/** Status and cache state of many addresses, some at a time. */
async function requestMany(site: TestSite, paths: readonly string[]): Promise<string[]> {
  const outcomes: string[] = [];
  for (let at = 0; at < paths.length; at += 50) {
    const some = paths.slice(at, at + 50).map((path) => sendRequest(site.url, path, { method: 'HEAD' }));
    for (const reply of await Promise.all(some)) outcomes.push(`${reply.status} ${cacheState(reply)}`);
  }
  return outcomes;
}

/** The bytes as they are sent: supertest would decompress them. */
const encoded = (site: TestSite, path: string, accepted: string) =>
  sendRequest(site.url, path, { headers: { 'Accept-Encoding': accepted } });

describe('a cached page', async () => {
  // Its clock stands still, so that no content ages while a slow machine requests all pages.
  const site = await siteForFile({ clock: createManualClock(new Date().toISOString()) });

  beforeAll(async () => {
    await site.load();
    await Promise.all(pageAddresses.map((path) => fetch(site.url + path)));
  });

  it.each(pageAddresses.filter((path) => path !== siteAddresses.search))(
    'F7 %s is the same bytes again, without a call, and has no trace of streaming',
    async (path) => {
      site.contentService.clearRequests();
      const [first, second] = [await sendRequest(site.url, path), await sendRequest(site.url, path)];
      expect([first.status, cacheState(first), cacheState(second)]).toEqual([200, 'hit', 'hit']);
      expect(second.body.equals(first.body)).toBe(true);
      expect(site.contentService.requests).toEqual([]);
      expect(first.headers).toMatchObject({
        'cache-control': 'public, max-age=0, must-revalidate',
        'cdn-cache-control': 'max-age=60, stale-while-revalidate=30, stale-if-error=86400',
        'cache-tag': expect.stringContaining('site_settings'),
        vary: 'Accept-Encoding',
      });
      expect(first.headers['content-security-policy']).not.toContain('nonce-');
      // The style page shows the loading state on purpose.
      const text = path === siteAddresses.style ? first.text.replaceAll('class="pending"', '') : first.text;
      expect(/\$R[CX]|nonce=|<!--\$[?!]-->|<template|class="pending"|id="[BSP]:/.exec(text)).toBeNull();
    },
  );

  it('has an ETag for each encoding, and each decodes to the same page', async () => {
    const replies = await Promise.all(
      ['identity', 'gzip', 'gzip, br'].map((name) => encoded(site, about, name)),
    );
    expect(replies.map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'gzip', 'br']);
    const [plain, gzip, brotli] = replies.map(({ body }) => body);
    expect(gunzipSync(gzip ?? '')).toEqual(plain);
    expect(brotliDecompressSync(brotli ?? '')).toEqual(plain);
    expect(Number(brotli?.length)).toBeLessThan(Number(plain?.length) / 3);
    expect(new Set(replies.map(({ headers }) => headers.etag)).size).toBe(3);
    for (const { headers } of replies) expect(headers.etag).toMatch(/^"[\w-]+"$/);
  });

  it.each([
    ['deflate', undefined],
    ['*;q=0', undefined],
    ['br;q=0, gzip;q=0', undefined],
    ['br;q=0, *', 'gzip'],
    ['GZIP', 'gzip'],
    ['br;q=0.1,gzip;q=1', 'br'],
    [`${'x,'.repeat(4_000)}br`, undefined],
    ['\u00e9', undefined],
  ])('E23 Accept-Encoding %.30s is sent in %s', async (accepted, encoding) => {
    const { status, headers, body } = await encoded(site, about, accepted);
    expect([status, headers['content-encoding'], headers.vary]).toEqual([200, encoding, 'Accept-Encoding']);
    expect(Number(headers['content-length'])).toBe(body.length);
  });

  describe('requested with an ETag', () => {
    // One encoding, because each has its own ETag.
    const withTag = (tag: string, method: 'get' | 'head' = 'get') =>
      request(site.url)[method](about).set({ 'Accept-Encoding': 'identity', 'If-None-Match': tag });
    let full: Response;
    let etag = '';

    beforeEach(async () => {
      full = await withTag('');
      etag = String(full.headers.etag);
    });

    it('is a 304 without a body, with the headers that a cache needs', async () => {
      const { headers } = await withTag(etag).expect(304, '');
      for (const name of ['etag', 'vary', 'cache-control', 'cdn-cache-control', 'content-security-policy'])
        expect(headers[name], name).toBe(full.headers[name]);
      expect(headers['content-type']).toBeUndefined();
    });

    it('E22 is a 304 for a weak ETag, one in a list and an asterisk, and for HEAD', async () => {
      for (const tag of [`W/${etag}`, `"other", ${etag}`, '*', `"a","b",W/${etag}`])
        expect((await withTag(tag)).status, tag).toBe(304);
      expect((await withTag(etag, 'head')).status).toBe(304);
    });

    it('E22 is the page for any other ETag, however long, and for that of another encoding', async () => {
      const long = [`"${'x'.repeat(8_000)}"`, `${'"a",'.repeat(1_500)}"b"`];
      for (const tag of ['"other"', 'other', '', '""', ...long])
        expect((await withTag(tag)).status, tag.slice(0, 20)).toBe(200);
      await withTag(etag).set('Accept-Encoding', 'gzip').expect(200);
    });
  });

  it('F2 1,000 query variants are one cached page, and make no call', async () => {
    const { pages } = site.cachedPages();
    site.contentService.clearRequests();
    const variants = Array.from({ length: 1_000 }, (_, n) => `${services}?utm_campaign=${n}&gclid=${n * 7}`);
    expect(new Set(await requestMany(site, variants))).toEqual(new Set(['200 hit']));
    expect([site.contentService.requests, site.cachedPages().pages]).toEqual([[], pages]);
  });

  it('F2 spellings of an address share one page, which has the canonical one', async () => {
    await request(site.url).get('/blog?category=seasonal-care');
    const paths = [
      '/blog?category=Seasonal%20Care',
      '/blog?x=1&category=seasonal-care&tag=winter&page=1',
      '/%61bout',
      '/ab%6Fut?from=mail',
    ];
    // Each spelling is sent unchanged.
    for (const path of paths) expect(cacheState(await sendRequest(site.url, path)), path).toBe('hit');
    site.contentService.row('pages', 'about').hero_title = 'First requested by another spelling';
    await site.content.load(['pages'], true);
    const { text } = await sendRequest(site.url, '/%61bout');
    expect(parseHtml(text).one('header [aria-current=page]').attribute('href')).toBe(about);
    expect((await request(site.url).get(about)).text).toBe(text);
  });
});

describe('a page that refuses or finds nothing', async () => {
  /** Two addresses of each; the animals in them must not appear on the page. */
  const refusals: readonly (readonly [status: number, one: string, other: string])[] = [
    [404, '/zebra', '/quagga/okapi?c=1'],
    [404, '/services/zebra', '/services/Quagga?x=1'],
    [404, '/rentals/zebra', '/rentals/quagga'],
    [404, '/blog/zebra', '/blog/quagga'],
    [404, '/blog/category/zebra', '/blog/category/quagga_okapi-2'],
    [404, '/blog/tag/zebra', '/blog/tag/quagga'],
    [404, '/blog?page=7301', '/blog?category=zebra&page=7302'],
    [200, '/blog?category=zebra', '/blog?tag=quagga-okapi&utm=1'],
    [200, '/rentals?town=zebra', '/rentals?guests=5&town=quagga-okapi&utm=1'],
    [200, '/search-rentals?guests=30', '/search-rentals?town=quagga'],
    [200, '/contact?service=zebra', '/contact?home=quagga&utm=1'],
    [400, '/zebra%', '/quagga%00okapi'],
    [429, '/contact/sent/zebra', '/contact/sent/quagga_3'],
  ];
  const site = await siteForFile();

  beforeAll(async () => {
    await site.load();
    const look = (_: unknown, at: number) => request(site.url).get(`/api/contact/status/n${at}`);
    await Promise.all(Array.from({ length: 600 }, look));
  });

  it.each(refusals)('E29 %i is one page for %s, %s and any other', async (status, one, other) => {
    const first = await sendRequest(site.url, one);
    expect(first.status).toBe(status);
    expect(/zebra|quagga|okapi|730\d/i.exec(first.text)).toBeNull();
    expect(first.headers['x-robots-tag']).toBe('noindex');
    const before = [site.cachedPages().pages, await rendersOf(site)];
    for (let at = 0; at < 4; at += 1) {
      const again = await sendRequest(
        site.url,
        other.replace(/quagga/i, (word) => `${word}${at}`),
      );
      expect([again.status, again.headers.etag]).toEqual([status, first.headers.etag]);
      expect(again.body.equals(first.body)).toBe(true);
    }
    expect([site.cachedPages().pages, await rendersOf(site)]).toEqual(before);
    // A refusal stays one for a browser that has it (RFC 9110, section 13.2.1).
    const known = { headers: { 'If-None-Match': String(first.headers.etag) } };
    expect((await sendRequest(site.url, one, known)).status).toBe(status === 200 ? 304 : status);
  });

  it.each([
    ['/services/a', '/services/b'],
    ['/rentals/a', '/rentals/b'],
    ['/blog/a', '/blog/b'],
    ['/blog/category/a', '/blog/category/b'],
    ['/blog?category=a', '/blog?tag=b&page=2'],
  ])('E29 is one page for %s and %s while content cannot be loaded', async (one, other) => {
    const down = await siteForTest();
    await down.contentService.fault('*', { kind: 'refuse' });
    await down.load();
    const [first, second] = [await sendRequest(down.url, one), await sendRequest(down.url, other)];
    expect([first.status, second.status, cacheState(second)]).toEqual([503, 503, 'hit']);
    expect(second.body.equals(first.body)).toBe(true);
  });

  it('E29 makes no call for random slugs', async () => {
    site.contentService.clearRequests();
    const slugs = Array.from({ length: 30 }, (_, n) => `x${n.toString(36)}-${(n * 7_919).toString(36)}`);
    const paths = slugs.flatMap((slug) => [`/services/${slug}`, `/blog/${slug}`, `/blog/tag/${slug}`]);
    expect(new Set(await requestMany(site, paths))).toEqual(new Set(['404 hit']));
    expect([site.contentService.requests, site.reports]).toEqual([[], []]);
  });

  it('E29 shows an edit of the settings at once, as every page does', async () => {
    site.contentService.rows.site_settings = [{ id: 1, key: 'site_name', value: 'Renamed' }];
    await site.content.load(['site_settings'], true);
    for (const path of [about, '/rentals', '/privacy', ...refusals.map(([, one]) => one)])
      expect(parseHtml((await sendRequest(site.url, path)).text).one('.brand-name').text, path).toBe(
        'Renamed',
      );
  });
});

describe('the bytes of cached pages', () => {
  let site: TestSite;
  const start = async (pageCacheBytes: number) => {
    site = await siteForTest({ pageCacheBytes });
    await site.load();
  };

  it('are bounded, and the pages requested last stay', async () => {
    const bound = 800_000;
    await start(bound);
    const { posts } = (await request(site.url).get('/api/posts')).body;
    expect(posts.length).toBeGreaterThan(8);
    for (const { slug } of posts) {
      await request(site.url).get(`/blog/${slug}`).expect(200);
      expect(site.cachedPages().bytes).toBeLessThanOrEqual(bound);
    }
    expect(site.cachedPages().pages).toBeGreaterThan(0);
    expect(site.cachedPages().pages).toBeLessThan(posts.length);
    expect(cacheState(await request(site.url).get(`/blog/${posts.at(-1).slug}`))).toBe('hit');
    expect(cacheState(await request(site.url).get(`/blog/${posts[0].slug}`))).toBe('miss');
  });

  it('do not include a page larger than its share, which is served whole', async () => {
    // It would fit, in place of all others.
    await start(1_000_000);
    const text = `<p>${'Word. '.repeat(40_000)}</p><p>The very end.</p>`;
    site.contentService.row('blog_posts', 'anatomy-of-a-turnover-day').content = text;
    await site.content.load(['blog_posts'], true);
    for (let visit = 0; visit < 2; visit += 1) {
      const reply = await request(site.url).get('/blog/anatomy-of-a-turnover-day').expect(200);
      expect(reply.text).toContain('The very end.');
      expect(reply.text.endsWith('</html>')).toBe(true);
      expect(cacheState(reply)).toBe('miss');
    }
    expect(site.cachedPages().pages).toBe(0);
  });
});

describe('a page whose content changes', () => {
  let site: TestSite;
  const start = async (options: TestSiteOptions = {}) => {
    site = await siteForTest(options);
    await site.load();
  };
  const rename = (title: string) => {
    site.contentService.row('pages', 'about').hero_title = title;
    return site.publish(['pages']);
  };

  beforeEach(() => start());

  it('is rendered again, and a page that has read nothing of it is not', async () => {
    const before = await request(site.url).get(about);
    const other = await request(site.url).get(service);
    const renders = await rendersOf(site, 'service');
    const urls = await rename('A new heading');
    expect(urls).toContain(site.url + about);
    const after = await request(site.url).get(about).set('If-None-Match', String(before.headers.etag));
    expect([after.status, headingOf(after)]).toEqual([200, 'A new heading']);
    expect(after.headers.etag).not.toBe(before.headers.etag);
    const same = await request(site.url).get(service);
    expect([cacheState(same), same.headers.etag]).toEqual(['hit', other.headers.etag]);
    expect(urls).not.toContain(site.url + service);
    expect(await rendersOf(site, 'service')).toBe(renders);
  });

  it('stays cached when the content was loaded again unchanged', async () => {
    await request(site.url).get(about);
    expect(await site.publish(['pages', 'site_settings', 'cta_settings'])).toEqual([]);
    expect(cacheState(await request(site.url).get(about))).toBe('hit');
    expect(await rendersOf(site, 'about')).toBe(1);
  });

  it('B9 shows a postponed post when it falls due, although the content service is down', async () => {
    const clock = createManualClock(new Date().toISOString());
    await start({ clock });
    await request(site.url).get(post).expect(200);
    const due = new Date(clock.date() + 30_000).toISOString();
    site.contentService.row('blog_posts', post.replace('/blog/', '')).published_at = due;
    await site.content.load(['blog_posts'], true);
    await request(site.url).get(post).expect(404);
    await site.contentService.close();
    await clock.advance(29_999);
    await request(site.url).get(post).expect(404);
    await clock.advance(1);
    await request(site.url).get(post).expect(200);
  });

  it('B9 shows a post that is due by a clock that is set forward and back', async () => {
    const timers = createManualClock(new Date().toISOString());
    let aheadMs = 0;
    await start({ clock: { ...timers, date: () => timers.date() + aheadMs } });
    await request(site.url).get(post).expect(200);
    const due = new Date(timers.date() + 30_000).toISOString();
    site.contentService.row('blog_posts', post.replace('/blog/', '')).published_at = due;
    await site.content.load(['blog_posts'], true);
    await request(site.url).get(post).expect(404);
    aheadMs = 31_000;
    site.contentService.row('pages', 'about').hero_title = 'Edited meanwhile';
    await site.content.load(['pages'], true);
    await timers.advance(0);
    await request(site.url).get(post).expect(200);
    // Set back, it is not due any more, and then is again.
    aheadMs = 0;
    await site.content.load(['blog_posts'], true);
    await request(site.url).get(post).expect(404);
    await timers.advance(30_000);
    await request(site.url).get(post).expect(200);
  });

  it('B9 shows a post a minute after the clock is set forward past its distant date, although the content service is down', async () => {
    const dayMs = 86_400_000;
    const timers = createManualClock(new Date().toISOString());
    let aheadMs = 0;
    await start({ clock: { ...timers, date: () => timers.date() + aheadMs } });
    const due = new Date(timers.date() + 40 * dayMs).toISOString();
    site.contentService.row('blog_posts', post.replace('/blog/', '')).published_at = due;
    await site.content.load(['blog_posts'], true);
    await site.contentService.close();
    await timers.advance(60_000);
    await request(site.url).get(post).expect(404);
    aheadMs = 40 * dayMs;
    await timers.advance(60_000);
    await request(site.url).get(post).expect(200);
  });

  it('A21 is rendered once, without a call, for hundreds of visitors before it is cached', async () => {
    site.contentService.clearRequests();
    const replies = await Promise.all(Array.from({ length: 200 }, () => request(site.url).get(about)));
    expect(new Set(replies.map(({ status, headers }) => `${status} ${headers.etag}`)).size).toBe(1);
    expect(replies[0]?.status).toBe(200);
    expect(await rendersOf(site, 'about')).toBe(1);
    expect(site.contentService.requests).toEqual([]);
  });
});
