import request from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import { fromOwnPage } from '../support/goodEnquiry.ts';
import { type Ingest, startIngest } from '../support/ingest.ts';
import { countsOf } from '../support/metricValues.ts';
import type { TestSite } from '../support/site.ts';
import { forTest, siteForTest } from '../support/started.ts';

let ingest: Ingest;
let site: TestSite;
beforeEach(async () => {
  ingest = await forTest(startIngest());
  site = await siteForTest({ environment: { SENTRY_DSN: ingest.dsn, SENTRY_ENABLE_DEV: '1' } });
});

const envelope = (dsn: unknown = ingest.dsn, type = 'event', payload = '{"message":"Hello"}') =>
  `${JSON.stringify({ event_id: 'f'.repeat(32), dsn })}\n${JSON.stringify({ type })}\n${payload}\n`;

const send = (body: string, headers: Readonly<Record<string, string>> = {}) =>
  request(site.url)
    .post('/api/reports')
    .set({ 'Content-Type': 'text/plain', ...fromOwnPage(site.url), ...headers })
    .send(body);
const outcomes = () => countsOf(site.counts.envelopes, 'outcome');

describe('F15 the tunnel for error reports', () => {
  it('F15 passes on an envelope of its own DSN, and nothing about its sender', async () => {
    const reply = await send(envelope(), {
      'X-Forwarded-For': '198.51.100.7',
      'User-Agent': 'a-browser',
      Cookie: 'a=b',
      Referer: `${site.url}/contact?email=x`,
    });
    expect([reply.status, reply.text]).toEqual([200, '']);
    expect(ingest.items).toEqual([{ type: 'event', payload: { message: 'Hello' } }]);
    const [request] = ingest.requests;
    expect(request?.url).toBe(
      '/api/42/envelope/?sentry_version=7&sentry_key=0123456789abcdef0123456789abcdef',
    );
    expect(JSON.stringify(request?.headers)).not.toMatch(/198\.51|a-browser|a=b|contact/);
  });

  it.each([
    ['another DSN', () => envelope('http://key@127.0.0.1:9/1'), 403],
    ['its own DSN with a suffix', () => envelope(`${ingest.dsn}?x`), 403],
    ['no DSN', () => envelope(null), 400],
    ['a DSN that is an object', () => envelope({}), 400],
    ['no JSON', () => 'hello', 400],
    ['nothing', () => '', 400],
    ['a header without end', () => `{"dsn":"${'x'.repeat(10_000)}"}\n{"type":"event"}\n{}`, 400],
    [
      'more than 1 MiB',
      () => envelope(ingest.dsn, 'event', JSON.stringify({ x: 'x'.repeat(1_048_576) })),
      413,
    ],
  ])('F15 refuses %s, without a call', async (_name, body, status) => {
    expect((await send(body())).status).toBe(status);
    expect(ingest.requests).toEqual([]);
    const outcome = { 400: 'malformed', 403: 'foreign', 413: 'tooLarge' }[status] ?? '';
    expect(await outcomes()).toEqual({ [outcome]: 1 });
  });

  it('passes on the uncompressed recording of a large page', async () => {
    const recording = JSON.stringify({ x: 'x'.repeat(900_000) });
    expect((await send(envelope(ingest.dsn, 'replay_recording', recording))).status).toBe(200);
  });

  it('F15 refuses other sites and other methods', async () => {
    const foreign = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
    expect((await send(envelope(), foreign)).status).toBe(403);
    await request(site.url).get('/api/reports').expect(404);
    expect(ingest.requests).toEqual([]);
  });

  it('F15 lets sixty envelopes a minute through from one network, whatever address it claims', async () => {
    const statuses: number[] = [];
    for (let at = 0; at < 63; at += 1) {
      statuses.push((await send(envelope(), { 'X-Forwarded-For': `198.51.100.${at}` })).status);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    expect(statuses.slice(60)).toEqual([429, 429, 429]);
    expect(ingest.requests).toHaveLength(60);
    expect(await outcomes()).toEqual({ passed: 60, limited: 3 });
  });

  it('D21 gives up on a service that hangs, and holds at most ten envelopes', async () => {
    ingest.behave('hang');
    const replies = await Promise.all(Array.from({ length: 15 }, () => send(envelope())));
    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array<number>(5).fill(429), ...Array<number>(10).fill(502)]);
    expect(await outcomes()).toEqual({ dropped: 5, unreachable: 10 });
    ingest.behave('refuse');
    expect((await send(envelope())).status).toBe(502);
  });
});

it('F15 there is no tunnel without a DSN', async () => {
  const other = await siteForTest();
  const headers = { 'Content-Type': 'text/plain', ...fromOwnPage(other.url) };
  await request(other.url).post('/api/reports').set(headers).send(envelope()).expect(404);
});
