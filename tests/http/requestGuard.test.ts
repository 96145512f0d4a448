import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  expectNothingInternal,
  expectPagePolicy,
  expectResourcePolicy,
  productionEnvironment,
} from '../support/headerPolicy.ts';
import { parseHtml } from '../support/html.ts';
import { type FullResponse, headersOfRaw, sendBytes, sendRequest, statusOfRaw } from '../support/http.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { devAddresses, pageAddresses, siteAddresses } from '../support/siteAddresses.ts';

let site: TestSite;

beforeAll(async () => {
  site = await startSite({ environment: productionEnvironment });
  await site.load();
});

afterAll(() => site.close());

const send = (path: string, options: Parameters<typeof sendRequest>[2] = {}) =>
  sendRequest(site.url, path, options);
const raw = (bytes: string) => sendBytes(site.url, bytes);

/** A page of the site that says what is wrong, with everything around it and nothing of its inside. */
function expectClearPage(reply: FullResponse, status: number, heading: string): void {
  expect(reply.status).toBe(status);
  expectPagePolicy(reply.headers);
  expectNothingInternal(reply.text);
  expect(reply.headers['x-robots-tag']).toBe('noindex');
  const page = parseHtml(reply.text);
  expect(page.one('main h1').text).toBe(heading);
  expect(page.one('header .brand-name').text).toBe('Juniper Ridge Property Services');
  expect(page.one('footer .footer-copyright').text).toContain('2024');
}

const expectBadRequest = (reply: FullResponse) => {
  expectClearPage(reply, 400, 'This address cannot be read');
  expect(reply.headers['cache-control']).toBe('no-store');
};
const expectNotFound = (reply: FullResponse) => expectClearPage(reply, 404, 'Page not found');

describe('E1 malformed escapes', () => {
  it.each(['/%', '/%C0%AF', '/%E0%A4%A', '/services/%', '/blog/%zz', '/%ff', '/blog/tag/%'])(
    'E1 %s is a 400 inside the site',
    async (path) => expectBadRequest(await send(path)),
  );

  it('E1 a malformed escape in the query is only an ignored parameter', async () => {
    expect((await send('/?utm=%')).status).toBe(200);
    expect((await send('/blog?category=%E0%A4%A')).status).toBe(200);
  });
});

describe('E2 control bytes', () => {
  it.each(['/%00', '/services/%00', '/blog/a%0d%0ab', '/%1b[31m', '/about%7f', '/blog/tag/%09x'])(
    'E2 %s is a 400 inside the site',
    async (path) => expectBadRequest(await send(path)),
  );
});

describe('E3 long paths', () => {
  it('E3 more than 2 kB is a 414 that makes no call', async () => {
    site.contentService.clearRequests();
    const reply = await send(`/${'a'.repeat(8_000)}`);
    expect(reply.status).toBe(414);
    expectResourcePolicy(reply.headers);
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(reply.text.length).toBeLessThan(100);
    expect(site.contentService.requests.map(({ url }) => url)).toEqual([]);
  });

  it('E3 more than 16 kB is a 431', async () => {
    const reply = await raw(`GET /${'a'.repeat(17_000)} HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect(statusOfRaw(reply)).toBe(431);
  });

  it('E3 a thousand segments are an ordinary 404', async () => {
    site.contentService.clearRequests();
    expectNotFound(await send('/a'.repeat(1_000)));
    expect(site.contentService.requests.map(({ url }) => url)).toEqual([]);
  });
});

describe('E4 traversal', () => {
  const climbs = [
    '..%2f',
    '%2e%2e/',
    '..%5c',
    '%2e%2e%2f',
    '..%252f',
    '%252e%252e%252f',
    '..%c0%af',
    '....//',
  ];
  const goals = ['package.json', 'etc/passwd', 'server/main.ts', 'dist/manifest.json'];
  const starts = ['/', '/static/'];
  const vectors = starts.flatMap((start) =>
    climbs.flatMap((climb) => goals.map((goal) => `${start}${climb.repeat(4)}${goal}`)),
  );

  it(`E4 ${vectors.length} vectors are 400 or 404 and show no byte of a file`, async () => {
    for (const vector of vectors) {
      const reply = await send(vector);
      expect([400, 404], vector).toContain(reply.status);
      const shown = /root:x|"dependencies"|createApp|"bootScript"/.exec(reply.text);
      expect(shown, vector).toBeNull();
      expectNothingInternal(reply.text);
    }
  });
});

describe('E5 addresses of other hosts', () => {
  it.each([
    '//evil.example/%2e%2e',
    '//evil.example',
    '/\\evil.example',
    '///evil.example/about',
    '/%5cevil.example',
    'http://evil.example/about',
  ])('E5 %s is refused and leads nowhere', async (path) => {
    const reply = await send(path);
    expect([400, 404]).toContain(reply.status);
    expect(reply.headers.location).toBeUndefined();
    // The address stands nowhere in the page but as text of no link.
    expect(
      parseHtml(reply.text)
        .all('a')
        .map((link) => link.attribute('href')),
    ).not.toContain(path);
    expect(reply.text).not.toContain('evil.example');
  });

  it.each([
    ['/SERVICES/Snow-Removal', '/services/snow-removal'],
    ['/services/SNOW-REMOVAL?utm=A', '/services/snow-removal?utm=A'],
    ['/Blog/Opening-the-Cabin-in-April/', '/blog/opening-the-cabin-in-april'],
  ])('E5 %s in another case leads to its page at once', async (path, location) => {
    const { status, headers } = await send(path);
    expect([status, headers.location]).toEqual([301, location]);
  });

  it('E5 a slug that only exists in upper case is served under it', async () => {
    site.contentService.row('services', 'painting').slug = 'Painting';
    await site.content.load(['services'], true);
    expect((await send('/services/Painting')).status).toBe(200);
    expect((await send('/SERVICES/Painting')).headers.location).toBe('/services/Painting');
    expect((await send('/services/None-Of-It')).status).toBe(404);
    site.contentService.row('services', 'Painting').slug = 'painting';
    await site.content.load(['services'], true);
  });

  it('E5 a redirect to the canonical form stays on the site', async () => {
    const { status, headers } = await send('/blog//evil.example/..%2f');
    expect([301, 400, 404]).toContain(status);
    expect(headers.location ?? '/').toMatch(/^\/(?![/\\])/);
    const slashes = await send('/About//');
    expect(slashes).toMatchObject({ status: 301, headers: { location: '/about' } });
    expectResourcePolicy(slashes.headers);
  });
});

describe('E6 other letters in a path', () => {
  it('E6 bytes outside of ASCII are refused raw, and escaped are letters of a page that is not there', async () => {
    // The socket writes the text as UTF-8.
    const reply = await raw('GET /blog/tag/caf\u00e9 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(statusOfRaw(reply)).toBe(400);
    expect((await send('/blog/tag/caf%C3%A9')).status).toBe(404);
    expect((await send('/%F0%9F%8F%94')).status).toBe(404);
  });
});

describe('E7 queries', () => {
  const headingOf = (reply: FullResponse) => parseHtml(reply.text).one('.filter-banner strong').text;

  it('E7 the first of repeated parameters counts', async () => {
    const reply = await send('/blog?category=seasonal-care&category=owner-guides');
    expect(reply.status).toBe(200);
    expect(headingOf(reply)).toBe('Seasonal Care');
  });

  it.each([
    ['brackets', '/blog?category[]=seasonal-care'],
    ['a thousand parameters', `/blog?${Array.from({ length: 250 }, (_, i) => `p${i}=1`).join('&')}`],
    ['a value of more than 64 characters', `/blog?category=${'a'.repeat(65)}`],
    ['a page that is no number', '/blog?page=-1'],
    ['a page beyond numbers', '/blog?page=1e9'],
  ])('E7 %s are ignored', async (_, path) => {
    const reply = await send(path);
    expect(reply.status).toBe(200);
    expect(reply.body.equals((await send('/blog')).body)).toBe(true);
  });

  it.each([
    ['/api/posts?page=+2', '/api/posts?page=2'],
    [`/api/posts?category=${'a'.repeat(65)}`, '/api/posts'],
    ['/api/posts?category=Seasonal%20Care&tag=winter', '/api/posts?category=seasonal-care'],
  ])('E7 %s is what the page shows for it', async (path, plain) => {
    const [reply, same] = await Promise.all([send(path), send(plain)]);
    expect([reply.status, JSON.parse(reply.text)]).toEqual([200, JSON.parse(same.text)]);
    expect(reply.text).not.toBe((await send('/api/posts?page=99')).text);
  });

  it('E8 names of the prototype are inert', async () => {
    const reply = await send('/blog?__proto__[polluted]=1&constructor.prototype.polluted=1&constructor=x');
    expect(reply.status).toBe(200);
    expect('polluted' in {}).toBe(false);
    expect(reply.body.equals((await send('/blog')).body)).toBe(true);
  });
});

describe('E9 slugs that every object has', () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__'];
  const places = ['/', '/services/', '/blog/', '/blog/category/', '/blog/tag/'];

  it.each(places.flatMap((place) => names.map((name) => place + name)))(
    'E9 %s is an ordinary 404',
    async (path) => {
      site.contentService.clearRequests();
      const reply = await send(path);
      // Terms have one spelling; a slug is looked up as it is written.
      const status = reply.status === 301 ? (await send(reply.headers.location ?? '')).status : reply.status;
      expect(status).toBe(404);
      // What is read ahead meanwhile names other rows.
      const name = path.slice(path.lastIndexOf('/') + 1);
      const urls = site.contentService.requests.map(({ url }) => url);
      expect(urls.filter((url) => url.includes(name))).toEqual([]);
    },
  );
});

describe('E10 headers', () => {
  it('E10 more than 16 kB of headers are a 431', async () => {
    const reply = await raw(`GET / HTTP/1.1\r\nHost: x\r\nX-Big: ${'a'.repeat(17_000)}\r\n\r\n`);
    expect(statusOfRaw(reply)).toBe(431);
  });

  it('E10 2,100 tiny headers are refused or ignored', async () => {
    const many = Array.from({ length: 2_100 }, (_, i) => `a${i}:1`).join('\r\n');
    const reply = await raw(`GET /about HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${many}\r\n\r\n`);
    expect([200, 431]).toContain(statusOfRaw(reply));
  });

  it('E10 a cookie of 10 kB changes nothing', async () => {
    const reply = await send('/about', { headers: { Cookie: `a=${'x'.repeat(10_000)}` } });
    expect(reply.status).toBe(200);
    expect(reply.body.equals((await send('/about')).body)).toBe(true);
  });

  it('E11 a header named __proto__ is inert', async () => {
    const reply = await raw('GET /about HTTP/1.1\r\nHost: x\r\n__proto__: y\r\nConnection: close\r\n\r\n');
    expect(statusOfRaw(reply)).toBe(200);
  });
});

describe('E16 hosts', () => {
  it('E16 two Host headers are a 400, also for a cached page', async () => {
    expect((await send('/about')).status).toBe(200);
    for (const path of ['/about', '/services']) {
      const reply = await raw(`GET ${path} HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n`);
      expect(statusOfRaw(reply)).toBe(400);
      expectPagePolicy(headersOfRaw(reply));
    }
  });

  it('E16 no Host, and HTTP/0.9, are a 400', async () => {
    expect(statusOfRaw(await raw('GET /about HTTP/1.1\r\n\r\n'))).toBe(400);
    const old = await raw('GET /about\r\n\r\n');
    expect(old === '' || statusOfRaw(old) === 400).toBe(true);
  });

  it.each([
    ['Host', 'evil.example'],
    ['X-Forwarded-Host', 'evil.example'],
    ['X-Forwarded-Proto', 'javascript'],
    ['Forwarded', 'host=evil.example'],
    ['X-Original-URL', '/contact'],
    ['X-Rewrite-URL', '/contact'],
  ])('E16 %s: %s is never believed and never repeated', async (name, value) => {
    for (const path of ['/about', '/no-such-page', '/About']) {
      const plain = await send(path);
      const reply = await send(path, { headers: { [name]: value } });
      expect(reply.status).toBe(plain.status);
      expect(reply.headers.location).toBe(plain.headers.location);
      expect(reply.body.equals(plain.body)).toBe(true);
    }
  });

  it.each(['a b', 'a/c', 'a b/c', '"><script>alert(1)</script>', 'a:b', 'a@b', '[::1', 'a,b'])(
    'E16 a Host header %s is a 400, also for a page that is cached',
    async (host) => {
      for (const path of ['/about', '/no-such-page', '/static/none.js']) {
        const reply = await raw(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
        expect(statusOfRaw(reply), path).toBe(400);
      }
    },
  );

  it.each(['a_b.example:3000', '[::1]:80', '10.0.0.1', 'WWW.ridge.example.', ''])(
    'E16 a Host header %s is a host, whoever it is',
    async (host) => {
      const reply = await raw(`GET /about HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
      expect(statusOfRaw(reply)).toBe(200);
    },
  );

  it('E16 an absolute address of our own is its path', async () => {
    for (const path of ['/about', '/no-such-page', '/services?x=1']) {
      const plain = await send(path);
      const reply = await send(`https://www.ridge.example${path}`);
      expect([reply.status, reply.body.equals(plain.body)], path).toEqual([plain.status, true]);
    }
    expect((await send('https://www.ridge.example')).body.equals((await send('/')).body)).toBe(true);
    expect((await send('https://www.ridge.example.evil.example/about')).status).toBe(400);
    expect((await send('https://a@www.ridge.example/about')).status).toBe(400);
    expect((await send('https://www.ridge.example//evil.example/')).status).toBe(400);
  });
});

describe('E28 fragments', () => {
  const paths = ['/#', '/about#x', '/services/#', '/blog/#/', '/#/../x', '/a%20#', '/blog?page=2#x'];
  it.each([...paths, '/api/posts#x', '/media/#', '/static/#'])(
    'E28 %s is a 400 inside the site, and no error of ours',
    async (path) => {
      site.reports.length = 0;
      expectBadRequest(await send(path));
      expect(site.reports).toEqual([]);
    },
  );
});

describe('E30 posts under a foreign name', () => {
  const post = (path: string, headers: Readonly<Record<string, string>>) =>
    send(path, { method: 'POST', headers: { 'Sec-Fetch-Site': 'same-origin', ...headers }, body: '{}' });

  it.each([
    { Origin: 'https://evil.example', Host: 'evil.example' },
    { Origin: 'http://127.0.0.1', Host: '127.0.0.1' },
    { Origin: 'http://localhost:3000', Host: 'localhost:3000' },
    { Origin: 'null', Host: 'evil.example' },
    { Host: 'evil.example' },
  ])('E30 %o is another site, whatever the browser says', async (headers) => {
    expect((await post('/contact', headers)).status).toBe(403);
    expect((await post('/api/contact', headers)).status).toBe(403);
  });

  it.each([
    { Origin: productionEnvironment.FRONTEND_URL, Host: 'app:3000' },
    { Origin: 'http://www.ridge.example', Host: 'www.ridge.example' },
    { Origin: 'null', Host: 'www.ridge.example' },
    { Host: 'www.ridge.example' },
  ])('E30 %o is this site', async (headers) => {
    const { status } = await post('/api/contact', { ...headers, 'Content-Type': 'application/json' });
    expect(status).toBe(400);
  });

  it('E30 a page under any name is the same page', async () => {
    const plain = await send('/about');
    const reply = await send('/about', { headers: { Host: 'evil.example' } });
    expect([reply.status, reply.body.equals(plain.body)]).toEqual([200, true]);
  });
});

describe('E17 methods', () => {
  it.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'])('E17 %s is a 405', async (method) => {
    for (const path of ['/', '/no-such-page', '/static/x.js', '/contact/sent/a', '/api/contact/status/a']) {
      const reply = await send(path, { method });
      expect(reply.status).toBe(405);
      expect(reply.headers.allow).toBe('GET, HEAD');
      expectResourcePolicy(reply.headers);
    }
  });

  it.each([
    ['/contact', 'GET, HEAD, POST'],
    ['/contact?from=menu', 'GET, HEAD, POST'],
    ['/api/posts', 'GET, HEAD'],
    ['/api/contact', 'POST'],
    ['/api/csp-report', 'POST'],
  ])('E17 %s allows %s, and serves what it allows', async (path, allowed) => {
    const { headers } = await send(path, { method: 'PUT' });
    expect(headers.allow).toBe(allowed);
    const replies = await Promise.all(
      ['GET', 'HEAD', 'POST'].map(async (method) => [method, (await send(path, { method })).status] as const),
    );
    const taken = replies.filter(([, status]) => status !== 405 && status !== 404).map(([method]) => method);
    expect(taken.join(', ')).toBe(allowed);
  });

  it.each(['/api/posts', '/api/posts?page=2', '/api/contact/status/a'])(
    'E17 a POST to %s is a 405 in JSON that says what is allowed',
    async (path) => {
      const { status, headers, text } = await send(path, { method: 'POST', body: 'a=1' });
      expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
      expect(JSON.parse(text).error).toBe('Method not allowed.');
    },
  );

  it('E17 a method that does not exist, and CONNECT, get no page', async () => {
    expect(statusOfRaw(await raw('FOO / HTTP/1.1\r\nHost: x\r\n\r\n'))).toBe(400);
    expect(await raw('CONNECT evil.example:443 HTTP/1.1\r\nHost: x\r\n\r\n')).not.toContain('200');
  });

  it('E17 a POST to a page that takes none is a 405 that says what is allowed', async () => {
    for (const path of ['/', '/about', '/no-such-page']) {
      const reply = await send(path, { method: 'POST', body: 'a=1' });
      expect(reply.status).toBe(405);
      expect(reply.headers.allow).toBe('GET, HEAD');
      expectResourcePolicy(reply.headers);
    }
  });

  it.each(Object.values(siteAddresses).filter((path) => !devAddresses.includes(path)))(
    'E17 HEAD %s has the headers of GET and no body',
    async (path) => {
      const get = await send(path);
      const head = await send(path, { method: 'HEAD' });
      const stable = ({ headers }: FullResponse) => {
        const { 'x-request-id': _, 'server-timing': __, date: ___, ...rest } = headers;
        return rest;
      };
      expect(head.status).toBe(get.status);
      expect(stable(head)).toEqual(stable(get));
      expect(head.body).toHaveLength(0);
    },
  );
});

describe('E18 line breaks in what is repeated', () => {
  const breaks = ['%0d%0a', '%0a', '%0d', '%E5%98%8A%E5%98%8D', '%u000d%u000a'];
  const places = ['/blog/category/A', '/About?x=', '/blog/tag/', '/services/', '/static/'];
  const vectors = places.flatMap((place) => breaks.map((line) => `${place}${line}Set-Cookie:%20a=1`));

  it.each(vectors)('E18 %s makes no header', async (path) => {
    const reply = await send(path);
    expect(reply.headers['set-cookie']).toBeUndefined();
    expect(reply.headers.location ?? '').not.toMatch(/[\r\n]/);
    expect(reply.status).toBeLessThan(500);
  });
});

describe('E24 what is not for visitors', () => {
  const hidden = [
    '/.git/config',
    '/.git/HEAD',
    '/.env',
    '/.env.local',
    '/.env.example',
    '/.htaccess',
    '/.DS_Store',
    '/package.json',
    '/package-lock.json',
    '/tsconfig.json',
    '/build.mjs',
    '/Dockerfile',
    '/compose.yaml',
    '/server',
    '/server/main.ts',
    '/server/main.js',
    '/client/main.ts',
    '/shared/paths.ts',
    '/dist/manifest.json',
    '/manifest.json',
    '/static/manifest.json',
    '/static/../manifest.json',
    '/static/main.js.map',
    '/server/main.js.map',
    '/static/',
    '/static',
    '/static/.env',
    '/node_modules',
    '/admin',
    '/wp-admin',
    '/wp-login.php',
    '/phpinfo.php',
    '/server-status',
    '/actuator/env',
    '/metrics',
    '/debug',
    '/graphql',
    '/items/pages',
    '/assets/',
    '/config.json',
    '/id_rsa',
    '/backup.zip',
    '/livez/../.env',
    '/api',
    '/api/',
    '/api/unknown',
    '/dev/reload',
  ];

  it.each(hidden)('E24 %s is not there', async (path) => {
    const reply = await send(path);
    expect([400, 404]).toContain(reply.status);
    expectNothingInternal(reply.text);
  });

  it('E24 no built script names a source map, and no map is served', async () => {
    const [entry = ''] = /\/static\/main-\w+\.js/.exec((await send('/about')).text) ?? [];
    const script = await send(entry);
    expect(script.status).toBe(200);
    expect(script.text).not.toContain('sourceMappingURL');
    expect((await send(`${entry}.map`)).status).toBe(404);
  });
});

describe('E25 pages for developers', () => {
  it.each([
    ['GET', '/sentry-example-page'],
    ['GET', '/style'],
    ['POST', '/sentry-example-page/render-error'],
    ['POST', '/sentry-example-page/endpoint-error'],
  ])('E25 %s %s is not there in production', async (method, path) => {
    const reply = await send(path, { method });
    expect(reply.status).toBe(method === 'GET' ? 404 : 405);
    expect(reply.text).not.toContain('Error reporting test');
    expect(site.reports).toEqual([]);
  });

  it('E25 none of it is in the script that every browser loads', async () => {
    const [entry = ''] = /\/static\/main-\w+\.js/.exec((await send('/about')).text) ?? [];
    expect((await send(entry)).text).not.toContain('Error reporting test');
  });
});

describe('E27 upgrades', () => {
  it.each([
    ['h2c', { Connection: 'Upgrade, HTTP2-Settings', Upgrade: 'h2c', 'HTTP2-Settings': 'AAMAAABkAAQAAP__' }],
    ['websocket', { Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Key': 'x' }],
  ])('E27 an upgrade to %s is served as if it had not been requested', async (_, headers) => {
    const reply = await send('/about', { headers });
    expect(reply.status).toBe(200);
    expectPagePolicy(reply.headers);
  });
});

describe('F5 fat GET', () => {
  it('F5 a body of a GET is not looked at', async () => {
    const body = 'category=owner-guides';
    const headers = {
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': `${body.length}`,
    };
    const plain = await send('/blog?category=seasonal-care');
    const fat = await send('/blog?category=seasonal-care', { headers, body });
    expect(fat.status).toBe(200);
    expect(fat.body.equals(plain.body)).toBe(true);
  });

  it('F5 a semicolon separates nothing', async () => {
    const reply = await send('/blog?utm=1;category=owner-guides');
    expect(reply.body.equals((await send('/blog')).body)).toBe(true);
    expect((await send('/about;x=1')).status).toBe(404);
  });
});

describe('F6 cache deception', () => {
  it.each([
    '/contact/x.css',
    '/about/x.js',
    '/rentals/a/b.png',
    '/style.css',
    '/services/snow-removal/x.css',
  ])('F6 %s is a 404', async (path) => expectNotFound(await send(path)));

  it('F6 a slug that looks like a file is looked up as a slug', async () => {
    expect((await send('/services/snow-removal.css')).status).toBe(404);
    expect((await send('/blog/x.css')).status).toBe(404);
    expect((await send('/rentals/a.png')).status).toBe(404);
  });

  it('F6 a file that was never built is a plain 404 that is never cached', async () => {
    const reply = await send('/static/main-00000000.js');
    expect(reply.status).toBe(404);
    expect(reply.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'text/plain; charset=utf-8',
    });
    expectResourcePolicy(reply.headers);
  });
});

describe('what every refusal has', () => {
  it('nothing that was requested here is reported as an error of the site', () => {
    expect(site.reports).toEqual([]);
  });

  it('every page is still served after all of it', async () => {
    for (const path of pageAddresses) {
      const status = (await send(path)).status;
      expect(status, path).toBe(devAddresses.includes(path) ? 404 : 200);
    }
  });
});
