import request from 'supertest';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { findFreePort } from '../../server/demo/ports.ts';
import { startContentService } from '../support/contentService.ts';
import { parseHtml } from '../support/html.ts';
import { hookSecret, type MetricsSite, startMetricsSite } from '../support/metricsSite.ts';
import { startSiteProcess } from '../support/siteProcess.ts';

let metrics: MetricsSite;
beforeEach(async () => {
  metrics = await startMetricsSite();
});
afterEach(() => metrics.close());

describe('the status page', () => {
  const readStatus = async () => {
    const reply = await request(metrics.url).get('/status').expect(200);
    return { reply, text: parseHtml(reply.text).one('body').text };
  };

  it('tells what is up, how old each content entry is, the last hook call and the release', async () => {
    await request(metrics.site.url).get('/services/snow-removal').set('User-Agent', 'a bot');
    const { reply, text } = await readStatus();
    for (const part of [
      'ready',
      'r1',
      '90 s',
      'called 5 s ago',
      '6 sent, 0 failed to errors.example',
      '4 sent, 0 failed',
      'responds for 60 s',
      'responds',
    ]) {
      expect(text).toContain(part);
    }
    for (const { key } of metrics.site.content.stats()) expect(text).toMatch(new RegExp(`${key}\\d+ sok`));
    expect(text).not.toMatch(/never fetched|Not as it should be/);
    expect(text).toMatch(/Recent errorsNone\./);
    expect(reply.text).not.toContain('<script');
  });

  it('puts first what is not as it should be', async () => {
    const recent = [{ at: Date.now() - 3_000, text: 'Error: broken', place: 'about', requestId: 'id-7' }];
    metrics.setStatus({
      ready: false,
      entries: [
        { key: 'pages', version: 3, ageMs: 4_000, outcome: 'ok', hasFailed: false },
        { key: 'posts', version: null, ageMs: null, outcome: 'No connection', hasFailed: true },
      ],
      hook: { isOn: false, lastCallAt: null },
      contact: null,
      errorReporting: null,
      redis: { isUp: false, since: Date.now() - 3_000 },
      errors: { reported: 9, held: 2, recent },
    });
    const { text } = await readStatus();
    for (const part of [
      'not ready',
      '1 of 2 fail',
      'Content hookoff',
      'not configured',
      'Error reportingoff',
      'does not respond for 3 s',
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
      key: `post:number-${at}`,
      version: at,
      ageMs: at * 60_000,
      outcome: 'ok',
      hasFailed: false,
    }));
    metrics.setStatus({ entries: posts });
    const { reply, text } = await readStatus();
    expect(text).toContain('post400 s39 min');
    expect(parseHtml(reply.text).one('details').text).toContain('post:number-3939 minok');
  });

  it('shows errors as text, whatever is in them', async () => {
    const recent = [
      { at: Date.now(), text: '<img src=x onerror=alert(1)>', place: '"><b>', requestId: "a'b" },
    ];
    metrics.setStatus({
      errors: { reported: 1, held: 0, recent },
      entries: [{ key: '<i>', version: null, ageMs: null, outcome: '<script>', hasFailed: true }],
    });
    const { reply, text } = await readStatus();
    expect(reply.text).not.toMatch(/<img|<b>|<i>|<script/);
    expect(text).toContain('<img src=x onerror=alert(1)>');
  });

  it('brings its own style, and lets nothing else in', async () => {
    const { reply } = await readStatus();
    expect(reply.headers['content-security-policy']).toContain("default-src 'none'; style-src 'self'");
    expect(parseHtml(reply.text).one('link[rel=stylesheet]').attribute('href')).toBe('/status.css');
    const style = await request(metrics.url).get('/status.css');
    expect([style.status, style.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8']);
  });

  it('is served by the process with what it knows', async () => {
    const content = await startContentService();
    const metricsPort = await findFreePort(0);
    const site = await startSiteProcess(content.url, {
      METRICS_PORT: String(metricsPort),
      CONTENT_HOOK_SECRET: hookSecret,
      DEV_PAGES: '1',
      RELEASE: 'r-7',
    });
    onTestFinished(async () => {
      await site.end('SIGKILL');
      await content.close();
    });
    await site.firstOk('/readyz');
    await request(site.url).post('/hooks/content').set('x-content-hook-secret', hookSecret);
    await request(site.url).post('/sentry-example-page/endpoint-error');
    await request(site.url).post('/sentry-example-page/message');
    const reply = await request(`http://127.0.0.1:${metricsPort}`).get('/status');
    const { text } = parseHtml(reply.text).one('body');
    for (const part of [
      'Status ready',
      'Release r-7',
      'Content serviceresponds',
      'hookcalled',
      'Contact servicenot configured',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).toMatch(
      /1 since the start, 0 of them logged only\. The last 1:Error: Test error of a server endpoint\./,
    );
    expect(text).toMatch(/Cached pages[1-9]/);
  });
});
