import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { collectionNames } from '../../server/content/collections/collections.ts';
import { findFreePort } from '../../server/demo/ports.ts';
import type { Status } from '../../server/monitoring/status.ts';
import { startContentService } from '../support/contentService.ts';
import { parseHtml } from '../support/html.ts';
import { hookSecret, type MetricsSite, startMetricsSite } from '../support/metricsSite.ts';
import { startSiteProcess } from '../support/siteProcess.ts';

let metrics: MetricsSite;
beforeAll(async () => {
  metrics = await startMetricsSite();
});
afterAll(() => metrics.close());

/** The page where these values are other than on a calm day. */
async function pageWith(special: Partial<Status>) {
  metrics.setStatus(special);
  const { text: html, headers } = await request(metrics.url).get('/status').expect(200);
  const page = parseHtml(html);
  return { html, headers, page, text: page.one('body').text };
}

describe('the status page', () => {
  it('tells what is up, how many rows of content there are and how old, the last hook call and the release', async () => {
    const before = await pageWith({});
    for (const name of collectionNames) expect(before.text).toContain(`${name}nonenever loadednot yet`);
    await metrics.site.load();
    const { html, headers, page, text } = await pageWith({});
    for (const part of [
      'ready',
      'Release r1, up for 90 s',
      'called 5 s ago',
      '6 sent, 0 failed to errors.example',
      '4 sent, 0 failed',
      'responds for 60 s',
      'Content serviceresponds',
    ]) {
      expect(text).toContain(part);
    }
    for (const { collection, rows } of metrics.site.content.stats())
      expect(text).toMatch(new RegExp(`${collection}${rows}\\d sok`));
    expect(text).toMatch(/Recent errorsNone\./);
    expect(html).not.toContain('<script');
    expect(headers['content-security-policy']).toContain("default-src 'none'; style-src 'self'");
    expect(page.one('link[rel=stylesheet]').attribute('href')).toBe('/status.css');
    const style = await request(metrics.url).get('/status.css');
    expect([style.status, style.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8']);
  });

  it('marks what is not as it should be, and shows errors as text, whatever is in them', async () => {
    const at = Date.now() - 3_000;
    const { html, page, text } = await pageWith({
      ready: false,
      collections: [
        { collection: 'pages', rows: 9, ageMs: 4_000, failure: null },
        { collection: 'homes', rows: 8, ageMs: 8_000_000, failure: 'No connection' },
        { collection: '<i>', rows: null, ageMs: null, failure: '<script>' },
      ],
      hook: { isOn: false, lastCallAt: null },
      contact: null,
      errorReporting: null,
      redis: { isUp: false, lastChangedAt: at },
      errors: {
        reported: 9,
        held: 2,
        recent: [
          { at, text: 'Error: broken', place: 'about', requestId: 'id-7' },
          { at, text: '<img src=x onerror=alert(1)>', place: '"><b>', requestId: "a'b" },
        ],
      },
    });
    for (const part of [
      'not ready',
      '2 of 3 collections fail',
      'Content hookoff',
      'Contact servicenot configured',
      'Error reportingoff',
      'does not respond for 3 s',
      'pages94 sok',
      'homes82 hNo connection',
      '<i>nonenever loaded<script>',
      '9 since the start, 2 of them logged only. The last 2:Error: broken3 s ago',
      ' · about · id-7',
      '<img src=x onerror=alert(1)>',
    ]) {
      expect(text).toContain(part);
    }
    const marked = page.all('.bad').map((part) => part.text);
    expect(marked).toEqual(
      expect.arrayContaining(['not ready', 'No connection', 'does not respond for 3 s']),
    );
    expect(html).not.toMatch(/<img|<b>|<i>|<script/);
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
