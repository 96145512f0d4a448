import request, { type Test } from 'supertest';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type ContactService, startContactService } from '../../server/demo/contactService.ts';
import { type ContentService, startContentService } from '../../server/demo/contentService.ts';
import { field } from '../../shared/field.ts';
import { fromOwnPage, goodEnquiry } from '../support/goodEnquiry.ts';
import { type Ingest, type IngestedItem, startIngest } from '../support/ingest.ts';
import { type SiteProcess, startSiteProcess } from '../support/siteProcess.ts';

const secret = 'a-secret-of-enough-characters';
let ingest: Ingest;
let content: ContentService;
let contact: ContactService;
beforeAll(async () => {
  [ingest, content, contact] = await Promise.all([
    startIngest(),
    startContentService(),
    startContactService(),
  ]);
});
afterAll(() => Promise.all([ingest.close(), content.close(), contact.close()]));

/** Starts the site so that every draw of luck has one outcome. */
async function startWithLuck(luck: number): Promise<SiteProcess> {
  ingest.items.splice(0);
  const preload = `data:text/javascript,${encodeURIComponent(`Math.random = () => ${luck};`)}`;
  const site = await startSiteProcess(content.url, {
    ...{ SENTRY_DSN: ingest.dsn, CONTACT_API_URL: contact.url, CONTENT_HOOK_SECRET: secret },
    ...{ RELEASE: 'r-traces', NODE_OPTIONS: `--import ${preload}` },
  });
  onTestFinished(async () => void (await site.end('SIGKILL')));
  await site.firstOk('/readyz');
  return site;
}

const callHook = (site: SiteProcess) => {
  const headers = { 'x-content-hook-secret': secret, 'content-type': 'application/json' };
  return request(site.url).post('/hooks/content').set(headers).send('{"collection":"navigation"}');
};
/** Asks until the answer is as expected: on a busy machine the site may turn somebody away. */
const answered = (asking: () => Test) => vi.waitFor(asking, { timeout: 15_000 });
const isTrace = ({ type }: IngestedItem) => type === 'transaction';
const traces = (name: string) =>
  ingest.items.filter((item) => isTrace(item) && item.payload.transaction === name);

describe('of requests', () => {
  it('one in ten is traced, with its calls to the content service, which leave a breadcrumb each', async () => {
    const site = await startWithLuck(0.099);
    expect((await callHook(site)).status).toBe(200);
    expect(await site.end()).toBe(0);
    const [{ payload } = { payload: {} }] = traces('POST hook');
    expect(payload).toMatchObject({
      release: 'r-traces',
      contexts: { trace: { op: 'http.server', status: 'ok' } },
      spans: [{ op: 'http.client', description: 'GET /items/navigation', status: 'ok' }],
    });
    expect(field(payload, 'breadcrumbs')).toContainEqual(
      expect.objectContaining({ category: 'content', message: 'GET /items/navigation' }),
    );
  });

  it('calls to the contact API are spans too, without the number of a message, and leave a breadcrumb each', async () => {
    const site = await startWithLuck(0.05);
    const headers = { ...fromOwnPage(site.url), 'content-type': 'application/json' };
    const send = (message: string) =>
      request(site.url)
        .post('/api/contact')
        .set(headers)
        .send(JSON.stringify({ ...goodEnquiry, message }));
    const { submissionId } = (await answered(() => send('What is well.').expect(200))).body;
    await answered(() => request(site.url).get(`/api/contact/status/${submissionId}`).expect(200));
    await contact.fault('contact', { kind: 'status', status: 500 });
    await answered(() => send('What is refused.').expect(502));
    await contact.fault('contact', { kind: 'rst' });
    await answered(() => send('What breaks.').expect(502));
    await contact.heal();
    expect(await site.end()).toBe(0);

    const calls = ingest.items.filter(isTrace).flatMap(({ payload }) => {
      const span = field(payload, 'spans', 0);
      if (field(span, 'origin') !== 'manual.http.contact') return [];
      return [
        { payload, call: `${field(span, 'op')} ${field(span, 'description')} ${field(span, 'status')}` },
      ];
    });
    expect(calls.map(({ call }) => call)).toEqual([
      'http.client POST /api/contact ok',
      'http.client GET /api/contact/status/{id} ok',
      'http.client POST /api/contact internal_error',
      'http.client POST /api/contact unavailable',
    ]);
    const crumbs = (payload: unknown) => Object.values(Object(field(payload, 'breadcrumbs')));
    const ofContact = (crumb: unknown) => field(crumb, 'category') === 'contact';
    expect(
      calls.map(({ payload }) =>
        crumbs(payload).flatMap((one) => (ofContact(one) ? field(one, 'message') : [])),
      ),
    ).toEqual([['POST /api/contact'], ['GET /api/contact/status/{id}'], [], []]);
    expect(JSON.stringify(ingest.items)).not.toContain(submissionId);
  });

  it('the other nine are not', async () => {
    const site = await startWithLuck(0.101);
    await callHook(site);
    for (const path of ['/', '/', '/services/painting', '/no-such-page']) await request(site.url).get(path);
    expect(await site.end()).toBe(0);
    expect(ingest.items.filter(isTrace)).toEqual([]);
  });

  it('cached pages are traced too, at most ten a second; neither they nor probes and files are profiled', async () => {
    const site = await startWithLuck(0.05);
    const startedAt = performance.now();
    for (let visit = 0; visit < 300; visit += 1) await request(site.url).get('/about');
    const seconds = Math.ceil((performance.now() - startedAt) / 1_000);
    for (const path of ['/livez', '/readyz', '/static/no-such.js']) await request(site.url).get(path);
    expect(await site.end()).toBe(0);
    const hits = traces('GET about').filter(
      ({ payload }) => field(payload, 'contexts', 'trace', 'data', 'site.cache') === 'hit',
    );
    expect(hits.length).toBeGreaterThan(0);
    expect(hits.length).toBeLessThanOrEqual(10 * (seconds + 1));
    expect(hits[0]?.payload).toMatchObject({
      contexts: { trace: { op: 'http.server' } },
      release: 'r-traces',
    });
    const names = ingest.items.filter(isTrace).map(({ payload }) => payload.transaction);
    expect(names.filter((name) => /health|static|livez|readyz|none/.test(String(name)))).toEqual([]);
    const profiled = ingest.items.flatMap(({ type, payload }) =>
      type === 'profile' ? [field(payload, 'transaction', 'id')] : [],
    );
    expect(hits.filter(({ payload }) => profiled.includes(payload.event_id))).toEqual([]);
  });

  it('one traced one in ten is profiled', async () => {
    const site = await startWithLuck(0.05);
    // A profile needs a moment in which something runs.
    for (const path of ['/services/painting', '/blog?tag=winter', '/blog?category=seasonal-care']) {
      await request(site.url).get(path);
    }
    await callHook(site);
    expect(await site.end()).toBe(0);
    const profiles = ingest.items.filter(({ type }) => type === 'profile');
    expect(profiles.length).toBeGreaterThan(0);
    expect(profiles[0]?.payload).toMatchObject({ platform: 'node', release: 'r-traces' });
  });
});

describe('traces', () => {
  it('are not continued by any upstream service: neither header goes out', async () => {
    const site = await startWithLuck(0.05);
    await callHook(site);
    const headers = { ...fromOwnPage(site.url), 'content-type': 'application/json' };
    const body = JSON.stringify(goodEnquiry);
    await answered(() => request(site.url).post('/api/contact').set(headers).send(body).expect(200));
    const seen = [...content.requests, ...contact.requests];
    expect(contact.requests.some(({ method }) => method === 'POST')).toBe(true);
    expect(content.requests.length).toBeGreaterThan(5);
    for (const request of seen) {
      expect(Object.keys(request.headers)).not.toContain('sentry-trace');
      expect(Object.keys(request.headers)).not.toContain('baggage');
    }
  });

  it('leave no mark in a page, cached or not', async () => {
    const site = await startWithLuck(0.05);
    for (const path of ['/', '/', '/services/painting', '/blog?tag=winter', '/no-such-page']) {
      const { text, headers } = await request(site.url).get(path);
      expect(text).not.toMatch(/sentry-trace|name="baggage"/i);
      expect(headers['sentry-trace'] ?? headers.baggage).toBeUndefined();
    }
  });
});
