import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import request, { type Response } from 'supertest';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CollectionName } from '../../server/content/collections/collections.ts';
import { parseHtml } from '../support/html.ts';
import { sendRequest } from '../support/http.ts';
import { createManualClock } from '../support/manualClock.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { pageAddresses, siteAddresses } from '../support/siteAddresses.ts';

/** Long enough that a page is never streamed because the machine is busy. */
const environment = { SHELL_DEADLINE_MS: '10000' };
const about = siteAddresses.about;

/** The outcome of the page cache for a response: `hit`, `stale`, `miss`, … */
const cacheState = (reply: { readonly headers: IncomingHttpHeaders }): string =>
  /desc="(\w+)"/.exec(String(reply.headers['server-timing']))?.[1] ?? '';

const headingOf = (reply: Response): string => parseHtml(reply.text).one('main h1').text;

describe('a cached page', () => {
  let site: TestSite;

  beforeAll(async () => {
    site = await startSite({ environment });
    await site.content.warmUp();
    for (const path of pageAddresses) await request(site.url).get(path);
  });

  afterAll(() => site.close());

  it.each(pageAddresses)(
    '%s is the same bytes again, without a call to the content service',
    async (path) => {
      site.contentService.clearRequests();
      const first = await sendRequest(site.url, path);
      const second = await sendRequest(site.url, path);
      expect(first.status).toBe(200);
      expect([cacheState(first), cacheState(second)]).toEqual(['hit', 'hit']);
      expect(second.body.equals(first.body)).toBe(true);
      expect(site.contentService.requests).toHaveLength(0);
    },
  );

  // The style page shows how Loading looks.
  it.each(pageAddresses.filter((path) => path !== siteAddresses.style))(
    'F7 %s holds nothing of a stream',
    async (path) => {
      const { text, headers } = await request(site.url).get(path);
      expect(
        /\$RC|\$RX|nonce=|<!--\$[?!]-->|<template|class="pending"|hidden id="S:/.exec(text)?.[0],
      ).toBeUndefined();
      expect(String(headers['content-security-policy'])).not.toContain('nonce-');
    },
  );

  it.each(pageAddresses)(
    '%s may be stored by browsers that revalidate it, and by shared caches for a minute',
    async (path) => {
      const { headers } = await request(site.url).get(path);
      expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate');
      expect(headers['cdn-cache-control']).toBe(
        'max-age=60, stale-while-revalidate=30, stale-if-error=86400',
      );
      expect(headers.vary).toBe('Accept-Encoding');
      expect(headers['cache-tag']).toContain('settings');
    },
  );

  it('has one sequence of bytes for one tag, whatever else a visitor accepts', async () => {
    const accepted = { 'Accept-Encoding': 'deflate' };
    const { headers, body } = await sendRequest(site.url, '/no-such-page', { headers: accepted });
    expect(headers['content-encoding']).toBeUndefined();
    expect(Number(headers['content-length'])).toBe(body.length);
  });

  it('has a tag for each encoding, and each decodes to the same page', async () => {
    // The bytes as they are sent: supertest would decompress them.
    const getEncoded = async (encoding: string) =>
      sendRequest(site.url, about, { headers: { 'Accept-Encoding': encoding } });
    const [plain, gzip, brotli] = await Promise.all([
      getEncoded('identity'),
      getEncoded('gzip'),
      getEncoded('gzip, br'),
    ]);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
    expect(brotliDecompressSync(brotli.body).equals(plain.body)).toBe(true);
    const tags = [plain, gzip, brotli].map(({ headers }) => headers.etag);
    expect(new Set(tags).size).toBe(3);
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]+"$/);
    for (const { headers, body } of [plain, gzip, brotli]) {
      expect(headers.vary).toBe('Accept-Encoding');
      expect(Number(headers['content-length'])).toBe(body.length);
    }
    expect(brotli.body.length).toBeLessThan(plain.body.length / 3);
  });

  it('is compressed again, smaller, when it is requested often', async () => {
    const brotli = () => sendRequest(site.url, '/privacy', { headers: { 'Accept-Encoding': 'br' } });
    const first = await brotli();
    await expect.poll(async () => (await brotli()).body.length).toBeLessThan(first.body.length);
    const { body, headers } = await brotli();
    // A strong tag names one sequence of bytes.
    expect(headers.etag).not.toBe(first.headers.etag);
    const held = { 'Accept-Encoding': 'br', 'If-None-Match': String(headers.etag) };
    expect((await sendRequest(site.url, '/privacy', { headers: held })).status).toBe(304);
    expect(brotliDecompressSync(body).equals(brotliDecompressSync(first.body))).toBe(true);
    expect(headers['content-length']).toBe(String(body.length));
  });

  it.each([
    ['*;q=0', undefined],
    ['br;q=0, gzip;q=0', undefined],
    ['br;q=0, *', 'gzip'],
    ['identity, deflate', undefined],
    ['GZIP', 'gzip'],
    ['br;q=0.1,gzip;q=1', 'br'],
    [`${'x,'.repeat(4_000)}br`, undefined],
    ['\u00e9', undefined],
  ])('E23 Accept-Encoding %.30s is sent in %s', async (accepted, encoding) => {
    const reply = await sendRequest(site.url, about, { headers: { 'Accept-Encoding': accepted } });
    expect(reply.status).toBe(200);
    expect(reply.headers['content-encoding']).toBe(encoding);
    expect(reply.headers.vary).toBe('Accept-Encoding');
  });

  describe('requested with a tag', () => {
    // One encoding, because each has a tag of its own.
    const identity = { 'Accept-Encoding': 'identity' };
    const withTag = (tag: string) =>
      request(site.url)
        .get(about)
        .set({ ...identity, 'If-None-Match': tag });
    let etag = '';

    beforeEach(async () => {
      etag = String((await request(site.url).get(about).set(identity)).headers.etag);
    });

    it('is a 304 without a body, with the headers that a cache needs', async () => {
      const full = await request(site.url).get(about).set(identity);
      const reply = await withTag(etag).expect(304, '');
      for (const name of ['etag', 'vary', 'cache-control', 'cdn-cache-control', 'content-security-policy']) {
        expect(reply.headers[name], name).toBe(full.headers[name]);
      }
      expect(reply.headers['content-type']).toBeUndefined();
    });

    it('E22 is a 304 for a weak tag, one in a list and the star, and for HEAD', async () => {
      for (const tag of [`W/${etag}`, `"other", ${etag}`, '*', `"a","b",W/${etag}`]) {
        expect((await withTag(tag)).status, tag).toBe(304);
      }
      await request(site.url).head(about).set('If-None-Match', etag).expect(304);
    });

    it('E22 is the page for any other tag, however long', async () => {
      for (const tag of [
        '"other"',
        'other',
        '',
        '""',
        `"${'x'.repeat(8_000)}"`,
        `${'"a",'.repeat(1_500)}"b"`,
      ]) {
        expect((await withTag(tag)).status, tag.slice(0, 20)).toBe(200);
      }
    });

    it('is the page for the tag of another encoding', async () => {
      await withTag(etag).set('Accept-Encoding', 'gzip').expect(200);
    });
  });

  it('F2 1,000 query variants are one cached page, and make no call', async () => {
    site.contentService.clearRequests();
    const variants = Array.from({ length: 1_000 }, (_, n) => `/services?utm_campaign=${n}&gclid=${n * 7}`);
    const outcomes = await requestMany(site.url, variants);
    expect(outcomes.filter((outcome) => outcome !== '200 hit')).toEqual([]);
    expect(site.contentService.requests).toHaveLength(0);
    expect(cacheState(await request(site.url).get(about))).toBe('hit');
  });

  it('F2 spellings of a declared parameter share one page', async () => {
    await request(site.url).get('/blog?category=seasonal-care');
    for (const path of [
      '/blog?category=Seasonal%20Care',
      '/blog?x=1&category=seasonal-care&tag=winter&page=1',
    ]) {
      expect(cacheState(await request(site.url).get(path)), path).toBe('hit');
    }
  });

  it('F3 random slugs are 404s that make no call and are not cached', async () => {
    await request(site.url).get('/services/never-there');
    site.contentService.clearRequests();
    const slugs = Array.from({ length: 30 }, (_, n) => `x${n.toString(36)}-${(n * 7_919).toString(36)}`);
    const paths = slugs.flatMap((slug) => [`/services/${slug}`, `/blog/${slug}`, `/blog/tag/${slug}`]);
    const outcomes = await requestMany(site.url, paths);
    expect(outcomes.filter((outcome) => outcome !== '404 miss')).toEqual([]);
    expect(site.contentService.requests).toHaveLength(0);
    expect(site.reports).toEqual([]);
  });
});

describe('the screens of refusals', () => {
  const screens: readonly (readonly [number, string, string])[] = [
    [404, '/no-such-page', '/a/b?c=1'],
    [404, '/services/one', '/services/Two?x=1'],
    [404, '/blog/one', '/blog/two'],
    [404, '/blog/category/one-thing', '/blog/category/other_thing-2'],
    [404, '/blog/tag/one', '/blog/tag/two'],
    [200, '/blog?category=one', '/blog?category=two-words&utm=1'],
    [200, '/blog?tag=one', '/blog?tag=two'],
    [200, '/rentals?town=one', '/rentals?town=two-words&utm=1'],
    [200, '/contact?service=one', '/contact?home=two&utm=1'],
    [400, '/%', '/a%00b'],
    [429, '/contact/sent/one', '/contact/sent/two_3'],
  ];
  let site: TestSite;
  /** Renders everything for itself. */
  let plain: TestSite;

  beforeAll(async () => {
    [site, plain] = await Promise.all([
      startSite({ environment }),
      startSite({ environment, pageCacheBytes: 0 }),
    ]);
    for (const { url, content } of [site, plain]) {
      await content.warmUp();
      for (let at = 0; at < 60; at += 1) await request(url).get(`/api/contact/status/n${at}`);
    }
  });
  afterAll(() => Promise.all([site.close(), plain.close()]));

  const bodyAt = async ({ url }: TestSite, path: string) =>
    (await request(url).get(path)).text
      .replaceAll(url, 'http://site')
      .replace(/http:\/\/127\.0\.0\.1:\d+/g, '');

  it.each(screens)('E29 %i %s and %s are what a render of their own would be', async (status, one, other) => {
    for (const path of [one, other]) {
      const reply = await sendRequest(site.url, path, { headers: { 'Accept-Encoding': 'br' } });
      expect(reply.status, path).toBe(status);
      const text = await bodyAt(site, path);
      expect(
        brotliDecompressSync(reply.body).toString().replaceAll(site.url, 'http://site').length,
      ).toBeGreaterThan(1_000);
      expect(text === (await bodyAt(plain, path)), path).toBe(true);
    }
  });

  it.each(screens)('E29 %i %s is rendered once for all addresses', async (_status, one) => {
    const rendersOf = async () =>
      (await site.counts.renders.get()).values
        .filter(({ metricName }) => metricName?.endsWith('_count'))
        .reduce((sum, { value }) => sum + value, 0);
    await request(site.url).get(one);
    const before = await rendersOf();
    for (let at = 0; at < 5; at += 1) await request(site.url).get(one.replace('one', `more-${at}`));
    expect(await rendersOf()).toBe(before);
  });

  it('E29 an edit of the menu or the settings is on every screen at once', async () => {
    site.contentService.rows.site_settings = [{ id: 1, key: 'site_name', value: 'Renamed' }];
    await site.content.invalidate(site.content.keysFor('site_settings'));
    for (const [, path] of screens) {
      expect(parseHtml((await request(site.url).get(path)).text).one('.brand-name').text, path).toBe(
        'Renamed',
      );
    }
  });
});

describe('the bytes of cached pages', () => {
  let site: TestSite;
  afterEach(() => site.close());

  it('are bounded, those requested last stay', async () => {
    const pageCacheBytes = 800_000;
    site = await startSite({ environment, pageCacheBytes });
    await site.content.warmUp();
    const { posts } = (await request(site.url).get('/api/posts')).body;
    expect(posts.length).toBeGreaterThan(8);
    for (const { slug } of posts) {
      await request(site.url).get(`/blog/${slug}`).expect(200);
      expect(site.cachedPages().bytes).toBeLessThanOrEqual(pageCacheBytes);
    }
    expect(site.cachedPages().pages).toBeGreaterThan(0);
    expect(site.cachedPages().pages).toBeLessThan(posts.length);
    expect(cacheState(await request(site.url).get(`/blog/${posts.at(-1).slug}`))).toBe('hit');
    expect(cacheState(await request(site.url).get(`/blog/${posts[0].slug}`))).toBe('miss');
  });

  it('a page larger than its share is served, whole, and not cached', async () => {
    site = await startSite({ environment, pageCacheBytes: 400_000 });
    site.contentService.row('blog_posts', 'anatomy-of-a-turnover-day').content =
      `<p>${'Word. '.repeat(40_000)}</p><p>The very end.</p>`;
    for (let visit = 0; visit < 2; visit += 1) {
      const reply = await request(site.url).get('/blog/anatomy-of-a-turnover-day');
      expect(reply.status).toBe(200);
      expect(reply.text).toContain('The very end.');
      expect(reply.text.trim().endsWith('</html>')).toBe(true);
      expect(cacheState(reply)).toBe('miss');
    }
    expect(site.cachedPages().pages).toBe(0);
    await expect.poll(async () => cacheState(await request(site.url).get(about))).toBe('hit');
  });
});

describe('a page whose content changes', () => {
  let site: TestSite;

  beforeEach(async () => {
    site = await startSite({ environment });
    await site.content.warmUp();
  });

  afterEach(() => site.close());

  const edit = (title: string) => {
    site.contentService.row('pages', 'about').hero_title = title;
  };
  const refetch = (collection: CollectionName) => site.content.invalidate(site.content.keysFor(collection));

  it('is made again, and no other page is', async () => {
    const before = await request(site.url).get(about);
    await request(site.url).get(siteAddresses.service);
    edit('A new heading');
    expect(await refetch('pages')).toContain('pages');
    const after = await request(site.url).get(about);
    expect(headingOf(before)).not.toBe('A new heading');
    expect(headingOf(after)).toBe('A new heading');
    expect(after.headers.etag).not.toBe(before.headers.etag);
    expect(cacheState(await request(site.url).get(siteAddresses.service))).toBe('hit');
  });

  it('a tag of the old page gets the new one', async () => {
    const before = await request(site.url).get(about);
    edit('Another heading');
    await refetch('pages');
    const reply = await request(site.url).get(about).set('If-None-Match', String(before.headers.etag));
    expect(reply.status).toBe(200);
    expect(headingOf(reply)).toBe('Another heading');
  });

  it('stays cached when the content was only read again', async () => {
    await request(site.url).get(about);
    expect(await refetch('pages')).toEqual([]);
    expect(cacheState(await request(site.url).get(about))).toBe('hit');
  });

  it.each(['/%61bout', '/ab%6Fut?from=mail'])(
    'F2 requested as %s is the page that its own address has',
    async (spelling) => {
      edit('Not cached yet');
      await refetch('pages');
      // The spelling exactly as it stands here.
      const spelt = await sendRequest(site.url, spelling);
      expect(cacheState(spelt)).toBe('miss');
      expect(parseHtml(spelt.text).one('header [aria-current=page]').attribute('href')).toBe(about);
      const plain = await request(site.url).get(about);
      expect(cacheState(plain)).toBe('hit');
      expect(plain.text === spelt.text).toBe(true);
      expect(plain.text).not.toContain('%6');
    },
  );

  it('every page changes with the menu and the settings', async () => {
    for (const path of [about, '/rentals', '/privacy']) await request(site.url).get(path);
    site.contentService.rows.site_settings = [{ id: 1, key: 'site_name', value: 'Renamed' }];
    await refetch('site_settings');
    for (const path of [about, '/rentals', '/privacy']) {
      const page = parseHtml((await request(site.url).get(path)).text);
      expect(page.one('title').text, path).toMatch(/ - Renamed$/);
      expect(page.one('.brand-name').text, path).toBe('Renamed');
    }
  });

  it('an edit during a render leaves no old page in the cache', async () => {
    // The render has read the page and waits for the call to action.
    const [key = ''] = site.content.keysFor('cta_settings');
    await site.close();
    site = await startSite({ environment });
    await site.contentService.fault('cta_settings', { kind: 'slow', ms: 300 });
    // Supertest sends when somebody waits.
    const pending = request(site.url).get(about).then();
    await site.contentService.nextRequest(({ path }) => path.includes('cta_settings'));
    await until(() => site.content.versionOf('pages') !== undefined);
    expect(site.content.versionOf(key)).toBeUndefined();
    edit('Edited meanwhile');
    await refetch('pages');
    await pending;
    expect(headingOf(await request(site.url).get(about))).toBe('Edited meanwhile');
    expect(headingOf(await request(site.url).get(about))).toBe('Edited meanwhile');
  });

  it('B9 a post that was seen and then put off is there when it falls due, though the content service is down', async () => {
    const clock = createManualClock(new Date().toISOString());
    await site.close();
    site = await startSite({ environment, clock });
    const post = siteAddresses.post;
    await request(site.url).get(post).expect(200);
    const due = new Date(clock.date() + 30_000).toISOString();
    site.contentService.row('blog_posts', post.replace('/blog/', '')).published_at = due;
    expect(await refetch('blog_posts')).toContain('posts');
    await request(site.url).get(post).expect(404);
    await site.contentService.close();
    await clock.advance(29_999);
    await request(site.url).get(post).expect(404);
    await clock.advance(1);
    await request(site.url).get(post).expect(200);
  });

  describe('while it is rendered', () => {
    const getPage = async (path: string) => request(site.url).get(path).set('User-Agent', 'testbot');
    const relatedIn = (reply: Response) =>
      parseHtml(reply.text)
        .all('.related-services h3')
        .map(({ text }) => text);
    const isNotCached = (reply: Response) => {
      expect(reply.headers['cache-control']).toBe('no-store');
      expect(reply.headers['cdn-cache-control']).toBeUndefined();
      expect(reply.headers['cache-tag']).toBeUndefined();
    };

    it('is not cached by a CDN, which was purged already, nor shared with requests after the edit', async () => {
      // The render has read the list of services and waits for the one that it is about.
      await site.contentService.fault('services', { kind: 'slow', ms: 700 }, { times: 1 });
      let isEarlyDone = false;
      const early = getPage(siteAddresses.service).finally(() => {
        isEarlyDone = true;
      });
      await site.contentService.nextRequest(({ path }) => path === '/items/services');
      for (const service of site.contentService.rows.services) service.title = 'Renamed';
      expect(await refetch('services')).toContain('services');
      const late = await getPage(siteAddresses.service);
      expect(isEarlyDone).toBe(false);
      expect(relatedIn(late)).toEqual(['Renamed', 'Renamed', 'Renamed']);
      expect(late.headers['cdn-cache-control']).toMatch(/^max-age=60/);
      expect(relatedIn(await early)).not.toContain('Renamed');
      isNotCached(await early);
      expect(cacheState(await getPage(siteAddresses.service))).toBe('hit');
    });

    it('is not cached as absent by a CDN when it appears meanwhile', async () => {
      await site.close();
      site = await startSite({ environment });
      await site.contentService.fault('site_settings', { kind: 'slow', ms: 700 });
      const early = getPage('/blog/just-published');
      await until(() => site.content.versionOf('posts') !== undefined);
      const posts = site.contentService.rows.blog_posts;
      posts.push({ ...posts[0], id: 90_001, slug: 'just-published', status: 'published' });
      expect(await refetch('blog_posts')).toEqual(['posts']);
      const reply = await early;
      expect(reply.status).toBe(404);
      isNotCached(reply);
      expect((await getPage('/blog/just-published')).status).toBe(200);
    });
  });

  it('A21 fifty visitors of a cold page are one call of each kind, and one page', async () => {
    await site.close();
    site = await startSite({ environment });
    const replies = await Promise.all(Array.from({ length: 50 }, () => request(site.url).get(about)));
    expect(replies.map(({ status }) => status)).toEqual(Array(50).fill(200));
    expect(new Set(replies.map(({ headers }) => headers.etag)).size).toBe(1);
    const calls = site.contentService.requests.map(({ path }) => path);
    expect(calls.sort()).toEqual([...new Set(calls)].sort());
  });
});

describe('A2 a content service that goes down', () => {
  it('A2 every page that was rendered stays 200 with the same words, an hour long', async () => {
    const clock = createManualClock(new Date().toISOString());
    const site = await startSite({ environment, clock });
    await site.content.warmUp();
    const seen = new Map<string, string>();
    for (const path of pageAddresses) seen.set(path, (await request(site.url).get(path)).text);
    await site.contentService.close();
    for (const minutes of [0, 2, 15, 60]) {
      await clock.advance(minutes * 60_000);
      const replies = await Promise.all(
        pageAddresses.map(async (path) => [path, await request(site.url).get(path)] as const),
      );
      const wrong = replies.filter(([path, reply]) => reply.status !== 200 || reply.text !== seen.get(path));
      expect(wrong.map(([path, reply]) => `${path} ${reply.status}`)).toEqual([]);
    }
    await site.close();
  });

  it('A2 a page that was never rendered is rendered from stored content', async () => {
    const site = await startSite({ environment });
    await site.content.warmUp();
    await site.contentService.close();
    for (const path of ['/blog?page=2', '/blog/category/owner-guides', '/blog/tag/bend', '/services', '/']) {
      expect((await request(site.url).get(path)).status, path).toBe(200);
    }
    await site.close();
  });

  it('A3 content of more than a day is not served any more, and comes back by itself', async () => {
    const clock = createManualClock(new Date().toISOString());
    vi.useFakeTimers({ toFake: ['Date'] });
    const site = await startSite({ environment, clock });
    await site.content.warmUp();
    await request(site.url).get(about);
    await site.contentService.close();
    await clock.advance(25 * 3_600_000);
    const gone = await request(site.url).get(about);
    expect(gone.status).toBe(503);
    expect(gone.headers).toMatchObject({ 'retry-after': '30', 'cache-control': 'no-store' });
    expect(headingOf(gone)).toBe('About Us');
    await site.contentService.reopen();
    await clock.advance(60_000);
    await request(site.url).get(about).expect(200);
    vi.useRealTimers();
    await site.close();
  });
});

/**
 * Requests the headers of many addresses over a few connections; returns status and cache state of each.
 * By Node's own client: supertest takes about twice as long for ten thousand.
 */
async function requestMany(site: string, paths: readonly string[]): Promise<string[]> {
  const { hostname, port } = new URL(site);
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const one = (path: string) =>
    new Promise<string>((resolve, reject) => {
      httpRequest({ hostname, port, path, agent, method: 'HEAD' }, (response) => {
        const state = /desc="(\w+)"/.exec(String(response.headers['server-timing']))?.[1];
        response.resume().on('end', () => resolve(`${response.statusCode} ${state}`));
      })
        .on('error', reject)
        .end();
    });
  const outcomes: string[] = [];
  const waiting = paths.values();
  const work = async () => {
    for (const path of waiting) outcomes.push(await one(path));
  };
  await Promise.all(Array.from({ length: 8 }, work));
  agent.destroy();
  return outcomes;
}

/** Resolves when something outside of requests has happened. */
async function until(happened: () => boolean): Promise<void> {
  while (!happened()) await new Promise((resolve) => setImmediate(resolve));
}
