import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectNothingInternal, productionEnvironment } from '../support/headerPolicy.ts';
import { sendBytes, sendRequest, statusOfRaw } from '../support/http.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { pageAddresses } from '../support/siteAddresses.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startSite({ environment: productionEnvironment });
  await site.load();
});
afterAll(() => site.close());

/** Where the site has something, and where scanners look. */
const places = [
  ...pageAddresses,
  ...'/api/contact /api/contact/status/a /api/posts /api/csp-report /contact/sent/a /livez /readyz'.split(
    ' ',
  ),
  ...'/robots.txt /sitemap.xml /feed.xml /feed.json /hooks/content /static/ /media/ /assets/'.split(' '),
  ...'/drawings.svg /favicon.ico /.well-known/security.txt /wp-login.php /cgi-bin/ /admin'.split(' '),
  ...'/.git/config /server-status /actuator/env /graphql'.split(' '),
];

/** What scanners put into paths, parameters, headers and bodies. */
const probes = [
  ...`' " \` {{7*7}} #{7*7} %s%n%x |id ;id $(id) *)(uid=* (a+)+$ [] {} && = ; , # ü`.split(' '),
  ...String.raw`../../../../etc/passwd ..\..\boot.ini file:///etc/passwd //evil.example/`.split(' '),
  ...'%00 %0d%0aSet-Cookie:a=b %c0%ae %ff % %u0041'.split(' '),
  ...'-1 0 1e309 NaN 99999999999999999999 true null undefined __proto__ constructor'.split(' '),
  "' OR '1'='1",
  '" onmouseover="x',
  '<script>alert(1)</script>',
  '<!ENTITY x SYSTEM "a">',
  'a'.repeat(300),
  '\u202e',
  '\ud83d\ude00',
];

const probe = fc.oneof(fc.constantFrom(...probes), fc.string({ unit: 'binary', maxLength: 30 }));
/** As a client must write it: escapes that stand in it already stay, broken ones too. */
const written = (text: string) => encodeURI(text.toWellFormed()).replaceAll('%25', '%');
const headerText = (text: string) => text.replace(/[^\t\x20-\x7e]/g, '?');

const attack = fc.record({
  method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'),
  path: fc
    .tuple(fc.constantFrom(...places), fc.array(probe, { maxLength: 3 }))
    .map(([place, parts]) => [place, ...parts.map(written)].join('/').replace(/[?#]/g, '')),
  query: fc.array(fc.tuple(fc.constantFrom('category', 'tag', 'page', 'id', '__proto__[x]', 'q'), probe), {
    maxLength: 4,
  }),
  headers: fc.dictionary(
    fc.constantFrom(...'accept accept-encoding accept-language cookie referer user-agent range'.split(' ')),
    probe.map(headerText),
  ),
  conditions: fc.dictionary(
    fc.constantFrom(
      ...'if-none-match if-modified-since origin x-forwarded-for x-original-url content-type'.split(' '),
    ),
    probe.map(headerText),
  ),
  body: fc.option(probe, { nil: '' }),
});

describe('E26 a scanner', () => {
  it('E26 finds no error of the server, nothing of its inside, every policy, and a line in the log for each try', async () => {
    const seen = new Set<number>();
    const ids: string[] = [];
    await fc.assert(
      fc.asyncProperty(attack, async ({ method, path, query, headers, conditions, body }) => {
        const parameters = query.map(([name, value]) => `${name}=${written(value)}`).join('&');
        const isBodied = ['POST', 'PUT', 'PATCH'].includes(method);
        const reply = await sendRequest(site.url, parameters === '' ? path : `${path}?${parameters}`, {
          method,
          headers: { ...headers, ...conditions },
          ...(isBodied ? { body } : {}),
        });
        seen.add(reply.status);
        expect(reply.status).toBeLessThan(500);
        expect(reply.headers['content-security-policy']).toContain("default-src 'none'");
        expect(reply.headers['x-content-type-options']).toBe('nosniff');
        expect(reply.headers['set-cookie']).toBeUndefined();
        if (!/javascript|image|font/.test(String(reply.headers['content-type'])))
          expectNothingInternal(reply.text);
        const id = reply.headers['x-request-id'];
        if (id !== undefined) ids.push(String(id));
      }),
      { numRuns: 500 },
    );
    const logged = () => site.logs.map((line) => String(line.id)).filter((id) => ids.includes(id));
    await expect.poll(() => logged().length).toBe(ids.length);
    expect(new Set(logged()).size).toBe(ids.length);
    expect(site.reports).toEqual([]);
    // It has really been everywhere: pages, what is not there, what cannot be read, what is not allowed.
    expect([...seen]).toEqual(expect.arrayContaining([200, 400, 404, 405]));
  });
});

describe('E19 what a header holds', () => {
  it('E19 nothing of a header is repeated, and what no header may hold is refused', async () => {
    const before = site.logs.length;
    const send = (userAgent: string) =>
      sendBytes(
        site.url,
        `GET /about HTTP/1.1\r\nHost: x\r\nUser-Agent: ${userAgent}\r\nConnection: close\r\n\r\n`,
      );
    expect(statusOfRaw(await send('\u001b[31mred'))).toBe(400);
    expect(statusOfRaw(await send(`${'x'.repeat(9_000)}"},{"injected":true}`))).toBe(200);
    // The connection may end before all of it has been written.
    expect(await send('x'.repeat(1_000_000)).then(statusOfRaw, () => 431)).toBe(431);
    const pages = () => site.logs.slice(before).filter(({ path }) => path === '/about');
    await expect.poll(pages).toHaveLength(1);
    for (const line of site.logs.slice(before))
      expect(JSON.stringify(line)).not.toMatch(/xxx|injected|\u001b|red/);
  });
});

describe('E21 ranges', () => {
  it.each([
    ['one byte', 'bytes=0-0'],
    ['the end', 'bytes=-1'],
    ['what is not there', 'bytes=999999999-'],
    ['everything, a thousand times', `bytes=${Array.from({ length: 1_000 }, () => '0-').join()}`],
    ['overlapping pieces', `bytes=${Array.from({ length: 500 }, (_, at) => `${at}-`).join()}`],
    ['nonsense', 'bytes=a-b,-,5-1'],
  ])('E21 %s is the whole file, once', async (_name, range) => {
    const entry = /\/static\/main-[^"]+\.js/.exec((await sendRequest(site.url, '/about')).text)?.[0] ?? '';
    for (const path of [entry, '/drawings.svg', '/about', '/feed.xml']) {
      const whole = await sendRequest(site.url, path);
      const reply = await sendRequest(site.url, path, { headers: { Range: range, 'If-Range': '"x"' } });
      expect([path, reply.status, reply.body.equals(whole.body)]).toEqual([path, 200, true]);
      expect(reply.headers['content-range']).toBeUndefined();
    }
  });
});
