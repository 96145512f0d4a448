import request, { type Response, type Test } from 'supertest';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { field } from '../../shared/field.ts';
import { startContactService } from '../support/contactService.ts';
import { startContentService } from '../support/contentService.ts';
import { fromOwnPage, goodEnquiry } from '../support/goodEnquiry.ts';
import { callHook, hookSecret } from '../support/hook.ts';
import { type IngestedItem, startIngest, withRandom } from '../support/ingest.ts';
import { type SiteProcess, startSiteProcess } from '../support/siteProcess.ts';
import { forFile } from '../support/started.ts';

const ingest = await forFile(startIngest());
const content = await forFile(startContentService());
const contact = await forFile(startContactService());

/** Starts the site with a `Math.random` that always returns `luck`. */
async function startWithRandom(luck: number): Promise<SiteProcess> {
  ingest.items.splice(0);
  const site = await startSiteProcess(content.url, {
    SENTRY_DSN: ingest.dsn,
    CONTACT_API_URL: contact.url,
    CONTENT_HOOK_SECRET: hookSecret,
    RELEASE: 'r-traces',
    NODE_OPTIONS: withRandom(luck),
  });
  await site.firstOk('/readyz');
  return site;
}

/** Requests until the response is as expected: on a busy machine the site may refuse some. */
const eventually = (send: () => Test) => vi.waitFor(send, { timeout: 15_000 });
const isTrace = ({ type }: IngestedItem) => type === 'transaction';
const traces = (name: string) =>
  ingest.items.filter((item) => isTrace(item) && item.payload.transaction === name);

describe('of the one request in ten that is traced', () => {
  let site: SiteProcess;
  let submissionId = '';
  /** The responses to requests for pages, cached or not. */
  const pages: Response[] = [];

  beforeAll(async () => {
    site = await startWithRandom(0.099);
    expect((await callHook(site.url, { collection: 'navigation' })).status).toBe(200);
    const headers = { ...fromOwnPage(site.url), 'content-type': 'application/json' };
    const send = (message: string) =>
      request(site.url)
        .post('/api/contact')
        .set(headers)
        .send(JSON.stringify({ ...goodEnquiry, message }));
    submissionId = (await eventually(() => send('What is well.').expect(200))).body.submissionId;
    await eventually(() => request(site.url).get(`/api/contact/status/${submissionId}`).expect(200));
    await contact.fault('contact', { kind: 'status', status: 500 });
    await eventually(() => send('What is refused.').expect(502));
    await contact.fault('contact', { kind: 'rst' });
    await eventually(() => send('What breaks.').expect(502));
    await contact.clearFaults();
    for (const path of ['/', '/', '/services/painting', '/blog?tag=winter', '/no-such-page']) {
      pages.push(await request(site.url).get(path));
    }
    for (const path of ['/livez', '/readyz', '/static/no-such.js']) await request(site.url).get(path);
    expect(await site.end()).toBe(0);
  });

  it('the trace has its calls to the content service, which leave a breadcrumb each', () => {
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

  it('so is a load of content that no request has started', () => {
    const [{ payload } = { payload: {} }] = traces('load content');
    const call = { op: 'http.client', description: 'GET /items/services', status: 'ok' };
    expect(field(payload, 'spans')).toContainEqual(expect.objectContaining(call));
    expect(field(payload, 'breadcrumbs')).toContainEqual(
      expect.objectContaining({ category: 'content', message: 'GET /items/services' }),
    );
  });

  it('calls to the contact API are spans too, without the number of a message, and leave a breadcrumb each', () => {
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

  it('rendered pages are traced; cached ones, probes and files are not', () => {
    expect(traces('GET service')).toHaveLength(1);
    const names = ingest.items.filter(isTrace).map(({ payload }) => payload.transaction);
    // The home page was requested twice.
    expect(traces('GET home').length).toBeLessThan(2);
    expect(names.filter((name) => /static|livez|readyz|none/.test(String(name)))).toEqual([]);
  });

  it('some traces are profiled', () => {
    const profiles = ingest.items.filter(({ type }) => type === 'profile');
    expect(profiles.length).toBeGreaterThan(0);
    expect(profiles[0]?.payload).toMatchObject({ platform: 'node', release: 'r-traces' });
  });

  it('the trace headers are not sent to upstream services', () => {
    expect(contact.requests.some(({ method }) => method === 'POST')).toBe(true);
    expect(content.requests.length).toBeGreaterThan(5);
    for (const { headers } of [...content.requests, ...contact.requests]) {
      expect(Object.keys(headers)).not.toContain('sentry-trace');
      expect(Object.keys(headers)).not.toContain('baggage');
    }
  });

  it('traces leave no mark in a page, cached or not', () => {
    expect(pages).toHaveLength(5);
    for (const { text, headers } of pages) {
      expect(text).not.toMatch(/sentry-trace|name="baggage"/i);
      expect(headers['sentry-trace'] ?? headers.baggage).toBeUndefined();
    }
  });
});

it('the other nine requests in ten are not traced', async () => {
  const site = await startWithRandom(0.101);
  await callHook(site.url, { collection: 'navigation' });
  for (const path of ['/', '/', '/services/painting', '/no-such-page']) await request(site.url).get(path);
  expect(await site.end()).toBe(0);
  expect(ingest.items.filter(isTrace)).toEqual([]);
});
