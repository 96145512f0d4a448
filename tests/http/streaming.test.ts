import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request as openRequest } from 'node:http';
import { connect } from 'node:net';
import { constants, gunzipSync } from 'node:zlib';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { definePage } from '../../server/site/definePage.tsx';
import { routes } from '../../server/site/routes.tsx';
import { holdResponses } from '../support/hold.ts';
import { parseHtml } from '../support/html.ts';
import { type OpenResponse, openResponse, sendRequest } from '../support/http.ts';
import { observedOf } from '../support/metricValues.ts';
import type { TestSite, TestSiteOptions } from '../support/site.ts';
import { siteAddresses } from '../support/siteAddresses.ts';
import { siteForTest } from '../support/started.ts';

const { front, about, service } = siteAddresses;
const crawler = { 'User-Agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' };
const heading = 'A well-kept home under a wide sky';

/** Starts a cold site whose shell waits no longer than `shellMs`. It ends with the test. */
async function coldSite(shellMs: number, options: TestSiteOptions = {}): Promise<TestSite> {
  const site = await siteForTest({
    ...options,
    environment: { SHELL_DEADLINE_MS: String(shellMs), DEV_PAGES: '1', ...options.environment },
  });
  return site;
}

/** Starts a cold site whose content service holds its responses. */
async function heldSite(shellMs = 20) {
  const site = await coldSite(shellMs);
  return { site, release: await holdResponses(site.contentService, '*') };
}

/** How many responses the content service has sent so far. */
const completeCalls = (site: TestSite): number =>
  site.contentService.requests.filter(({ outcome }) => outcome === 'sent').length;
const cacheState = ({ headers }: { readonly headers: Readonly<Record<string, unknown>> }) =>
  String(headers['server-timing']);

/** What is sent before the content has arrived. */
async function shellOf(reply: OpenResponse): Promise<string> {
  let shell = '';
  while (!shell.includes('</footer>')) shell += (await reply.next()) ?? '</footer> never came';
  return shell;
}

/** The page as a reader sees it after the late part has been moved into its place. */
function settled(html: string): string {
  const [, part = ''] = /<div hidden id="S:0">([\s\S]*)<\/div><script nonce="/.exec(html) ?? [];
  return html.slice(0, html.indexOf('<div hidden id="S:')).replace(/<!--\$\?-->[\s\S]*<!--\/\$-->/, part);
}

describe('before anything is loaded', () => {
  it('a visitor gets the shell, with one boundary, and then the page in the same response', async () => {
    const { site, release } = await heldSite();
    const reply = await openResponse(site.url, front);
    const shell = await shellOf(reply);
    expect([completeCalls(site), reply.status, reply.headers['cache-control']]).toEqual([0, 200, 'no-store']);
    const page = parseHtml(shell);
    expect(page.one('header .brand-name').text).toBe('Juniper Ridge Property Services');
    expect(page.one('header .brand-tagline').text).toBe('Pacific Northwest');
    expect(page.one('title').text).toBe('Juniper Ridge Property Services');
    expect(page.all('.site-nav a').map((link) => link.text)).toContain('Services');
    expect(page.one('.site-header').text).not.toContain('Directus is unreachable.');
    expect(page.all('section.reviews')).toHaveLength(1);
    expect(page.one('footer .footer-copyright').text).toContain('2024');
    const [pending, ...others] = page.all('.pending');
    expect([pending?.attribute('role'), pending?.one('.pending-text').text, others]).toEqual([
      'status',
      'Loading',
      [],
    ]);
    expect(shell.match(/<!--\$\?-->/g)).toHaveLength(1);
    expect(shell).not.toContain(heading);
    release();
    const whole = shell + (await reply.rest());
    expect(whole.trim().endsWith('</html>')).toBe(true);
    const main = parseHtml(settled(whole)).one('main');
    expect(main.one('h1').text).toBe(heading);
    expect(main.all('a').map((link) => link.attribute('href'))).toContain(service);
    expect(whole.match(/<!--\$\?-->/g)).toHaveLength(1);
  });

  it('the shell has a hidden notice with a link to reload', async () => {
    const { site } = await heldSite();
    const reply = await openResponse(site.url, '/blog?category=seasonal-care');
    const notice = parseHtml(await shellOf(reply)).one('.pending .pending-notice');
    expect(notice.attribute('hidden')).toBe('');
    expect(notice.text).toContain('Directus is unreachable.');
    // The empty address is the one of the page itself, with its query.
    expect(notice.one('a').attribute('href')).toBe('');
    reply.leave();
  });

  it('the shell of any address with a notice has the styles of notices', async () => {
    const site = await coldSite(20);
    site.contentService.rows.notices = [{ id: 1, status: 'published', text: 'Snow' }];
    const release = await holdResponses(site.contentService, 'services');
    void site.load();
    await expect.poll(() => 'ok' in site.content.current().notices).toBe(true);
    for (const path of [front, `${front}?utm_source=mail`]) {
      const reply = await openResponse(site.url, path);
      const shell = parseHtml(await shellOf(reply));
      expect(shell.all('.site-notice'), path).toHaveLength(1);
      expect(
        shell.all('head style').filter(({ text }) => text.includes('.site-notice')),
        path,
      ).toHaveLength(1);
      reply.leave();
    }
    release();
  });

  it('a compressed shell is sent at once too', async () => {
    const { site, release } = await heldSite();
    const { hostname, port } = new URL(site.url);
    const sent = openRequest({ hostname, port, path: front, headers: { 'Accept-Encoding': 'gzip' } }).end();
    const [response]: IncomingMessage[] = await once(sent, 'response');
    const parts = response?.iterator()[Symbol.asyncIterator]();
    const bytes: Buffer[] = [];
    const next = async () => {
      const part = await parts?.next();
      if (part && !part.done) bytes.push(Buffer.from(part.value));
      return part?.done === false;
    };
    // What a browser can show of the bytes that have arrived.
    const shown = () => gunzipSync(Buffer.concat(bytes), { finishFlush: constants.Z_SYNC_FLUSH }).toString();
    while ((await next()) && !shown().includes('</footer>'));
    expect(shown()).toContain('Loading');
    expect(completeCalls(site)).toBe(0);
    release();
    while (await next());
    expect(parseHtml(gunzipSync(Buffer.concat(bytes)).toString()).one('.front-hero h1').text).toBe(heading);
  });

  it('F7 every inline script of a stream has the nonce of its policy, which also has the hashes of our own', async () => {
    const { site, release } = await heldSite();
    const reply = await openResponse(site.url, front);
    release();
    const html = await reply.rest();
    const policy = String(reply.headers['content-security-policy']);
    const [, nonce] = /'nonce-([^']+)'/.exec(policy) ?? [];
    const [boot, ...late] = [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)].filter(
      ([, attributes = '']) => !attributes.includes(' src='),
    );
    expect(late.length).toBeGreaterThan(0);
    expect(late.filter(([, attributes]) => !attributes?.includes(` nonce="${nonce}"`))).toEqual([]);
    // It has all styles, since what it will show is not known yet. Without script they put the late part in its place.
    const style = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? '';
    expect(style).toContain('.block-quote');
    expect(style).toContain('[id^="S:"][hidden]');
    for (const own of [boot?.[2] ?? '', style])
      expect(policy).toContain(`'sha256-${createHash('sha256').update(own).digest('base64')}'`);
  });

  it('visitors get separate streams over the same calls, and none is cached', async () => {
    const { site, release } = await heldSite();
    const replies = await Promise.all(Array.from({ length: 5 }, () => openResponse(site.url, about)));
    expect(new Set(replies.map(({ headers }) => headers['content-security-policy'])).size).toBe(5);
    release();
    for (const reply of replies) expect(await reply.rest()).toContain('The people behind the porch light');
    const calls = site.contentService.requests.map(({ url }) => url);
    expect(calls.sort()).toEqual([...new Set(calls)].sort());
    expect(site.cachedPages().pages).toBe(0);
    const [whole, again] = [await request(site.url).get(about), await request(site.url).get(about)];
    expect([cacheState(whole), cacheState(again)]).toEqual(['cache;desc="miss"', 'cache;desc="hit"']);
    expect(whole.text).not.toMatch(/\$RC| nonce=|class="pending"/);
  });

  it('a crawler waits for the whole page, which is cached, and no visitor waits for a crawler', async () => {
    const { site, release } = await heldSite();
    let isServed = false;
    const waiting = request(site.url)
      .get(front)
      .set(crawler)
      .then((reply) => {
        isServed = true;
        return reply;
      });
    await site.contentService.nextRequest();
    const visitor = await openResponse(site.url, front);
    expect([isServed, visitor.status, visitor.headers['cache-control']]).toEqual([false, 200, 'no-store']);
    release();
    await visitor.rest();
    const { status, headers, text } = await waiting;
    expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=0, must-revalidate']);
    expect(parseHtml(text).one('main h1').text).toBe(heading);
    expect(text).not.toMatch(/class="pending"|\$RC/);
    expect(headers['content-security-policy']).not.toContain('nonce-');
    expect(cacheState(await request(site.url).get(front))).toContain('hit');
  });

  it.each([
    'Mozilla/5.0 (compatible; Google-InspectionTool/1.0;)',
    'Mozilla/5.0 (compatible; Yeti/1.1; +https://naver.me/spd)',
    'Mastodon/4.5.0 (http.rb/5.3.1; +https://mastodon.example/)',
    'WhatsApp/2.23.20.0 A',
  ])('so does %s, and gets the whole head', async (agent) => {
    const { site, release } = await heldSite();
    const waiting = request(site.url).get(about).set('User-Agent', agent).then();
    await site.contentService.nextRequest();
    release();
    const page = parseHtml((await waiting).text);
    expect(page.all('meta[name=robots]')).toEqual([]);
    expect(page.one('meta[property="og:url"]').attribute('content')).toContain(about);
  });

  it('a page of a row waits, to have its true status: 200 or 404', async () => {
    const { site, release } = await heldSite();
    const replies = [service, '/services/none', '/rentals/none', '/blog/none', '/blog/tag/none'].map((path) =>
      request(site.url).get(path).then(),
    );
    await site.contentService.nextRequest();
    release();
    expect((await Promise.all(replies)).map(({ status }) => status)).toEqual([200, 404, 404, 404, 404]);
  });
});

describe('content that does not arrive within three seconds', () => {
  it('is replaced by the notice in a stream, and is a 503 for requests that wait', async () => {
    const [none, noPages, noServices] = await Promise.all([coldSite(20), coldSite(20), coldSite(20)]);
    await none.contentService.fault('*', { kind: 'blackhole' });
    await noPages.contentService.fault('pages', { kind: 'blackhole' });
    await noServices.contentService.fault('services', { kind: 'blackhole' });
    const mainOf = async (site: TestSite, path: string) => {
      const reply = await openResponse(site.url, path);
      expect([reply.status, reply.headers['cache-control']]).toEqual([200, 'no-store']);
      const html = await reply.rest();
      expect(html.trim().endsWith('</html>')).toBe(true);
      return parseHtml(settled(html)).one('main');
    };
    const seen = Promise.all([mainOf(none, about), mainOf(noPages, front), mainOf(noServices, front)]);
    const waiting = Promise.all([
      ...[service, '/blog/none', '/feed.xml'].map((path) => request(none.url).get(path)),
      request(none.url).get(front).set(crawler),
      request(none.url).head(front),
    ]);
    const notice = 'Directus is unreachable.';
    const [withNothing, withoutPages, withoutServices] = await seen;
    expect(withNothing.one('.connection-error-hero').text).toContain(notice);
    // A block without its content shows its built-in words.
    expect(withNothing.text).toContain('Ready to Get Started');
    expect(withoutPages.one('.connection-error-hero').text).toContain(notice);
    expect(withoutPages.all('.grid .card')).not.toEqual([]);
    expect(withoutServices.one('h1').text).toBe(heading);
    expect(withoutServices.text).toContain(notice);
    for (const { status, headers } of await waiting)
      expect([status, headers['retry-after'], headers['cache-control']]).toEqual([503, '30', 'no-store']);
    const { text } = (await waiting)[0] ?? {};
    expect(parseHtml(text ?? '').one('footer .footer-copyright').text).toContain('2024');
  });
});

describe('D8 a visitor who leaves', () => {
  /** Resolves when the log has this many visitors who left; their lines come when connections have closed. */
  const left = async ({ logs }: TestSite, count: number) => {
    while (logs.filter(({ aborted }) => aborted === true).length < count)
      await new Promise((resolve) => setImmediate(resolve));
  };

  it('D8 ends the render, without a report', async () => {
    const { site, release } = await heldSite();
    const replies = await Promise.all(Array.from({ length: 8 }, () => openResponse(site.url, front)));
    await Promise.all(replies.map((reply) => reply.next()));
    for (const reply of replies) reply.leave();
    await left(site, 8);
    release();
    expect((await request(site.url).get(front).set(crawler)).status).toBe(200);
    expect(site.reports).toEqual([]);
  });

  it('D8 before the first byte causes no render and no report', async () => {
    const { site, release } = await heldSite(5_000);
    const { hostname, port } = new URL(site.url);
    const socket = connect(Number(port), hostname, () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'));
    await site.contentService.nextRequest();
    socket.destroy();
    await left(site, 1);
    release();
    await site.load();
    expect(await observedOf(site.counts.renders, { route: 'front' })).toBe(0);
    expect(site.reports).toEqual([]);
  });
});

describe('D9 a render that throws', () => {
  it('D9 is the error screen with 500 and the number of the request, reported once', async () => {
    const site = await coldSite(5_000);
    const reply = await request(site.url).post('/sentry-example-page/render-error');
    expect([reply.status, reply.headers['cache-control']]).toEqual([500, 'no-store']);
    const main = parseHtml(reply.text).one('main');
    expect(main.one('h1').text).toBe('Oops! Something went wrong');
    expect(main.text).toContain('reported');
    expect(main.all('a').map((link) => [link.text, link.attribute('href')])).toEqual([
      ['Try Again', ''],
      ['Go Home', '/'],
    ]);
    // The address of the post leads back to its form.
    const again = await request(site.url).get('/sentry-example-page/render-error');
    expect([again.status, again.headers.location]).toEqual([302, '/sentry-example-page']);
    const requestId = String(reply.headers['x-request-id']);
    expect(main.one('code').text).toBe(requestId);
    expect(site.reports.map(({ context }) => context)).toMatchObject([{ requestId }]);
    expect(reply.text).not.toContain('Test error of a server render');
  });

  it.each([
    ['in an endpoint', 'endpoint-error', 'ok'],
    ['with the content service unreachable', 'render-error', 'down'],
  ])('D9 is the same screen %s', async (_where, name, state) => {
    const site = await coldSite(100);
    if (state === 'down') await site.contentService.fault('*', { kind: 'refuse' });
    else await site.load();
    site.reports.length = 0;
    const reply = await request(site.url).post(`/sentry-example-page/${name}`);
    expect(reply.status).toBe(500);
    expect(parseHtml(reply.text).one('main h1').text).toBe('Oops! Something went wrong');
    expect(reply.text).not.toContain('Test error');
    if (state === 'ok') expect(site.reports).toHaveLength(1);
  });

  it('D9 is the error screen when a selection throws while content is loading', async () => {
    const page = definePage({
      select: () => {
        throw new Error('Test error of a selection.');
      },
      describe: () => ({ title: null, description: null, path: about }),
      View: () => null,
    });
    const throwing = routes.map((route) => (route.path === about ? { ...route, page } : route));
    const site = await coldSite(20, { routes: throwing });
    const release = await holdResponses(site.contentService, '*');
    const reply = await sendRequest(site.url, about);
    expect([reply.status, reply.headers['cache-control']]).toEqual([500, 'no-store']);
    expect(parseHtml(reply.text).one('main h1').text).toBe('Oops! Something went wrong');
    expect(site.reports.map(({ context }) => context)).toMatchObject([{ route: 'about' }]);
    release();
    await site.load();
    await request(site.url).get(service).expect(200);
  });
});
