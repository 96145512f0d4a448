import request from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import { fromOwnPage } from '../support/goodEnquiry.ts';
import { type MetricsSite, startMetricsSite } from '../support/metricsSite.ts';
import { forTest } from '../support/started.ts';

let metrics: MetricsSite;
beforeEach(async () => {
  metrics = await forTest(startMetricsSite());
});

const vitals = (body: string, headers: Readonly<Record<string, string>> = fromOwnPage(metrics.site.url)) =>
  request(metrics.site.url)
    .post('/api/vitals')
    .set({ 'Content-Type': 'text/plain', ...headers })
    .send(body);

describe('beacons with web vitals', () => {
  it('are counted by route', async () => {
    expect((await vitals('{"route":"front","lcp":1200,"cls":0.02,"inp":90}')).status).toBe(204);
    expect(await metrics.series('site_vitals_lcp_sum')).toEqual(['site_vitals_lcp_sum{route="front"} 1.2']);
    expect(await metrics.series('site_vitals_cls_bucket')).toContain(
      'site_vitals_cls_bucket{le="0.05",route="front"} 1',
    );
    expect(await metrics.series('site_vitals_fcp_count')).toEqual([]);
  });

  it.each([
    ['an unknown route', '{"route":"<b>","lcp":1}'],
    ['a negative time', '{"route":"front","lcp":-1}'],
    ['a string', '{"route":"front","lcp":"1"}'],
    ['an identifier', '{"route":"front","lcp":1,"id":"v5-1234"}'],
    ['malformed JSON', '{"route":'],
    ['a list', '[]'],
    ['a megabyte', `{"route":"front","x":"${'x'.repeat(1_000_000)}"}`],
  ])('refuses %s', async (_name, body) => {
    const { status } = await vitals(body);
    expect(status).toBe(body.length > 1_024 ? 413 : 400);
    expect(await metrics.series('site_vitals_lcp_count')).toEqual([]);
    expect(await metrics.series('site_beacons_total')).toEqual([
      `site_beacons_total{outcome="${status === 413 ? 'tooLarge' : 'malformed'}"} 1`,
    ]);
  });

  it('refuses other sites, and more than sixty a minute from one network', async () => {
    const foreign = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
    expect((await vitals('{"route":"front"}', foreign)).status).toBe(403);
    const statuses = new Set<number>();
    for (let at = 0; at < 61; at += 1) {
      // No proxy is trusted here: the header must not bypass the limit.
      const headers = { ...fromOwnPage(metrics.site.url), 'X-Forwarded-For': `198.51.100.${at}` };
      statuses.add((await vitals('{"route":"front","lcp":1}', headers)).status);
    }
    expect([...statuses]).toEqual([204, 429]);
    expect(await metrics.series('site_beacons_total')).toEqual([
      'site_beacons_total{outcome="foreign"} 1',
      'site_beacons_total{outcome="counted"} 60',
      'site_beacons_total{outcome="limited"} 1',
    ]);
  });
});
