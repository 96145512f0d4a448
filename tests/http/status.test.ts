import request from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import { collectionNames } from '../../server/content/collections/collections.ts';
import { findFreePort } from '../../server/demo/ports.ts';
import { callHook } from '../support/hook.ts';
import { type MetricsSite, startMetricsSite } from '../support/metricsSite.ts';
import { contentForTest, forTest, siteProcessForTest } from '../support/started.ts';

let metrics: MetricsSite;
beforeEach(async () => {
  metrics = await forTest(startMetricsSite());
});

const statusOf = async (url: string) => (await request(url).get('/status').expect(200)).body;
const anyMoment = expect.stringMatching(/^20\d\d-.*Z$/);

describe('GET /status of the metrics port', () => {
  it('shows which services respond, how many rows of content there are, and since when', async () => {
    const { collections } = await statusOf(metrics.url);
    expect(collections).toEqual(
      collectionNames.map((collection) => ({ collection, rows: null, loadedAt: null, failure: null })),
    );
    const { site } = metrics;
    await site.load();
    await callHook(site.url);
    const dsn = 'https://key@errors.example/1';
    metrics.observe({
      config: { ...site.config, release: 'r1', sentry: { dsn, environment: 'test', release: '' } },
      telemetry: { deliveries: new Map([['sent', 6]]) },
      redis: { status: () => ({ isUp: true, lastChangedAt: Date.UTC(2026, 10, 20), reason: null }) },
    });
    const { text, body, headers } = await request(metrics.url).get('/status');
    expect(body).toEqual({
      ready: true,
      release: 'r1',
      now: anyMoment,
      startedAt: anyMoment,
      redis: { isUp: true, since: '2026-11-20T00:00:00.000Z' },
      contentHook: { lastCalledAt: anyMoment },
      errorReporting: { host: 'errors.example', sent: 6 },
      collections: site.content
        .stats()
        .map(({ collection, rows }) => ({ collection, rows, loadedAt: anyMoment, failure: null })),
      searchedInVain: [],
      errors: { reported: 0, held: 0 },
    });
    expect(text).not.toContain('key@');
    expect(headers['content-type']).toBe('application/json');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  });

  it('lists searches that found nothing', async () => {
    await metrics.site.load();
    const search = (words: string) => request(metrics.site.url).get('/search').query({ q: words });
    await expect
      .poll(async () => (await request(metrics.site.url).get('/api/search?q=snow')).status)
      .toBe(200);
    for (const words of ['Xylophone', 'xylophone', 'qxzkv']) await search(words);
    const { searchedInVain } = await statusOf(metrics.url);
    expect(searchedInVain).toEqual([
      { words: 'xylophone', times: 2 },
      { words: 'qxzkv', times: 1 },
    ]);
  });

  it('is served by the process with its own values', async () => {
    const metricsPort = await findFreePort(0);
    const environment = { METRICS_PORT: String(metricsPort), DEV_PAGES: '1' };
    const site = await siteProcessForTest(await contentForTest(), environment);
    await request(site.url).post('/sentry-example-page/endpoint-error');
    await request(site.url).post('/sentry-example-page/message');
    const { ready, errors } = await statusOf(`http://127.0.0.1:${metricsPort}`);
    expect(ready).toBe(true);
    expect(errors).toEqual({ reported: 1, held: 0 });
  });
});
