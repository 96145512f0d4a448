import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoRows } from '../../server/demo/demoRows.ts';
import { termSlug } from '../../shared/terms.ts';
import { productionEnvironment } from '../support/headerPolicy.ts';
import { parseHtml } from '../support/html.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { siteAddresses } from '../support/siteAddresses.ts';

const origin = productionEnvironment.FRONTEND_URL;
const environment = { ...productionEnvironment, SHELL_DEADLINE_MS: '10000' };
let site: TestSite;
let entries: readonly { readonly path: string; readonly lastModified: string | null }[];

beforeAll(async () => {
  site = await startSite({ environment });
  const { text } = await request(site.url).get('/sitemap.xml');
  entries = parseHtml(text)
    .all('url')
    .map((entry) => ({
      path: entry.one('loc').text.replace(origin, ''),
      lastModified: entry.all('lastmod')[0]?.text ?? null,
    }));
});

afterAll(() => site.close());

describe('robots.txt', () => {
  it('lets crawlers in, keeps them from what is for one visitor, and names the sitemap', async () => {
    const { headers, text } = await request(site.url).get('/robots.txt').expect(200);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    const lines = text.split('\n');
    expect(lines).toContain('User-agent: *');
    expect(lines).toContain('Disallow: /api/');
    expect(lines).toContain('Disallow: /contact/sent/');
    expect(lines).not.toContain('Disallow: /');
    expect(lines).toContain(`Sitemap: ${origin}/sitemap.xml`);
  });
});

describe('the sitemap', () => {
  it('is XML under our own origin, each address once', async () => {
    const { headers, text } = await request(site.url).get('/sitemap.xml').expect(200);
    expect(headers['content-type']).toBe('application/xml; charset=utf-8');
    expect(text.startsWith('<?xml version="1.0" encoding="UTF-8"?>')).toBe(true);
    const locations = parseHtml(text)
      .all('loc')
      .map((loc) => loc.text);
    expect(new Set(locations).size).toBe(locations.length);
    expect(locations.filter((address) => !address.startsWith(`${origin}/`))).toEqual([]);
  });

  it('names every public page, every service, post, category and tag', () => {
    const paths = entries.map(({ path }) => path);
    const { notFound: _, sentryExample: __, style: ___, ...pages } = siteAddresses;
    expect(Object.values(pages).filter((path) => !paths.includes(path))).toEqual([]);
    const rows = demoRows();
    const now = Date.now();
    const services = rows.services.filter(({ status }) => status === 'published');
    const posts = rows.blog_posts.filter(
      (post) =>
        post.status === 'published' &&
        Date.parse(post.published_at ?? post.published_date ?? '2000-01-01') <= now,
    );
    expect(paths.filter((path) => path.startsWith('/services/'))).toHaveLength(services.length);
    expect(paths.filter((path) => /^\/blog\/(?!categories$|tags$)[^/]+$/.test(path))).toHaveLength(
      posts.length,
    );
    for (const kind of ['category', 'tag'] as const) {
      const used = posts.flatMap((post) => (kind === 'category' ? post.categories : post.tags).split(','));
      const addresses = new Set(used.map((name) => `/blog/${kind}/${termSlug(name)}`));
      expect(paths.filter((path) => path.startsWith(`/blog/${kind}/`)).sort()).toEqual([...addresses].sort());
    }
    expect(
      paths.some((path) => path.startsWith('/sentry-example-page') || path.startsWith('/contact/sent')),
    ).toBe(false);
  });

  it('dates posts with the day they were published, and nothing else with an invented day', () => {
    const post = demoRows().blog_posts.find(({ slug }) => slug === 'opening-the-cabin-in-april');
    const dated = entries.find(({ path }) => path === siteAddresses.post);
    const day = post?.published_at ?? post?.published_date ?? '';
    expect(dated?.lastModified && Date.parse(dated.lastModified)).toBe(Date.parse(day));
    expect(entries.find(({ path }) => path === '/about')?.lastModified).toBeNull();
    const wrong = entries.filter(
      ({ lastModified }) =>
        lastModified !== null &&
        (!/^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/.test(lastModified) || Date.parse(lastModified) > Date.now()),
    );
    expect(wrong).toEqual([]);
  });

  it('every address is a page with itself as canonical, and open to crawlers', async () => {
    for (const { path } of entries) {
      const reply = await request(site.url).get(path);
      expect(reply.status, path).toBe(200);
      const page = parseHtml(reply.text);
      expect(page.one('link[rel=canonical]').attribute('href'), path).toBe(origin + path);
      expect(page.all('meta[name=robots]'), path).toEqual([]);
    }
  });

  it('says that it is not there rather than that posts are gone', async () => {
    const other = await startSite({ environment });
    await other.contentService.fault('blog_posts', { kind: 'refuse' });
    const reply = await request(other.url).get('/sitemap.xml');
    await other.close();
    expect(reply.status).toBe(503);
    expect(reply.headers).toMatchObject({ 'cache-control': 'no-store', 'retry-after': '30' });
  });

  it('escapes what an editor wrote', async () => {
    const other = await startSite({ environment });
    other.contentService.row('services', 'painting').slug = 'a&b<c>\'d"';
    const { text } = await request(other.url).get('/sitemap.xml');
    await other.close();
    expect(text).toContain('/services/a%26b%3Cc%3E&apos;d%22');
  });
});

describe('ways through the site', () => {
  /** Every address of ours that a page links to. */
  async function linksOf(path: string): Promise<readonly string[]> {
    const { text } = await request(site.url).get(path);
    return parseHtml(text)
      .all('a')
      .map((link) => link.attribute('href') ?? '')
      .filter((href) => href.startsWith('/'))
      .map((href) => href.replace(/#.*/, ''));
  }

  it('G-2 no link of any page is a dead end, and every page of the sitemap is linked to', async () => {
    const waiting = ['/'];
    const seen = new Set(waiting);
    const dead: string[] = [];
    for (const path of waiting) {
      const reply = await request(site.url).get(path);
      if (reply.status !== 200) dead.push(`${path} ${reply.status}`);
      for (const href of await linksOf(path)) {
        if (seen.has(href)) continue;
        seen.add(href);
        waiting.push(href);
      }
    }
    expect(dead).toEqual([]);
    const unlinked = entries.map(({ path }) => path).filter((path) => !seen.has(path));
    expect(unlinked).toEqual([]);
  });

  it('every fragment that is linked to is on its page', async () => {
    for (const path of Object.values(siteAddresses)) {
      const { text } = await request(site.url).get(path);
      const page = parseHtml(text);
      const fragments = page
        .all('a')
        .map((link) => link.attribute('href') ?? '')
        .filter((href) => href.startsWith('#') && href.length > 1);
      const missing = fragments.filter((href) => page.all(`[id=${href.slice(1)}]`).length === 0);
      expect(missing, path).toEqual([]);
    }
  });
});
