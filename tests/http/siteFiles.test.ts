import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { parseAtomFeed, parseJsonFeed } from 'feedsmith';
import sharp from 'sharp';
import request from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { renderManifest } from '../../server/site/seo/webManifest.ts';
import { field } from '../../shared/field.ts';
import { productionEnvironment } from '../support/headerPolicy.ts';
import { parseHtml } from '../support/html.ts';
import { sendRequest } from '../support/http.ts';
import { siteAddresses } from '../support/siteAddresses.ts';
import { siteForFile, siteForTest } from '../support/started.ts';
import { xmlProblems } from '../support/validFeeds.ts';

const origin = productionEnvironment.FRONTEND_URL;
const environment = { ...productionEnvironment, SHELL_DEADLINE_MS: '10000', EMAIL_TO: 'care@example.com' };
const site = await siteForFile({ environment });
beforeAll(() => site.load());

/** Another site, which ends with the test. */
const startOther = () => siteForTest({ environment });

const get = (path: string, { url } = site) => request(url).get(path).buffer(true);
const textOf = async (path: string, of = site) => (await get(path, of)).text;
const pageOf = async (path: string) => parseHtml(await textOf(path));
const feeds = ['/feed.xml', '/feed.json', '/sitemap.xml', '/api/posts'];

it('pictures may be shown by other sites: feed readers, link previews, image search', async () => {
  const page = await pageOf(siteAddresses.post);
  const named = [
    page.one('meta[property="og:image"]').attribute('content') ?? '',
    ...(await pageOf('/sitemap.xml')).all('image\\:loc').map(({ text }) => text),
    ...['/social.png', '/icon-512.png', '/favicon.ico'].map((path) => origin + path),
  ];
  expect(named.length).toBeGreaterThan(20);
  for (const address of named) {
    const { status, headers } = await get(address.replace(origin, ''));
    expect([status, headers['cross-origin-resource-policy']], address).toEqual([200, 'cross-origin']);
  }
});

describe('pages for programs', () => {
  it.each(feeds)(
    '%s is compressed for clients that accept it, and a 304 for clients that have it',
    async (path) => {
      const plain = await sendRequest(site.url, path);
      const send = (name: string, value = '') => sendRequest(site.url, path, { headers: { [name]: value } });
      const { headers, body } = await send('Accept-Encoding', 'br');
      expect([headers['content-encoding'], headers.vary]).toEqual(['br', 'Accept-Encoding']);
      expect(brotliDecompressSync(body).toString()).toBe(plain.text);
      const held = await send('If-None-Match', plain.headers.etag);
      expect([held.status, held.text]).toEqual([304, '']);
    },
  );

  it('are cached, with tags, until their content changes', async () => {
    const own = await startOther();
    await own.load();
    const paths = [...feeds, '/api/posts?category=seasonal-care'];
    const outcome = async (path: string) => (await get(path, own)).headers['server-timing'];
    for (const path of paths) {
      expect([await outcome(path), await outcome(path)]).toEqual(['cache;desc="miss"', 'cache;desc="hit"']);
      const { headers } = await get(path, own);
      expect(headers['cache-tag']).toContain('blog_posts');
      expect(headers['cdn-cache-control']).toContain('max-age=60');
    }
    const renamed = { title: 'Renamed', slug: 'renamed' };
    Object.assign(own.contentService.row('blog_posts', 'opening-the-cabin-in-april'), renamed);
    const urls = await own.publish(['blog_posts']);
    for (const path of paths) {
      expect(urls).toContain(origin + path);
      expect((await get(path, own)).text).toContain('renamed');
    }
  });

  it('are not cached for empty lists of posts, of which there are endlessly many', async () => {
    const { pages } = site.cachedPages();
    for (const name of ['none-of-it', 'nor-this']) {
      const { status, headers } = await get(`/api/posts?category=${name}`);
      expect([status, headers['cdn-cache-control']]).toEqual([200, 'max-age=5']);
    }
    expect(site.cachedPages().pages).toBe(pages);
  });

  it('say that posts cannot be loaded, rather than that they are gone', async () => {
    const other = await startOther();
    await other.contentService.fault('blog_posts', { kind: 'refuse' });
    const notNow = ['text/plain; charset=utf-8', 'Not available now.\n'];
    const asJson = ['application/json; charset=utf-8', '{"error":"The posts cannot be read at the moment."}'];
    for (const path of feeds) {
      const { status, headers, text } = await get(path, other);
      expect([status, headers['cache-control'], headers['retry-after']]).toEqual([503, 'no-store', '30']);
      expect(headers['x-robots-tag']).toBe('noindex');
      expect([headers['content-type'], text]).toEqual(path === '/api/posts' ? asJson : notNow);
    }
  });
});

describe('the feeds', () => {
  /** Reads a feed in both formats, which must be valid and have the same entries. */
  const feedOf = async (query = '', of = site) => {
    const [atom, json] = [await textOf(`/feed.xml${query}`, of), await textOf(`/feed.json${query}`, of)];
    expect(await xmlProblems(atom, 'atom')).toEqual([]);
    const { entries = [], ...feed } = parseAtomFeed(atom);
    const { items = [], ...head } = parseJsonFeed(json);
    expect(JSON.parse(json).version).toBe('https://jsonfeed.org/version/1.1');
    const page = expect.stringMatching(new RegExp(`^${origin}/`));
    expect(head).toMatchObject({ title: expect.any(String), home_page_url: page, feed_url: page });
    expect(
      items.map(({ id, title, content_html, date_published = null }) => ({
        id,
        title,
        content_html,
        date_published,
      })),
    ).toEqual(
      entries.map(({ id, title, content, published = null }) => ({
        id,
        title: title?.value,
        content_html: content?.value,
        date_published: published,
      })),
    );
    return { feed, entries };
  };

  it('list the newest posts, newest first, each with its address, day and summary', async () => {
    for (const [path, type] of [
      ['/feed.xml', 'application/atom+xml; charset=utf-8'],
      ['/feed.json', 'application/feed+json; charset=utf-8'],
    ] as const) {
      expect((await get(path)).headers['content-type']).toBe(type);
    }
    const { feed, entries } = await feedOf();
    expect(entries).toHaveLength(20);
    const updated = entries.map((entry) => entry.updated ?? '');
    expect(updated.toSorted().reverse()).toEqual(updated);
    expect(feed.updated).toBe(updated[0]);
    expect(feed.authors).toEqual([{ name: 'Juniper Ridge Property Services' }]);
    const address = entries[0]?.links?.[0]?.href ?? '';
    expect(entries[0]?.id).toBe(address);
    expect(entries.every(({ summary }) => summary?.value)).toBe(true);
    await get(address.replace(origin, '')).expect(200);
  });

  it('contain whole posts with absolute addresses, and the time of their last change', async () => {
    const other = await startOther();
    Object.assign(other.contentService.row('blog_posts', 'opening-the-cabin-in-april'), {
      content: '<p>See <a href="/services">all</a>, <a href="https://x.example/">x</a></p>',
      published_at: '2026-11-21T10:00:00Z',
      date_updated: '2026-11-22T10:00:00Z',
    });
    const { entries } = await feedOf('', other);
    expect(entries[0]).toMatchObject({
      id: `${origin}/blog/opening-the-cabin-in-april`,
      published: '2026-11-21T10:00:00.000Z',
      updated: '2026-11-22T10:00:00.000Z',
    });
    const links = parseHtml(entries[0]?.content?.value ?? '').all('a');
    expect(links.map((link) => link.attribute('href'))).toEqual([`${origin}/services`, 'https://x.example/']);
    expect(JSON.stringify(entries)).not.toMatch(/(href|src)=\\"\/[^/]/);
  });

  it('name one moment for a post without a date, whatever else is published', async () => {
    const other = await startOther();
    const undated = other.contentService.row('blog_posts', 'opening-the-cabin-in-april');
    const newest = other.contentService.row('blog_posts', 'filling-the-quiet-weeks');
    Object.assign(undated, { published_at: null, published_date: null, categories: 'Few' });
    Object.assign(newest, { categories: 'Few' });
    const updated = async () =>
      (await feedOf('?category=few', other)).entries.map((entry) => [entry.title?.value, entry.updated]);
    const before = await updated();
    Object.assign(newest, { published_at: '2026-11-21T10:00:00Z' });
    await other.publish(['blog_posts']);
    const after = await updated();
    expect(after[1]).toEqual([undated.title, before[1]?.[1]]);
    expect(after[0]).not.toEqual(before[0]);
  });

  it('exist for a category too, as one cached page', async () => {
    const { feed, entries } = await feedOf('?category=seasonal-care&page=7&x=1');
    expect(feed.links?.map(({ href }) => href)).toEqual([
      `${origin}/feed.xml?category=seasonal-care`,
      `${origin}/blog/category/seasonal-care`,
    ]);
    expect(feed.title?.value).toBe('Juniper Ridge Seasonal Care');
    expect(feed.authors).toEqual([{ name: 'Juniper Ridge Property Services' }]);
    expect(entries.length).toBeGreaterThan(0);
    const isOf = (terms: readonly { readonly term?: string }[] = []) =>
      terms.some(({ term }) => term === 'Seasonal Care');
    expect(entries.every(({ categories }) => isOf(categories))).toBe(true);
    const { pages } = site.cachedPages();
    const statusOf = async (query: string) => (await get(`/feed.json?${query}`)).status;
    expect(await statusOf('category=seasonal-care&page=8')).toBe(200);
    for (const query of ['category=none-of-it', 'tag=nor-this']) expect(await statusOf(query)).toBe(404);
    expect(site.cachedPages().pages).toBe(pages);
    const page = await textOf('/blog/category/seasonal-care');
    for (const form of ['xml', 'json']) expect(page).toContain(`href="/feed.${form}?category=seasonal-care"`);
  });

  it('and data blocks contain no markup of content, and no character that XML forbids', async () => {
    const other = await startOther();
    const rows = other.contentService.rows.blog_posts;
    const title = 'A <b>&\u0001 "C"</script><script>alert(1)</script>';
    Object.assign(other.contentService.row('blog_posts', 'opening-the-cabin-in-april'), { title });
    Object.assign(rows[1] ?? {}, { published_at: null, published_date: null, excerpt: null, content: null });
    Object.assign(rows[2] ?? {}, { author_name: '\u202eא <x> & 🏔️', categories: 'a]]>b,"c"' });
    const { entries } = await feedOf('', other);
    expect(entries.map((entry) => entry.title?.value)).toContainEqual(
      'A <b>& "C"</script><script>alert(1)</script>',
    );
    const { text } = await get(siteAddresses.post, other);
    expect(text).not.toContain('<script>alert');
    expect(text).toContain('\\u003c/script>');
  });
});

describe('the files for devices', () => {
  it.each([
    ['The High Pines Company', 'The High'],
    ['Juniper & Co', 'Juniper & Co'],
    ['Deschutes-Property Care', 'Deschutes-Property Care'],
  ])('below an icon, %s is %s', (name, short) => {
    expect(JSON.parse(renderManifest(name))).toMatchObject({ name, short_name: short });
  });

  it('the manifest names the site, in the colors of the default theme', async () => {
    const { headers, text } = await get('/manifest.webmanifest');
    expect(headers['content-type']).toBe('application/manifest+json; charset=utf-8');
    const manifest = JSON.parse(text);
    expect(manifest.name).toBe('Juniper Ridge');
    for (const { src } of manifest.icons) await get(src).expect(200);
    const themes = new URL('../../client/styles/foundation/themes.css', import.meta.url);
    const [defaultTheme = ''] = readFileSync(themes, 'utf8').split('}', 1);
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
  ])('%s is served, is small, and has its size', async (path, type, size) => {
    const { headers, body } = await request(site.url).get(path).expect(200);
    expect(headers['content-type']).toBe(type);
    expect(headers.etag).toBeDefined();
    expect(body.length).toBeLessThan(20_000);
    if (size === null) return;
    const { width, height } = await sharp(body).metadata();
    expect([width, height]).toEqual(size);
  });

  it('every file that the head of a page names is served; similar names are 404s', async () => {
    const links = (await pageOf('/')).all('link');
    const files = links.filter((link) => /icon|manifest|alternate/.test(link.attribute('rel') ?? ''));
    expect(files).toHaveLength(5);
    for (const file of files) await get(file.attribute('href') ?? '').expect(200);
    await get('/icon-31.png').expect(404);
    expect((await get('/static/none.js')).headers['content-type']).toContain('text/plain');
  });
});

it('the speculation rules cover pages that are likely to be opened, and leave the rest alone', async () => {
  for (const path of Object.values(siteAddresses))
    expect((await get(path)).headers['speculation-rules']).toBe('"/speculation-rules.json"');
  const { headers, text } = await get('/speculation-rules.json').expect(200);
  expect(headers['content-type']).toContain('application/speculationrules+json');
  const refusedBy = (list: readonly { eagerness: string; where: { and: readonly object[] } }[]) => {
    const [{ eagerness, where } = { eagerness: '', where: { and: [] } }] = list;
    expect(eagerness).toBe('moderate');
    const patterns = where.and.flatMap((each) => {
      const pattern = field(each, 'not', 'href_matches');
      return typeof pattern === 'string' ? [pattern] : [];
    });
    return (path: string) =>
      patterns.some((pattern) => new URLPattern(pattern, origin).test(new URL(path, origin)));
  };
  const { prefetch, prerender, ...rest } = JSON.parse(text);
  expect(rest).toEqual({});
  const opened = ['/', '/about', '/blog', '/blog?category=x&page=2', '/services/deck-repair'];
  const left = [
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
    '/search',
    '/search?q=x',
    '/preview?key=x',
    '/preview/end',
    '/doctor',
  ];
  // These load the script of the vendor's search.
  const neverRun = ['/rentals', '/rentals?town=bend', '/rentals/x', '/rentals/x?guests=2'];
  expect([...opened, ...left, ...neverRun].filter(refusedBy(prefetch))).toEqual(left);
  expect([...opened, ...left, ...neverRun].filter(refusedBy(prerender))).toEqual([...left, ...neverRun]);
});

it('security.txt names a contact and an expiry date', async () => {
  const { headers, text } = await get('/.well-known/security.txt');
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  const lines = text.trim().split('\n');
  expect(lines).toContain('Contact: mailto:care@example.com');
  expect(lines).toContain(`Canonical: ${origin}/.well-known/security.txt`);
  const expires = Date.parse(lines.find((line) => line.startsWith('Expires: '))?.slice(9) ?? '');
  const days = (expires - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(90);
  expect(days).toBeLessThan(365);
});

it('security.txt names the sender if there is no recipient, because it must name somebody', async () => {
  const other = await siteForTest({
    environment: { ...environment, EMAIL_TO: ',', EMAIL_FROM: 'us@example.com' },
  });
  expect(await textOf('/.well-known/security.txt', other)).toContain('Contact: mailto:us@example.com\n');
});

describe('the picture of a shared page', () => {
  const pictureOf = async (path: string) =>
    (await pageOf(path)).one('meta[property=og:image]').attribute('content') ?? '';
  const headOf = async (path: string, of = site) => {
    const page = parseHtml((await get(path, of)).text);
    return (name: string) => page.all(`meta[property="${name}"]`)[0]?.attribute('content') ?? '';
  };
  const structuredDataOf = async (of: typeof site) =>
    parseHtml(await textOf('/blog/shared-picture', of)).one('script[type="application/ld+json"]').text;

  it('is one that the site serves, and declares the size that it has', async () => {
    const other = await startOther();
    const { rows } = other.contentService;
    const [image = {}] = rows.directus_files;
    const post = rows.blog_posts[0] ?? {};
    const cases: readonly (readonly [string, object, string | null, readonly string[]])[] = [
      ['a photograph', {}, 'share', ['1200', '630']],
      ['as many pixels as Directus transforms', { width: 4_000, height: 6_000 }, 'share', ['1200', '630']],
      ['more pixels', { width: 4_000, height: 6_001 }, null, ['1200', '630']],
      ['no bytes', { filesize: '0' }, null, ['1200', '630']],
      ['no size', { width: null, height: null }, null, ['1200', '630']],
      [
        'a GIF, which Directus does not crop',
        { type: 'image/gif', width: 800, height: 450 },
        'share',
        ['800', '450'],
      ],
      ['a GIF of more than we pass on', { type: 'image/gif', filesize: '11000000' }, null, ['1200', '630']],
    ];
    Object.assign(post, { featured_image: randomUUID(), thumbnail_image: null, slug: 'shared-picture' });
    const file = { ...image, id: post.featured_image };
    rows.directus_files.push(file);
    for (const [what, facts, form, size] of cases) {
      Object.assign(file, image, { id: post.featured_image, ...facts });
      await other.content.load(['directus_files', 'blog_posts'], true);
      const said = await headOf('/blog/shared-picture', other);
      const named = [said('og:image'), await textOf('/sitemap.xml', other), await structuredDataOf(other)];
      const isNamed = named.map((text) => text.includes(`/media/${post.featured_image}`));
      expect(isNamed, what).toEqual(named.map(() => form !== null));
      if (form === null) expect(said('og:image'), what).toBe(`${origin}/social.png`);
      expect([said('og:image:width'), said('og:image:height')], what).toEqual(size);
      await get(said('og:image').replace(origin, ''), other).expect(200);
    }
    // Without the file library nothing is known of the file, not even whether it can be cropped.
    rows.directus_files.length = 0;
    await other.content.load(['directus_files', 'blog_posts'], true);
    const unknown = await headOf('/blog/shared-picture', other);
    expect(unknown('og:image')).toContain('/media/');
    expect(unknown('og:image:width')).toBe('');
  });

  it('exists: its own, or that of the company', async () => {
    /** One of each kind. */
    const kinds = new Map<string, string>();
    for (const path of Object.values(siteAddresses)) {
      const said = await headOf(path);
      const address = said('og:image');
      expect(address.startsWith(`${origin}/`), path).toBe(true);
      expect(said('og:image:alt'), path).not.toBe('');
      kinds.set(address.split('/')[3] ?? '', address.replace(origin, ''));
    }
    expect([...kinds.keys()].sort()).toEqual(['media', 'social.png']);
    for (const address of kinds.values()) {
      const { headers } = await request(site.url).get(address).expect(200);
      expect(headers['content-type'], address).toMatch(/^image\/(jpeg|png)$/);
    }
    for (const path of [siteAddresses.service, siteAddresses.rental])
      expect(await pictureOf(path), path).toMatch(/\/media\/[\da-f-]{36}\?w=share&v=[\da-f]+$/);
    for (const path of ['/privacy', siteAddresses.notFound])
      expect(await pictureOf(path), path).toBe(`${origin}/social.png`);
    expect((await headOf('/privacy'))('og:image:alt')).toMatch(/^Juniper Ridge Property Services: /);
    const shared = await get((await pictureOf(siteAddresses.post)).replace(origin, ''));
    expect(await sharp(shared.body).metadata()).toMatchObject({ width: 1200, height: 630, format: 'jpeg' });
    const head = await pageOf(siteAddresses.post);
    const said = (name: string) => head.one(`meta[property=${name}]`).attribute('content');
    expect([said('og:image:width'), said('og:image:height'), said('og:type')]).toEqual([
      '1200',
      '630',
      'article',
    ]);
    expect(said('article:published_time')).toBe(head.one('.post-header time').attribute('datetime'));
    expect(said('article:author')).toBe('Maren Holt');
  });
});
