import request from 'supertest';
import { expect, it } from 'vitest';
import { findFreePort } from '../../../server/demo/ports.ts';
import { startIngest, withRandom } from '../../support/ingest.ts';
import { contentForTest, forTest, siteProcessForTest } from '../../support/started.ts';

it.each([
  ['D21 a silent', 'hang'],
  ['D21 a never-ending', 'endless'],
] as const)(
  '%s error reporting service is given up on, and gets reports again when it works',
  async (_name, manner) => {
    const ingest = await forTest(startIngest());
    ingest.behave(manner);
    const metricsPort = await findFreePort(0);
    const site = await siteProcessForTest(await contentForTest(), {
      SENTRY_DSN: ingest.dsn,
      DEV_PAGES: '1',
      METRICS_PORT: String(metricsPort),
      NODE_OPTIONS: withRandom(0.05),
    });
    // More than the SDK buffers: reports without a response must not keep their place forever.
    for (let visit = 0; visit < 100; visit += 1) await request(site.url).get(`/none-${visit}`).expect(404);
    await expect.poll(() => ingest.items.length).toBeGreaterThan(0);

    ingest.behave('ok');
    const report = async () => {
      await request(site.url).post('/sentry-example-page/endpoint-error');
      return ingest.items.filter(({ type }) => type === 'event').length;
    };
    await expect.poll(report, { interval: 500 }).toBeGreaterThan(0);
    // And an operator sees what was lost meanwhile.
    const metrics = async () => (await request(`http://127.0.0.1:${metricsPort}`).get('/metrics')).text;
    await expect.poll(metrics).toMatch(/site_reports_total\{outcome="lost"\} \d{2}/);
    await expect.poll(metrics).toMatch(/site_reports_total\{outcome="sent"\} \d/);
    expect(await site.end()).toBe(0);
  },
);
