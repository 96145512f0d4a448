import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { field } from '../../../shared/field.ts';
import { canaries, findCanary } from '../../support/canaries.ts';
import { startContactService } from '../../support/contactService.ts';
import { startContentService } from '../../support/contentService.ts';
import type { FaultMode } from '../../support/faults.ts';
import { asForm, fromOwnPage } from '../../support/goodEnquiry.ts';
import { parseHtml } from '../../support/html.ts';
import { startIngest, withRandom } from '../../support/ingest.ts';
import { forFile, siteForTest, siteProcessForFile } from '../../support/started.ts';

const enquiry = {
  name: canaries.name,
  email: canaries.email,
  phone: canaries.phone,
  service: 'painting',
  message: canaries.message,
  requestMeeting: true,
};
/** The ways in which the contact API fails, some of which repeat what it was sent. */
const faults: readonly FaultMode[] = [
  { kind: 'refuse' },
  { kind: 'rst' },
  { kind: 'truncated' },
  { kind: 'status', status: 500, body: { error: canaries.message } },
  { kind: 'html200' },
  { kind: 'raw', body: JSON.stringify({ success: true, error: canaries.email }) },
  { kind: 'huge', bytes: 500_000 },
  { kind: 'redirect', to: '/elsewhere' },
  { kind: 'blackhole' },
];

const ingest = await forFile(startIngest());
const contact = await forFile(startContactService());
const site = await siteProcessForFile(await forFile(startContentService()), {
  SENTRY_DSN: ingest.dsn,
  CONTACT_API_URL: contact.url,
  TRUST_PROXY: '1',
  DEV_PAGES: '1',
  NODE_OPTIONS: withRandom(0.05),
});

it.each(['an editor has written', 'stands in where there is none'])(
  'the privacy page says what is collected: the text that %s',
  async (which) => {
    const other = await siteForTest();
    if (which.startsWith('stands')) await other.contentService.fault('pages', { kind: 'shape', data: [] });
    await other.load();
    const { text } = parseHtml((await request(other.url).get('/privacy')).text).one('main');
    expect(/plain words/.test(text)).toBe(which.startsWith('stands'));
    for (const told of [
      /no cookies/,
      /your name, (your )?email address and (a )?message/,
      /logs? of requests|technical logs/,
      /technical report/,
      /leaves (out )?your network address/,
      /recording of/,
      /Global Privacy Control/,
      /how long a page took to appear/,
      /one visit in ten/,
    ])
      expect(text).toMatch(told);
  },
);

let visitors = 0;
/** Each post comes from another visitor, so that no limit is met before the fault. */
const headersOf = (type: string) => {
  visitors += 1;
  return {
    ...fromOwnPage(site.url),
    'Content-Type': type,
    // One message for each type, because only a few messages may name one address.
    'Idempotency-Key': `message-of-${type.replace(/\W/g, '-')}`,
    'X-Forwarded-For': `198.51.100.${visitors}`,
    Cookie: `theme=${encodeURIComponent(canaries.name)}`,
    Referer: `${site.url}/contact?note=${canaries.query}`,
  };
};
const address = (path: string) =>
  `${path}?email=${encodeURIComponent(canaries.email)}&note=${canaries.query}`;
const postJson = (body: string) =>
  request(site.url).post(address('/api/contact')).set(headersOf('application/json')).send(body);
const postForm = (body: string) =>
  request(site.url).post(address('/contact')).set(headersOf('application/x-www-form-urlencoded')).send(body);

describe('H7 while a contact request fails in every way', () => {
  it('H7 no word of the visitor is in a report or in the log', async () => {
    for (const mode of faults) {
      await contact.fault('contact', mode);
      const [json, form] = await Promise.all([postJson(JSON.stringify(enquiry)), postForm(asForm(enquiry))]);
      expect([json.status >= 400, form.status >= 400], mode.kind).toEqual([true, true]);
      await contact.clearFaults();
    }
    // Posts that never reach the contact API.
    await postJson(JSON.stringify(enquiry).slice(0, -5));
    await postJson(JSON.stringify({ ...enquiry, email: `${canaries.email} <x>` }));
    await postJson(JSON.stringify({ ...enquiry, message: canaries.message.repeat(5_000) }));
    await postForm(asForm({ ...enquiry, name: '' }));
    const foreign = { ...headersOf('application/json'), Origin: 'https://evil.example' };
    await request(site.url).post(address('/api/contact')).set(foreign).send(JSON.stringify(enquiry));
    // And one that succeeds, whose status is read.
    const sent = await postJson(JSON.stringify(enquiry));
    expect(sent.status).toBe(200);
    const { submissionId } = JSON.parse(sent.text);
    await request(site.url)
      .get(address(`/api/contact/status/${submissionId}`))
      .expect(200);
    // The error of a handler whose request contains canaries.
    await request(site.url)
      .post(address('/sentry-example-page/endpoint-error'))
      .set(headersOf('application/x-www-form-urlencoded'))
      .send(asForm(enquiry));
    await request(site.url).get(address('/api/posts')).set(headersOf('text/plain'));
    expect(await site.end()).toBe(0);

    const reported = ingest.items.filter(({ type }) => type === 'event').length;
    expect(reported).toBeGreaterThanOrEqual(faults.length);
    const spans = ingest.items.flatMap(({ payload }) => field(payload, 'spans') ?? []);
    const traced = spans.map((span) => `${field(span, 'origin')} ${field(span, 'description')}`);
    expect(traced).toContain('manual.http.contact GET /api/contact/status/{id}');
    expect(traced.filter((call) => call === 'manual.http.contact POST /api/contact').length).toBeGreaterThan(
      faults.length * 2,
    );
    expect(findCanary(ingest.raw.join('\n'))).toBe('');
    expect(site.logs.length).toBeGreaterThan(faults.length * 2);
    expect(findCanary(site.logs.map((line) => JSON.stringify(line)).join('\n'))).toBe('');
    // Nor does the service learn the addresses of visitors.
    expect(ingest.raw.join('\n')).not.toContain('198.51.100.');
  });
});
