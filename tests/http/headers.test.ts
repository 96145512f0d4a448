import { createHash } from 'node:crypto';
import request, { type Test } from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { asForm, fromOwnPage, goodEnquiry } from '../support/goodEnquiry.ts';
import {
  directivesOf,
  expectPagePolicy,
  expectResourcePolicy,
  productionEnvironment,
} from '../support/headerPolicy.ts';
import { holdResponses } from '../support/hold.ts';
import { parseHtml } from '../support/html.ts';
import { type FullResponse, openResponse, sendRequest } from '../support/http.ts';
import type { TestSite } from '../support/site.ts';
import { devAddresses, pageAddresses, siteAddresses } from '../support/siteAddresses.ts';
import { siteForFile, siteForTest } from '../support/started.ts';

const origin = productionEnvironment.FRONTEND_URL;
const environment = {
  ...productionEnvironment,
  DEV_PAGES: '1',
  IMAGE_HOSTS: 'images.ridge.example',
  EMBED_HOSTS: 'video.ridge.example',
};
const embedOrigin = `https://${environment.EMBED_HOSTS}`;
const bookingAddresses: readonly string[] = [
  siteAddresses.rentals,
  siteAddresses.rental,
  siteAddresses.searchRentals,
];
const plainAddresses = pageAddresses.filter((address) => !bookingAddresses.includes(address));

const site = await siteForFile({ environment: { ...environment, SHELL_DEADLINE_MS: '5000' } });
/** The bytes and raw headers of every page, to be compared. */
let replies: ReadonlyMap<string, FullResponse>;

beforeAll(async () => {
  await site.load();
  const all = pageAddresses.map(async (path) => [path, await sendRequest(site.url, path)] as const);
  replies = new Map(await Promise.all(all));
});

function replyTo(path: string): FullResponse {
  const reply = replies.get(path);
  if (!reply) throw new Error(`${path} was not requested.`);
  return reply;
}

it.each([
  ['site', 'max-age=63072000'],
  ['subdomains', 'max-age=63072000; includeSubDomains'],
  ['preload', 'max-age=63072000; includeSubDomains; preload'],
])('HTTPS is demanded with HSTS_SCOPE=%s for what it says', async (scope, expected) => {
  const other = await siteForTest({ environment: { ...environment, HSTS_SCOPE: scope } });
  for (const path of ['/livez', '/about'])
    expect((await request(other.url).get(path)).headers['strict-transport-security'], path).toBe(expected);
});

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The sources of a policy that do not depend on the build. */
function sourcesOf(reply: Pick<FullResponse, 'headers'>): Record<string, readonly string[]> {
  const stable = (source: string) => !source.startsWith("'sha256-") && !source.startsWith("'nonce-");
  return Object.fromEntries(
    [...directivesOf(reply.headers)].map(([name, sources]) => [name, sources.filter(stable)]),
  );
}

const plainPolicy = {
  'default-src': ["'none'"],
  'script-src': [`${origin}/static/`],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'https://content.ridge.example', 'https://images.ridge.example'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'media-src': ["'self'", 'https://content.ridge.example', 'https://video.ridge.example'],
  'manifest-src': ["'self'"],
  'frame-src': ['https://video.ridge.example'],
  'base-uri': ["'none'"],
  'form-action': ["'self'", origin],
  'frame-ancestors': ["'none'"],
  'upgrade-insecure-requests': [],
  'require-trusted-types-for': ["'script'"],
  'report-uri': ['/api/csp-report'],
};

const vendor = 'https://platform.hostfully.com';
const { 'require-trusted-types-for': _, ...withoutTrustedTypes } = plainPolicy;
const bookingPolicy = {
  ...withoutTrustedTypes,
  'script-src': [
    `${origin}/static/`,
    `${vendor}/assets/js/pikaday.js`,
    `${vendor}/assets/widgets/searchwidget/searchwidget.js`,
  ],
  'style-src': ["'self'", vendor, "'unsafe-inline'"],
  'img-src': [...plainPolicy['img-src'], vendor, 'data:'],
  'font-src': ["'self'", vendor],
  'connect-src': ["'self'", vendor],
  'form-action': ["'self'", origin, 'https://stay.ridge.example', vendor],
};

describe('a content service that only the server reaches', () => {
  it('appears on no page, and in no policy of a page', async () => {
    const { BACKEND_URL: _, ...environment } = productionEnvironment;
    const internal = await siteForTest({ environment });
    await internal.load();
    const { host } = new URL(internal.contentService.url);
    for (const path of ['/', '/rentals', siteAddresses.post]) {
      const reply = await request(internal.url).get(path);
      expect(reply.status).toBe(200);
      expect(reply.text + JSON.stringify(reply.headers)).not.toContain(host);
      expect(parseHtml(reply.text).one('footer').text).not.toContain('Admin');
    }
  });
});

describe('the policy of a page', () => {
  it.each(plainAddresses)('F14 %s has the plain policy with Trusted Types', (path) => {
    const { 'trusted-types': policies, ...sources } = sourcesOf(replyTo(path));
    expect(sources, 'content-security-policy').toEqual(plainPolicy);
    // Names of policies may come and go with scripts; the wildcard is never allowed.
    expect(policies?.length, 'trusted-types').toBeGreaterThan(0);
    expect(policies, 'trusted-types').not.toContain('*');
  });

  it.each(bookingAddresses)('F12 %s has the booking policy', (path) => {
    expect(sourcesOf(replyTo(path)), 'content-security-policy').toEqual(bookingPolicy);
    const styles = directivesOf(replyTo(path).headers).get('style-src') ?? [];
    // A hash would cancel 'unsafe-inline'.
    expect(
      styles.filter((source) => source.startsWith("'sha256-")),
      'style-src',
    ).toEqual([]);
  });

  it.each(pageAddresses)(
    'F8 F9 F10 %s carries every header, no cookie, and nothing inline but what its policy names by hash',
    (path) => {
      const { status, headers, text } = replyTo(path);
      expect(status).toBe(200);
      expectPagePolicy(headers, embedOrigin);
      expect(headers['set-cookie'], 'set-cookie').toBeUndefined();
      const policy = directivesOf(headers);
      const scripts = inlineTexts(text, 'script');
      // A page with a notice has one more.
      expect(scripts, 'inline scripts').toHaveLength(text.includes('site-notice') ? 2 : 1);
      expect(policy.get('script-src'), 'script-src').toEqual(expect.arrayContaining(scripts.map(hashOf)));
      if (!bookingAddresses.includes(path))
        expect(policy.get('style-src'), 'style-src').toEqual(
          expect.arrayContaining(inlineTexts(text, 'style').map(hashOf)),
        );
      expect(parseHtml(text).all('[style]'), 'style attributes').toEqual([]);
      expect(/<[^>]+\son\w+\s*=/i.exec(text)?.[0], 'event handlers').toBeUndefined();
    },
  );
});

it('E31 an id of a request reveals nothing about earlier ones', async () => {
  const ids = await Promise.all(
    Array.from({ length: 20 }, async () => (await request(site.url).get('/about')).headers['x-request-id']),
  );
  // 14 and 48 random bits.
  const parts = (at: number) => new Set(ids.map((id) => String(id).split('-')[at]));
  expect(parts(0).size).toBeGreaterThan(10);
  expect(parts(1).size).toBe(20);
});

describe('the policy of a streamed page', () => {
  it.each([
    ['/about', plainPolicy],
    ['/rentals', bookingPolicy],
  ])(
    'F7 %s has the policy of cached pages and a nonce of its own, and is never cached',
    async (path, expected) => {
      const cold = await siteForTest({ environment: { ...environment, SHELL_DEADLINE_MS: '0' } });
      const release = await holdResponses(cold.contentService, '*');
      const replies = await Promise.all([1, 2, 3].map(() => openResponse(cold.url, path)));
      const nonces = replies.map((reply) => {
        const { 'trusted-types': _, ...sources } = sourcesOf(reply);
        expect(reply.status).toBe(200);
        expect(sources, 'content-security-policy').toEqual(expected);
        expectPagePolicy(reply.headers, embedOrigin);
        expect(reply.headers['cache-control'], 'cache-control').toBe('no-store');
        expect(reply.headers.etag, 'etag').toBeUndefined();
        expect(reply.headers['cdn-cache-control'], 'cdn-cache-control').toBeUndefined();
        const scripts = directivesOf(reply.headers).get('script-src') ?? [];
        expect(scripts).not.toContain("'strict-dynamic'");
        const own = scripts.flatMap((source) => /^'nonce-(.+)'$/.exec(source)?.[1] ?? []);
        expect(own, 'nonces').toHaveLength(1);
        return own[0] ?? '';
      });
      release();
      for (const reply of replies) await reply.rest();
      expect(new Set(nonces).size).toBe(3);
      for (const nonce of nonces) expect(Buffer.from(nonce, 'base64')).toHaveLength(16);
    },
  );
});

describe('every status', async () => {
  const broken = await siteForFile({ environment: { ...environment, SHELL_DEADLINE_MS: '5000' } });

  beforeAll(async () => {
    await broken.contentService.fault('*', { kind: 'refuse' });
    await broken.contactService.fault('*', { kind: 'refuse' });
  });

  const post = (at: TestSite, path: string, body: string, headers: Record<string, string> = {}) =>
    request(at.url)
      .post(path)
      .type('form')
      .set({ ...fromOwnPage(origin), ...headers })
      .send(body);

  /** The status of a page, and the request that gets it. */
  const pages: readonly (readonly [number, string, () => Test])[] = [
    [400, 'a broken address', () => request(site.url).get('/%')],
    [404, 'no such page', () => request(site.url).get('/no-such-page')],
    [404, 'no such service', () => request(site.url).get('/services/no-such')],
    [404, 'no such post', () => request(site.url).get('/blog/no-such')],
    [404, 'no such submission', () => request(site.url).get('/contact/sent/no-such-number')],
    [
      403,
      'a form of another site',
      () => post(site, '/contact', '', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }),
    ],
    [415, 'a form of another type', () => post(site, '/contact', 'x', { 'Content-Type': 'text/plain' })],
    [422, 'a form with an empty field', () => post(site, '/contact', asForm({ ...goodEnquiry, name: '' }))],
    [413, 'a form that is too large', () => post(site, '/contact', `message=${'x'.repeat(300_000)}`)],
    [500, 'a render that throws', () => post(site, '/sentry-example-page/render-error', '')],
    [500, 'an endpoint that throws', () => post(site, '/sentry-example-page/endpoint-error', '')],
    [502, 'a contact API that refuses', () => post(broken, '/contact', asForm(goodEnquiry))],
    [503, 'content that cannot be loaded', () => request(broken.url).get('/')],
  ];

  it.each(pages)('G5 %i, %s, is a page with the whole policy', async (status, _, send) => {
    const reply = await send().expect(status);
    expect(reply.headers['content-type'], 'content-type').toBe('text/html; charset=utf-8');
    expectPagePolicy(reply.headers, embedOrigin);
    expect(reply.headers['x-robots-tag'], 'x-robots-tag').toBe('noindex');
    expect(parseHtml(reply.text).one('meta[name=robots]').attribute('content')).toBe('noindex');
    expect(parseHtml(reply.text).all('link[rel=canonical]')).toEqual([]);
    if (status !== 404) expect(reply.headers['cache-control'], 'cache-control').toBe('no-store');
    if (status === 503) expect(reply.headers['retry-after'], 'retry-after').toBe('30');
    expect(reply.headers['x-request-id'], 'x-request-id').toMatch(/^[\w-]+$/);
  });

  const resources: readonly (readonly [number, string, () => Test])[] = [
    [200, 'a probe', () => request(site.url).get('/livez')],
    [200, 'readiness', () => request(site.url).get('/readyz')],
    [200, 'robots.txt', () => request(site.url).get('/robots.txt')],
    [200, 'the sitemap', () => request(site.url).get('/sitemap.xml')],
    [200, 'posts as JSON', () => request(site.url).get('/api/posts')],
    [
      204,
      'a policy report',
      () => post(site, '/api/csp-report', '{}', { 'Content-Type': 'application/csp-report' }),
    ],
    [301, 'a redirect', () => request(site.url).get('/About')],
    [
      400,
      'an enquiry that is not JSON',
      () => post(site, '/api/contact', '{', { 'Content-Type': 'application/json' }),
    ],
    [404, 'an unknown endpoint', () => request(site.url).get('/api/no-such')],
    [404, 'a missing file', () => request(site.url).get('/static/no-such.js')],
    [405, 'a method that is not allowed', () => post(site, '/about', '')],
    [414, 'an address that is too long', () => request(site.url).get(`/${'a'.repeat(9_000)}`)],
    [503, 'a sitemap that cannot be made', () => request(broken.url).get('/sitemap.xml')],
    [503, 'posts that cannot be read', () => request(broken.url).get('/api/posts')],
  ];

  it.each(resources)('G5 %i, %s, has the policy of a resource', async (status, _, send) => {
    const reply = await send().expect(status);
    expectResourcePolicy(reply.headers);
    expect(reply.headers['x-request-id'], 'x-request-id').toMatch(/^[\w-]+$/);
  });
});

describe('the head of a document', () => {
  it('no two pages have the same title or the same description', () => {
    const heads = pageAddresses.map((path) => parseHtml(replyTo(path).text));
    const titles = heads.map((page) => page.one('title').text);
    const descriptions = heads.map((page) => page.one('meta[name=description]').attribute('content'));
    const doubled = (texts: readonly unknown[]) =>
      pageAddresses.filter((_, at) => texts.indexOf(texts[at]) !== texts.lastIndexOf(texts[at]));
    expect(doubled(titles), 'addresses that share a title').toEqual([]);
    expect(doubled(descriptions), 'addresses that share a description').toEqual([]);
  });

  it.each(pageAddresses)('E25 %s has a canonical address under our own origin, or is not indexed', (path) => {
    const page = parseHtml(replyTo(path).text);
    const isFound = !devAddresses.includes(path) && path !== siteAddresses.search;
    const own = isFound ? [origin + path] : [];
    const linked = page.all('link[rel=canonical]').map((link) => link.attribute('href'));
    const robots = page.all('meta[name=robots]').map((meta) => meta.attribute('content'));
    expect({ linked, robots }).toEqual({ linked: own, robots: isFound ? [] : ['noindex'] });
    const header = path === siteAddresses.search ? 'noindex' : undefined;
    expect(replyTo(path).headers['x-robots-tag'], 'x-robots-tag').toBe(header);
  });

  it('a filtered list has the page of its category or tag as canonical address', async () => {
    const canonicalOf = async (path: string) =>
      parseHtml((await request(site.url).get(path)).text)
        .one('link[rel=canonical]')
        .attribute('href');
    expect(await canonicalOf('/blog?category=seasonal-care')).toBe(`${origin}/blog/category/seasonal-care`);
    expect(await canonicalOf('/blog?tag=winter')).toBe(`${origin}/blog/tag/winter`);
    expect(await canonicalOf('/blog?page=2&utm_source=x')).toBe(`${origin}/blog?page=2`);
  });

  /** The title of an address on a site with these settings. */
  async function titleWith(settings: Readonly<Record<string, string>>, path: string): Promise<string> {
    const other = await siteForTest({ environment: { SHELL_DEADLINE_MS: '5000', SITE_NAME: 'The Product' } });
    other.contentService.rows.site_settings = Object.entries(settings).map(([key, value], at) => ({
      id: at + 1,
      key,
      value,
    }));
    const reply = await request(other.url).get(path);
    return parseHtml(reply.text).one('title').text;
  }

  it('the site title is site_title, else site_name, else the product, and is never repeated', async () => {
    expect(await titleWith({ site_title: 'T', site_name: 'N' }, '/about')).toBe('About - T');
    expect(await titleWith({ site_name: 'N' }, '/about')).toBe('About - N');
    expect(await titleWith({}, '/about')).toBe('About - The Product');
    expect(await titleWith({ site_title: 'T' }, '/')).toBe('The Product - T');
    expect(await titleWith({}, '/')).toBe('The Product');
    expect(await titleWith({ site_title: 'About' }, '/about')).toBe('About');
  });
});

describe('F1 unkeyed request headers', () => {
  const headers: Readonly<Record<string, string>> = {
    'X-Forwarded-Host': 'evil.example',
    'X-Forwarded-Proto': 'http',
    'X-Forwarded-Port': '1',
    'X-Forwarded-For': '10.0.0.1',
    'X-Forwarded-Prefix': '/evil',
    'X-Original-URL': '/contact',
    'X-Rewrite-URL': '/contact',
    'X-Host': 'evil.example',
    'X-HTTP-Method-Override': 'POST',
    Forwarded: 'host=evil.example;proto=http',
    Origin: 'https://evil.example',
    Referer: 'https://evil.example/',
    Cookie: 'selectedTheme=sunset; session=1',
    Authorization: 'Bearer x',
    'User-Agent': 'Mozilla/5.0 (evil)',
    Accept: 'application/json',
    'Accept-Language': 'de',
    'Accept-Charset': 'utf-16',
    'Sec-CH-UA-Mobile': '?1',
    'Sec-CH-Prefers-Color-Scheme': 'dark',
    'Sec-GPC': '1',
    'Save-Data': 'on',
    DNT: '1',
    Range: 'bytes=0-10',
    'If-Modified-Since': 'Thu, 01 Jan 2099 00:00:00 GMT',
    'Cache-Control': 'no-cache',
    Pragma: 'no-cache',
    Via: '1.1 evil',
    'Max-Forwards': '0',
    'X-Requested-With': 'XMLHttpRequest',
    'X-Nextjs-Data': '1',
    RSC: '1',
    Purpose: 'prefetch',
    'Sec-Purpose': 'prefetch;prerender',
    'CF-Connecting-IP': '10.0.0.1',
    'True-Client-IP': '10.0.0.1',
    traceparent: '00-00000000000000000000000000000001-0000000000000001-01',
    baggage: 'a=b',
    'sentry-trace': '00000000000000000000000000000001-0000000000000001-1',
    'X-Request-Id': 'evil',
  };

  it.each(pageAddresses)(
    `F1 %s is the same bytes under ${Object.keys(headers).length} headers`,
    async (path) => {
      const expected = replyTo(path);
      const one = Object.entries(headers).map(([name, value]) => ({ [name]: value }));
      const varied = await Promise.all(
        [...one, headers].map(
          async (set) => [set, await sendRequest(site.url, path, { headers: set })] as const,
        ),
      );
      const different = varied.filter(
        ([, reply]) => reply.status !== 200 || !reply.body.equals(expected.body),
      );
      expect(
        different.map(([set]) => set),
        'headers that change the page',
      ).toEqual([]);
      const repeated = varied.filter(([, reply]) => /evil/.test(JSON.stringify(reply.rawHeaders)));
      expect(
        repeated.map(([set]) => set),
        'headers that are echoed',
      ).toEqual([]);
    },
  );
});

/** The text of every inline script or style, found by a pattern because a parser would decode the hashed text. */
function inlineTexts(html: string, tag: 'script' | 'style'): string[] {
  const outside = html.replace(/<!--.*?-->/gs, '');
  const elements = [...outside.matchAll(new RegExp(`<${tag}([^>]*)>(.*?)</${tag}>`, 'gs'))];
  return elements
    .filter(
      ([, attributes = '']) =>
        !/\ssrc=/.test(attributes) && !/type="(application|speculationrules)/.test(attributes),
    )
    .map(([, , text = '']) => text);
}
