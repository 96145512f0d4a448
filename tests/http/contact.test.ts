import dns from 'node:dns';
import { request as httpRequest } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import request from 'supertest';
import { describe, expect, it, onTestFinished } from 'vitest';
import { demoContent } from '../../server/demo/demoContent.ts';
import { contactFailureText, successText } from '../../shared/contactWording.ts';
import { postForm, readForm } from '../support/contactPages.ts';
import { startContactService } from '../support/contactService.ts';
import { contactSiteForTest } from '../support/contactSite.ts';
import type { FaultMode } from '../support/faults.ts';
import { fromOwnPage, goodEnquiry } from '../support/goodEnquiry.ts';
import { parseHtml } from '../support/html.ts';
import { createManualClock } from '../support/manualClock.ts';
import type { TestSite, TestSiteOptions } from '../support/site.ts';
import { forTest, siteForTest } from '../support/started.ts';

let site: TestSite;
const start = async (options: TestSiteOptions = {}): Promise<TestSite> => {
  site = await contactSiteForTest(options);
  return site;
};

const key = '0c9d8f8e-1111-4222-8333-444455556666';
const unreachable =
  'Unable to connect to email service. Please check your internet connection or try again later.';
const unconfirmed = 'Email was not confirmed sent by email service';

const postJson = (body: object = goodEnquiry, idempotencyKey = key) =>
  request(site.url)
    .post('/api/contact')
    .set({ ...fromOwnPage(site.url), 'Idempotency-Key': idempotencyKey })
    .send(body);
/** A contact API that sends a message again when its key is repeated. */
const forgetful = () => forTest(startContactService({ honorIdempotencyKeys: false }));
const postsSeen = () => site.contactService.requests.filter(({ method }) => method === 'POST').length;

/** Names of hosts resolve to loopback, four at a time as in libuv; one that begins with `hung.` never does. */
function resolveFourAtATime(): { readonly hanging: readonly string[] } {
  const { lookup } = dns;
  const { lookup: lookupLater } = dns.promises;
  let free = 4;
  const waiting: (() => void)[] = [];
  const hanging: string[] = [];
  const found = [{ address: '127.0.0.1', family: 4 }];
  const resolve = async (host: string) => {
    if (free === 0) await new Promise<void>((next) => waiting.push(next));
    free -= 1;
    if (host.startsWith('hung.')) {
      hanging.push(host);
      await new Promise(() => undefined);
    }
    free += 1;
    waiting.shift()?.();
    return found;
  };
  const early = (host: string, _options: object, callback: (error: null, all: typeof found) => void) =>
    void resolve(host).then((all) => callback(null, all));
  Object.assign(dns, { lookup: early });
  Object.assign(dns.promises, { lookup: resolve });
  syncBuiltinESMExports();
  onTestFinished(() => {
    Object.assign(dns, { lookup });
    Object.assign(dns.promises, { lookup: lookupLater });
    syncBuiltinESMExports();
  });
  return { hanging };
}

describe('an enquiry that goes through', () => {
  it('does so while the name of the content service cannot be resolved', async () => {
    const { hanging } = resolveFourAtATime();
    const contactService = await forTest(startContactService());
    const named = (host: string) => contactService.url.replace('127.0.0.1', host);
    const { url, content } = await siteForTest({
      contactService,
      environment: { DIRECTUS_URL: named('hung.test'), CONTACT_API_URL: named('contact.test') },
    });
    void content.start();
    await expect.poll(() => hanging.length).toBeGreaterThan(0);
    const sent = await request(url).post('/api/contact').set(fromOwnPage(url)).send(goodEnquiry);
    expect([sent.status, contactService.received.length]).toEqual([200, 1]);
  });

  it('C12 reaches the contact API as exactly the six fields, from a form and from JSON', async () => {
    await start();
    const extra = { to: 'x@y.z', from: 'x@y.z', bcc: 'x@y.z', replyTo: 'x@y.z', unknown: '1' };
    const form = await postForm(site.url, { ...goodEnquiry, ...extra });
    expect(form.status).toBe(303);
    expect(form.headers.location).toMatch(/^\/contact\/sent\/[0-9a-f-]{36}$/);
    const body = JSON.stringify({ ...goodEnquiry, ...extra }).replace('{', '{"__proto__":{"to":"x@y.z"},');
    const json = await postJson().send(undefined).type('json').send(body);
    expect(json.status).toBe(200);
    expect(json.body).toMatchObject({
      success: true,
      message: 'Thank you for your message! We will get back to you soon.',
      submissionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      status: { resendStatus: 'queued', steps: [{ step: 'submitted', status: 'completed' }, {}, {}] },
    });
    expect(site.contactService.received.map((message) => message.body)).toEqual([goodEnquiry, goodEnquiry]);
    // The number is our own: no response contains that of the contact API.
    for (const reply of [form, json]) {
      expect(reply.headers['cache-control']).toBe('no-store');
      for (const id of site.contactService.submissionIds) expect(JSON.stringify(reply)).not.toContain(id);
    }
  });

  it('C17 is one request with our own headers, whatever headers the visitor sent', async () => {
    await start();
    const many = Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`x${at}`, '1']));
    const hostile = { 'X-Forwarded-Host': 'evil.example', Cookie: 'a=b', Authorization: 'x', TE: 'trailers' };
    const reply = await postJson().set({ ...many, ...hostile });
    expect(reply.status).toBe(200);
    expect(site.contactService.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /api/contact',
    ]);
    const headers = { ...site.contactService.received[0]?.headers };
    const sent = 'accept connection content-length content-type host idempotency-key';
    expect(Object.keys(headers).sort().join(' ')).toBe(sent);
    expect([headers['content-type'], headers.accept]).toEqual(['application/json', 'application/json']);
    // The other side could close a connection that is used again just as a message is on its way.
    expect(headers.connection).toBe('close');
  });
});

describe('what counts as sent', () => {
  const status = { resendStatus: 'queued', resendEmailId: 're_1', steps: [] };
  const refused = 'Failed to send message';
  const withId = (resendEmailId: unknown) => ({
    success: true,
    submissionId: 's',
    status: { resendEmailId },
  });
  const responses: [string, number, unknown, string][] = [
    ['an error status that says success', 500, withId('re_1'), refused],
    ['no success', 200, { success: false, submissionId: 's', status }, refused],
    ['success as a string', 200, { success: 'true', submissionId: 's', status }, refused],
    ['no e-mail id', 200, withId(undefined), unconfirmed],
    ['an empty e-mail id', 200, withId(' '), unconfirmed],
    ['an e-mail id that is a fraction', 200, withId(4.2), unconfirmed],
    ['an e-mail id that is a list', 200, withId(['re_1']), unconfirmed],
    ['a list', 200, [1, 2], unconfirmed],
  ];
  it.each(responses)('C4 is not a response with %s', async (_name, code, body, text) => {
    await start();
    site.contactService.respondWith(body, code);
    const [json, form] = [await postJson(), await postForm(site.url)];
    expect([json.status, json.body.success, json.body.error]).toEqual([502, false, text]);
    expect([form.status, readForm(form.text).failure]).toEqual([502, text]);
  });

  it.each([
    ['that leads elsewhere', { submissionId: '../admin' }],
    ['that leads above', { submissionId: '..' }],
    ['that is a fraction', { submissionId: 4.2 }],
    ['that is missing', {}],
  ])('C4 is a message with a number %s, which is sent once and cannot be followed', async (_name, number) => {
    await start();
    const message = 'We have it <b>now</b>.';
    site.contactService.respondWith({ success: true, message, ...number, status });
    const json = await postJson();
    expect([json.status, json.body.success, json.body.message]).toEqual([200, true, message]);
    expect([json.body.submissionId, json.body.status.steps]).toEqual([null, []]);
    const { headers } = await postForm(site.url);
    const form = await request(site.url).get(headers.location ?? '');
    expect([form.status, form.headers['cache-control']]).toEqual([200, 'no-store']);
    const page = parseHtml(form.text);
    expect(page.one('h1').text).toBe('Message sent');
    expect(page.one('main .lead').text).toBe(message);
    for (const absent of ['.timeline', 'main form']) expect(page.all(absent), absent).toHaveLength(0);
    expect(page.one('meta[name=robots]').attribute('content')).toContain('noindex');
    const seen = postsSeen();
    expect([(await postJson()).status, (await postForm(site.url)).status, postsSeen()]).toEqual([
      200,
      303,
      seen,
    ]);
  });

  it.each([
    ['a time and a dot', '1764489600000.k3x9'],
    ['colons', 'urn:message:9'],
    ['padding', 'OTE0~Mg=='],
    ['128 digits', 'f0'.repeat(64)],
  ])('C4 is a message whose number has %s, and it can be followed', async (_name, submissionId) => {
    await start();
    site.contactService.respondWith({ success: true, submissionId, status });
    const { body } = await postJson();
    expect(body.status.steps).toHaveLength(3);
    await request(site.url).get(`/api/contact/status/${body.submissionId}`);
    const asked = site.contactService.requests.filter(({ method }) => method === 'GET');
    expect(asked.map(({ path }) => path)).toEqual([`/api/contact/status/${submissionId}`]);
  });

  it('C4 has the words of the contact API, if they are a string, and may have numeric ids', async () => {
    await start();
    const words = [
      [' Thanks,\n we will call. ', 'Thanks, we will call.'],
      [undefined, successText],
      [7, successText],
    ];
    for (const [at, [message, text]] of words.entries()) {
      const ids = { submissionId: 1234, status: { ...status, resendEmailId: 7 } };
      site.contactService.respondWith({ success: true, message, ...ids });
      const { body } = await postJson(goodEnquiry, `${key}-${at}`);
      expect([body.submissionId !== null, body.message]).toEqual([true, text]);
      await request(site.url).get(`/api/contact/status/${body.submissionId}`);
    }
    const asked = site.contactService.requests
      .filter(({ method }) => method === 'GET')
      .map(({ path }) => path);
    expect(new Set(asked)).toEqual(new Set(['/api/contact/status/1234']));
  });
});

describe('the words of a failure', () => {
  it.each([500, 429])('C3 with %i are those of the response, or our own, after one post', async (status) => {
    await start();
    await site.contactService.fault('contact', { kind: 'status', status, body: { message: 'Daily quota' } });
    const json = await postJson();
    expect([json.status, json.body.error, json.body.reason]).toEqual([
      502,
      `Email service error: ${status} - Daily quota`,
      'refused',
    ]);
    expect(postsSeen()).toBe(1);
    const body = { error: 'Try <b>later</b>', message: 'x' };
    await site.contactService.fault('contact', { kind: 'status', status, body });
    const form = await postForm(site.url);
    const shown = readForm(form.text);
    expect([form.status, shown.failure]).toEqual([502, 'Try <b>later</b>']);
    expect([form.headers['cache-control'], json.headers['cache-control']]).toEqual(['no-store', 'no-store']);
    expect(shown.values).toEqual(goodEnquiry);
    expect(shown.mailLink).toContain(encodeURIComponent('The drive is steep.'));
    await site.contactService.fault('contact', { kind: 'status', status, body: '<h1>Oops</h1>' });
    expect((await postJson()).body.error).toBe('Failed to send message');
    expect(postsSeen()).toBe(3);
  });

  it('C3 from the contact API are one plain line of at most 200 characters', async () => {
    await start();
    const error = ` No\r\nway\u0000\u001b[0m\u202e ${'😀'.repeat(300)}`;
    site.contactService.respondWith({ success: false, error });
    expect((await postJson()).body.error).toBe(`No way [0m ${'😀'.repeat(94)}…`);
    site.contactService.respondWith({ success: false, error: '\u0000 \n' });
    expect((await postJson()).body.error).toBe('Failed to send message');
  });

  it('C2 say that a connection was refused, and the next post goes through', async () => {
    await start();
    await site.contactService.close();
    const [json, form] = [await postJson(), await postForm(site.url)];
    expect([json.status, json.body.error]).toEqual([502, unreachable]);
    expect([form.status, readForm(form.text).failure]).toEqual([502, unreachable]);
    expect(site.contactService.received).toHaveLength(0);
    await site.contactService.reopen();
    expect((await postJson()).status).toBe(200);
    expect(site.contactService.received).toHaveLength(1);
  });

  it('C2 say that a connection broke after the request, which is not sent again', async () => {
    await start();
    await site.contactService.fault('contact', { kind: 'rst' });
    const reply = await postJson();
    expect([reply.status, reply.body.error, postsSeen()]).toEqual([502, unreachable, 1]);
  });

  const broken: [string, FaultMode, number, string][] = [
    ['a web page', { kind: 'html200' }, 502, unconfirmed],
    ['no content', { kind: 'status', status: 204, body: '' }, 502, unconfirmed],
    ['half of a JSON document', { kind: 'badJson' }, 502, unconfirmed],
    ['half of the announced length', { kind: 'truncated' }, 502, unreachable],
    ['one gigabyte', { kind: 'huge', bytes: 1e9 }, 502, unconfirmed],
    ['a compression bomb', { kind: 'gzipBomb', bytes: 3e8 }, 502, unconfirmed],
    ['a redirect', { kind: 'redirect', to: 'http://127.0.0.1:9/' }, 502, 'Failed to send message'],
    ['a slow drip', { kind: 'drip', bytesPerSecond: 20 }, 504, unreachable],
    ['silence', { kind: 'blackhole' }, 504, unreachable],
  ];
  it.each(broken)('C5 come after %s, which is read within bounds', async (_name, fault, status, text) => {
    // Only responses that never end meet the deadline; a busy machine may take long for the others.
    await start({ contact: { deadlineMs: status === 504 ? 400 : 9_000 } });
    await site.contactService.fault('contact', fault);
    const before = process.memoryUsage().rss;
    const reply = await postJson();
    expect([reply.status, reply.body.error]).toEqual([status, text]);
    expect(process.memoryUsage().rss - before).toBeLessThan(200e6);
    await expect.poll(() => site.contactService.openConnections()).toBe(0);
    expect(postsSeen()).toBe(1);
  });

  it('C7 give an address to write to and a number to call in place of the form when there is no contact API', async () => {
    await start({ environment: { CONTACT_API_URL: '' } });
    const { email = '', phone } = demoContent().site.settings;
    const text = contactFailureText({ kind: 'notConfigured' }, email);
    const noticeOf = ({ text: html }: { readonly text: string }) => {
      const panel = parseHtml(html).one('.contact-panel');
      expect(panel.all('form')).toEqual([]);
      expect(panel.attribute('class'), 'no frame around the frame of the notice').toBe('contact-panel');
      expect(panel.text).toContain(`${text} Or call ${phone}.`);
      expect(panel.text).not.toMatch(/try again/i);
      return [panel.text, new URL(panel.one('a').attribute('href') ?? '')] as const;
    };
    expect(noticeOf(await request(site.url).get('/contact'))[1].pathname).toBe(email);
    const [json, form] = [await postJson(), await postForm(site.url, { ...goodEnquiry, phone: '' })];
    expect([json.status, json.body.error, form.status]).toEqual([503, text, 503]);
    const [shown, link] = noticeOf(form);
    expect(link.searchParams.get('subject')).toBe('Inquiry: Snow Removal');
    const { name, email: from, message } = goodEnquiry;
    expect(link.searchParams.get('body')).not.toContain('Phone');
    for (const typed of [name, from, 'Snow Removal', 'Requested', ...message.split('\n')]) {
      expect(shown).toContain(typed);
      expect(`${link.searchParams}`).toContain(`${new URLSearchParams({ typed })}`.slice('typed='.length));
    }
    expect(site.contactService.requests).toHaveLength(0);
  });
});

describe('repeated posts', () => {
  it('C1 of one text are one message, also after two without a response', async () => {
    await start({ contact: { deadlineMs: 1_000 } });
    await site.contactService.fault('contact', { kind: 'blackhole' }, { times: 2 });
    for (let time = 0; time < 2; time += 1) {
      const lost = await postForm(site.url);
      const { failure: shown, values } = readForm(lost.text);
      expect([lost.status, shown, values]).toEqual([504, unreachable, goodEnquiry]);
    }
    expect((await postForm(site.url)).status).toBe(303);
    expect(postsSeen()).toBe(3);
    expect(site.contactService.submissionIds).toHaveLength(1);
    expect(new Set(site.contactService.received.map(({ headers }) => headers['idempotency-key'])).size).toBe(
      1,
    );
  });

  it('C6 with one key, 20 at once, are one call, and all get its number', async () => {
    await start({ contactService: await forgetful() });
    await site.contactService.fault('contact', { kind: 'slow', ms: 50 });
    const replies = await Promise.all(Array.from({ length: 20 }, () => postJson()));
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(replies.map(({ body }) => body.submissionId)).size).toBe(1);
    expect(postsSeen()).toBe(1);
    const forms = await Promise.all(Array.from({ length: 20 }, () => postForm(site.url)));
    expect(new Set(forms.map(({ headers }) => headers.location)).size).toBe(1);
    expect(postsSeen()).toBe(2);
  });

  it('C6 count as repeated for a quarter of an hour after a success, not after a failure', async () => {
    const clock = createManualClock(new Date().toISOString());
    await start({ contactService: await forgetful(), contact: { clock } });
    site.contactService.respondWith({ success: false, error: 'Not now' });
    expect((await postJson()).status).toBe(502);
    site.contactService.respondWith();
    const first = await postJson();
    await clock.advance(15 * 60_000 - 1);
    expect((await postJson()).body.submissionId).toBe(first.body.submissionId);
    expect(postsSeen()).toBe(2);
    await clock.advance(2);
    expect((await postJson()).status).toBe(200);
    expect(postsSeen()).toBe(3);
  });

  it('C6 of two texts under one key, and of one text under two keys, are several messages', async () => {
    await start();
    const other = { ...goodEnquiry, message: 'Something else' };
    const posts = [postJson(), postJson(other), postJson(other, 'another-key-of-this-draft')];
    const numbers = (await Promise.all(posts)).map(({ body }) => body.submissionId);
    expect(new Set(numbers).size).toBe(3);
    expect(site.contactService.submissionIds).toHaveLength(3);
  });

  it('C6 of a form that may have been sent are one message, also from another network and by its script', async () => {
    await start({ environment: { TRUST_PROXY: '1' } });
    const from = (address: string, values: Parameters<typeof postForm>[1] = goodEnquiry) =>
      postForm(site.url, values).set('X-Forwarded-For', address);
    site.contactService.respondWith({}, 500);
    const refused = await from('198.51.100.1');
    const formKey = parseHtml(refused.text).one('[name=key]').attribute('value') ?? '';
    site.contactService.respondWith();
    const { location } = (await from('198.51.100.2', { ...goodEnquiry, key: formKey })).headers;
    expect(location).toBe(`/contact/sent/${(await postJson(goodEnquiry, formKey)).body.submissionId}`);
    const keys = site.contactService.received.map(({ headers }) => headers['idempotency-key']);
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  });

  it('C6 of the same text from two visitors without script are two messages', async () => {
    await start({ environment: { TRUST_PROXY: '1' } });
    const from = (address: string) => postForm(site.url).set('X-Forwarded-For', address);
    const one = (await from('198.51.100.1')).headers.location;
    expect((await from('198.51.100.1')).headers.location).toBe(one);
    expect((await from('198.51.100.2')).headers.location).not.toBe(one);
    expect(postsSeen()).toBe(2);
  });

  it('C18 join the message of a visitor who left, which is sent all the same', async () => {
    await start();
    await site.contactService.fault('contact', { kind: 'slow', ms: 150 }, { times: 1 });
    const leaving = httpRequest(`${site.url}/api/contact`, {
      method: 'POST',
      headers: { ...fromOwnPage(site.url), 'Content-Type': 'application/json', 'Idempotency-Key': key },
    });
    leaving.on('error', () => undefined);
    leaving.end(JSON.stringify(goodEnquiry));
    await site.contactService.nextRequest();
    leaving.destroy();
    const reply = await postJson();
    expect(reply.status).toBe(200);
    expect([postsSeen(), site.contactService.requests[0]?.outcome]).toEqual([1, 'sent']);
  });
});
