import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMetrics } from '../../server/metrics/metrics.ts';
import { createMetricsServer } from '../../server/metrics/metricsServer.ts';
import type { Status } from '../../server/metrics/status.ts';
import { fromOwnPage, goodEnquiry } from '../support/goodEnquiry.ts';
import { parseHtml } from '../support/html.ts';
import { askFor } from '../support/http.ts';
import { listen } from '../support/listen.ts';
import { startSite, type TestSite } from '../support/site.ts';

const secret = 'a-secret-of-enough-characters';
let site: TestSite;
let metricsServer: Server = createServer();
let metricsUrl: string;
/** What a test has the status page say otherwise. */
let special: Partial<Status> = {};

beforeEach(async () => {
  special = {};
  site = await startSite({ environment: { METRICS_PORT: '0', CONTENT_HOOK_SECRET: secret } });
  const { counts, content, pictures } = site;
  const metrics = createMetrics({
    ...{ counts, content, pictures },
    pages: { stats: () => ({ pages: 1, bytes: 2 }) },
    reports: { counts: () => ({ reported: 3, held: 0 }) },
    isReady: () => true,
    release: 'a "release"',
  });
  metricsServer = createMetricsServer({
    metrics,
    status: () => ({ ...calm, entries: content.stats(), ...special }),
  });
  metricsUrl = await listen(metricsServer);
});
afterEach(async () => {
  metricsServer.close();
  await site.close();
});

const now = Date.now();
const calm: Status = {
  ...{ release: 'r1', startedAt: now - 90_000, now, ready: true, entries: [] },
  hook: { isOn: true, lastCallAt: now - 5_000 },
  ...{ contact: { sent: 4, failed: 0 }, errorReporting: 'errors.example' },
  errors: { reported: 0, held: 0, recent: [] },
  ...{ requests: 7, keptPages: 3, keptBytes: 2e6, rendersInFlight: 0, residentBytes: 1e8 },
};

/** The lines of one metric. */
async function series(name: string): Promise<readonly string[]> {
  const { text } = await askFor(metricsUrl, '/metrics');
  return text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
}

describe('the metrics', () => {
  it('count requests by route and status, and what the page cache and the content service did', async () => {
    await askFor(site.url, '/about');
    await askFor(site.url, '/about');
    await askFor(site.url, '/no-such-page');
    expect(await series('site_requests_total')).toEqual([
      'site_requests_total{route="about",status="200"} 2',
      'site_requests_total{route="notFound",status="404"} 1',
    ]);
    expect(await series('site_page_cache_total')).toContain('site_page_cache_total{outcome="hit"} 1');
    expect(await series('site_content_calls_total')).toContain(
      'site_content_calls_total{collection="pages",outcome="ok"} 1',
    );
    expect(await series('site_content_reads_total')).toEqual(
      expect.arrayContaining([
        'site_content_reads_total{collection="pages",outcome="miss"} 1',
        'site_content_reads_total{collection="navigation",outcome="hit"} 1',
      ]),
    );
    expect((await series('site_content_age_seconds')).length).toBeGreaterThan(2);
    expect(await series('site_request_seconds_count')).toContain(
      'site_request_seconds_count{route="about"} 2',
    );
    expect(await series('site_request_seconds_bucket')).toContain(
      'site_request_seconds_bucket{route="about",le="+Inf"} 2',
    );
    expect(await series('site_first_byte_seconds_count')).not.toEqual([]);
    expect(await series('site_render_seconds_count')).toContain('site_render_seconds_count{route="about"} 1');
    expect(await series('nodejs_eventloop_lag_seconds')).not.toEqual([]);
    expect(await series('site_ready')).toEqual(['site_ready{release="a \\"release\\""} 1']);
  });

  it('count enquiries by outcome, what was turned away, and calls of the content hook', async () => {
    const post = (body: string, headers: Record<string, string>) =>
      askFor(site.url, '/api/contact', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body,
      });
    const own = fromOwnPage(site.url);
    await post(JSON.stringify(goodEnquiry), own);
    await site.contactService.fault('contact', { kind: 'status', status: 500 });
    await post(JSON.stringify({ ...goodEnquiry, message: 'Another one.' }), own);
    await post('{', own);
    await post(JSON.stringify(goodEnquiry), {
      ...own,
      Origin: 'https://evil.example',
      'Sec-Fetch-Site': 'cross-site',
    });
    expect(await series('site_contact_total')).toEqual([
      'site_contact_total{outcome="sent"} 1',
      'site_contact_total{outcome="refused"} 1',
    ]);
    expect(await series('site_contact_rejected_total')).toEqual([
      'site_contact_rejected_total{reason="unreadable"} 1',
      'site_contact_rejected_total{reason="foreignOrigin"} 1',
    ]);
    const hook = (given: string) =>
      askFor(site.url, '/hooks/content', { method: 'POST', headers: { 'x-content-hook-secret': given } });
    await hook('wrong');
    expect(site.counts.lastHookAt).toBeNull();
    await hook(secret);
    expect(await series('site_content_hook_total')).toEqual([
      'site_content_hook_total{outcome="wrongSecret"} 1',
      'site_content_hook_total{outcome="accepted"} 1',
    ]);
    expect(site.counts.lastHookAt).not.toBeNull();
  });

  it('make no label out of what a visitor sends', async () => {
    const visit = (at: number) =>
      askFor(site.url, `/random-${at}"}\\?x=${at}`, { headers: { 'User-Agent': `agent-${at}` } });
    await visit(0);
    const before = (await askFor(metricsUrl, '/metrics')).text;
    for (let at = 1; at <= 100; at += 1) await visit(at);
    const after = (await askFor(metricsUrl, '/metrics')).text;
    expect(after).not.toMatch(/random-|agent-/);
    const own = (text: string) => text.split('\n').filter((line) => line.startsWith('site_')).length;
    expect(own(after) - own(before)).toBeLessThan(30);
    for (const line of after.split('\n').filter((text) => text && !text.startsWith('#'))) {
      expect(line).toMatch(
        /^[a-z_]\w*(\{\w+="[^"\n]*(\\"[^"\n]*)*"(,\w+="[^"\n]*(\\"[^"\n]*)*")*\})? (\S+)$/,
      );
    }
  });

  it('stand on their own port only, with nothing else', async () => {
    for (const path of ['/metrics', '/status']) expect((await askFor(site.url, path)).status).toBe(404);
    expect((await askFor(metricsUrl, '/')).status).toBe(404);
    expect((await askFor(metricsUrl, '/metrics', { method: 'POST' })).status).toBe(405);
  });
});

describe('the status page', () => {
  const readStatus = async () => {
    const reply = await askFor(metricsUrl, '/status');
    expect(reply.status).toBe(200);
    return { reply, text: parseHtml(reply.text).one('body').text };
  };

  it('tells what is up, how old each content entry is, the last hook call and the release', async () => {
    await askFor(site.url, '/services/snow-removal', { headers: { 'User-Agent': 'a bot' } });
    const { reply, text } = await readStatus();
    for (const part of [
      'ready',
      'r1',
      '90 s',
      'called 5 s ago',
      'errors.example',
      '4 sent, 0 failed',
      'answers',
    ]) {
      expect(text).toContain(part);
    }
    for (const { key } of site.content.stats()) expect(text).toMatch(new RegExp(`${key}\\d+ sok`));
    expect(text).not.toMatch(/never fetched|Not as it should be/);
    expect(text).toMatch(/Recent errorsNone\./);
    expect(reply.text).not.toContain('<script');
  });

  it('puts first what is not as it should be', async () => {
    const recent = [{ at: now - 3_000, text: 'Error: broken', place: 'about', requestId: 'id-7' }];
    special = {
      ready: false,
      entries: [
        { key: 'pages', version: 3, ageMs: 4_000, outcome: 'ok', hasFailed: false },
        { key: 'posts', version: null, ageMs: null, outcome: 'No connection', hasFailed: true },
      ],
      hook: { isOn: false, lastCallAt: null },
      contact: null,
      errorReporting: null,
      errors: { reported: 9, held: 2, recent },
    };
    const { text } = await readStatus();
    for (const part of [
      'not ready',
      '1 of 2 fail',
      'Content hookoff',
      'not configured',
      'Error reportingoff',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).toContain('postsnever fetchedNo connection');
    expect(text.indexOf('postsnever')).toBeLessThan(text.indexOf('pages4 s'));
    expect(text).toContain('9 since the start, 2 of them logged only. The last 1:Error: broken3 s ago');
    expect(text).toContain(' · about · id-7');
  });

  it('sums up by collection where there are many entries', async () => {
    const posts = Array.from({ length: 40 }, (_, at) => ({
      ...{ key: `post:number-${at}`, version: at, ageMs: at * 60_000, outcome: 'ok', hasFailed: false },
    }));
    special = { entries: posts };
    const { reply, text } = await readStatus();
    expect(text).toContain('post400 s39 min');
    expect(parseHtml(reply.text).one('details').text).toContain('post:number-3939 minok');
  });

  it('shows errors as text, whatever is in them', async () => {
    const recent = [{ at: now, text: '<img src=x onerror=alert(1)>', place: '"><b>', requestId: "a'b" }];
    special = {
      errors: { reported: 1, held: 0, recent },
      entries: [{ key: '<i>', version: null, ageMs: null, outcome: '<script>', hasFailed: true }],
    };
    const { reply, text } = await readStatus();
    expect(reply.text).not.toMatch(/<img|<b>|<i>|<script/);
    expect(text).toContain('<img src=x onerror=alert(1)>');
  });

  it('brings its own style, and lets nothing else in', async () => {
    const { reply } = await readStatus();
    expect(reply.headers['content-security-policy']).toContain("default-src 'none'; style-src 'self'");
    expect(parseHtml(reply.text).one('link[rel=stylesheet]').attribute('href')).toBe('/status.css');
    const style = await askFor(metricsUrl, '/status.css');
    expect([style.status, style.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8']);
  });
});

const vitals = (body: string, headers: Readonly<Record<string, string>> = fromOwnPage(site.url)) =>
  askFor(site.url, '/api/vitals', {
    method: 'POST',
    headers: { 'Content-Type': 'text/plain', ...headers },
    body,
  });

describe('beacons with vital signs', () => {
  it('are counted by route', async () => {
    expect((await vitals('{"route":"home","lcp":1200,"cls":0.02,"inp":90}')).status).toBe(204);
    expect(await series('site_vitals_lcp_sum')).toEqual(['site_vitals_lcp_sum{route="home"} 1.2']);
    expect(await series('site_vitals_cls_bucket')).toContain(
      'site_vitals_cls_bucket{route="home",le="0.05"} 1',
    );
    expect(await series('site_vitals_fcp_count')).toEqual(['site_vitals_fcp_count{route="home"} 0']);
  });

  it.each([
    ['an unknown route', '{"route":"<b>","lcp":1}'],
    ['a route that nobody can have', '{"route":"__proto__","lcp":1}'],
    ['a negative time', '{"route":"home","lcp":-1}'],
    ['a time beyond reason', '{"route":"home","lcp":1e12}'],
    ['a text', '{"route":"home","lcp":"1"}'],
    ['an identifier', '{"route":"home","lcp":1,"id":"v5-1234"}'],
    ['no JSON', '{"route":'],
    ['a list', '[]'],
    ['a megabyte', `{"route":"home","x":"${'x'.repeat(1_000_000)}"}`],
  ])('refuses %s', async (_name, body) => {
    const { status } = await vitals(body);
    expect(status).toBe(body.length > 1_024 ? 413 : 400);
    expect(await series('site_vitals_lcp_count')).toEqual([]);
    expect(await series('site_beacons_total')).toEqual([
      `site_beacons_total{outcome="${status === 413 ? 'tooLarge' : 'malformed'}"} 1`,
    ]);
  });

  it('refuses other sites, and more than sixty a minute from one network', async () => {
    const foreign = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
    expect((await vitals('{"route":"home"}', foreign)).status).toBe(403);
    const statuses = new Set<number>();
    for (let at = 0; at < 61; at += 1) {
      // Nobody is a proxy here: the header is no way around the limit.
      const headers = { ...fromOwnPage(site.url), 'X-Forwarded-For': `198.51.100.${at}` };
      statuses.add((await vitals('{"route":"home","lcp":1}', headers)).status);
    }
    expect([...statuses]).toEqual([204, 429]);
    expect(await series('site_beacons_total')).toEqual([
      'site_beacons_total{outcome="foreign"} 1',
      'site_beacons_total{outcome="counted"} 60',
      'site_beacons_total{outcome="limited"} 1',
    ]);
  });
});
