import { request as httpRequest } from 'node:http';
import request from 'supertest';
import { afterEach, expect, it } from 'vitest';
import type { DeliveryState } from '../../server/demo/contactService.ts';
import { deliveryDelayedText, deliveryFailedText } from '../../shared/contactWording.ts';
import { shortReference } from '../../shared/deliveryStatus.ts';
import { readDelivery, readForm, readReload } from '../support/contactPages.ts';
import { type ContactSite, startContactSite } from '../support/contactSite.ts';
import type { FaultMode } from '../support/faults.ts';
import { asForm, fromOwnPage, goodEnquiry } from '../support/goodEnquiry.ts';

let site: ContactSite;
afterEach(() => site.close());

const start = async (options: Parameters<typeof startContactSite>[0] = {}): Promise<void> => {
  site = await startContactSite(options);
};
/** Sends one enquiry without script; the address of its page. */
const sendForm = async (values: Parameters<typeof asForm>[0] = goodEnquiry): Promise<string> => {
  const form = request(site.url).post('/contact').set(fromOwnPage(site.url)).type('form');
  return String((await form.send(asForm(values))).headers.location);
};
const numberOf = (address: string): string => /sent\/([^?]+)/.exec(address)?.[1] ?? '';
/** Sends one enquiry; the number that it got. */
const send = async (): Promise<string> => numberOf(await sendForm());
const json = (id: string) => request(site.url).get(`/api/contact/status/${id}`);
const page = (id: string) => request(site.url).get(`/contact/sent/${id}`);
const statusCalls = () =>
  site.upstream.requests.filter(({ path }) => path.startsWith('/api/contact/status/'));

it('C8 the status is told until it is final, and the page loads itself again until then', async () => {
  let clock = 1;
  await start({ service: { now: () => clock } });
  const id = await send();
  const states: [DeliveryState, string, string | null, string | undefined][] = [
    ['queued', 'completed in_progress pending', null, '3'],
    ['sent', 'completed completed in_progress', null, '3'],
    ['delivery_delayed', 'completed completed in_progress', deliveryDelayedText, '3'],
    ['delivered', 'completed completed completed', null, undefined],
    ['bounced', 'completed completed pending', deliveryFailedText, undefined],
  ];
  for (const [state, steps, notice, refresh] of states) {
    clock += 1_001;
    site.upstream.setDelivery(id, state);
    const [data, html] = [await json(id), await page(id)];
    expect(data.status).toBe(200);
    expect(Object.keys(data.body)).toEqual(['resendStatus', 'resendEmailId', 'steps']);
    expect(data.body.resendStatus).toBe(state);
    expect(data.body.steps.map((step: { status: string }) => step.status).join(' ')).toBe(steps);
    expect(html.status).toBe(200);
    expect(readDelivery(html.text)).toEqual({ reference: shortReference(id), steps, notice });
    expect(readReload(html.text)).toBe(refresh);
    for (const { headers } of [data, html]) expect(headers['cache-control']).toBe('no-store');
    expect(html.headers['x-robots-tag']).toBe('noindex');
  }
});

it('gives what was typed back in the form of a page whose message did not arrive, and to no other address', async () => {
  let clock = 1;
  await start({ service: { now: () => clock } });
  const message = '</textarea><script>alert(1)</script>\n"Twice" & more';
  const address = await sendForm({ ...goodEnquiry, message });
  const id = numberOf(address);
  const formAt = async (path: string) => {
    const { text, headers } = await request(site.url).get(path);
    expect(headers['cache-control']).toBe('no-store');
    return text.includes('id="enquiry"') ? readForm(text) : null;
  };
  expect(await formAt(address)).toBeNull();
  site.upstream.setDelivery(id, 'bounced');
  clock += 1_001;
  const form = await formAt(address);
  expect([form?.failure, form?.values]).toEqual([deliveryFailedText, { ...goodEnquiry, message }]);
  expect(form?.mailLink).toContain('mailto:');
  const token = new URL(address, site.url).searchParams.get('typed') ?? '';
  const typed = ['', 'x'.repeat(22), token.slice(1), `${token}&typed=${token}`];
  for (const query of typed) expect(await formAt(`/contact/sent/${id}?typed=${query}`), query).toBeNull();
  const other = numberOf(await sendForm());
  site.upstream.setDelivery(other, 'bounced');
  clock += 1_001;
  expect(await formAt(`/contact/sent/${other}?typed=${token}`)).toBeNull();
  expect(site.written.join('\n')).not.toContain('alert(1)');
});

it('sends a message that did not arrive once more when the same words are posted again, and only once', async () => {
  let clock = 1;
  await start({ service: { now: () => clock } });
  const first = await send();
  expect(await send()).toBe(first);
  site.upstream.setDelivery(first, 'bounced');
  clock += 1_001;
  const second = await send();
  expect(second).not.toBe(first);
  expect([await send(), await send()]).toEqual([second, second]);
  site.upstream.setDelivery(second, 'failed');
  clock += 1_001;
  const third = await send();
  expect(site.upstream.submissionIds).toEqual([first, second, third]);
});

it('C8 a status that never becomes final stops the page after ten minutes', async () => {
  let minutes = 9;
  await start({ upstream: { now: () => Date.now() - minutes * 60_000 } });
  const queuedPage = async (message: string) => {
    const id = numberOf(await sendForm({ ...goodEnquiry, message }));
    site.upstream.setDelivery(id, 'queued');
    const { text } = await page(id);
    return [readReload(text), readDelivery(text).reference === shortReference(id)];
  };
  expect(await queuedPage('Young')).toEqual(['3', true]);
  minutes = 11;
  expect(await queuedPage('Old')).toEqual([undefined, true]);
});

const faults: [string, FaultMode, number][] = [
  ['an error', { kind: 'status', status: 500 }, 502],
  ['half of JSON', { kind: 'badJson' }, 502],
  ['a reset', { kind: 'rst' }, 502],
  ['one gigabyte', { kind: 'huge', bytes: 1e9 }, 502],
  ['a byte now and then', { kind: 'drip', bytesPerSecond: 20 }, 504],
];
it.each(faults)(
  'C8 %s is a status that cannot be read now, and the page looks again later',
  async (_name, fault, status) => {
    await start({ service: { statusDeadlineMs: 200 } });
    await site.upstream.fault('status', fault);
    const [data, html] = [await json('abc'), await page('abc')];
    const shown = readDelivery(html.text);
    expect([data.status, html.status]).toEqual([status, status]);
    expect([shown.steps, readReload(html.text)]).toEqual(['', '10']);
    expect(shown.notice).toMatch(/cannot be read at the moment/);
    expect(data.body).toEqual({ error: shown.notice });
    await expect.poll(() => site.upstream.openConnections()).toBe(0);
  },
);

it('C8 an unknown number is a calm page, a number that was just given is not unknown', async () => {
  await start();
  const [data, html] = [await json('nobody'), await page('nobody')];
  const shown = readDelivery(html.text);
  expect([data.status, html.status]).toEqual([404, 404]);
  expect([shown.reference, readReload(html.text)]).toEqual(['nobody', undefined]);
  expect(shown.notice).toMatch(/no delivery status/);
  const id = await send();
  await site.upstream.fault('status', { kind: 'status', status: 404 });
  expect((await json(id)).body.resendStatus).toBe('queued');
});

it('C7 without a contact API a status is not there, and nobody is called', async () => {
  await start({ service: { baseUrl: null } });
  expect([(await json('abc')).status, statusCalls().length]).toEqual([502, 0]);
});

it('C9 500 tabs that poll one number at once are one call, and one more a second later', async () => {
  let clock = 5_000;
  await start({ service: { now: () => clock } });
  const id = await send();
  const all = await Promise.all(Array.from({ length: 500 }, () => json(id)));
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
  expect(statusCalls()).toHaveLength(1);
  clock += 999;
  await json(id);
  expect(statusCalls()).toHaveLength(1);
  clock += 2;
  await Promise.all([json(id), json(id), page(id)]);
  expect(statusCalls()).toHaveLength(2);
});

it('C9 an address polls 60 numbers in a minute, each as often as it likes', async () => {
  await start();
  for (let at = 0; at < 60; at += 1) expect((await json(`n${at}`)).status).toBe(404);
  const [late, html] = [await json('n60'), await page('n61')];
  expect([late.status, html.status, Number(late.headers['retry-after']) > 0]).toEqual([429, 429, true]);
  expect(html.text).not.toContain('n61');
  // A number that was refused is not one whose status may be read from then on.
  expect((await json('n60')).status).toBe(429);
  expect((await json('n7')).status).toBe(404);
});

it('C10 a number that could lead elsewhere is refused without a call', async () => {
  await start();
  const status = (id: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      // As it stands: other clients resolve dots before they send.
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
  const longest = `-_${'n'.repeat(62)}`;
  await status(longest);
  expect(statusCalls().map(({ url }) => url)).toEqual([`/api/contact/status/${longest}`]);
});
