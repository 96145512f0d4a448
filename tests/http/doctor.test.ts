import { createServer } from 'node:http';
import request from 'supertest';
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { previewToken } from '../../server/demo/contentService.ts';
import type { ContentRow, ContentRows } from '../../server/demo/demoRows.ts';
import { isPublicAddress } from '../../server/doctor/outsideLinks.ts';
import { createPreviewKeys } from '../../server/editors/previewKeys.ts';
import { parseHtml } from '../support/html.ts';
import { listen } from '../support/listen.ts';
import { type MetricsSite, startMetricsSite } from '../support/metricsSite.ts';
import { startSite, type TestSite } from '../support/site.ts';

// What there is to mend, for those who write.

const secret = 'the-secret-of-the-doctor-tests';
let site: TestSite;
/** What else of this machine the site may call. */
let mayCall = false;
beforeAll(async () => {
  site = await startSite({
    environment: {
      ...{ SHELL_DEADLINE_MS: '10000', BACKEND_URL: 'https://content.example', METRICS_PORT: '0' },
      ...{ PREVIEW_SECRET: secret, DIRECTUS_PREVIEW_TOKEN: previewToken },
    },
    outsideLinks: { everyMs: 10, mayConnect: (address) => mayCall || isPublicAddress(address) },
  });
  return () => site.close();
});
beforeEach(() => site.reset());
afterEach(() => {
  mayCall = false;
});

const examined = async (plant: (rows: ContentRows) => void = () => undefined) => {
  plant(site.contentService.rows);
  await site.load();
  return (await site.doctor.report()).findings;
};
/** As an editor opens it, with the cookie of a preview. */
const opened = () => {
  const cookie = createPreviewKeys(secret, site.url).cookieFor(null).split(';')[0];
  return request(site.url)
    .get('/doctor')
    .set('cookie', cookie ?? '');
};
const row = (name: keyof ContentRows, slug: string): ContentRow => site.contentService.row(name, slug);
const file = (changes: ContentRow) => (rows: ContentRows) =>
  Object.assign(
    rows.directus_files.find(({ id }) => id === row('services', 'painting').hero_image) ?? {},
    changes,
  );
const post = (changes: ContentRow) => () => Object.assign(row('blog_posts', 'three-sets-of-sheets'), changes);
const text = (content: string) => post({ content });
const cta = (url: string) => (rows: ContentRows) =>
  Object.assign(rows.cta_settings[0] ?? {}, { button_url: url });
const lonely = (rows: ContentRows) => {
  const item = { id: 900, title: 'Text', content: '<a href="/no-such-page">x</a>' };
  const blocks = [{ id: 900, sort: 1, collection: 'block_text', item }];
  rows.pages.push({ id: 900, status: 'published', slug: 'lonely-page', title: 'A Lonely Page', blocks });
};
const moved = (from: string, to: string) => (rows: ContentRows) =>
  rows.redirects.push({ id: 900, from, to, permanent: true });
const twin = { slug: 'snow-removal', title: 'Snow, Again', status: 'published' };
const longTitle = `Sheets, ${'and more '.repeat(9)}sheets`;
const longText = 'A sentence of some length. '.repeat(12);

/** Each kind of finding: how it is planted, what is said of it, where, and the form that mends it. */
const planted: readonly [string, (rows: ContentRows) => void, RegExp, string | null, string | null][] = [
  ['title-missing', post({ title: '' }), /has no title/, '/blog/three-sets-of-sheets', 'blog_posts'],
  [
    'row-hidden',
    (rows) => Object.assign(rows.reviews[0] ?? {}, { text: ' ' }),
    /lacks text/,
    null,
    'reviews',
  ],
  ['row-hidden', post({ slug: 'a/b' }), /an address that can be one/, '/blog/a%2Fb', 'blog_posts'],
  [
    'title-doubled',
    post({ title: 'Snow Removal' }),
    /that of \/services/,
    '/blog/three-sets-of-sheets',
    'blog_posts',
  ],
  [
    'title-long',
    post({ title: longTitle }),
    /has \d+ characters/,
    '/blog/three-sets-of-sheets',
    'blog_posts',
  ],
  [
    'description-missing',
    post({ excerpt: null, content: null }),
    /itself/,
    '/blog/three-sets-of-sheets',
    'blog_posts',
  ],
  [
    'description-doubled',
    () => post({ excerpt: row('services', 'painting').short_description })(),
    /description is that of/,
    '/blog/three-sets-of-sheets',
    'blog_posts',
  ],
  ['description-long', post({ excerpt: longText }), /characters/, '/blog/three-sets-of-sheets', 'blog_posts'],
  [
    'headings',
    text('<h2>One</h2><h4>Two</h4>'),
    /heading 2 one of level 4/,
    '/blog/three-sets-of-sheets',
    'blog_posts',
  ],
  ['alternative-text', file({ description: ' ' }), /no description/, '/services/painting', 'directus_files'],
  ['picture-huge', file({ width: 7_000 }), /7000 by/, '/services/painting', 'directus_files'],
  ['picture-tiny', file({ width: 320 }), /320 pixels/, '/services/painting', 'directus_files'],
  ['picture-refused', file({ type: 'image/svg+xml' }), /svg/, '/services/painting', 'directus_files'],
  [
    'picture-gone',
    post({ featured_image: crypto.randomUUID() }),
    /not in the/,
    '/blog/three-sets-of-sheets',
    'blog_posts',
  ],
  [
    'left-out',
    post({ featured_image: 'https://x.example/images/a.jpg' }),
    /x\.example/,
    '/blog/three-sets-of-sheets',
    'blog_posts',
  ],
  [
    'html-stripped',
    text('<p onclick="a()">Hi</p><font>!</font>'),
    /onclick.*<font>/,
    '/blog/three-sets-of-sheets',
    'blog_posts',
  ],
  [
    'html-stripped',
    text('<p>Hi</p><iframe src="https://x.example/"></iframe>'),
    /x\.example.*host/,
    '/blog/three-sets-of-sheets',
    'blog_posts',
  ],
  [
    'html-stripped',
    text('<a href="javascript:alert(1)">Hi</a>'),
    /javascript:alert/,
    '/blog/three-sets-of-sheets',
    'blog_posts',
  ],
  ['link-unsafe', cta('javascript:alert(1)'), /no address/, null, 'cta_settings'],
  [
    'link-nowhere',
    text('<a href="/services/none">Hi</a>'),
    /services\/none/,
    '/blog/three-sets-of-sheets',
    'blog_posts',
  ],
  ['link-nowhere', cta('/nowhere'), /\/nowhere/, null, 'cta_settings'],
  ['link-nowhere', text('<a href="/%zz">Hi</a>'), /%zz/, '/blog/three-sets-of-sheets', 'blog_posts'],
  ['link-draft', cta('/blog/draft-what-rides-in-the-truck'), /a draft/, null, 'cta_settings'],
  ['link-repaired', cta('contact'), /for \/contact/, null, 'cta_settings'],
  [
    'link-repaired',
    text('<a href="/About/">Hi</a>'),
    /is \/about now/,
    '/blog/three-sets-of-sheets',
    'blog_posts',
  ],
  [
    'menu-circle',
    (rows) => Object.assign(rows.navigation[0] ?? {}, { parent_id: rows.navigation[0]?.id }),
    /below it/,
    null,
    'navigation',
  ],
  [
    'slug-doubled',
    (rows) => rows.services.push({ ...rows.services[0], ...twin, id: 900 }),
    /has the address of/,
    '/services/snow-removal',
    'services',
  ],
  ['slug-odd', post({ slug: 'Three_Sheets' }), /Three_Sheets/, '/blog/Three_Sheets', 'blog_posts'],
  ['slug-taken', post({ slug: 'tags' }), /cannot be at/, '/blog/tags', 'blog_posts'],
  ['unreached', lonely, /leads here/, '/lonely-page', 'pages'],
  ['link-nowhere', lonely, /links to \/no-such-page/, '/lonely-page', 'pages'],
  [
    'notice-over',
    (rows) =>
      rows.notices.push({ id: 900, text: 'Snow', status: 'published', until: '2020-01-01T00:00:00Z' }),
    /“Snow” is over/,
    null,
    'notices',
  ],
  ['redirect-fault', moved('/a', '/a'), /back to itself/, null, 'redirects'],
  ['redirect-fault', moved('/about', '/'), /of a page/, null, 'redirects'],
  ['redirect-fault', moved('/a', 'javascript:1'), /no path/, null, 'redirects'],
  [
    'link-repaired',
    (rows) => {
      moved('/old', '/about')(rows);
      cta('/old')(rows);
    },
    /is \/about now/,
    null,
    'cta_settings',
  ],
  [
    'home-without-price',
    () => Object.assign(row('homes', 'aspen-cottage'), { night_from: null }),
    /Aspen/,
    '/rentals/aspen-cottage',
    'homes',
  ],
  [
    'review-old',
    (rows) => Object.assign(rows.reviews[0] ?? {}, { date: '2019-05-01' }),
    /2019/,
    null,
    'reviews',
  ],
  ['default-shown', (rows) => (rows.reviews = []), /Built-in/, null, 'reviews'],
  [
    'default-shown',
    (rows) => (rows.pages = rows.pages.filter(({ slug }) => slug !== 'privacy')),
    /Privacy/,
    '/privacy',
    'pages',
  ],
];

describe('the page doctor', () => {
  it('finds nothing to mend in the demo', async () => {
    expect(await examined()).toEqual([]);
  });

  it.each(planted)('finds %s', async (kind, plant, what, where, collection) => {
    const found = await examined(plant);
    const ofKind = found.filter((finding) => finding.kind === kind);
    expect(ofKind).toContainEqual(
      expect.objectContaining({
        what: expect.stringMatching(what),
        where,
        why: expect.stringMatching(/\.$/),
      }),
    );
    expect(ofKind.map(({ edit }) => edit?.collection)).toContain(collection);
  });

  it('shows them to editors alone, the worst first, each with its form, and writes no word of content as markup', async () => {
    const content = '<h4>a</h4><a href="/services/&lt;b&gt;">Hi</a>';
    await examined((rows) => text(content)() && cta('/nowhere')(rows));
    const { text: html, headers } = await opened().expect(200);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    // The content service shows it in a frame, as every preview.
    expect(headers).not.toHaveProperty('x-frame-options');
    expect(headers['content-security-policy']).toContain('frame-ancestors https://content.example;');
    const page = parseHtml(html);
    expect(page.one('meta[name=robots]').attribute('content')).toBe('noindex');
    expect(page.all('main h2').map((heading) => heading.text)).toEqual([
      'Visitors meet this',
      'Fewer people find or can read this',
    ]);
    const edits = page.all('main a').filter((link) => link.text === 'Edit');
    const id = row('blog_posts', 'three-sets-of-sheets').id;
    expect(edits.map((link) => link.attribute('href'))).toEqual(
      expect.arrayContaining([
        `https://content.example/admin/content/blog_posts/${id}`,
        'https://content.example/admin/content/cta_settings/1',
      ]),
    );
    expect(page.all('main b')).toEqual([]);
    const stranger = await request(site.url).get('/doctor');
    expect([stranger.status, stranger.text.includes('nowhere')]).toEqual([404, false]);
  });

  it('says so where nothing is to mend, and where nothing can be known', async () => {
    await examined();
    expect(parseHtml((await opened()).text).one('main').text).toContain('Nothing to mend.');
    await site.reset();
    await site.contentService.fault('homes', { kind: 'status', status: 500 });
    await site.load();
    expect(parseHtml((await opened()).text).one('main').text).toContain('has not given homes');
  });
});

describe('links to elsewhere', () => {
  it('are asked one by one: HEAD, then GET, without a fragment; what is gone is found', async () => {
    const asked: string[] = [];
    const server = createServer((incoming, response) => {
      asked.push(`${incoming.method} ${incoming.url} ${incoming.headers['user-agent']}`);
      const isGet = incoming.method === 'GET';
      response
        .writeHead(incoming.url === '/gone' ? 404 : incoming.url === '/get' && !isGet ? 405 : 200)
        .end();
    });
    const elsewhere = await listen(server);
    onTestFinished(() => void server.close());
    mayCall = true;
    const links = ['/ok#part', '/gone', '/get'].map((path) => `<a href="${elsewhere}${path}">x</a>`);
    await examined(text(links.join('')));
    await expect.poll(async () => (await site.doctor.report()).outside.asked).toBe(3);
    const { findings } = await site.doctor.report();
    expect(findings.filter(({ kind }) => kind === 'link-outside').map(({ what }) => what)).toEqual([
      expect.stringMatching(/\/gone: it responds with 404\.$/),
    ]);
    const agent = `link-check (+${site.url})`;
    const each = ['HEAD /ok', 'HEAD /gone', 'GET /gone', 'HEAD /get', 'GET /get'];
    expect(asked).toEqual(each.map((call) => `${call} ${agent}`));
  });

  it('never lead the site to call a private address', async () => {
    const reached: unknown[] = [];
    const server = createServer((incoming, response) => {
      reached.push(incoming.url);
      response.end();
    });
    const { port } = new URL(await listen(server));
    onTestFinished(() => void server.close());
    const hosts = [
      '127.0.0.1',
      'localhost',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '2130706433',
      '0x7f.1',
      '0.0.0.0',
    ];
    await examined(text(hosts.map((host) => `<a href="http://${host}:${port}/">x</a>`).join('')));
    // Those that are written otherwise are the same address.
    await expect.poll(async () => (await site.doctor.report()).outside).toEqual({ links: 5, asked: 5 });
    expect(reached).toEqual([]);
    const others = [
      '10.1.2.3',
      '192.168.0.1',
      '172.31.255.255',
      '169.254.169.254',
      '100.64.0.1',
      '240.0.0.1',
      'fe80::1',
      'fc00::1',
      '2002:7f00:1::',
      '64:ff9b::7f00:1',
    ];
    expect(others.filter(isPublicAddress)).toEqual([]);
    expect(['1.1.1.1', '93.184.216.34', '2606:4700::1111'].filter(isPublicAddress)).toHaveLength(3);
  });
});

describe('on the metrics port', () => {
  let metrics: MetricsSite;
  beforeEach(async () => {
    metrics = await startMetricsSite();
  });
  afterEach(() => metrics.close());

  it('the doctor is JSON', async () => {
    Object.assign(metrics.site.contentService.row('homes', 'aspen-cottage'), { night_from: null });
    await metrics.site.load();
    const { body, headers } = await request(metrics.url).get('/doctor.json').expect(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(body).toMatchObject({
      findings: expect.arrayContaining([
        expect.objectContaining({ kind: 'home-without-price', where: '/rentals/aspen-cottage' }),
      ]),
      outside: { links: 0, asked: 0 },
    });
  });
});
