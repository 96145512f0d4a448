import { describe, expect, it } from 'vitest';
import { readForm } from '../support/contactPages.ts';
import { asForm, goodEnquiry } from '../support/goodEnquiry.ts';
import { expectResourcePolicy, productionEnvironment } from '../support/headerPolicy.ts';
import { parseHtml } from '../support/html.ts';
import { sendRequest } from '../support/http.ts';
import { siteForTest } from '../support/started.ts';

const origin = productionEnvironment.FRONTEND_URL;

async function start(environment: Readonly<Record<string, string>> = {}) {
  const site = await siteForTest({ environment: { ...productionEnvironment, ...environment } });
  await site.load();
  const get = (path: string, headers: Readonly<Record<string, string>>, method = 'GET') =>
    sendRequest(site.url, path, { method, headers });
  /** Where a request leads, or its status. */
  const leads = async (path: string, headers: Readonly<Record<string, string>>) => {
    const { status, headers: own } = await get(path, headers);
    return status === 301 ? own.location : status;
  };
  const warnings = () => site.logs.filter(({ level }) => level === 40).map(({ msg }) => String(msg));
  return { site, get, leads, warnings };
}

describe('the other names of the site', () => {
  const others = ['ridge.example', 'RIDGE.example', 'www.ridge.example.', 'ridge.example.'];

  it.each(others)(
    '%s leads to the right one, for pages that are cached and those that are not',
    async (Host) => {
      const { get, leads } = await start();
      expect(await leads('/about', { Host: 'www.ridge.example' })).toBe(200);
      for (const path of [
        '/about',
        '/no-such-page',
        '/blog?category=seasonal-care',
        '/contact/sent/a',
        '/feed.xml',
      ])
        expect(await leads(path, { Host })).toBe(origin + path);
      const head = await get('/about', { Host }, 'HEAD');
      expect([head.status, head.headers.location, head.body.length]).toEqual([301, `${origin}/about`, 0]);
      expect(head.headers['cache-control']).toBe('no-store');
      expectResourcePolicy(head.headers);
    },
  );

  it('lead nowhere for probes, for what pages load, and for other hosts', async () => {
    const { leads } = await start();
    for (const path of ['/livez', '/readyz', '/api/posts', '/static/none.js'])
      expect([200, 404], path).toContain(await leads(path, { Host: 'ridge.example' }));
    const strangers = ['127.0.0.1', '[::1]:80', 'app:3000', 'evil.example', 'www.ridge.example.evil.example'];
    for (const Host of [
      ...strangers,
      'ridge.example:8080',
      'example',
      'wwww.ridge.example',
      'evilridge.example',
    ])
      expect(await leads('/about', { Host }), Host).toBe(200);
    const doubled = await leads('//evil.example', { Host: 'ridge.example' });
    expect(doubled).toBe('https://www.ridge.example//evil.example');
    for (const path of ['/%', '/\\evil.example'])
      expect(await leads(path, { Host: 'ridge.example' }), path).toBe(400);
  });

  it('are those without www. if the site has it, and with it otherwise; an address or a bare name has none', async () => {
    const bare = await start({ FRONTEND_URL: 'https://ridge.example' });
    expect(await bare.leads('/about', { Host: 'www.ridge.example' })).toBe('https://ridge.example/about');
    const gateway = await start({ API_URL: 'https://ridge.example' });
    expect(await gateway.leads('/about', { Host: 'ridge.example' })).toBe(200);
    for (const FRONTEND_URL of ['http://192.0.2.1', 'http://intranet', 'http://www.example']) {
      const { leads } = await start({ FRONTEND_URL });
      for (const Host of ['www.192.0.2.1', '192.0.2.1.', 'www.intranet', 'example'])
        expect(await leads('/about', { Host }), `${FRONTEND_URL} ${Host}`).toBe(200);
    }
  });

  it('over http leads to https only if a trusted proxy says so', async () => {
    const plain = { Host: 'www.ridge.example', 'X-Forwarded-Proto': 'http' };
    const trusting = await start({ TRUST_PROXY: '1' });
    expect(await trusting.leads('/about', plain)).toBe(`${origin}/about`);
    expect(await trusting.leads('/about', { ...plain, 'X-Forwarded-Proto': 'https' })).toBe(200);
    expect(await trusting.leads('/about', { Host: plain.Host })).toBe(200);
    const alone = await start();
    expect(await alone.leads('/about', plain)).toBe(200);
    const local = await start({ TRUST_PROXY: '1', FRONTEND_URL: 'http://www.ridge.example' });
    expect(await local.leads('/about', plain)).toBe(200);
  });

  it.each([
    ['replaces the Host header', { Host: 'ridge.example' }],
    ['tells the scheme of its own connection', { Host: 'www.ridge.example', 'X-Forwarded-Proto': 'http' }],
  ])('are no loop for a browser behind a proxy that %s', async (_what, headers) => {
    const { leads, warnings } = await start({ TRUST_PROXY: '1' });
    let redirects = 0;
    while (redirects < 16 && (await leads('/about', headers)) !== 200) redirects += 1;
    expect(redirects).toBeLessThan(16);
    expect(await leads('/about', headers), 'once more').toBe(200);
    expect(warnings().filter((text) => text.includes('FRONTEND_URL'))).toHaveLength(1);
  });

  it('go on leading to the right one, however many visitors follow', async () => {
    const { leads } = await start();
    for (let visitor = 0; visitor < 30; visitor += 1) {
      expect(await leads('/about', { Host: 'ridge.example' })).toBe(`${origin}/about`);
      expect(await leads('/about', { Host: 'www.ridge.example' })).toBe(200);
    }
  });
});

describe('a form that is posted under another name of the site', () => {
  const typed = asForm(goodEnquiry);
  const form = 'application/x-www-form-urlencoded';

  it.each<[string, Readonly<Record<string, string>>]>([
    ['ridge.example', { Origin: 'https://ridge.example', 'Sec-Fetch-Site': 'same-origin' }],
    ['ridge.example', { Origin: 'http://ridge.example' }],
    ['www.ridge.example.', { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' }],
    ['ridge.example', { 'Sec-Fetch-Site': 'same-origin' }],
  ])('is shown again there (%s, %o), and is sent from there at the right one', async (Host, from) => {
    const { site } = await start();
    const post = (url: URL, headers: Readonly<Record<string, string>>) =>
      sendRequest(site.url, url.pathname + url.search, {
        method: 'POST',
        headers: { 'Content-Type': form, Host: url.host, ...headers },
        body: typed,
      });
    const held = await post(new URL('/contact?service=snow-removal', origin), { ...from, Host });
    const shown = readForm(held.text);
    expect([held.status, shown.values]).toEqual([403, goodEnquiry]);
    expect(shown.failure).toContain(`Our address is ${origin}, and your message is not sent yet.`);
    expect(site.contactService.received).toEqual([]);
    const action = new URL(parseHtml(held.text).one('form#enquiry').attribute('action') ?? '', 'http://none');
    expect(action.href).toBe(`${origin}/contact?service=snow-removal#enquiry`);
    expect(held.headers['content-security-policy']).toMatch(new RegExp(`form-action 'self' ${origin}[ ;]`));
    const there = { Origin: `https://${Host}`, 'Sec-Fetch-Site': 'same-site' };
    expect((await post(action, there)).status).toBe(303);
    expect(site.contactService.received).toHaveLength(1);
  });

  it('is kept from no page of another site', async () => {
    const { site } = await start();
    for (const [Host, Origin] of [
      ['ridge.example', 'https://evil.example'],
      ['evil.example', 'https://ridge.example'],
      ['evil.example', 'https://evil.example'],
      ['www.ridge.example', 'https://evilridge.example'],
      ['www.ridge.example', 'ftp://ridge.example'],
    ] as const) {
      for (const fetchSite of ['same-origin', 'same-site', 'cross-site']) {
        const headers = { 'Content-Type': form, Host, Origin, 'Sec-Fetch-Site': fetchSite };
        const reply = await sendRequest(site.url, '/contact', { method: 'POST', headers, body: typed });
        expect([reply.status, readForm(reply.text).values.name], `${Host} ${Origin}`).toEqual([403, '']);
      }
    }
    expect(site.contactService.received).toEqual([]);
  });
});

describe('X-Forwarded-For from an address that TRUST_PROXY does not name', () => {
  const hint = (text: string) => text.startsWith('X-Forwarded-For came from an address');
  const forwarded = { 'X-Forwarded-For': '203.0.113.7', Host: 'www.ridge.example' };

  it('is one line in the log, also for cached pages', async () => {
    const { leads, warnings } = await start();
    await leads('/about', { Host: 'www.ridge.example' });
    expect(warnings().filter(hint)).toEqual([]);
    for (const path of ['/about', '/about', '/livez', '/%']) await leads(path, forwarded);
    expect(warnings().filter(hint)).toHaveLength(1);
  });

  it.each(['1', 'loopback', '0'])('is none with TRUST_PROXY=%s', async (TRUST_PROXY) => {
    const { leads, warnings } = await start({ TRUST_PROXY });
    await leads('/about', forwarded);
    expect(warnings().filter(hint)).toEqual([]);
  });
});
