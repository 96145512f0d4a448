import { readFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import sharp from 'sharp';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { productionEnvironment } from '../support/headerPolicy.ts';
import { parseHtml } from '../support/html.ts';
import { sendRequest } from '../support/http.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { siteAddresses } from '../support/siteAddresses.ts';

const origin = productionEnvironment.FRONTEND_URL;
const hookSecret = 'a-secret-of-the-tests-0123456789';
let site: TestSite;
beforeAll(async () => {
  const environment = { ...productionEnvironment, SHELL_DEADLINE_MS: '10000', EMAIL_TO: 'care@example.com' };
  site = await startSite({ environment });
});
afterAll(() => site.close());

const textOf = async (path: string) => (await request(site.url).get(path)).text;
const pageOf = async (path: string) => parseHtml(await textOf(path));

describe('pages for programs', () => {
  const paths = ['/feed.xml', '/feed.json', '/sitemap.xml', '/api/posts'];

  it.each(paths)('%s is compressed for whoever accepts it', async (path) => {
    // The bytes as they are sent: supertest would decompress them.
    const plain = await sendRequest(site.url, path);
    expect(plain.headers['content-encoding']).toBeUndefined();
    for (const [encoding, decompress] of [
      ['br', brotliDecompressSync] as const,
      ['gzip', gunzipSync] as const,
    ]) {
      const { headers, body } = await sendRequest(site.url, path, {
        headers: { 'accept-encoding': encoding },
      });
      expect(headers['content-encoding']).toBe(encoding);
      expect(headers.vary).toContain('Accept-Encoding');
      expect(decompress(body).toString()).toBe(plain.text);
    }
  });

  it.each([...paths, '/api/posts?category=seasonal-care'])(
    '%s is a cached page: a hit, with tags, until the hook names its content',
    async (path) => {
      const own = await startSite({ environment: { CONTENT_HOOK_SECRET: hookSecret }, hookIntervalMs: 10 });
      onTestFinished(() => own.close());
      const outcome = async () => (await sendRequest(own.url, path)).headers['server-timing'];
      expect([await outcome(), await outcome()]).toEqual(['cache;desc="miss"', 'cache;desc="hit"']);
      const before = await sendRequest(own.url, path);
      expect(before.headers['cache-tag']).toContain('posts');
      expect(before.headers['cdn-cache-control']).toContain('max-age=60');
      expect(before.headers.etag).toMatch(/^"[\w-]+"$/);
      const weak = await sendRequest(own.url, path, {
        headers: { 'If-None-Match': `W/${before.headers.etag}` },
      });
      expect(weak.status).toBe(304);
      own.contentService.row('blog_posts', 'opening-the-cabin-in-april').title = 'Renamed';
      own.contentService.row('blog_posts', 'opening-the-cabin-in-april').slug = 'renamed';
      const hook = await request(own.url)
        .post('/hooks/content')
        .set('X-Content-Hook-Secret', hookSecret)
        .send({ collection: 'blog_posts' });
      expect(hook.body.urls).toContain(own.url + path);
      expect((await sendRequest(own.url, path)).text).toContain('renamed');
    },
  );

  it('an empty list of posts is not cached: there are endlessly many', async () => {
    await request(site.url).get('/api/posts?category=none-of-it');
    const { headers } = await request(site.url).get('/api/posts?category=none-of-it').expect(200);
    expect(headers['server-timing']).toBe('cache;desc="miss"');
  });

  it.each(paths)('%s is a 304 where the client has it', async (path) => {
    // What a slow machine has not read yet may still make it another text.
    const again = async () => {
      const { headers } = await request(site.url).get(path);
      const { status, text } = await request(site.url).get(path).set('If-None-Match', String(headers.etag));
      return [status, text];
    };
    await expect.poll(again).toEqual([304, '']);
  });
});

describe('the feeds', () => {
  it('name the newest posts, newest first, each with its address, day and summary', async () => {
    const { headers, text } = await request(site.url).get('/feed.xml').expect(200);
    expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8');
    const feed = parseHtml(text);
    const entries = feed.all('entry');
    expect(entries).toHaveLength(20);
    const updated = entries.map((entry) => entry.one('updated').text);
    expect([...updated].sort().reverse()).toEqual(updated);
    for (const day of updated) expect(new Date(day).getTime()).not.toBeNaN();
    expect(feed.one('updated').text).toBe(updated[0]);
    const [first] = entries;
    const address = first?.one('link').attribute('href') ?? '';
    expect(first?.one('id').text).toBe(address);
    await request(site.url).get(address.replace(origin, '')).expect(200);
  });

  it('say the same in JSON', async () => {
    const { headers, text } = await request(site.url).get('/feed.json');
    expect(headers['content-type']).toBe('application/feed+json; charset=utf-8');
    const feed = JSON.parse(text);
    const titles = parseHtml(await textOf('/feed.xml'))
      .all('entry')
      .map((entry) => entry.one('title').text);
    expect(feed.items.map(({ title }: { title: string }) => title)).toEqual(titles);
    expect(feed.feed_url).toBe(`${origin}/feed.json`);
    expect(feed.version).toBe('https://jsonfeed.org/version/1.1');
  });

  it('hold no markup of content, and no character that XML forbids', async () => {
    const other = await startSite();
    other.contentService.row('blog_posts', 'opening-the-cabin-in-april').title = 'A <b>&\u0001 "C"';
    const { text } = await request(other.url).get('/feed.xml');
    const json = JSON.parse((await request(other.url).get('/feed.json')).text);
    await other.close();
    expect(text).toContain('<title>A &lt;b&gt;&amp; &quot;C&quot;</title>');
    expect(json.items.length).toBeGreaterThan(0);
  });

  it('are not there while the posts cannot be had', async () => {
    const other = await startSite();
    await other.contentService.fault('*', { kind: 'status', status: 500 });
    const replies = [await request(other.url).get('/feed.xml'), await request(other.url).get('/feed.json')];
    await other.close();
    for (const { status, headers } of replies) {
      expect(status).toBe(503);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['retry-after']).toBe('30');
    }
  });
});

describe('the files of devices', () => {
  it('the manifest names the site, in the colors of the default theme', async () => {
    const { headers, text } = await request(site.url).get('/manifest.webmanifest');
    expect(headers['content-type']).toBe('application/manifest+json; charset=utf-8');
    const manifest = JSON.parse(text);
    expect(manifest.name).toBe('Juniper Ridge');
    for (const { src } of manifest.icons) await request(site.url).get(src).expect(200);
    const themes = readFileSync(
      new URL('../../client/styles/foundation/themes.css', import.meta.url),
      'utf8',
    );
    const [defaultTheme = ''] = themes.split('}', 1);
    expect(defaultTheme).toContain(`--background: ${manifest.background_color};`);
    expect(defaultTheme).toContain(`--headerBg: ${manifest.theme_color};`);
  });

  it.each([
    ['/favicon.ico', 'image/x-icon', null],
    ['/favicon.svg', 'image/svg+xml', null],
    ['/icon-32.png', 'image/png', [32, 32]],
    ['/apple-touch-icon.png', 'image/png', [180, 180]],
    ['/icon-512.png', 'image/png', [512, 512]],
    ['/social.png', 'image/png', [1200, 630]],
  ])('%s is there, light, and of its size', async (path, type, size) => {
    const { headers, body } = await request(site.url).get(path).expect(200);
    expect(headers['content-type']).toBe(type);
    expect(headers.etag).toBeDefined();
    expect(body.length).toBeLessThan(20_000);
    if (size === null) return;
    const { width, height } = await sharp(body).metadata();
    expect([width, height]).toEqual(size);
  });

  it('every file that the head of a page names is there', async () => {
    const links = (await pageOf('/')).all('link');
    const files = links
      .filter((link) => /icon|manifest|alternate/.test(link.attribute('rel') ?? ''))
      .map((link) => link.attribute('href') ?? '');
    expect(files).toHaveLength(5);
    for (const file of files) await request(site.url).get(file).expect(200);
  });

  it('an address below none of them is a page that is not there', async () => {
    await request(site.url).get('/icon-31.png').expect(404);
    expect((await request(site.url).get('/static/none.js')).headers['content-type']).toContain('text/plain');
  });
});

describe('the rules for pages fetched ahead', () => {
  /** A rule says no to an address: the pattern is an exact path, or a beginning. */
  const refuses = (rules: { prefetch: { where: { and: { not?: { href_matches: string } }[] } }[] }) => {
    const patterns = rules.prefetch[0]?.where.and.flatMap(({ not }) => not?.href_matches ?? []) ?? [];
    return (path: string) =>
      patterns.some((pattern) => new URLPattern(pattern, origin).test(new URL(path, origin)));
  };

  it('are named by every page and served as what they are', async () => {
    for (const path of Object.values(siteAddresses)) {
      const { headers } = await request(site.url).get(path);
      expect(headers['speculation-rules']).toBe('"/speculation-rules.json"');
    }
    const { headers } = await request(site.url).get('/speculation-rules.json').expect(200);
    expect(headers['content-type']).toContain('application/speculationrules+json');
  });

  it('fetch what a visitor is about to open, and never run it', async () => {
    const rules = JSON.parse(await textOf('/speculation-rules.json'));
    expect(Object.keys(rules)).toEqual(['prefetch']);
    expect(rules.prefetch[0].eagerness).toBe('moderate');
    const refused = refuses(rules);
    for (const path of ['/', '/about', '/blog', '/blog?category=x&page=2', '/services/deck-repair']) {
      expect(refused(path)).toBe(false);
    }
  });

  it.each([
    '/contact',
    '/contact?x=1',
    '/contact/sent/abc',
    '/search-rentals',
    '/sentry-example-page',
    '/style',
    '/api/posts',
    '/media/1',
    '/static/x.js',
    '/feed.xml',
    '/feed.json',
  ])('leave %s alone', async (path) => {
    expect(refuses(JSON.parse(await textOf('/speculation-rules.json')))(path)).toBe(true);
  });
});

describe('security.txt', () => {
  it('names whom to tell, and until when', async () => {
    const { headers, text } = await request(site.url).get('/.well-known/security.txt');
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    const lines = text.trim().split('\n');
    expect(lines).toContain('Contact: mailto:care@example.com');
    expect(lines).toContain(`Canonical: ${origin}/.well-known/security.txt`);
    const expires = Date.parse(lines.find((line) => line.startsWith('Expires: '))?.slice(9) ?? '');
    const days = (expires - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(90);
    expect(days).toBeLessThan(365);
  });
});

describe('what a page says of itself elsewhere', () => {
  const pictureOf = async (path: string) =>
    (await pageOf(path)).one('meta[property=og:image]').attribute('content') ?? '';

  it.each(Object.values(siteAddresses))('%s has a picture that is there', async (path) => {
    const address = await pictureOf(path);
    expect(address.startsWith(`${origin}/`)).toBe(true);
    const { headers } = await request(site.url).get(address.replace(origin, '')).expect(200);
    expect(headers['content-type']).toMatch(/^image\/(jpeg|png)$/);
  });

  it('a page with a picture shows it, any other the drawn one', async () => {
    expect(await pictureOf('/services/snow-removal')).toMatch(/\/media\/[\da-f-]{36}\?w=1216&v=[\da-f]+$/);
    expect(await pictureOf('/privacy')).toBe(`${origin}/social.png`);
  });

  const thingsOf = async (path: string) => {
    const blocks = (await textOf(path)).match(/<script type="application\/ld\+json">(.*?)<\/script>/);
    return JSON.parse(blocks?.[1] ?? '{"@graph":[]}')['@graph'];
  };

  it('a post is told as what it is', async () => {
    const [post, trail] = await thingsOf(siteAddresses.post);
    expect(post['@type']).toBe('BlogPosting');
    expect(post.mainEntityOfPage).toBe(origin + siteAddresses.post);
    const page = await pageOf(siteAddresses.post);
    expect(post.headline).toBe(page.one('h1').text);
    expect(post.datePublished).toBe(page.one('.post-header time').attribute('datetime'));
    expect(trail.itemListElement.map(({ name }: { name: string }) => name)).toEqual(['Blog', post.headline]);
  });

  it('the company is told as far as its settings tell, and not at all without them', async () => {
    const [company] = await thingsOf('/');
    expect(company).toMatchObject({ '@type': 'LocalBusiness', telephone: '(541) 555-0142' });
    const other = await startSite({ environment: { SHELL_DEADLINE_MS: '10000' } });
    other.contentService.rows.site_settings = [{ id: 1, key: 'site_name', value: 'N' }];
    const { text } = await request(other.url).get('/');
    await other.close();
    expect(text).not.toContain('ld+json');
  });

  it('no text of content can end the data block', async () => {
    const other = await startSite({ environment: { SHELL_DEADLINE_MS: '10000' } });
    const title = '</script><script>alert(1)</script>';
    other.contentService.row('blog_posts', 'opening-the-cabin-in-april').title = title;
    const { text } = await request(other.url).get('/blog/opening-the-cabin-in-april');
    await other.close();
    expect(text).not.toContain('<script>alert');
    expect(text).toContain('\\u003c/script>');
  });

  it('an address that is not there says nothing', async () => {
    expect(await thingsOf(siteAddresses.notFound)).toEqual([]);
  });
});
