import request from 'supertest';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { collectionNames } from '../../server/content/collections/collections.ts';
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

/** The page of a metrics server: its markup, and the text of each line of its tables. */
async function statusOf(url: string) {
  const { text: html, headers } = await request(url).get('/status').expect(200);
  const page = parseHtml(html);
  const lines = page.all('tr').map((line) =>
    line
      .all('td')
      .map(({ text }) => text)
      .join('|'),
  );
  return {
    html,
    headers,
    lines,
    text: page.one('body').text,
    marked: page.all('mark').map(({ text }) => text),
  };
}

describe('the status page', () => {
  it('tells what is up, how many rows of content there are and how old', async () => {
    const before = await statusOf(metrics.url);
    for (const name of collectionNames) expect(before.lines).toContain(`${name}|none|never loaded|not yet`);
    const { site } = metrics;
    await site.load();
    await request(site.url).post('/hooks/content').set('x-content-hook-secret', hookSecret);
    const dsn = 'https://key@errors.example/1';
    metrics.observe({
      config: { ...site.config, release: 'r<1>', sentry: { dsn, environment: 'test', release: '' } },
      telemetry: { deliveries: new Map([['sent', 6]]) },
      redis: { status: () => ({ isUp: true, lastChangedAt: Date.now() - 60_000, failures: 0 }) },
    });
    const { html, headers, lines, text, marked } = await statusOf(metrics.url);
    expect(lines).toEqual(
      expect.arrayContaining([
        'Content service|responds',
        'Content hook|called 0 s ago',
        'Contact service|0 sent, 0 failed',
        'Error reporting|6 sent, 0 failed to errors.example',
        'Redis|responds for 60 s',
      ]),
    );
    for (const { collection, rows } of site.content.stats())
      expect(lines.join('\n')).toMatch(new RegExp(`${collection}\\|${rows}\\|\\d s\\|ok`));
    expect(text).toMatch(/Status: ready.*Release r<1>, up for .*Recent errors\s*None\./s);
    expect([marked, html.includes('key@')]).toEqual([[], false]);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  });

  it('marks what is not as it should be, and shows errors as text, whatever is in them', async () => {
    const at = Date.now() - 3_000;
    metrics.observe({
      isReady: () => false,
      config: { ...metrics.site.config, contentHookSecret: null, contactApiUrl: null },
      content: {
        stats: () => [
          { collection: 'pages', rows: 9, ageMs: 4_000, failure: null },
          { collection: 'homes', rows: 8, ageMs: 8_000_000, failure: 'No connection' },
          { collection: '<i>', rows: null, ageMs: null, failure: '<script>' },
        ],
      },
      redis: { status: () => ({ isUp: false, lastChangedAt: at, failures: 3 }) },
      reports: {
        counts: () => ({ reported: 9, held: 2 }),
        recent: () => [
          { at, text: 'Error: broken', place: 'about', requestId: 'id-7' },
          { at, text: '<img src=x onerror=alert(1)>', place: '"><b>', requestId: "a'b" },
        ],
      },
    });
    const { html, lines, text, marked } = await statusOf(metrics.url);
    expect(lines).toEqual(
      expect.arrayContaining([
        'Content hook|off',
        'Contact service|not configured',
        'Error reporting|off',
        'pages|9|4 s|ok',
        'homes|8|2 h|No connection',
        '<i>|none|never loaded|<script>',
      ]),
    );
    expect(text).toContain('9 since the start, 2 of them logged only. The last 2:');
    expect(lines.filter((line) => line.startsWith('3 s ago'))).toEqual([
      expect.stringMatching(/\|Error: broken\|about\|id-7$/),
      expect.stringContaining('|<img src=x onerror=alert(1)>|"><b>|a'),
    ]);
    expect(marked).toEqual([
      'not ready',
      '2 of 3 collections fail',
      'does not respond for 3 s',
      'No connection',
      '<script>',
    ]);
    expect(html).not.toMatch(/<img|<b>|<i>|<script/);
  });

  it('names what visitors have searched in vain, as text, and nothing of who they were', async () => {
    await metrics.site.load();
    const search = (words: string) => request(metrics.site.url).get('/search').query({ q: words });
    await expect
      .poll(async () => (await request(metrics.site.url).get('/api/search?q=snow')).status)
      .toBe(200);
    for (const words of ['Xylophone', 'xylophone', '<qxzkv>']) await search(words);
    const { text } = await request(metrics.url).get('/status');
    expect(text).toContain('<tr><td>xylophone</td><td>2</td></tr>');
    expect(text).toContain('<tr><td>&lt;qxzkv&gt;</td><td>1</td></tr>');
  });

  it('is served by the process with what it knows', async () => {
    const content = await startContentService();
    const metricsPort = await findFreePort(0);
    const site = await startSiteProcess(content.url, { METRICS_PORT: String(metricsPort), DEV_PAGES: '1' });
    onTestFinished(async () => {
      await site.end('SIGKILL');
      await content.close();
    });
    await site.firstOk('/readyz');
    await request(site.url).get('/');
    await request(site.url).post('/sentry-example-page/endpoint-error');
    await request(site.url).post('/sentry-example-page/message');
    const { text, lines } = await statusOf(`http://127.0.0.1:${metricsPort}`);
    expect(text).toContain('1 since the start, 0 of them logged only. The last 1:');
    expect(lines.at(-1)).toContain('|Error: Test error of a server endpoint.|');
    expect(lines.join('\n')).toMatch(/Cached pages\|[1-9]/);
  });
});
