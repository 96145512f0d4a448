import request from 'supertest';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { previewToken } from '../../server/demo/contentService.ts';
import { createPreviewKeys } from '../../server/editors/previewKeys.ts';
import type { TestSite } from '../support/site.ts';
import { siteAddresses } from '../support/siteAddresses.ts';
import { serverForTest, siteForFile, siteForTest } from '../support/started.ts';

const secret = 'the-secret-of-the-preview-tests';
const backend = 'https://content.ridge.example';
const environment = {
  PREVIEW_SECRET: secret,
  DIRECTUS_PREVIEW_TOKEN: previewToken,
  BACKEND_URL: backend,
  METRICS_PORT: '0',
};
const draftTitle = 'Draft: What rides in the truck';

const site = await siteForFile({ environment });
/** Whether the last test may have changed something. */
let isChanged = true;
beforeEach(async () => {
  if (isChanged) {
    await site.reset();
    await site.load();
  }
  isChanged = true;
});

const keys = (of = secret, origin = site.url) => createPreviewKeys(of, origin);
const draft = () => site.contentService.row('blog_posts', 'draft-what-rides-in-the-truck');
const addressOf = (collection: string, id: unknown, version = 'main') =>
  keys().addressFor(collection).replace('{{id}}', String(id)).replace('{{$version}}', version);
const pathOf = (address: string) => address.slice(site.url.length);
const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  request(site.url).get(path).set(headers);
const cookieOf = (response: request.Response) => String(response.headers['set-cookie']).split(';')[0] ?? '';

/** Opens the address of a row as Directus does, and then the clean one with the cookie. */
async function open(collection: string, id: unknown, version?: string) {
  const exchanged = await get(pathOf(addressOf(collection, id, version)));
  const cookie = cookieOf(exchanged);
  const path = String(exchanged.headers.location);
  const page = await get(path, { cookie });
  // React separates adjacent texts with comments.
  return { exchanged, cookie, path, page, text: page.text.replaceAll('<!-- -->', '') };
}

describe('a preview', () => {
  it('of a draft is the real page at its clean address, for the holder of the cookie only', async () => {
    // So that it is the first in all lists.
    draft().published_at = '2031-03-01T17:00:00Z';
    const { exchanged, cookie, path, page, text } = await open('blog_posts', draft().id);
    expect([exchanged.status, path]).toEqual([303, `/blog/${draft().slug}`]);
    const [set] = exchanged.headers['set-cookie'] ?? [];
    expect(set).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=None; Partitioned$/);
    expect(exchanged.headers['referrer-policy']).toBe('no-referrer');
    expect([page.status, page.headers['cache-control'], page.headers['x-robots-tag']]).toEqual([
      200,
      'no-store',
      'noindex',
    ]);
    expect(page.headers['content-security-policy']).toContain(`frame-ancestors ${backend};`);
    // What the visual editor adds is no alarm for operators, whose log must not name a draft.
    expect(page.headers['content-security-policy']).not.toContain('report-uri');
    expect(page.headers).not.toHaveProperty('x-frame-options');
    expect(page.text).toContain(draftTitle);
    expect(text).toMatch(/Preview<\/strong>. Blog post: a draft/);
    expect(page.text).toContain(`${backend}/admin/content/blog_posts/${draft().id}"`);
    expect(page.text).toContain(`data-directus="collection:blog_posts;item:${draft().id};fields:title;`);
    expect(page.text).not.toContain('rel="canonical"');
    // Its links lead to previews too, although visitors get those pages from the cache.
    for (const address of ['/blog', '/blog?page=1&from=mail']) {
      await get(address);
      expect((await get(address)).headers['server-timing']).toBe('cache;desc="hit"');
      expect((await get(address, { cookie })).text).toContain(draftTitle);
    }
    expect((await get(path)).status).toBe(404);
    expect((await get('/no-such-page', { cookie })).text).toContain('preview-bar');
  });

  it('shows scheduled and archived rows and versions, and says what it shows', async () => {
    const row = site.contentService.row('blog_posts', 'opening-the-cabin-in-april');
    row.published_at = '2031-03-01T17:00:00Z';
    expect((await open('blog_posts', row.id)).text).toMatch(
      /Blog post: scheduled for <time dateTime="2031-03-01T17:00:00.000Z">March 1, 2031/,
    );
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    const notice = { id: 77, status: 'draft', text: 'Snow is on its way', until: '2032-01-01T00:00:00Z' };
    site.contentService.rows.notices.push({ ...notice, from: tomorrow });
    const coming = (await open('notices', 77)).text;
    expect(coming).toContain('>Snow is on its way');
    expect(coming).toContain('collection:notices;item:77;');
    row.status = 'archived';
    expect((await open('blog_posts', row.id)).text).toContain(String(row.title));
    expect((await open('pages', 1)).text).not.toContain(String(row.slug));
    site.contentService.versions.set(`pages 1 winter`, { hero_title: 'Only in the version' });
    const version = (await open('pages', 1, 'winter')).text;
    expect(version).toContain('Only in the version');
    expect(version).toContain('Page: the version “winter”');
    expect(version).toContain(`${backend}/admin/content/pages/1?version=winter`);
    expect((await open('pages', 1)).text).not.toContain('Only in the version');
  });

  it('of a draft of a landing page marks settings, menu and each block with the form that edits them', async () => {
    const items = {
      text: { id: 5, title: 'Snow', content: '<p>Cleared.</p>' },
      quote: { id: 6, text: 'Warm.' },
      choice: { id: 7, services: ['Snow Removal'] },
      gallery: { id: 8 },
    };
    const blocks = Object.entries(items).map(([kind, item], at) => ({
      id: at + 1,
      sort: at,
      collection: `block_${kind}`,
      item,
    }));
    const row = { id: 900, status: 'draft', slug: 'ski-week', title: 'Ski Week', blocks };
    const { rows } = site.contentService;
    rows.pages.push(row);
    // One row for all settings, as provisioning makes it, instead of one for each.
    const settings = rows.site_settings.map(({ key, value }) => [String(key), value] as const);
    rows.site_settings = [{ id: 1, ...Object.fromEntries(settings) }];
    const { page, path } = await open('pages', 900);
    expect([page.status, path]).toEqual([200, '/ski-week']);
    for (const mark of [
      'pages;item:900;fields:hero_title;mode:popover',
      'block_text;item:5;fields:title,content;mode:drawer',
      'block_quote;item:6;fields:text,name,about;mode:drawer',
      'block_choice;item:7;fields:title,lead,homes,services,posts;mode:drawer',
      // An empty gallery has nothing else to click on.
      'block_gallery;item:8;fields:title,pictures;mode:drawer',
      'site_settings;item:1;fields:site_name;mode:popover',
      'site_settings;item:1;fields:tagline;mode:popover',
      'site_settings;item:1;fields:phone,hours,address;mode:drawer',
      'navigation;item:1;fields:title,url;mode:drawer',
    ])
      expect(page.text.includes(`data-directus="collection:${mark}"`), mark).toBe(true);
    expect(page.text).toContain(`${backend}/admin/content/block_text/5"`);
    expect((await get('/ski-week')).status).toBe(404);
  });

  it('names the columns of a contact page, a notice and a sample report', async () => {
    const { rows } = site.contentService;
    const notice = { id: 41, status: 'published', text: 'Snow tonight.', link: '/contact' };
    rows.notices.push(notice);
    const contact = site.contentService.row('pages', 'contact');
    const service = site.contentService.row('services', 'property-management');
    const contactPage = (await open('pages', contact.id)).page.text;
    for (const mark of [
      `pages;item:${contact.id};fields:hero_title;mode:popover`,
      `pages;item:${contact.id};fields:hero_subtitle;mode:popover`,
      `pages;item:${contact.id};fields:hero_image;mode:popover`,
      'notices;item:41;fields:text,link,link_text,level;mode:drawer',
    ])
      expect(contactPage.includes(`data-directus="collection:${mark}"`), mark).toBe(true);
    const servicePage = (await open('services', service.id)).page.text;
    expect(servicePage).toMatch(`services;item:${service.id};fields:report_title,report_lines;mode:drawer"`);
  });

  it('shows at once what was saved, when it is reopened or reloaded', async () => {
    const { cookie, path } = await open('blog_posts', draft().id);
    draft().title = 'Saved a moment ago';
    const again = await get(path, { cookie, 'cache-control': 'max-age=0' });
    expect(again.text).toContain('Saved a moment ago');
    draft().title = 'Saved once more';
    expect((await open('blog_posts', draft().id)).text).toContain('Saved once more');
  });

  it('has a cookie that no other site of this domain can set, over https', () => {
    const keys = createPreviewKeys(secret, 'https://www.ridge.example');
    const attributes = 'Path=/; HttpOnly; Secure; SameSite=None; Partitioned';
    const cookie = keys.cookieFor(null);
    expect(cookie).toMatch(new RegExp(`^__Host-site_preview=[\\w.-]+; Max-Age=\\d+; ${attributes}$`));
    const [pair = ''] = cookie.split(';');
    expect(keys.readCookie(pair)).toMatchObject({ subject: null });
    expect(keys.readCookie(pair.replace('__Host-', ''))).toBeNull();
    expect(keys.endingCookie).toMatch(/^__Host-site_preview=; Max-Age=0;/);
  });

  it('ends by its link, which leads to pages of the site only', async () => {
    const { cookie } = await open('blog_posts', draft().id);
    for (const [to, location] of [
      ['/blog', '/blog'],
      ['/%D0%BB%D0%B5%D1%81', '/%D0%BB%D0%B5%D1%81'],
      [decodeURIComponent('/%D0%BB%D0%B5%D1%81'), '/%D0%BB%D0%B5%D1%81'],
      ['//evil.example', '/'],
      ['/.//evil.example', '/'],
      ['https://evil.example/', '/'],
      ['javascript:alert(1)', '/'],
    ]) {
      const left = await get(`/preview/end?to=${encodeURIComponent(to ?? '')}`, { cookie });
      expect([left.status, left.headers.location]).toEqual([303, location]);
      expect(String(left.headers['set-cookie'])).toMatch(/^site_preview=; Max-Age=0;.*Partitioned$/);
    }
  });
});

describe('E40 access to previews', () => {
  const refused = (response: request.Response, status: number, words: string) => {
    expect([response.status, response.headers['cache-control']]).toEqual([status, 'no-store']);
    expect(response.text).toContain(words);
    expect(response.text).not.toContain('What Rides');
  };

  it.each<[what: string, change: (address: string) => string, headers?: Record<string, string>]>([
    ['without its key', (address) => address.replace(/key=[^&]+/, '')],
    ['with an altered key', (address) => address.replace(/key=./, 'key=!')],
    ['of another collection', (address) => address.replace('blog_posts', 'services')],
    ['of another secret', () => createPreviewKeys('another-secret', site.url).addressFor('blog_posts')],
    ['of another site', () => createPreviewKeys(secret, 'https://b.example').addressFor('blog_posts')],
    ['of an unknown collection', () => keys().addressFor('directus_users')],
    ['with two ids', (address) => `${address}&id=2`],
    ['with another parameter', (address) => `${address}&to=//evil.example`],
    ['with an invalid id', (address) => address.replace(/id=\d+/, 'id=../../users')],
    ['with an invalid version', (address) => address.replace('main', '%0d%0aSet-Cookie')],
    ['linked to from another site', String, { referer: 'https://evil.example/' }],
    ['loaded as an image', String, { 'sec-fetch-dest': 'image' }],
    ['loaded by a prefetch', String, { 'sec-purpose': 'prefetch' }],
  ])('is refused, in words and without a draft, to an address %s', async (_what, change, headers) => {
    isChanged = false;
    const address = change(addressOf('blog_posts', draft().id));
    const path = address.slice(new URL(address).origin.length);
    refused(await get(path, headers), 403, 'not valid');
  });

  it('ends with a cookie that is half an hour old, which is removed', async () => {
    isChanged = false;
    const old = createPreviewKeys(secret, site.url, () => Date.now() - 31 * 60_000).cookieFor(null);
    const page = await get(`/blog/${draft().slug}`, { cookie: old.split(';')[0] ?? '' });
    refused(page, 403, 'This preview has ended');
    expect(String(page.headers['set-cookie'])).toMatch(/Max-Age=0/);
  });

  it.each([
    [11, 7, 1],
    [5, 7, 0],
    [11, 9, 0],
  ])(
    'with a cookie %i minutes old, opened %i hours ago, renews it %i times',
    async (minutes, hours, times) => {
      isChanged = false;
      const keysThen = createPreviewKeys(secret, site.url, () => Date.now() - minutes * 60_000);
      const made = keysThen.cookieFor(null, Date.now() - hours * 3_600_000);
      const page = await get('/about', { cookie: made.split(';')[0] ?? '' });
      expect([page.status, page.headers['set-cookie']?.length ?? 0]).toEqual([200, times]);
    },
  );

  it.each<[what: string, cookie: () => string]>([
    ['altered', () => keys().cookieFor(null).replace('=e', '=f')],
    ['of another secret', () => createPreviewKeys('another-secret', site.url).cookieFor(null)],
    ['of another site', () => createPreviewKeys(secret, 'https://b.example').cookieFor(null)],
    ['empty', () => 'site_preview='],
  ])('does not come with a cookie that is %s: its visitor gets the cached page', async (_what, cookie) => {
    isChanged = false;
    const headers = { cookie: cookie().split(';')[0] ?? '' };
    await get('/about');
    expect((await get('/about', headers)).headers['server-timing']).toBe('cache;desc="hit"');
    expect((await get(`/blog/${draft().slug}`, headers)).status).toBe(404);
  });

  it('is a 404 for a deleted row and a missing version', async () => {
    const { cookie, path } = await open('blog_posts', draft().id);
    refused(await get(pathOf(addressOf('pages', 1, 'gone'))), 404, 'nothing to preview');
    const { rows } = site.contentService;
    rows.blog_posts = rows.blog_posts.filter((row) => row !== draft());
    refused(await get(path, { cookie, 'cache-control': 'max-age=0' }), 404, 'nothing to preview');
  });

  it('is a 503 while the content service does not respond, and visitors are served on', async () => {
    const { cookie, path } = await open('blog_posts', draft().id);
    await site.contentService.fault('blog_posts', { kind: 'blackhole' });
    refused(await get(path, { cookie, 'cache-control': 'no-cache' }), 503, 'Directus is not responding');
    expect((await get('/blog')).status).toBe(200);
    // "Try again" links to the address that was opened, with our own page as the referrer.
    const address = pathOf(addressOf('blog_posts', draft().id));
    refused(await get(address), 503, 'Directus is not responding');
    refused(await get(address, { referer: site.url + address }), 503, 'Directus is not responding');
    // The whole site without any row of Directus would be the one that visitors see.
    await site.contentService.fault('*', { kind: 'refuse' });
    refused(await get(pathOf(keys().addressFor(null))), 503, 'Directus is not responding');
  });

  it('keeps what a reload has loaded when an earlier load fails after it', async () => {
    const { cookie, path } = await open('blog_posts', draft().id);
    // What is held does not age.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    onTestFinished(() => void vi.restoreAllMocks());
    const reload = { cookie, 'cache-control': 'no-cache' };
    await site.contentService.fault('blog_posts', { kind: 'blackhole' }, { times: 1 });
    const asked = site.contentService.nextRequest(({ path: at }) => at === '/items/blog_posts');
    const first = get(path, reload).then(({ status }) => status);
    await asked;
    expect((await get(path, reload)).status).toBe(200);
    expect(await first).toBe(503);
    site.contentService.clearRequests();
    expect((await get(path, { cookie })).status).toBe(200);
    expect(site.contentService.requests).toEqual([]);
  });

  /** A site whose Directus responds in this way to every request, and the address of a preview. */
  const siteOver = async (respond: () => { readonly status: number; readonly data: object }) => {
    const url = await serverForTest((_request, response) => {
      const { status, data } = respond();
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify({ data }));
    });
    const other = await siteForTest({ environment: { ...environment, DIRECTUS_URL: url } });
    return { other, path: createPreviewKeys(secret, other.url).addressFor(null).slice(other.url.length) };
  };

  it('is refused with a token that may write, and does not exist without one', async () => {
    const data = { admin_access: false, services: { update: { access: 'full' } } };
    const { other, path } = await siteOver(() => ({ status: 200, data }));
    refused(await request(other.url).get(path), 503, 'switched off');
    expect(other.logs).toContainEqual(
      expect.objectContaining({ msg: 'DIRECTUS_PREVIEW_TOKEN is not used: it may also update services.' }),
    );
    const bare = await siteForTest({ environment: { PREVIEW_SECRET: secret } });
    await request(bare.url).get(path).expect(404);
  });

  it('is refused with a token that Directus does not know, until it does', async () => {
    let status = 401;
    const { other, path } = await siteOver(() => ({ status, data: { admin_access: false } }));
    for (const _again of [1, 2]) refused(await request(other.url).get(path), 503, 'switched off');
    const said = other.logs.filter(({ msg }) => String(msg).startsWith('DIRECTUS_PREVIEW_TOKEN'));
    expect(said.map(({ msg }) => msg)).toEqual([
      'DIRECTUS_PREVIEW_TOKEN is not used: Directus does not know it.',
    ]);
    status = 200;
    expect((await request(other.url).get(path)).text).not.toContain('switched off');
  });
});

it('B30 visitors, feeds, crawlers, the log and the metrics get no previewed word', async () => {
  const word = 'Quillfeather';
  const told = { title: `${word} in a title`, content: `<h2>${word}</h2>`, slug: word.toLowerCase() };
  const row = Object.assign(draft(), told, { published_at: '2031-03-01T17:00:00Z' });
  const { cookie } = await open('blog_posts', row.id);
  const paths = [
    ...Object.values(siteAddresses),
    `/blog/${word.toLowerCase()}`,
    `/search?q=${word}`,
    '/feed.xml',
    '/sitemap.xml',
    '/api/posts',
  ];
  let shown = 0;
  for (const path of paths) {
    const [previewed, ordinary] = await Promise.all([get(path, { cookie }), get(path)]);
    const holds = (page: request.Response) => page.text.replaceAll(`q=${word}`, '').includes('in a title');
    shown += Number(holds(previewed));
    expect([path, holds(ordinary), ordinary.text.includes('data-directus')]).toEqual([path, false, false]);
  }
  expect(shown).toBeGreaterThanOrEqual(2);
  const held =
    JSON.stringify(site.logs) + JSON.stringify(site.reports) + (await site.counts.registry.metrics());
  expect(held).not.toMatch(/in a title|site_preview|key=/);
  const previewed = site.logs.filter(({ route }) => route === 'preview');
  expect(new Set(previewed.map(({ path }) => path))).toEqual(new Set(['/preview']));
  expect(JSON.stringify([...site.content.rawContent()])).not.toContain(word);
});

it('ordinary pages are the same bytes with and without previews', async () => {
  const bare = await siteForTest({ environment: { BACKEND_URL: backend, METRICS_PORT: '0' } });
  await bare.load();
  const bytesOf = async ({ url }: TestSite, path: string) => {
    const { status, text } = await request(url).get(path);
    return [status, text.replaceAll(url, '').replace(/Reference: [\w-]+/, '')];
  };
  for (const path of Object.values(siteAddresses))
    expect(await bytesOf(site, path), path).toEqual(await bytesOf(bare, path));
});
