import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  expectNothingInternal,
  expectPagePolicy,
  expectResourcePolicy,
  productionEnvironment,
} from '../support/headerPolicy.ts';
import { parseHtml } from '../support/html.ts';
import { type FullResponse, headersOfRaw, sendBytes, sendRequest, statusOfRaw } from '../support/http.ts';
import { createManualClock } from '../support/manualClock.ts';
import { devAddresses, pageAddresses, siteAddresses } from '../support/siteAddresses.ts';
import { siteForFile } from '../support/started.ts';

// Its clock stands still, so that content is loaded only when a test says so.
const clock = createManualClock(new Date().toISOString());
const site = await siteForFile({ environment: productionEnvironment, clock });
beforeAll(() => site.load());
afterAll(async () => {
  // After all tests every page is still served.
  for (const path of pageAddresses)
    expect((await send(path)).status, path).toBe(devAddresses.includes(path) ? 404 : 200);
  expect('polluted' in {}).toBe(false);
});
beforeEach(() => {
  site.contentService.clearRequests();
});
afterEach(() => {
  expect(site.reports).toEqual([]);
  const calls = site.contentService.requests.map(({ url }) => url);
  expect(calls.filter((url) => !url.startsWith('/items/services?'))).toEqual([]);
});

const send = (path: string, options: Parameters<typeof sendRequest>[2] = {}) =>
  sendRequest(site.url, path, options);
const raw = (bytes: string) => sendBytes(site.url, bytes);

/** Expects a page that says what is wrong, with the layout of the site and nothing internal. */
function expectClearPage(reply: FullResponse, status: number, heading: string): void {
  expect(reply.status).toBe(status);
  expectPagePolicy(reply.headers);
  expectNothingInternal(reply.text);
  expect(reply.headers['x-robots-tag']).toBe('noindex');
  const page = parseHtml(reply.text);
  expect(page.one('main h1').text).toBe(heading);
  expect(page.one('header .brand-name').text).toBe('Juniper Ridge Property Services');
  // It is not a page of the menu, not even Home.
  expect(page.all('header [aria-current], footer [aria-current]')).toEqual([]);
  expect(page.one('footer .footer-copyright').text).toContain('2024');
}
const expectNotFound = (reply: FullResponse) => expectClearPage(reply, 404, 'Page not found');
const expectSame = (reply: FullResponse, plain: FullResponse) => {
  expect([reply.status, reply.headers.location]).toEqual([plain.status, plain.headers.location]);
  expect(reply.body.equals(plain.body)).toBe(true);
};

it.each(['/READYZ', '/readyz/', '/Livez', '/livez/'])('%s is not a probe', async (path) =>
  expectNotFound(await send(path)),
);

describe('addresses that cannot be read', () => {
  const addresses = {
    'E1 broken escapes': '/% /%C0%AF /%E0%A4%A /services/% /blog/%zz /%ff /blog/tag/%',
    'E2 control bytes':
      '/%00 /services/%00 /blog/a%0d%0ab /%1b[31m /about%7f /blog/tag/%09x /about%E2%80%A8 /blog/tag/%E2%80%A9',
    'E28 fragments':
      '/# /about#x /services/# /blog/#/ /#/../x /a%20# /blog?page=2#x /api/posts#x /media/# /static/#',
  };

  it.each(Object.entries(addresses))('are a 400 in the layout of the site: %s', async (_name, list) => {
    for (const path of list.split(' ')) {
      const reply = await send(path);
      expectClearPage(reply, 400, 'This address cannot be read');
      expect(reply.headers['cache-control']).toBe('no-store');
    }
  });

  it('E1 do not include a malformed escape in the query, which is only an ignored parameter', async () => {
    expect((await send('/?utm=%')).status).toBe(200);
    expect((await send('/blog?category=%E0%A4%A')).status).toBe(200);
  });

  it('E3 are a 414 without a page when too long; a long or deep one is an ordinary 404', async () => {
    expectNotFound(await send(`/${'a'.repeat(8_000)}`));
    expect((await send(`/contact?gclid=${'a'.repeat(8_000)}`)).status).toBe(200);
    const reply = await send(`/${'a'.repeat(8_192)}`);
    expect(reply.status).toBe(414);
    expectNotFound(await send(`/${'a'.repeat(7_999)}`));
    expect((await send(`/?fbclid=${'a'.repeat(7_900)}`)).status).toBe(200);
    expectResourcePolicy(reply.headers);
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(reply.text.length).toBeLessThan(100);
    expectNotFound(await send('/a'.repeat(1_000)));
  });

  it('E4 are 400 or 404 for path traversals, and show no byte of a file', async () => {
    const climbs = '..%2f %2e%2e/ ..%5c %2e%2e%2f ..%252f %252e%252e%252f ..%c0%af ....//'.split(' ');
    const goals = ['package.json', 'etc/passwd', 'server/main.ts', 'dist/manifest.json'];
    const vectors = ['/', '/static/'].flatMap((start) =>
      climbs.flatMap((climb) => goals.map((goal) => `${start}${climb.repeat(4)}${goal}`)),
    );
    expect(vectors).toHaveLength(64);
    for (const vector of vectors) {
      const reply = await send(vector);
      expect([400, 404], vector).toContain(reply.status);
      expect(/root:x|"dependencies"|createApp|"bootScript"/.exec(reply.text), vector).toBeNull();
      expectNothingInternal(reply.text);
    }
  });

  it.each([
    '//evil.example/%2e%2e',
    '//evil.example',
    '/\\evil.example',
    '///evil.example/about',
    '/%5cevil.example',
    'https://a@www.ridge.example/about',
    'https://www.ridge.example//evil.example/',
  ])('E5 E16 include %s with another host: refused without a redirect, and not repeated', async (path) => {
    const reply = await send(path);
    expect([400, 404]).toContain(reply.status);
    expect(reply.headers.location).toBeUndefined();
    expect(reply.text).not.toContain('evil.example');
  });

  it('E18 add no header by line breaks in repeated parts', async () => {
    const breaks = '%0d%0a %0a %0d %E5%98%8A%E5%98%8D %u000d%u000a'.split(' ');
    for (const place of ['/blog/category/A', '/About?x=', '/blog/tag/', '/services/', '/static/']) {
      for (const line of breaks) {
        const { status, headers } = await send(`${place}${line}Set-Cookie:%20a=1`);
        expect(headers['set-cookie']).toBeUndefined();
        expect(headers.location ?? '').not.toMatch(/[\r\n]/);
        expect(status).toBeLessThan(500);
      }
    }
  });
});

describe('other spellings of addresses', () => {
  it.each([
    ['/SERVICES/Snow-Removal', '/services/snow-removal'],
    ['/services/SNOW-REMOVAL?utm=A', '/services/snow-removal?utm=A'],
    ['/Blog/Opening-the-Cabin-in-April/', '/blog/opening-the-cabin-in-april'],
    ['/About//', '/about'],
    ['//about', '/about'],
    ['//blog//opening-the-cabin-in-april?a=1', '/blog/opening-the-cabin-in-april?a=1'],
    ['/services/snow-removal%E2%80%8B', '/services/snow-removal'],
  ])('E5 %s redirects to its page at once', async (path, location) => {
    const { status, headers } = await send(path);
    expect([status, headers.location]).toEqual([301, location]);
    expectResourcePolicy(headers);
  });

  it('E5 a slug that only exists in upper case is served under it', async () => {
    site.contentService.row('services', 'painting').slug = 'Painting';
    await site.content.load(['services'], true);
    expect((await send('/services/Painting')).status).toBe(200);
    expect((await send('/SERVICES/Painting')).headers.location).toBe('/services/Painting');
    expect((await send('/services/painting?a=1')).headers.location).toBe('/services/Painting?a=1');
    expect((await send('/services/PAINTING')).headers.location).toBe('/services/Painting');
    expect((await send('/services/None-Of-It')).status).toBe(404);
    site.contentService.row('services', 'Painting').slug = 'painting';
    await site.content.load(['services'], true);
  });

  it('finds a row by an address in another form of Unicode, whichever form its slug has', async () => {
    site.contentService.row('services', 'painting').slug = 'cafe\u0301-paint';
    await site.content.load(['services'], true);
    expect((await send('/services/caf%C3%A9-paint')).status).toBe(200);
    expect((await send('/services/cafe%CC%81-paint')).headers.location).toBe('/services/caf%C3%A9-paint');
    site.contentService.row('services', 'cafe\u0301-paint').slug = 'painting';
    await site.content.load(['services'], true);
  });

  it('E5 a redirect to the canonical form stays on the site', async () => {
    const { status, headers } = await send('/blog//evil.example/..%2f');
    expect([301, 400, 404]).toContain(status);
    expect(headers.location ?? '/').toMatch(/^\/(?![/\\])/);
  });

  it('E9 slugs named like properties of every object are ordinary 404s', async () => {
    const names = '__proto__ constructor toString hasOwnProperty valueOf __defineGetter__'.split(' ');
    for (const place of ['/', '/services/', '/blog/', '/blog/category/', '/blog/tag/']) {
      for (const name of names) {
        const { status, headers } = await send(place + name);
        // Terms have one spelling; a slug is looked up as it is written.
        expect(status === 301 ? (await send(headers.location ?? '')).status : status, place + name).toBe(404);
      }
    }
  });

  it('E6 F6 letters of other scripts, and names that look like files, are 404s', async () => {
    const paths = '/%F0%9F%8F%94 /contact/x.css /about/x.js /rentals/a/b.png /style.css /about;x=1';
    for (const path of paths.split(' ')) expectNotFound(await send(path));
    const ofRows = '/blog/tag/caf%C3%A9 /services/snow-removal.css /blog/x.css /rentals/a.png';
    for (const path of ofRows.split(' ')) expect((await send(path)).status, path).toBe(404);
  });
});

describe('queries', () => {
  it('E7 the first of repeated parameters counts', async () => {
    const reply = await send('/blog?category=seasonal-care&category=owner-guides');
    expect(parseHtml(reply.text).one('.filter-banner strong').text).toBe('Seasonal Care');
  });

  it.each([
    ['E7 brackets', '/blog?category[]=seasonal-care'],
    ['E7 250 parameters', `/blog?${Array.from({ length: 250 }, (_, i) => `p${i}=1`).join('&')}`],
    ['E7 a value of more than 64 characters', `/blog?category=${'a'.repeat(65)}`],
    ['E7 a negative page', '/blog?page=-1'],
    ['E7 a page in exponential notation', '/blog?page=1e9'],
    [
      'E8 names of the prototype',
      '/blog?__proto__[polluted]=1&constructor.prototype.polluted=1&constructor=x',
    ],
    ['F5 a semicolon', '/blog?utm=1;category=owner-guides'],
  ])('ignore %s', async (_, path) => {
    expectSame(await send(path), await send('/blog'));
  });

  it.each([
    ['/api/posts?page=+2', '/api/posts?page=2'],
    [`/api/posts?category=${'a'.repeat(65)}`, '/api/posts'],
    ['/api/posts?category=Seasonal%20Care&tag=winter', '/api/posts?category=seasonal-care'],
  ])('E7 %s lists what the page shows for it', async (path, plain) => {
    const [reply, same, other] = await Promise.all(
      [path, plain, '/api/posts?page=99'].map((one) => send(one)),
    );
    expect(JSON.parse(reply?.text ?? '')).toEqual(JSON.parse(same?.text ?? ''));
    expect(reply?.text).not.toBe(other?.text);
  });

  it('F5 the body of a GET is ignored', async () => {
    const body = 'category=owner-guides';
    const headers = {
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': `${body.length}`,
    };
    const path = '/blog?category=seasonal-care';
    expectSame(await send(path, { headers, body }), await send(path));
  });
});

describe('headers', () => {
  const get = (headers: string, path = '/about') =>
    `GET ${path} HTTP/1.1\r\n${headers}\r\nConnection: close\r\n\r\n`;
  const manyHeaders = Array.from({ length: 2_100 }, (_, i) => `a${i}:1`).join('\r\n');
  const badHosts = ['a b', 'a/c', 'a b/c', '"><script>alert(1)</script>', 'a:b', 'a@b', '[::1', 'a,b'];
  const goodHosts = ['a_b.example:3000', '[::1]:80', '10.0.0.1', 'WWW.ridge.example', ''];

  it.each<readonly [name: string, bytes: string, status: number]>([
    ['E3 an address of more than 16 kB', get('Host: x', `/${'a'.repeat(17_000)}`), 431],
    // The socket writes the text as UTF-8.
    ['E6 bytes outside of ASCII', get('Host: x', '/blog/tag/caf\u00e9'), 400],
    ['E10 more than 16 kB of headers', get(`Host: x\r\nX-Big: ${'a'.repeat(17_000)}`), 431],
    ['E10 2,100 tiny headers', get(`Host: x\r\n${manyHeaders}`), 431],
    ['E11 a header named __proto__', get('Host: x\r\n__proto__: y'), 200],
    ['E16 no Host', 'GET /about HTTP/1.1\r\n\r\n', 400],
    ['E17 a method that does not exist', 'FOO / HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ...goodHosts.map((host) => [`E16 a Host header ${host}`, get(`Host: ${host}`), 200] as const),
    ...badHosts.flatMap((host) =>
      // A cached page, a missing page, a file.
      ['/about', '/no-such-page', '/static/none.js'].map(
        (path) => [`E16 a Host header ${host} for ${path}`, get(`Host: ${host}`, path), 400] as const,
      ),
    ),
  ])('%s', async (_name, bytes, status) => {
    expect(statusOfRaw(await raw(bytes))).toBe(status);
  });

  it('E16 two Host headers are a 400, also for a cached page', async () => {
    for (const path of ['/about', '/services']) {
      const reply = await raw(get('Host: a\r\nHost: b', path));
      expect(statusOfRaw(reply)).toBe(400);
      expectPagePolicy(headersOfRaw(reply));
    }
  });

  it('E16 E17 neither HTTP/0.9 nor CONNECT gets a page', async () => {
    const old = await raw('GET /about\r\n\r\n');
    expect(old === '' || statusOfRaw(old) === 400).toBe(true);
    expect(await raw('CONNECT evil.example:443 HTTP/1.1\r\nHost: x\r\n\r\n')).not.toContain('200');
  });

  it.each([
    ['E10 a cookie of 10 kB', { Cookie: `a=${'x'.repeat(10_000)}` }],
    ['E16 a foreign Host', { Host: 'evil.example' }],
    [
      'E27 an upgrade to h2c',
      { Connection: 'Upgrade, HTTP2-Settings', Upgrade: 'h2c', 'HTTP2-Settings': 'AA' },
    ],
    [
      'E27 an upgrade to WebSocket',
      { Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Key': 'x' },
    ],
  ])('%s changes nothing', async (_name, headers) => {
    for (const path of ['/about', '/no-such-page', '/About'])
      expectSame(await send(path, { headers: { ...headers } }), await send(path));
  });

  it.each([
    'www.ridge.example',
    'other.ridge.example',
    'www.ridge.example:8080',
    '[::1]:3000',
    'evil.example',
  ])('E16 an absolute address counts as its path, under any name: %s', async (host) => {
    for (const path of ['/about', '/no-such-page', '/services?x=1', ''])
      expectSame(await send(`https://${host}${path}`), await send(path || '/'));
  });

  it('E16 a post to an absolute address is judged by the name in it', async () => {
    const headers = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' };
    const post = async (host: string) =>
      (await send(`https://${host}/api/contact`, { method: 'POST', headers, body: '{}' })).status;
    expect([await post('evil.example'), await post('www.ridge.example')]).toEqual([403, 400]);
  });
});

describe('E30 posts under a foreign name', () => {
  const own = productionEnvironment.FRONTEND_URL;

  it.each([
    [403, { Origin: 'https://evil.example', Host: 'evil.example' }],
    [403, { Origin: 'http://127.0.0.1', Host: '127.0.0.1' }],
    [403, { Origin: 'http://localhost:3000', Host: 'localhost:3000' }],
    [403, { Origin: 'null', Host: 'evil.example' }],
    [403, { Host: 'evil.example' }],
    // Our own names; the 400 is for the empty body.
    [400, { Origin: own, Host: 'app:3000' }],
    [400, { Origin: 'http://www.ridge.example', Host: 'www.ridge.example' }],
    [400, { Origin: 'null', Host: 'www.ridge.example' }],
    [400, { Host: 'www.ridge.example' }],
  ])('E30 are a %i whatever the browser says: %o', async (status, given) => {
    const headers = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json', ...given };
    const post = async (path: string) => (await send(path, { method: 'POST', headers, body: '{}' })).status;
    expect(await post('/api/contact')).toBe(status);
    if (status === 403) expect(await post('/contact')).toBe(403);
  });
});

describe('E17 methods', () => {
  const places = '/ /about /no-such-page /static/x.js /contact/sent/a /api/contact/status/a'.split(' ');

  it.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'POST'])(
    'E17 %s is a 405',
    async (method) => {
      for (const path of places) {
        const reply = await send(path, { method, ...(method === 'POST' ? { body: 'a=1' } : {}) });
        expect([reply.status, reply.headers.allow], path).toEqual([405, 'GET, HEAD']);
        expectResourcePolicy(reply.headers);
      }
    },
  );

  it.each([
    ['/contact', 'GET, HEAD, POST'],
    ['/contact?from=menu', 'GET, HEAD, POST'],
    ['/api/posts', 'GET, HEAD'],
    ['/api/search', 'GET, HEAD'],
    ['/api/contact', 'POST'],
    ['/api/csp-report', 'POST'],
  ])('E17 %s allows %s, and serves what it allows', async (path, allowed) => {
    const refused = await send(path, { method: 'PUT', headers: { Origin: 'https://evil.example' } });
    expect([refused.status, refused.headers.allow]).toEqual([405, allowed]);
    // Among others, no header that allows another site anything.
    expectResourcePolicy(refused.headers);
    const replies = await Promise.all(
      ['GET', 'HEAD', 'POST'].map(async (method) => [method, (await send(path, { method })).status] as const),
    );
    const taken = replies.filter(([, status]) => status !== 405).map(([method]) => method);
    expect(taken.join(', ')).toBe(allowed);
  });

  it('E17 endpoints refuse in JSON', async () => {
    for (const path of ['/api/posts', '/api/posts?page=2', '/api/contact/status/a']) {
      const { status, headers, text } = await send(path, { method: 'POST', body: 'a=1' });
      expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
      expect(JSON.parse(text).error).toBe('Method not allowed.');
    }
  });

  it.each(Object.values(siteAddresses).filter((path) => !devAddresses.includes(path)))(
    'E17 HEAD %s has the headers of GET and no body',
    async (path) => {
      const get = await send(path);
      const head = await send(path, { method: 'HEAD' });
      const stable = ({ headers }: FullResponse) => {
        const { 'x-request-id': _, 'server-timing': __, date: ___, ratelimit: ____, ...rest } = headers;
        return rest;
      };
      expect(head.status).toBe(get.status);
      expect(stable(head)).toEqual(stable(get));
      expect(head.body).toHaveLength(0);
    },
  );
});

describe('internal addresses', () => {
  it.each([
    '/.git/config /.git/HEAD /.env /.env.local /.env.example /.htaccess /.DS_Store /static/.env /livez/../.env',
    '/package.json /package-lock.json /tsconfig.json /build.mjs /Dockerfile /compose.yaml /config.json',
    '/server /server/main.ts /server/main.js /client/main.ts /shared/paths.ts /dist/manifest.json /manifest.json',
    '/static/manifest.json /static/../manifest.json /static/main.js.map /server/main.js.map /static/ /static',
    '/node_modules /admin /wp-admin /wp-login.php /phpinfo.php /server-status /actuator/env /metrics /status',
    '/debug /graphql /items/pages /assets/ /id_rsa /backup.zip /api /api/ /api/unknown /api/reports /dev/reload',
    '/sentry-example-page /style',
  ])('E24 E25 are not served: %s', async (list) => {
    for (const path of list.split(' ')) {
      const reply = await send(path);
      expect([400, 404], path).toContain(reply.status);
      expectNothingInternal(reply.text);
      expect(reply.text).not.toContain('Error reporting test');
    }
  });

  it('E24 E25 no built script names a source map, and no map and no test page is served', async () => {
    const [entry = ''] = /\/static\/main-\w+\.js/.exec((await send('/about')).text) ?? [];
    const script = await send(entry);
    expect(script.status).toBe(200);
    expect(script.text).not.toMatch(/sourceMappingURL|Error reporting test/);
    expect((await send(`${entry}.map`)).status).toBe(404);
    for (const name of ['render-error', 'endpoint-error'])
      expect((await send(`/sentry-example-page/${name}`, { method: 'POST' })).status).toBe(405);
  });

  it('F6 D18 a file that was never built is a plain 404 that is never cached', async () => {
    const reply = await send('/static/main-00000000.js', { headers: { Accept: 'text/html' } });
    expect(reply.status).toBe(404);
    expect(reply.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'text/plain; charset=utf-8',
    });
    expect(reply.text).not.toContain('<');
    expectResourcePolicy(reply.headers);
  });
});
