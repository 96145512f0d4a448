import request from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { demoRows } from '../../server/demo/demoRows.ts';
import { termSlug } from '../../shared/terms.ts';
import { productionEnvironment } from '../support/headerPolicy.ts';
import { type Part, parseHtml } from '../support/html.ts';
import { siteAddresses } from '../support/siteAddresses.ts';
import { siteForFile, siteForTest } from '../support/started.ts';
import { xmlProblems } from '../support/validFeeds.ts';

const origin = productionEnvironment.FRONTEND_URL;
const site = await siteForFile({ environment: productionEnvironment });
/** Every address of the sitemap, with the day of its last change. */
let entries: ReadonlyMap<string, string | null>;

beforeAll(async () => {
  const odd = { id: 990, slug: 'a&b<c>\'d"', title: 'Odd', status: 'published' };
  site.contentService.rows.services.push(odd);
  await site.load();
  const urls = (await pageAt('/sitemap.xml')).all('url');
  entries = new Map(
    urls.map((entry) => [entry.one('loc').text.replace(origin, ''), entry.all('lastmod')[0]?.text ?? null]),
  );
  expect(entries.size).toBe(urls.length);
});

const pageAt = async (path: string) => parseHtml((await request(site.url).get(path).buffer(true)).text);
const hrefs = (page: Part) => page.all('a').map((link) => link.attribute('href') ?? '');

it('robots.txt lets crawlers in, excludes pages for one visitor, and names the sitemap', async () => {
  const { headers, text } = await request(site.url).get('/robots.txt').expect(200);
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  const lines = text.split('\n');
  const wanted = [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /contact/sent/',
    `Sitemap: ${origin}/sitemap.xml`,
  ];
  expect(lines).toEqual(expect.arrayContaining(wanted));
  expect(lines).not.toContain('Disallow: /');
});

it.each(['/robots.txt', '/sitemap.xml', '/feed.xml', '/manifest.webmanifest', '/.well-known/security.txt'])(
  '%s has one spelling',
  async (path) => {
    await request(site.url).get(path).expect(200);
    for (const other of [`${path}/`, path.toUpperCase()]) await request(site.url).get(other).expect(404);
  },
);

it('a site that must not be indexed says so everywhere, and has no sitemap', async () => {
  const hidden = await siteForTest({ environment: { ...productionEnvironment, SITE_NOINDEX: '1' } });
  const get = (path: string) => request(hidden.url).get(path);
  // A crawler that may not fetch a page does not see its `noindex`, and lists the address that others link.
  const robots = (await get('/robots.txt')).text;
  expect(robots).not.toMatch(/^(Disallow: \/|Sitemap: .*)$/m);
  expect((await get('/sitemap.xml')).status).toBe(404);
  for (const path of [
    '/',
    '/services/snow-removal',
    '/feed.xml',
    '/robots.txt',
    '/search',
    '/none',
    '/media/1',
  ]) {
    expect((await get(path)).headers['x-robots-tag'], path).toContain('noindex');
  }
});

describe('the sitemap', () => {
  it('is XML under our own origin, and escapes what an editor wrote', async () => {
    const { headers, text } = await request(site.url).get('/sitemap.xml').buffer(true).expect(200);
    expect(headers['content-type']).toBe('application/xml; charset=utf-8');
    expect(await xmlProblems(text, 'sitemap')).toEqual([]);
    expect([...entries.keys()].filter((path) => !path.startsWith('/'))).toEqual([]);
    expect(text).toContain('/services/a%26b%3Cc%3E&apos;d%22');
  });

  it('names every public page, every service, home, post, category and tag', () => {
    const paths = [...entries.keys()];
    const { notFound: _, sentryExample: __, style: ___, search: ____, ...pages } = siteAddresses;
    expect(paths).toEqual(expect.arrayContaining(Object.values(pages)));
    expect(paths.filter((path) => /^\/(sentry-example-page|style|contact\/sent)/.test(path))).toEqual([]);
    const rows = demoRows();
    const isPublished = ({ status }: { readonly status: unknown }) => status === 'published';
    const posts = rows.blog_posts.filter(
      (post) =>
        isPublished(post) &&
        Date.parse(post.published_at ?? post.published_date ?? '2000-01-01') <= Date.now(),
    );
    const below = (start: string) =>
      paths.filter((path) => path.startsWith(start) && !path.slice(start.length).includes('/'));
    expect(below('/services/')).toHaveLength(rows.services.filter(isPublished).length + 1);
    expect(below('/rentals/')).toHaveLength(rows.homes.filter(isPublished).length);
    // Beside the indexes of categories and tags.
    expect(below('/blog/')).toHaveLength(posts.length + 2);
    const terms = (lists: readonly string[]) =>
      new Set(lists.flatMap((list) => list.split(',').map(termSlug)));
    const slugsBelow = (start: string) => new Set(below(start).map((path) => path.slice(start.length)));
    expect(slugsBelow('/blog/category/')).toEqual(terms(posts.map(({ categories }) => categories)));
    expect(slugsBelow('/blog/tag/')).toEqual(terms(posts.map(({ tags }) => tags)));
  });

  it('dates posts with the day they were published, and nothing else with an invented day', () => {
    const post = demoRows().blog_posts.find(({ slug }) => slug === 'opening-the-cabin-in-april');
    const day = post?.published_at ?? post?.published_date ?? '';
    expect(Date.parse(entries.get(siteAddresses.post) ?? '')).toBe(Date.parse(day));
    expect(entries.get('/about')).toBeNull();
    const wrong = [...entries.values()].filter(
      (date) =>
        date !== null && (!/^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/.test(date) || Date.parse(date) > Date.now()),
    );
    expect(wrong).toEqual([]);
  });

  it('names only pages that are their own canonical address and may be indexed', async () => {
    for (const path of entries.keys()) {
      const reply = await request(site.url).get(path);
      expect(reply.status, path).toBe(200);
      const page = parseHtml(reply.text);
      expect(page.one('link[rel=canonical]').attribute('href'), path).toBe(origin + path);
      expect(page.all('meta[name=robots]'), path).toEqual([]);
    }
  });
});

describe('the links of the site', () => {
  it('G-2 are never dead, and lead to every page of the sitemap', async () => {
    const waiting = ['/'];
    const seen = new Set(waiting);
    const dead: string[] = [];
    for (const path of waiting) {
      const { status, text } = await request(site.url).get(path).buffer(true);
      if (status !== 200) dead.push(`${path} ${status}`);
      const own = hrefs(parseHtml(text)).filter((href) => href.startsWith('/'));
      for (const href of own.map((link) => link.replace(/#.*/, ''))) {
        if (seen.has(href)) continue;
        seen.add(href);
        waiting.push(href);
      }
    }
    expect(dead).toEqual([]);
    expect([...entries.keys()].filter((path) => !seen.has(path))).toEqual([]);
  });

  it('have the targets of their fragments on the page', async () => {
    for (const path of Object.values(siteAddresses)) {
      const page = await pageAt(path);
      const fragments = hrefs(page).filter((href) => href.startsWith('#') && href.length > 1);
      expect(
        fragments.filter((href) => page.all(`[id=${href.slice(1)}]`).length === 0),
        path,
      ).toEqual([]);
    }
  });
});
