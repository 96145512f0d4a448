import { request as httpRequest } from 'node:http';
import request from 'supertest';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { DeliveryState } from '../../server/demo/contactService.ts';
import { deliveryDelayedText, deliveryFailedText, deliveryUnknownText } from '../../shared/contactWording.ts';
import { shortReference } from '../../shared/deliveryStatus.ts';
import { canLookAgain, postForm, readDelivery, readForm } from '../support/contactPages.ts';
import { contactSiteForTest } from '../support/contactSite.ts';
import type { FaultMode } from '../support/faults.ts';
import { type asForm, fromOwnPage, goodEnquiry } from '../support/goodEnquiry.ts';
import { createManualClock } from '../support/manualClock.ts';
import type { TestSite, TestSiteOptions } from '../support/site.ts';

let site: TestSite;

const start = async (options: TestSiteOptions = {}): Promise<void> => {
  site = await contactSiteForTest(options);
};
const startWithClock = async () => {
  const clock = createManualClock(new Date().toISOString());
  await start({ contact: { clock } });
  return clock;
};
/** Sends one enquiry without script; the address of its page. */
const sendForm = async (values: Parameters<typeof asForm>[0] = goodEnquiry): Promise<string> => {
  return String((await postForm(site.url, values)).headers.location);
};
const numberOf = (address: string): string => address.replace('/contact/sent/', '');
/** Sends one enquiry; the number that it got. */
const send = async (): Promise<string> => numberOf(await sendForm());
/** The contact API's number of the message that was sent last. */
const theirs = () => site.contactService.submissionIds.at(-1) ?? '';
const nobody = '01234567-89ab-4cde-8f01-23456789abcd';
const json = (id: string) => request(site.url).get(`/api/contact/status/${id}`);
const page = (id: string) => request(site.url).get(`/contact/sent/${id}`);
const postsSeen = () => site.contactService.received.length;
const statusCalls = () =>
  site.contactService.requests.filter(({ path }) => path.startsWith('/api/contact/status/'));

it('C8 the status is followed until it is final, and the page has a link to look again until then', async () => {
  const clock = await startWithClock();
  const id = await send();
  const states: [DeliveryState, string, string | null, boolean][] = [
    ['queued', 'completed in_progress pending', null, true],
    ['sent', 'completed completed in_progress', null, true],
    ['delivery_delayed', 'completed completed in_progress', deliveryDelayedText, true],
    ['bounced', 'completed completed pending', deliveryFailedText, false],
    // A final failure stays final.
    ['sent', 'completed completed pending', deliveryFailedText, false],
  ];
  for (const [state, steps, notice, isOpen] of states) {
    await clock.advance(1_001);
    site.contactService.setDelivery(theirs(), state);
    const [data, html] = [await json(id), await page(id)];
    expect(data.status).toBe(200);
    expect(Object.keys(data.body)).toEqual(['resendStatus', 'resendEmailId', 'steps']);
    expect(data.body.resendEmailId).toBe(id);
    expect(data.body.steps.map((step: { status: string }) => step.status).join(' ')).toBe(steps);
    expect(html.status).toBe(200);
    expect(readDelivery(html.text)).toEqual({ reference: shortReference(id), steps, notice });
    expect(canLookAgain(html.text)).toBe(isOpen);
    for (const { headers } of [data, html]) expect(headers['cache-control']).toBe('no-store');
    expect(html.headers['x-robots-tag']).toBe('noindex');
  }
});

it('the page of a message that did not arrive has a form with everything typed, and no other address has it', async () => {
  const clock = await startWithClock();
  const message = '</textarea><script>alert(1)</script>\n"Twice" & more';
  const address = await sendForm({ ...goodEnquiry, message });
  const formAt = async (path: string) => {
    const { text, headers } = await request(site.url).get(path);
    expect(headers['cache-control']).toBe('no-store');
    return text.includes('id="enquiry"') ? readForm(text) : null;
  };
  expect(await formAt(address)).toBeNull();
  site.contactService.setDelivery(theirs(), 'bounced');
  await clock.advance(1_001);
  const form = await formAt(address);
  expect([form?.failure, form?.values]).toEqual([deliveryFailedText, { ...goodEnquiry, message }]);
  expect(form?.mailLink).toContain('mailto:');
  for (const other of [theirs(), numberOf(address).slice(0, 8), nobody])
    expect(await formAt(`/contact/sent/${other}`), other).toBeNull();
  const reported = site.reports.map(({ error, context }) => String(error) + JSON.stringify(context));
  const written = JSON.stringify(site.logs) + reported.join();
  expect(written).not.toContain('alert(1)');
  // A reader of the log cannot open the page.
  expect(written).not.toContain(numberOf(address));
  expect(written).toContain(shortReference(numberOf(address)));
});

it('a message that did not arrive is sent again when the same text is posted again, and only once', async () => {
  const clock = await startWithClock();
  const id = await send();
  expect(await send()).toBe(id);
  for (const state of ['bounced', 'failed'] as const) {
    site.contactService.setDelivery(theirs(), state);
    await clock.advance(1_001);
    expect([await send(), await send()]).toEqual([id, id]);
    expect((await json(id)).body.resendStatus).toBe('queued');
  }
  expect([postsSeen(), site.contactService.submissionIds.length]).toEqual([3, 3]);
});

it('a message is remembered for a quarter of an hour, also if its status changes meanwhile', async () => {
  const clock = await startWithClock();
  const id = await send();
  await clock.advance(14 * 60_000);
  site.contactService.setDelivery(theirs(), 'sent');
  expect((await json(id)).body.resendStatus).toBe('sent');
  await clock.advance(60_000 - 1);
  expect((await json(id)).status).toBe(200);
  await clock.advance(2);
  expect((await json(id)).status).toBe(404);
});

it('C8 the page says after ten minutes that we have the message, if the status never becomes final', async () => {
  await start();
  const id = await send();
  site.contactService.setDelivery(theirs(), 'queued');
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  for (const [minutes, notice] of [
    [9, null],
    [2, deliveryUnknownText(shortReference(id))],
  ] as const) {
    vi.advanceTimersByTime(minutes * 60_000);
    const { text } = await page(id);
    expect(readDelivery(text)).toMatchObject({ notice, reference: shortReference(id) });
    expect(canLookAgain(text), `after ${minutes} more minutes`).toBe(true);
  }
});

const faults: [string, FaultMode][] = [
  ['an error', { kind: 'status', status: 500 }],
  ['a reset', { kind: 'rst' }],
  ['a slow drip', { kind: 'drip', bytesPerSecond: 20 }],
  ['a response without a status', { kind: 'raw', body: '{}' }],
];
it.each(faults)(
  'C8 %s leaves the known status unchanged, and the page can be looked at again',
  async (_name, fault) => {
    const clock = createManualClock(new Date().toISOString());
    await start({ contact: { clock, statusDeadlineMs: 200 } });
    const id = await send();
    site.contactService.setDelivery(theirs(), 'sent');
    expect((await json(id)).body.resendStatus).toBe('sent');
    await clock.advance(1_001);
    await site.contactService.fault('status', fault);
    const [data, html] = [await json(id), await page(id)];
    expect([data.status, data.body.resendStatus, html.status]).toEqual([200, 'sent', 200]);
    expect(readDelivery(html.text).steps).toBe('completed completed in_progress');
    expect(canLookAgain(html.text)).toBe(true);
    await expect.poll(() => site.contactService.openConnections()).toBe(0);
  },
);

it('C8 an unknown number gets a 404 page with a plain notice, without a call', async () => {
  await start();
  for (const number of ['nobody', nobody]) {
    const [data, html] = [await json(number), await page(number)];
    const shown = readDelivery(html.text);
    expect([data.status, html.status]).toEqual([404, 404]);
    expect([shown.reference, canLookAgain(html.text)]).toEqual([null, false]);
    expect(shown.notice).toMatch(/no delivery status/);
    expect(data.body).toEqual({ error: shown.notice });
  }
  expect(statusCalls()).toHaveLength(0);
});

it('an id that the contact API gives twice shows no visitor the text of another', async () => {
  const clock = await startWithClock();
  const status = { resendStatus: 'queued', resendEmailId: 're_1', steps: [] };
  site.contactService.respondWith({ success: true, submissionId: 'twice', status });
  const pages = [];
  for (const name of ['Ada', 'Bo']) pages.push(await sendForm({ ...goodEnquiry, name }));
  await site.contactService.fault('status', {
    kind: 'status',
    status: 200,
    body: { resendStatus: 'bounced' },
  });
  await clock.advance(1_001);
  for (const [at, name] of ['Ada', 'Bo'].entries()) {
    const { text } = await request(site.url).get(pages[at] ?? '');
    expect(readForm(text).values.name).toBe(name);
  }
});

it('at most 20 calls for a status run at once, and the other messages show the known status', async () => {
  await start({ environment: { TRUST_PROXY: '1' }, contact: { statusDeadlineMs: 2_000 } });
  const numbers = [];
  for (let at = 0; at < 40; at += 1) {
    const { body } = await request(site.url)
      .post('/api/contact')
      .set({ ...fromOwnPage(site.url), 'X-Forwarded-For': `203.0.113.${at}` })
      .send({ ...goodEnquiry, email: `a${at}@b.example`, message: `Message ${at}` });
    numbers.push(String(body.submissionId));
  }
  await site.contactService.fault('status', { kind: 'blackhole' });
  const looking = Promise.all(numbers.map((number) => json(number)));
  await expect.poll(() => site.contactService.openConnections()).toBe(20);
  const replies = await looking;
  expect(new Set(replies.map(({ status, body }) => `${status} ${body.resendStatus}`))).toEqual(
    new Set(['200 queued']),
  );
});

it('C9 a hundred tabs that poll one number at once make one call, and one more a second later', async () => {
  const clock = await startWithClock();
  const id = await send();
  const all = await Promise.all(Array.from({ length: 100 }, () => json(id)));
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
  expect(statusCalls()).toHaveLength(1);
  await clock.advance(999);
  await json(id);
  expect(statusCalls()).toHaveLength(1);
  await clock.advance(2);
  await Promise.all([json(id), json(id), page(id)]);
  expect(statusCalls()).toHaveLength(2);
});

it('C9 a network is refused after 600 requests for a status', async () => {
  await start();
  for (let at = 0; at < 600; at += 1) expect((await json('n')).status).toBe(404);
  const [late, html] = [await json('n60'), await page('n61')];
  expect([late.status, html.status, Number(late.headers['retry-after']) > 0]).toEqual([429, 429, true]);
  expect(html.text).not.toContain('n61');
});

it('C10 a number that could change the path of a call is refused without a call', async () => {
  await start();
  const status = (id: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      // Sent unchanged: other clients resolve dots first.
      const path = `/api/contact/status/${id}`;
      httpRequest(site.url, { path }, (reply) => reply.resume().once('end', () => resolve(reply.statusCode)))
        .once('error', reject)
        .end();
    });
  const odd = '%2e%2e ..%2fadmin %2e%2e%2fadmin a%0d%0aX:%201 a%00 a%20b a.b ä a%3Fb'.split(' ');
  const bad = [...odd, 'n'.repeat(65), 'n'.repeat(1900)];
  for (const id of bad) expect([id, await status(encodeURI(decodeURI(id)))]).toEqual([id, 400]);
  expect(statusCalls()).toHaveLength(0);
  const nowhere = await page('a.b');
  expect([nowhere.status, readDelivery(nowhere.text).reference]).toEqual([404, null]);
});
