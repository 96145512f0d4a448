import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request as openRequest } from 'node:http';
import { connect } from 'node:net';
import { constants, gunzipSync } from 'node:zlib';
import request from 'supertest';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { hold } from '../support/hold.ts';
import { parseHtml } from '../support/html.ts';
import { openResponse } from '../support/http.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { pageAddresses, siteAddresses } from '../support/siteAddresses.ts';
import { startWarmSite } from '../support/warmSite.ts';

const crawler = { 'User-Agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' };
const running: TestSite[] = [];
let warmSite: TestSite | undefined;

afterAll(() => warmSite?.close());

afterEach(async () => {
  await Promise.all(running.splice(0).map((site) => site.close()));
});

/** A site that has seen nothing, whose shell waits no longer than `shellMs`. */
async function coldSite(shellMs: number, options: Parameters<typeof startSite>[0] = {}): Promise<TestSite> {
  const site = await startSite({
    ...options,
    environment: { SHELL_DEADLINE_MS: String(shellMs), DEV_PAGES: '1', ...options.environment },
  });
  running.push(site);
  return site;
}

/** How many responses the content service has sent so far. */
const completeCalls = (site: TestSite): number =>
  site.contentService.requests.filter(({ outcome }) => outcome === 'sent').length;

/** The page as a reader has it when the late parts have been put in their places. */
function settled(html: string): string {
  const parts = new Map(
    [...html.matchAll(/<div hidden id="(S:\w+)">([\s\S]*?)<\/div><script nonce="[^"]*">/g)].map(
      ([, id = '', part = '']) => [id, part],
    ),
  );
  return `${html.replace(/<div hidden id="S:[\s\S]*/, '')}${[...parts.values()].join('')}`;
}

describe('content that is slow and was never seen', () => {
  it('sends the shell before the content service has responded, and the rest in the same response', async () => {
    const site = await coldSite(100);
    const release = await hold(site.contentService, '*');
    const reply = await openResponse(site.url, '/');
    const shell = (await reply.next()) ?? '';
    expect(completeCalls(site)).toBe(0);
    expect(reply.status).toBe(200);
    expect(reply.headers['cache-control']).toBe('no-store');
    const page = parseHtml(shell);
    expect(page.one('header .brand-name').text).toBe('Juniper Ridge Property Services');
    expect(page.one('title').text).toBe('Juniper Ridge Property Services');
    expect(page.one('.pending .pending-text').text).toBe('Loading');
    expect(page.all('section.reviews')).toHaveLength(1);
    expect(page.one('footer .footer-copyright').text).toContain('2024');
    expect(shell).not.toContain('A well-kept home under a wide sky');
    release();
    const rest = await reply.rest();
    expect(rest).toContain('A well-kept home under a wide sky');
    expect(rest).toContain('/services/snow-removal');
    expect(rest.trim().endsWith('</html>')).toBe(true);
  });

  it('sends a compressed shell before the content service has responded too', async () => {
    const site = await coldSite(50);
    const release = await hold(site.contentService, '*');
    const { hostname, port } = new URL(site.url);
    const sent = openRequest({ hostname, port, path: '/', headers: { 'Accept-Encoding': 'gzip' } }).end();
    const [response]: IncomingMessage[] = await once(sent, 'response');
    const parts = response?.iterator()[Symbol.asyncIterator]();
    const bytes: Buffer[] = [];
    const next = async () => {
      const part = await parts?.next();
      if (part && !part.done) bytes.push(Buffer.from(part.value));
      return part?.done === false;
    };
    // What a reader can show of the bytes that have come.
    const shown = () => gunzipSync(Buffer.concat(bytes), { finishFlush: constants.Z_SYNC_FLUSH }).toString();
    while ((await next()) && !shown().includes('</footer>'));
    expect(shown()).toContain('Loading');
    expect(completeCalls(site)).toBe(0);
    release();
    while (await next());
    expect(gunzipSync(Buffer.concat(bytes)).toString()).toContain('A well-kept home under a wide sky');
  });

  it('F7 every inline script of the stream carries the nonce of its policy', async () => {
    const site = await coldSite(20);
    const release = await hold(site.contentService, '*');
    const reply = await openResponse(site.url, '/');
    release();
    const html = await reply.rest();
    const policy = String(reply.headers['content-security-policy']);
    const [, nonce] = /'nonce-([^']+)'/.exec(policy) ?? [];
    const inline = [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)].filter(
      ([tag]) => !/ src=/.test(tag),
    );
    const [boot, ...late] = inline;
    expect(late.length).toBeGreaterThan(0);
    expect(late.filter(([, attributes]) => !attributes?.includes(` nonce="${nonce}"`))).toEqual([]);
    const bootHash = createHash('sha256')
      .update(boot?.[2] ?? '')
      .digest('base64');
    expect(policy).toContain(`'sha256-${bootHash}'`);
    const noScript = /<noscript><style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? '';
    expect(policy).toContain(`'sha256-${createHash('sha256').update(noScript).digest('base64')}'`);
  });

  it('a streamed page is not cached: the next one is rendered anew, and then cached whole', async () => {
    const site = await coldSite(20);
    const release = await hold(site.contentService, '*');
    const first = await openResponse(site.url, '/about');
    expect(String(first.headers['server-timing'])).toContain('undefined');
    release();
    await first.rest();
    const second = await request(site.url).get('/about');
    expect(String(second.headers['server-timing'])).toContain('miss');
    expect(second.text).not.toContain('$RC');
    expect(String((await request(site.url).get('/about')).headers['server-timing'])).toContain('hit');
  });

  it('title, tagline and menu never hold the shell, and their fallbacks are not cached', async () => {
    const site = await coldSite(1_000);
    const release = await hold(site.contentService, 'navigation', 'site_settings');
    const reply = await openResponse(site.url, '/about');
    const shell = (await reply.next()) ?? '';
    expect(shell).toContain('The people behind the porch light');
    const page = parseHtml(shell);
    expect(page.one('.brand-name').text).toBe('Juniper Ridge Property Services');
    expect(page.one('.brand-tagline').text).toBe('Pacific Northwest');
    expect(page.one('title').text).toBe('About - Juniper Ridge Property Services');
    expect(page.all('.site-nav a').map((link) => link.text)).toContain('Services');
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(shell).not.toContain('Directus is unreachable.');
    release();
    await reply.rest();
  });

  it('visitors at the same time have streams of their own over the same calls', async () => {
    const site = await coldSite(20);
    const release = await hold(site.contentService, '*');
    const replies = await Promise.all(Array.from({ length: 5 }, () => openResponse(site.url, '/about')));
    release();
    const texts = await Promise.all(replies.map((reply) => reply.rest()));
    for (const text of texts) expect(text).toContain('The people behind the porch light');
    const calls = site.contentService.requests.map(({ path }) => path).filter((path) => path !== '/files');
    expect(calls.sort()).toEqual([...new Set(calls)].sort());
  });
});

describe('a page whose content is all there', () => {
  it.each(pageAddresses)('%s carries nothing of a stream', async (address) => {
    warmSite ??= await startWarmSite({ DEV_PAGES: '1' });
    const { text } = await request(warmSite.url).get(address);
    expect(text.startsWith('<!DOCTYPE html><html lang="en"')).toBe(true);
    expect(text.endsWith('</html>')).toBe(true);
    expect(text).not.toMatch(/ nonce=|\$RC|<!--\$\?-->|<!--\$!-->|id="[BSP]:/);
  });
});

describe('content that fails after the first byte', () => {
  it('the shell carries the notice hidden, with a way to reload', async () => {
    const site = await coldSite(20, { content: { primaryMs: 400, secondaryMs: 400 } });
    await site.contentService.fault('*', { kind: 'blackhole' });
    const reply = await openResponse(site.url, '/blog?category=seasonal-care');
    const shell = (await reply.next()) ?? '';
    const pending = parseHtml(shell).one('.pending');
    expect(pending.attribute('role')).toBe('status');
    const notice = parseHtml(shell).one('.pending .pending-notice');
    expect(notice.attribute('hidden')).toBe('');
    expect(notice.text).toContain('Directus is unreachable.');
    expect(notice.one('a').attribute('href')).toBe('/blog?category=seasonal-care');
    const rest = await reply.rest();
    expect(rest.trim().endsWith('</html>')).toBe(true);
  });

  it('what has failed by then is the notice in its place, inside the same 200', async () => {
    const site = await coldSite(20, { content: { primaryMs: 300, secondaryMs: 300 } });
    await site.contentService.fault('*', { kind: 'blackhole' });
    const reply = await openResponse(site.url, '/about');
    const html = await reply.rest();
    expect(reply.status).toBe(200);
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(parseHtml(settled(html)).all('.connection-error-hero').length).toBeGreaterThan(0);
    // The block that never had content of its own is there in its built-in words.
    expect(html).toContain('Ready to Get Started');
  });
});

describe('the status before the first byte', () => {
  const service = siteAddresses.service;

  it('a crawler waits for everything and gets a page that may be cached', async () => {
    const site = await coldSite(20);
    await site.contentService.fault('*', { kind: 'slow', ms: 200 });
    const reply = await request(site.url).get('/').set(crawler);
    expect(reply.status).toBe(200);
    expect(reply.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
    expect(reply.text).toContain('A well-kept home under a wide sky');
    expect(reply.text).not.toMatch(/class="pending"|\$RC/);
    expect(String(reply.headers['content-security-policy'])).not.toContain('nonce-');
  });

  it('a crawler gets the true status where a visitor has a notice inside a 200', async () => {
    const site = await coldSite(20, { content: { primaryMs: 200, secondaryMs: 200 } });
    await site.contentService.fault('*', { kind: 'blackhole' });
    const [visitor, robot, head] = await Promise.all([
      request(site.url).get('/'),
      request(site.url).get('/').set(crawler),
      request(site.url).head('/'),
    ]);
    expect([visitor.status, robot.status, head.status]).toEqual([200, 503, 503]);
    expect(robot.headers['retry-after']).toBe('30');
  });

  it('/services/x is one true status, however slow the response: 200, 404 or 503', async () => {
    const site = await coldSite(20);
    await site.contentService.fault('*', { kind: 'slow', ms: 100 });
    const [found, absent] = await Promise.all([
      request(site.url).get(service),
      request(site.url).get('/services/no-such-service'),
    ]);
    expect([found.status, absent.status]).toEqual([200, 404]);
    expect(parseHtml(found.text).one('title').text).toMatch(/^Snow Removal - /);
    expect(parseHtml(absent.text).one('main h1').text).toBe('Service not found');
  });

  it('/services/x waits no longer than its own deadline', async () => {
    const site = await coldSite(20, { content: { primaryMs: 400, secondaryMs: 200 } });
    await site.contentService.fault('*', { kind: 'blackhole' });
    const reply = await request(site.url).get(service);
    expect(reply.status).toBe(503);
    expect(reply.headers['retry-after']).toBe('30');
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(reply.text).toContain('Directus is unreachable.');
    expect(parseHtml(reply.text).one('footer .footer-copyright').text).toContain('2024');
  });

  it('a slug that is known to be absent is a 404 at once, while the content service is slow', async () => {
    const site = await coldSite(20);
    await request(site.url).get('/services');
    await site.contentService.fault('*', { kind: 'blackhole' });
    site.contentService.clearRequests();
    const reply = await request(site.url).get('/services/no-such-service');
    expect(reply.status).toBe(404);
    expect(site.contentService.requests.filter(({ path }) => path.includes('services'))).toEqual([]);
  });
});

describe('D8 a visitor who leaves', () => {
  it('D8 ends the render, and nobody is told of an error', async () => {
    const site = await coldSite(20);
    const release = await hold(site.contentService, '*');
    const replies = await Promise.all(Array.from({ length: 8 }, () => openResponse(site.url, '/')));
    await Promise.all(replies.map((reply) => reply.next()));
    for (const reply of replies) reply.leave();
    await logged(site, (line) => line.aborted === true, 8);
    expect(site.reports).toEqual([]);
    release();
    expect((await request(site.url).get('/').set(crawler)).status).toBe(200);
    expect(site.reports).toEqual([]);
  });

  it('D8 before the first byte as well', async () => {
    const site = await coldSite(5_000);
    const release = await hold(site.contentService, '*');
    const { hostname, port } = new URL(site.url);
    const socket = connect(Number(port), hostname, () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'));
    await site.contentService.nextRequest();
    socket.destroy();
    await logged(site, (line) => line.aborted === true, 1);
    release();
    expect(site.reports).toEqual([]);
  });
});

describe('D9 a render that throws', () => {
  it('D9 is the error screen with 500 and the number of the request, reported once', async () => {
    const site = await coldSite(5_000);
    const reply = await request(site.url).post('/sentry-example-page/render-error');
    expect(reply.status).toBe(500);
    expect(reply.headers['cache-control']).toBe('no-store');
    const page = parseHtml(reply.text);
    expect(page.one('main h1').text).toBe('Oops! Something went wrong');
    expect(page.one('main').text).toContain('reported');
    const actions = page.all('main a').map((link) => [link.text, link.attribute('href')]);
    expect(actions).toEqual([
      ['Try Again', ''],
      ['Go Home', '/'],
    ]);
    const id = String(reply.headers['x-request-id']);
    expect(page.one('main code').text).toBe(id);
    expect(site.reports).toHaveLength(1);
    expect(site.reports[0]?.context).toMatchObject({ requestId: id });
    expect(reply.text).not.toContain('Test error of a server render');
  });

  it('D9 in an endpoint is the same screen, reported once', async () => {
    const site = await coldSite(5_000);
    const reply = await request(site.url).post('/sentry-example-page/endpoint-error');
    expect(reply.status).toBe(500);
    expect(parseHtml(reply.text).one('main h1').text).toBe('Oops! Something went wrong');
    expect(site.reports).toHaveLength(1);
    expect(reply.text).not.toContain('Test error');
  });

  it('D9 with the content service unreachable the screen is the same', async () => {
    const site = await coldSite(100);
    await site.contentService.fault('*', { kind: 'refuse' });
    const reply = await request(site.url).post('/sentry-example-page/render-error');
    expect(reply.status).toBe(500);
    expect(parseHtml(reply.text).one('main h1').text).toBe('Oops! Something went wrong');
  });
});

/** Waits for so many log lines of a kind; the lines come when connections have closed. */
async function logged(
  site: TestSite,
  matches: (line: Record<string, unknown>) => boolean,
  count: number,
): Promise<void> {
  while (site.logs.filter(matches).length < count) await new Promise((resolve) => setImmediate(resolve));
}
