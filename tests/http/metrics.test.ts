import request from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import { collectionNames } from '../../server/content/collections/collections.ts';
import { fromOwnPage, goodEnquiry } from '../support/goodEnquiry.ts';
import { hookSecret } from '../support/hook.ts';
import { sendRequest } from '../support/http.ts';
import { type MetricsSite, startMetricsSite } from '../support/metricsSite.ts';
import { forTest } from '../support/started.ts';

let metrics: MetricsSite;
beforeEach(async () => {
  metrics = await forTest(startMetricsSite());
});

describe('the metrics', () => {
  it('count requests by route and status, and page cache outcomes, and show the state of each collection', async () => {
    const { site } = metrics;
    await site.load();
    for (const path of ['/about', '/about', '/no-such-page']) await request(site.url).get(path);
    await site.contentService.fault('reviews', { kind: 'html200' });
    await site.content.load(['reviews'], true);
    const expected: Readonly<Record<string, readonly string[]>> = {
      site_requests_total: [
        'site_requests_total{route="about",status="200"} 2',
        'site_requests_total{route="notFound",status="404"} 1',
      ],
      site_page_cache_total: ['site_page_cache_total{outcome="hit"} 1'],
      site_first_byte_seconds_count: ['site_first_byte_seconds_count{route="about"} 2'],
      site_first_byte_seconds_bucket: ['site_first_byte_seconds_bucket{le="+Inf",route="about"} 2'],
      site_render_seconds_count: ['site_render_seconds_count{route="about"} 1'],
      site_ready: ['site_ready{release="a \\"release\\""} 1'],
      site_content_calls_total: [
        'site_content_calls_total{collection="services",outcome="ok"} 1',
        'site_content_calls_total{collection="directus_files",outcome="ok"} 1',
        'site_content_calls_total{collection="reviews",outcome="malformed"} 1',
      ],
      site_content_failing: collectionNames.map(
        (name) => `site_content_failing{collection="${name}"} ${name === 'reviews' ? 1 : 0}`,
      ),
    };
    for (const [name, lines] of Object.entries(expected))
      expect(await metrics.series(name)).toEqual(expect.arrayContaining([...lines]));
    // The rows of the failing collection are kept, and age.
    const aged = (await metrics.series('site_content_age_seconds')).map((line) => /"(\w+)"/.exec(line)?.[1]);
    expect(aged).toEqual(collectionNames);
    expect(await metrics.series('nodejs_eventloop_lag_seconds')).not.toEqual([]);
  });

  it('count enquiries by outcome, rejections by reason, and calls of the content hook', async () => {
    const post = (body: string, headers: Record<string, string>) =>
      request(metrics.site.url)
        .post('/api/contact')
        .set({ 'Content-Type': 'application/json', ...headers })
        .send(body);
    const own = fromOwnPage(metrics.site.url);
    await post(JSON.stringify(goodEnquiry), own);
    await metrics.site.contactService.fault('contact', { kind: 'status', status: 500 });
    await post(JSON.stringify({ ...goodEnquiry, message: 'Another one.' }), own);
    await post('{', own);
    await post(JSON.stringify(goodEnquiry), {
      ...own,
      Origin: 'https://evil.example',
      'Sec-Fetch-Site': 'cross-site',
    });
    expect(await metrics.series('site_contact_total')).toEqual(
      // Each begins with zero: an alert does not see a series begin.
      expect.arrayContaining([
        'site_contact_total{outcome="sent"} 1',
        'site_contact_total{outcome="refused"} 1',
        'site_contact_total{outcome="unreachable"} 0',
      ]),
    );
    expect(await metrics.series('site_contact_rejected_total')).toEqual([
      'site_contact_rejected_total{reason="unreadable"} 1',
      'site_contact_rejected_total{reason="foreignOrigin"} 1',
    ]);
    const hook = (given: string) =>
      request(metrics.site.url).post('/hooks/content').set('x-content-hook-secret', given);
    await hook('wrong');
    expect(metrics.site.counts.lastHookAt).toBeNull();
    await hook(hookSecret);
    expect(await metrics.series('site_content_hook_total')).toEqual([
      'site_content_hook_total{outcome="accepted"} 1',
      'site_content_hook_total{outcome="failed"} 0',
      'site_content_hook_total{outcome="wrongSecret"} 1',
    ]);
    expect(metrics.site.counts.lastHookAt).not.toBeNull();
  });

  it('make no label from anything that a visitor sends', async () => {
    // Sent unchanged: a client would encode the path.
    const visit = (at: number) =>
      sendRequest(metrics.site.url, `/random-${at}"}\\?x=${at}`, {
        headers: { 'User-Agent': `agent-${at}` },
      });
    await visit(0);
    const before = (await request(metrics.url).get('/metrics')).text;
    for (let at = 1; at <= 100; at += 1) await visit(at);
    const after = (await request(metrics.url).get('/metrics')).text;
    expect(after).not.toMatch(/random-|agent-/);
    const own = (text: string) => text.split('\n').filter((line) => line.startsWith('site_')).length;
    expect(own(after) - own(before)).toBeLessThan(30);
    for (const line of after.split('\n').filter((text) => text && !text.startsWith('#'))) {
      expect(line).toMatch(
        /^[a-z_]\w*(\{\w+="[^"\n]*(\\"[^"\n]*)*"(,\w+="[^"\n]*(\\"[^"\n]*)*")*\})? (\S+)$/,
      );
    }
  });

  it('are served on their own port only, with nothing else', async () => {
    for (const path of ['/metrics', '/status']) await request(metrics.site.url).get(path).expect(404);
    await request(metrics.url).get('/').expect(404);
    await request(metrics.url).post('/metrics').expect(405);
  });

  it('have the report of the page doctor beside them, as JSON', async () => {
    Object.assign(metrics.site.contentService.row('homes', 'aspen-cottage'), {
      night_from: null,
      night_prices: null,
    });
    await metrics.site.load();
    const { body, headers } = await request(metrics.url).get('/doctor.json').expect(200);
    expect(headers['cache-control']).toBe('no-store');
    const finding = expect.objectContaining({ kind: 'home-without-price', where: '/rentals/aspen-cottage' });
    expect(body).toMatchObject({
      findings: expect.arrayContaining([finding]),
    });
  });

  it('report an error of their own, once', async () => {
    const defect = new Error('No report');
    const errors: unknown[] = [];
    const report = () => Promise.reject(defect);
    metrics.observe({
      app: { doctor: { report }, search: { missed: () => [] } },
      reportError: (error) => void errors.push(error),
    });
    await request(metrics.url).get('/doctor.json').expect(500, 'Something went wrong.\n');
    expect(errors).toEqual([defect]);
  });
});
