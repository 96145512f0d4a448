import { gzipSync } from 'node:zlib';
import request from 'supertest';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { heldText } from '../../shared/contactWording.ts';
import { postForm, readForm } from '../support/contactPages.ts';
import { contactSiteForTest } from '../support/contactSite.ts';
import { anotherEnquiry, asForm, fromOwnPage, goodEnquiry } from '../support/goodEnquiry.ts';
import { holdResponses } from '../support/hold.ts';
import { parseHtml } from '../support/html.ts';
import type { TestSite, TestSiteOptions } from '../support/site.ts';

let site: TestSite;
const start = async (options: TestSiteOptions = {}): Promise<void> => {
  site = await contactSiteForTest(options);
};

/** Why enquiries were rejected, in order. */
const rejections = () => site.logs.flatMap(({ reason }) => reason ?? []);
const forwarded = () => site.contactService.received.length;
const own = () => fromOwnPage(site.url);
const postJson = (body: object | string, headers: Readonly<Record<string, string>> = {}) =>
  request(site.url)
    .post('/api/contact')
    .set({ ...own(), ...headers })
    .type('json')
    .send(typeof body === 'string' ? body : JSON.stringify(body));

describe('a post', () => {
  it('C11 C13 with a bad field gets its error at the field with everything typed, and is not forwarded', async () => {
    await start();
    const typed = { name: 'Ada\r\nBcc: x@y.z', email: 'a@b.example,c@d.example', phone: '', message: '' };
    const bad = { ...goodEnquiry, ...typed };
    const form = await postForm(site.url, bad);
    const shown = readForm(form.text);
    expect([form.status, shown.failure]).toEqual([422, null]);
    expect(Object.keys(shown.errors)).toEqual(['name', 'email', 'message']);
    expect(shown.values).toEqual({ ...bad, name: 'Ada\nBcc: x@y.z' });
    const json = await postJson(bad);
    expect([json.status, json.body.success, json.body.reason]).toEqual([400, false, 'invalid']);
    expect(json.body.fields).toEqual(shown.errors);
    expect(forwarded()).toBe(0);
  });

  const bodies: [string, string, number][] = [
    ['nothing', '', 400],
    ['half of JSON', '{"name":', 400],
    ['no object', 'null', 400],
    ['a list', '[]', 400],
    ['a byte order mark', '\ufeff{}', 400],
    ['8000 lists', `{"message":${'['.repeat(8_000)}${']'.repeat(8_000)}}`, 400],
    ['one key twice', '{"name":"a","name":7}', 400],
    ['a prototype', '{"__proto__":{"name":"a"},"constructor":{"prototype":{}}}', 400],
    ['one byte too many', JSON.stringify({ pad: 'm'.repeat(64 * 1024 - 9) }), 413],
  ];
  it('E12 of useless or too long JSON is refused', async () => {
    await start();
    for (const [name, body, status] of bodies) {
      const reply = await postJson(body);
      expect([reply.status, reply.body.success, forwarded()], name).toEqual([status, false, 0]);
      expect(reply.text).not.toMatch(/at .*\.(js|ts)|SyntaxError|position/);
    }
  });

  it('E12 has room for the longest enquiry in any script, as JSON and as a form', async () => {
    await start();
    const text = { name: '名'.repeat(200), phone: '１'.repeat(40), message: '語'.repeat(5000) };
    const longest = { ...goodEnquiry, ...text };
    expect((await postJson({ ...longest, from: `/contact?gclid=${'x'.repeat(8_000)}` })).status).toBe(200);
    expect((await postForm(site.url, longest)).status).toBe(303);
  });

  it('C13 that is too long is shown again with the sentence that says where, up to a quarter of a megabyte', async () => {
    await start();
    const long = { ...goodEnquiry, message: '語'.repeat(20_000), email: `a@${'b'.repeat(2_000)}.example` };
    const shown = await postForm(site.url, long);
    const { values, errors } = readForm(shown.text);
    expect([shown.status, values]).toEqual([422, long]);
    expect(errors).toEqual({
      email: expect.stringContaining('to 254 characters or fewer. It has 2010'),
      message: expect.stringContaining('to 5000 characters or fewer. It has 20000'),
    });
    const tooLong = await postForm(site.url, { ...long, message: 'm'.repeat(3e5) });
    expect([tooLong.status, readForm(tooLong.text).failure]).toEqual([
      413,
      expect.stringContaining('too long'),
    ]);
  });

  const types: [string, string | null, number][] = [
    ['/api/contact', 'application/json', 200],
    ['/api/contact', 'Application/JSON ; Charset="UTF-8"', 200],
    ['/api/contact', null, 415],
    ['/api/contact', 'text/plain', 415],
    ['/api/contact', 'application/x-www-form-urlencoded', 415],
    ['/api/contact', 'application/json; charset=utf-7', 415],
    ['/api/contact', 'application/json-patch', 415],
    ['/contact', 'application/x-www-form-urlencoded; charset=utf-8', 422],
    ['/contact', 'application/x-www-form-urlencoded; charset=iso-8859-1', 415],
    ['/contact', 'application/json', 415],
  ];
  it('E13 has the content type of its endpoint, and no other', async () => {
    await start();
    for (const [path, type, status] of types) {
      const sent = await fetch(site.url + path, {
        method: 'POST',
        headers: { ...own(), ...(type === null ? {} : { 'Content-Type': type }) },
        // Bytes, because fetch would set a content type for a string.
        body: Buffer.from(JSON.stringify(anotherEnquiry())),
      });
      expect(sent.status, `${path} ${type}`).toBe(status);
    }
    expect(forwarded()).toBe(2);
  });

  it.each(['/api/contact', '/contact'])('E14 to %s with a compressed body is refused', async (path) => {
    await start();
    const type = path === '/contact' ? 'application/x-www-form-urlencoded' : 'application/json';
    const headers = { ...own(), 'Content-Type': type, 'Content-Encoding': 'gzip' };
    const reply = await fetch(site.url + path, {
      method: 'POST',
      headers,
      body: gzipSync(Buffer.alloc(1e7)),
    });
    expect(reply.status).toBe(415);
  });
});

describe('the origin of a post', () => {
  const evil = 'https://evil.example';
  type Row = [origin: string | undefined, fetchSite: string | undefined, isAllowed: boolean];
  const rows: Row[] = [
    ['own', 'same-origin', true],
    ['own', 'none', true],
    ['own', undefined, true],
    ['own', 'same-site', false],
    ['own', 'cross-site', false],
    [undefined, 'same-origin', true],
    [undefined, 'none', false],
    [undefined, 'cross-site', false],
    [undefined, undefined, false],
    ['null', 'same-origin', true],
    ['null', 'cross-site', false],
    ['null', undefined, false],
    [evil, 'same-origin', false],
    [evil, 'cross-site', false],
    [evil, 'none', false],
    [evil, undefined, false],
    ['own.evil.example', undefined, false],
  ];
  it('C14 is judged by Origin and Sec-Fetch-Site: a post that may be from another site is refused, with an error', async () => {
    await start({ environment: { TRUST_PROXY: '1' } });
    for (const [at, [origin, fetchSite, allowed]] of rows.entries()) {
      const row = `${origin}, ${fetchSite}`;
      const headers = {
        ...(origin === undefined ? {} : { Origin: origin.replace('own', site.url) }),
        ...(fetchSite === undefined ? {} : { 'Sec-Fetch-Site': fetchSite }),
        'X-Forwarded-For': `203.0.113.${at}`,
      };
      const send = (path: string, type: string, body: string) =>
        request(site.url).post(path).set(headers).type(type).send(body);
      const before = forwarded();
      const json = await send('/api/contact', 'json', JSON.stringify(anotherEnquiry()));
      const form = await send('/contact', 'form', asForm(goodEnquiry));
      expect([json.status, form.status], row).toEqual(allowed ? [200, 303] : [403, 403]);
      if (allowed) continue;
      const text = 'CORS error: Please contact support - there is a configuration issue.';
      const shown = readForm(form.text);
      expect([json.body.error, shown.failure], row).toEqual([text, text]);
      expect(shown.mailLink, row).not.toBeNull();
      // What another site sent is not filled into our form; what an old browser sent is not lost.
      const unproven = origin === undefined && fetchSite !== 'cross-site';
      expect(shown.values.name, row).toBe(unproven ? goodEnquiry.name : '');
      expect(forwarded(), row).toBe(before);
    }
  });

  it('C14 may be our page as another site when browsers post to a gateway of another origin', async () => {
    await start({ environment: { API_URL: 'https://api.ridge.example' } });
    const from = (origin: string, fetchSite: string) =>
      request(site.url)
        .post('/api/contact')
        .set({ Origin: origin, 'Sec-Fetch-Site': fetchSite })
        .send(goodEnquiry);
    for (const fetchSite of ['same-site', 'cross-site']) {
      expect((await from(site.url, fetchSite)).status, fetchSite).toBe(200);
      expect((await from(evil, fetchSite)).status, fetchSite).toBe(403);
    }
    // A gateway may forward pages as well: those that are opened under its name have a form, too.
    const atGateway = request(site.url)
      .post('/contact')
      .set({
        Host: 'api.ridge.example',
        Origin: 'https://api.ridge.example',
        'Sec-Fetch-Site': 'same-origin',
      })
      .type('form')
      .send(asForm(goodEnquiry));
    expect((await atGateway).status).toBe(303);
  });

  it('C14 of the site under a name that FRONTEND_URL does not have is refused, and the log says which', async () => {
    await start();
    const host = 'staging.ridge.example';
    const headers = { Origin: `https://${host}`, Host: host, 'Sec-Fetch-Site': 'same-origin' };
    const { status } = await request(site.url).post('/api/contact').set(headers).send(goodEnquiry);
    expect(status).toBe(403);
    expect(site.logs).toContainEqual(
      expect.objectContaining({
        reason: 'foreignOrigin',
        host,
        msg: expect.stringContaining('FRONTEND_URL'),
      }),
    );
  });

  it('C14 may be the server under another name, if the browser says that it is the same', async () => {
    await start();
    const name = site.url.replace('127.0.0.1', 'localhost');
    const post = (fetchSite: string) =>
      request(site.url)
        .post('/contact')
        .set({ Origin: name, Host: new URL(name).host, 'Sec-Fetch-Site': fetchSite })
        .type('form')
        .send(asForm(goodEnquiry));
    expect([(await post('same-origin')).status, (await post('none')).status]).toEqual([303, 403]);
  });
});

describe('the limits on messages', () => {
  it('C15 refuse the sixth message in a minute, keeping everything typed; a repeat does not count', async () => {
    await start();
    const first = anotherEnquiry();
    expect((await postForm(site.url, first)).status).toBe(303);
    for (let time = 0; time < 10; time += 1) expect((await postForm(site.url, first)).status).toBe(303);
    for (let time = 0; time < 4; time += 1)
      expect((await postForm(site.url, anotherEnquiry())).status).toBe(303);
    const values = anotherEnquiry();
    const [form, json] = [await postForm(site.url, values), await postJson(anotherEnquiry())];
    const shown = readForm(form.text);
    expect([form.status, shown.values]).toEqual([429, values]);
    expect(shown.failure).toMatch(/^Too many messages .* in a minute/);
    expect([json.status, json.body.reason]).toEqual([429, 'tooMany']);
    for (const { headers } of [form, json]) {
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      expect(headers.ratelimit).toMatch(/"messages"; r=0; t=\d+/);
      expect(headers['ratelimit-policy']).toMatch(/"messages"; q=5; w=60/);
    }
    expect(forwarded()).toBe(5);
    // A post with a field to correct does not count either.
    expect((await postForm(site.url, { ...values, email: '' })).status).toBe(422);
    expect(rejections()).toEqual(['tooMany', 'tooMany']);
  });

  it('C15 allow an address 20 messages an hour', async () => {
    await start();
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    for (let time = 0; time < 20; time += 1) {
      if (time % 5 === 0) vi.advanceTimersByTime(61_000);
      expect((await postForm(site.url, anotherEnquiry())).status).toBe(303);
    }
    vi.advanceTimersByTime(61_000);
    const late = await postForm(site.url, anotherEnquiry());
    expect([late.status, Number(late.headers['retry-after']) > 3000]).toEqual([429, true]);
  });

  it('C15 let first messages through, however much a few networks send', async () => {
    await start({ environment: { TRUST_PROXY: '1' } });
    const from = (address: string) => postJson(anotherEnquiry(), { 'X-Forwarded-For': address });
    const taken = async (replies: ReturnType<typeof from>[]) =>
      (await Promise.all(replies)).filter(({ status }) => status === 200).length;
    expect(await taken(Array.from({ length: 100 }, () => from('198.51.100.1')))).toBe(5);
    // Each of six /48 networks sends all that it may: two, and its share of what is left for repeated senders.
    const flood = Array.from({ length: 120 }, (_, at) => from(`2001:db8:${at % 6}:${at % 24}::1`));
    expect(await taken(flood)).toBe(6 * 2 + 57);
    const begun = performance.now();
    expect((await from('198.51.100.2')).status).toBe(200);
    expect((await from('198.51.100.2')).status).toBe(200);
    const untilFirst = performance.now() - begun;
    expect((await from('198.51.100.2')).status).toBe(429);
    // Many networks are delayed before any is refused: the last one waits for six seconds.
    expect(await taken(Array.from({ length: 110 }, (_, at) => from(`192.0.2.${at}`)))).toBe(104);
    expect(performance.now() - begun).toBeGreaterThan(Math.max(4_000, 2 * untilFirst));
  });

  it.each<[string, (at: number) => object, number]>([
    ['name one address', () => ({ email: 'third@person.example' }), 6],
    ['name one mailbox', (at) => ({ email: at % 2 ? `th.ird+${at}@gmail.com` : 'Third@googlemail.com' }), 6],
    ['name one address, however it is spelled', (at) => ({ email: `t${'\u200b'.repeat(at)}@ü.example` }), 6],
    ['have one text', () => ({ message: 'Buy  THIS' }), 12],
  ])('C15 allow few messages an hour that %s, from however many networks', async (_what, same, most) => {
    await start({ environment: { TRUST_PROXY: '1' } });
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        postJson({ ...anotherEnquiry(), ...same(at) }, { 'X-Forwarded-For': `203.0.113.${at}` }),
      ),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(most);
    expect((await postJson(anotherEnquiry(), { 'X-Forwarded-For': '203.0.113.1' })).status).toBe(200);
  });

  it.each<[string, (at: number) => object, number]>([
    ['name one address', () => ({ email: 'third@person.example' }), 6],
    ['have one text', () => ({ message: 'Buy THIS' }), 12],
  ])(
    'C15 count messages that %s, though their senders hang up before the response',
    async (_what, same, most) => {
      await start({ environment: { TRUST_PROXY: '1' } });
      const release = await holdResponses(site.contactService, 'contact');
      for (let at = 0; at < 20; at += 1) {
        const arrived = site.contactService.nextRequest();
        const hangingUp = new AbortController();
        const response = fetch(`${site.url}/api/contact`, {
          method: 'POST',
          headers: {
            ...own(),
            'Content-Type': 'application/json',
            'X-Forwarded-For': `203.0.113.${at}`,
          },
          body: JSON.stringify({ ...anotherEnquiry(), ...same(at) }),
          signal: hangingUp.signal,
        }).catch(() => null);
        await Promise.race([arrived, response]);
        hangingUp.abort();
        await response;
      }
      expect(forwarded()).toBe(most);
      release();
    },
  );

  it('C15 do not count messages that could not be sent', async () => {
    await start({ environment: { TRUST_PROXY: '1' } });
    const statusesFrom = (network: string) =>
      Promise.all(
        Array.from({ length: 5 }, async (_, at) => {
          const message = { ...anotherEnquiry(), email: 'third@person.example' };
          return (await postJson(message, { 'X-Forwarded-For': `${network}.${at}` })).status;
        }),
      );
    site.contactService.respondWith({ success: false });
    for (const network of ['203.0.113', '198.51.100'])
      expect(await statusesFrom(network)).toEqual(Array(5).fill(502));
    site.contactService.respondWith();
    expect(await statusesFrom('192.0.2')).toEqual(Array(5).fill(200));
  });

  it('C15 refuse posts that come faster than anybody types, before they are read', async () => {
    await start();
    for (let time = 0; time < 120; time += 1) expect((await postJson('{')).status).toBe(400);
    expect((await postJson('{')).status).toBe(429);
  });

  it('C15 hold a message with a filled hidden field in front of its sender, who sends it as a person', async () => {
    await start();
    const filled = { ...goodEnquiry, subject_line: 'Filled in by an extension' };
    const [form, json] = [await postForm(site.url, filled), await postJson(filled)];
    const shown = readForm(form.text);
    expect([form.status, shown.failure, shown.values]).toEqual([422, heldText, goodEnquiry]);
    expect(form.text).not.toContain('Thank you for your message');
    const held = parseHtml(form.text).one('.contact-failure');
    expect(held.one('button[type=submit]').text).toBe('Send');
    const person = held.one('input[type=hidden]');
    expect([json.status, json.body.success, json.body.reason]).toEqual([422, false, 'held']);
    expect([json.body.error, forwarded()]).toEqual([heldText, 0]);
    const name = person.attribute('name') ?? '';
    // A bot that fills in every field fills in this one too.
    expect((await postForm(site.url, { ...filled, [name]: 'on' })).status).toBe(422);
    // The extension fills the field in again.
    const sent = await postForm(site.url, { ...filled, [name]: person.attribute('value') ?? '' });
    expect([sent.status, forwarded()]).toEqual([303, 1]);
    expect(site.contactService.received[0]?.body).toEqual(goodEnquiry);
    expect(rejections()).toEqual(Array(3).fill('honeypot'));
  });

  /** Sends messages, each from another address as a proxy forwards it; returns their statuses. */
  const statusesOf = async (count: number, forwardedFor: (at: number) => string) => {
    const statuses: number[] = [];
    for (let at = 0; at < count; at += 1)
      statuses.push((await postJson(anotherEnquiry(), { 'X-Forwarded-For': forwardedFor(at) })).status);
    return statuses;
  };
  const sixth = [...Array(5).fill(200), 429];

  it('C16 ignore an address that no trusted proxy vouches for', async () => {
    await start();
    expect(await statusesOf(6, (at) => `203.0.113.${at}`)).toEqual(sixth);
  });

  it.each<[string, (at: number) => string]>([
    ['a /64', (at) => `1.2.3.4, 2001:db8:1:2:${at}::${at}`],
    ['an IPv4 address with a port', (at) => `198.51.100.7:${40_000 + at}`],
    ['an IPv6 address with a port', (at) => `[2001:db8:1:2::${at}]:${40_000 + at}`],
    ['no address', (at) => `unknown-${at}`],
  ])('C16 count one network, however a proxy writes it: %s', async (_what, forwardedFor) => {
    await start({ environment: { TRUST_PROXY: '1' } });
    expect(await statusesOf(6, forwardedFor)).toEqual(sixth);
    for (const other of ['198.51.100.8', '2001:db8:1:3::1'])
      expect(await statusesOf(1, () => other)).toEqual([200]);
  });

  it('C16 allow a /48 the messages of four networks, however many it contains', async () => {
    await start({ environment: { TRUST_PROXY: '1' } });
    const expected = [...Array(20).fill(200), ...Array(4).fill(429)];
    expect(await statusesOf(24, (at) => `2001:db8:1:${at}::1`)).toEqual(expected);
    expect(await statusesOf(1, () => '2001:db8:2:1::1')).toEqual([200]);
  });

  it('C16 count IPv4 addresses that a proxy writes as IPv6, which all lie in one /48, as networks of their own', async () => {
    await start({ environment: { TRUST_PROXY: '1' } });
    expect(await statusesOf(24, (at) => `::ffff:198.51.100.${at}`)).toEqual(Array(24).fill(200));
    expect(await statusesOf(5, () => '198.51.100.1')).toEqual([...Array(4).fill(200), 429]);
  });
});
