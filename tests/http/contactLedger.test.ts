import { randomUUID } from 'node:crypto';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { DirectusError } from '../../server/demo/directusError.ts';
import {
  contactFailureText,
  savedText,
  statusUnavailableText,
  successText,
} from '../../shared/contactWording.ts';
import { canLookAgain, postForm, readDelivery } from '../support/contactPages.ts';
import type { FaultMode } from '../support/faults.ts';
import { goodEnquiry } from '../support/goodEnquiry.ts';
import { holdResponses } from '../support/hold.ts';
import { parseHtml } from '../support/html.ts';
import { type LedgerSite, startClockedLedgerSite, startLedgerSite } from '../support/ledgerSite.ts';
import { contentForTest, forTest, siteForTest } from '../support/started.ts';

let site: LedgerSite;
const start = async (options: Parameters<typeof startLedgerSite>[0] = {}) => {
  site = await forTest(startLedgerSite(options));
  await hasLooked();
};
const startWithClock = async (options: Parameters<typeof startClockedLedgerSite>[0] = {}) => {
  const clocked = await forTest(startClockedLedgerSite(options));
  site = clocked;
  return clocked;
};
/** Waits until the site has looked for waiting rows, as it does at its start. */
const hasLooked = () =>
  expect
    .poll(() =>
      site.contentService.requests.some(({ url, outcome }) => url.includes('sort=') && outcome === 'sent'),
    )
    .toBe(true);

const posts = () => site.contactService.requests.filter(({ method }) => method === 'POST');
const row = () => site.ledger()[0] ?? {};
/** What the contact API got, oldest first. */
const messagesArrived = () => site.contactService.received.map(({ body }) => Object(body).message);
const unreachable = contactFailureText({ kind: 'unreachable' }, null);

describe('a message that goes through', () => {
  it('is a row before the contact API gets it, with one extra call, and the row follows its delivery', async () => {
    await start();
    await site.contactService.fault('contact', { kind: 'slow', ms: 300 });
    site.contentService.clearRequests();
    const from = '/services/painting?home=meadow-cabin&utm_source=news&utm_campaign=fall&gclid=x';
    const sending = site.send({ from }).then((reply) => reply);
    await site.contactService.nextRequest();
    expect(site.ledger()).toMatchObject([
      {
        state: 'waiting',
        name: goodEnquiry.name,
        email: goodEnquiry.email,
        phone: goodEnquiry.phone,
        service: 'snow-removal',
        message: goodEnquiry.message,
        meeting: true,
        tries: 0,
        page: '/services/painting',
        home: 'meadow-cabin',
        campaign: 'utm_source=news&utm_campaign=fall',
      },
    ]);
    const calls = site.contentService.requests.map(({ method }) => method);
    expect(calls.filter((method) => method !== 'GET')).toEqual(['POST']);
    const { body } = await sending;
    expect([body.success, body.message, body.submissionId]).toEqual([true, successText, row().id]);
    await expect.poll(() => row().state).toBe('sent');
    const [submissionId] = site.contactService.submissionIds;
    expect(row()).toMatchObject({ submission_id: submissionId, email_id: expect.any(String) });
    site.contactService.setDelivery(submissionId ?? '', 'delivered');
    await expect.poll(() => site.statusOf(body.submissionId)).toBe('delivered');
    await expect.poll(() => row().state).toBe('delivered');
    expect(row()).toMatchObject({ minutes_to_delivery: expect.any(Number), next_try: null });
    // Log lines reveal nothing of what was written.
    expect(JSON.stringify(site.logs)).not.toMatch(/Juniper|steep|5550100/);
  });

  it('is known by its row after a restart: the same text under the same key is the same message', async () => {
    await start();
    const key = 'the-key-of-this-draft';
    const first = await site.send({}, key);
    await expect.poll(() => row().state).toBe('sent');
    await site.restart();
    expect((await site.send({}, key)).body.submissionId).toBe(first.body.submissionId);
    const page = await request(site.url).get(`/contact/sent/${first.body.submissionId}`);
    // It may have been delivered meanwhile.
    expect([page.status, readDelivery(page.text).steps]).toEqual([200, expect.stringMatching(/^completed /)]);
    expect([posts().length, site.ledger().length]).toEqual([1, 1]);
  });
});

describe('a contact API that fails temporarily', () => {
  const faults: FaultMode[] = [
    { kind: 'refuse' },
    { kind: 'rst' },
    ...[401, 404, 408, 409, 425, 429, 500, 503].map((status): FaultMode => ({ kind: 'status', status })),
    // Of a firewall in front of it.
    ...[400, 413].map((status): FaultMode => ({ kind: 'status', status, body: '<!doctype html>Blocked' })),
  ];
  it('C20 leaves messages saved, which are sent when it is back, whether it is down, resets, or its status is not about the message', async () => {
    const { pass } = await startWithClock({ environment: { TRUST_PROXY: '1' } });
    const numbers: string[] = [];
    for (const [at, fault] of faults.entries()) {
      await site.contactService.fault(fault.kind === 'refuse' ? '*' : 'contact', fault);
      const json = await site
        .send({ message: `Message ${at}`, email: `a${at}@b.example` })
        .set('X-Forwarded-For', `203.0.113.${at}`);
      await site.contactService.clearFaults();
      expect([json.status, json.body.success, json.body.message], fault.kind).toEqual([200, true, savedText]);
      expect(json.body.status).toMatchObject({
        resendStatus: 'saved',
        steps: [{ status: 'completed' }, {}, {}],
      });
      expect(json.body.status.resendEmailId).toBeUndefined();
      numbers.push(json.body.submissionId);
    }
    const page = await request(site.url).get(`/contact/sent/${numbers.at(-1)}`);
    const html = parseHtml(page.text);
    expect([html.one('h1').text, html.one('main .lead').text]).toEqual(['Message saved', savedText]);
    expect([readDelivery(page.text).steps, canLookAgain(page.text)]).toEqual([
      'completed in_progress pending',
      true,
    ]);
    await pass(9_500);
    expect(site.contactService.submissionIds).toEqual([]);
    await pass(1_500);
    await expect.poll(() => site.contactService.submissionIds.length).toBe(faults.length);
    for (const number of numbers) await expect.poll(() => site.statusOf(number)).not.toBe('saved');
    const keys = site.contactService.received.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(faults.length);
    expect(site.ledger()).toHaveLength(faults.length);
  });

  it('C20 leaves a message saved, however many unknown numbers are requested', async () => {
    await start();
    const written = Promise.withResolvers<void>();
    await site.contactService.fault('contact', { kind: 'status', status: 503 });
    await site.contentService.fault('enquiries', { kind: 'held', until: written.promise });
    const looks = Array.from({ length: 60 }, () => site.statusOf(randomUUID()));
    await site.contentService.nextRequest(({ path }) => path.startsWith('/items/enquiries/'));
    const sending = site.send().then(({ body }) => body.message);
    await site.contentService.nextRequest(({ method }) => method === 'POST');
    written.resolve();
    expect(await sending).toBe(savedText);
    expect(await Promise.all(looks)).toEqual(looks.map(() => undefined));
  });

  it('leads to the same page without script, and posting again is no second message', async () => {
    await start();
    await site.contactService.fault('contact', { kind: 'status', status: 503 });
    const [one, two] = [await postForm(site.url), await postForm(site.url)];
    expect([one.status, two.headers.location]).toEqual([303, one.headers.location]);
    expect(site.ledger()).toHaveLength(1);
  });

  const dateIn = (seconds: number) => new Date(Date.now() + seconds * 1_000).toUTCString();
  it.each<[string, () => Readonly<Record<string, string>>, number]>([
    ['seconds', () => ({ 'Retry-After': '600' }), 600],
    ['a date', () => ({ 'Retry-After': dateIn(600) }), 600],
    ['a date of a clock that is slow', () => ({ 'Retry-After': dateIn(-60), Date: dateIn(-660) }), 600],
    ['a date beside one of no calendar', () => ({ 'Retry-After': dateIn(600), Date: 'soon' }), 600],
    ['a year, of which a day counts', () => ({ 'Retry-After': '31536000' }), 86_400],
  ])('is not called again before its Retry-After is over: %s', async (_what, headersOf, seconds) => {
    await start();
    const headers = headersOf();
    await site.contactService.fault('contact', { kind: 'status', status: 429, headers });
    await site.send();
    await expect.poll(() => row().tries).toBe(1);
    const untilNext = Date.parse(String(row().next_try)) - Date.now();
    expect(untilNext).toBeGreaterThan((seconds - 10) * 1_000);
    expect(untilNext).toBeLessThanOrEqual(seconds * 1_000);
  });

  it('is reported once for each message, and each further attempt is a line in the log', async () => {
    const { pass } = await startWithClock();
    await site.contactService.fault('contact', { kind: 'status', status: 503 });
    await site.send();
    await pass(60_000);
    const again = site.logs.filter(({ msg }) => msg === 'A kept enquiry could not be sent.');
    expect([posts().length, again.length]).toEqual([3, 2]);
    expect(site.reports).toHaveLength(1);
  });

  it('C20 gets each message at its own time, whatever becomes of others', async () => {
    const { pass } = await startWithClock();
    const failWith = (headers: Readonly<Record<string, string>>) =>
      site.contactService.fault('contact', { kind: 'status', status: 503, headers });
    await failWith({ 'Retry-After': '600' });
    await site.send({ message: 'after ten minutes' });
    await failWith({ 'Retry-After': '1' });
    await site.send({ message: 'after ten seconds' });
    await site.contactService.clearFaults();
    await site.send({ message: 'at once' });
    await pass(11_000);
    await expect.poll(messagesArrived).toEqual(['at once', 'after ten seconds']);
    await pass(580_000, 5_000);
    expect(messagesArrived()).toHaveLength(2);
    await pass(10_000);
    await expect.poll(messagesArrived).toEqual(['at once', 'after ten seconds', 'after ten minutes']);
  });
});

it('C20 a message that the contact API calls saved is sent, once, and has its page', async () => {
  await start();
  const status = { resendStatus: 'saved', resendEmailId: 're_1' };
  site.contactService.respondWith({ success: true, submissionId: 'theirs', status });
  await site.contactService.fault('status', { kind: 'status', status: 200, body: status });
  const { submissionId } = (await site.send()).body;
  await expect.poll(() => row().state).toBe('sent');
  // The next message wakes the outbox, which would send all that waits before it updates this row.
  await site.send({ message: 'later' });
  await expect.poll(() => site.ledger()[1]?.state).toBe('sent');
  expect(messagesArrived()).toEqual([goodEnquiry.message, 'later']);
  expect((await request(site.url).get(`/contact/sent/${submissionId}`)).status).toBe(200);
  expect(row().state).toBe('sent');
});

describe('a message that finally fails', () => {
  it.each([
    ['is refused', 400, { error: 'No.' }, 'No.'],
    [
      'gets no e-mail id',
      200,
      { success: true, submissionId: 'x', status: {} },
      contactFailureText({ kind: 'unconfirmed' }, null),
    ],
  ])('has specified words and is undelivered after one post: it %s', async (_what, status, body, words) => {
    await start();
    site.contactService.respondWith(body, status);
    const reply = await site.send();
    expect([reply.status, reply.body.error]).toEqual([502, words]);
    await expect.poll(() => row()).toMatchObject({ state: 'undelivered', next_try: null });
    expect(posts()).toHaveLength(1);
    // When the visitor sends it again, it is the same message: if it did go out, the contact API knows its key.
    site.contactService.respondWith();
    expect((await site.send({}, 'key-of-a-draft-1')).status).toBe(200);
    await expect.poll(() => site.ledger().map(({ state }) => state)).toEqual(['sent']);
    const keys = posts().map(({ headers }) => headers['idempotency-key']);
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  });

  it('has waited for over three days or was edited into nonsense; a deleted one is not sent', async () => {
    const { clock, pass } = await startWithClock();
    await site.contactService.fault('contact', { kind: 'status', status: 500 });
    const numbers: string[] = [];
    for (const name of ['old', 'edited', 'broken', 'deleted']) {
      const reply = await site.send({ name, email: `${name}@b.example`, message: name });
      numbers.push(reply.body.submissionId);
    }
    await expect.poll(() => site.ledger().every(({ tries }) => Number(tries) > 0)).toBe(true);
    const [old, edited, broken, deleted] = numbers.map((number) => site.contentService.enquiries.get(number));
    const due = { next_try: '2000-01-01T00:00:00Z' };
    Object.assign(old ?? {}, due, { created: new Date(clock.date() - 73 * 3_600_000).toISOString() });
    Object.assign(edited ?? {}, due, { message: 'As corrected' });
    Object.assign(broken ?? {}, due, { email: 'nobody' });
    site.contentService.enquiries.delete(String(deleted?.id));
    await site.contactService.clearFaults();
    const { length } = site.contactService.received;
    await pass(15_000);
    expect([old?.state, edited?.state, broken?.state]).toEqual(['undelivered', 'sent', 'undelivered']);
    expect(site.contactService.received.slice(length).map(({ body }) => Object(body).message)).toEqual([
      'As corrected',
    ]);
    // The notification of an undelivered message asks the owner to do so.
    Object.assign(old ?? {}, { state: 'waiting' });
    await pass(16_000);
    expect(old?.state).toBe('sent');
  });
});

it('a message that was corrected, moved or deleted while those before it were sent is sent as it is now, or not', async () => {
  const { pass } = await startWithClock();
  await site.contactService.fault('contact', { kind: 'status', status: 503 });
  const numbers: string[] = [];
  for (const message of ['first', 'deleted', 'failed', 'answered', 'corrected'])
    numbers.push((await site.send({ message })).body.submissionId);
  await expect.poll(() => site.ledger().every(({ tries }) => Number(tries) > 0)).toBe(true);
  // All of them are due, so that one round reads and sends them.
  for (const due of site.ledger()) Object.assign(due, { next_try: '2000-01-01T00:00:00Z' });
  const release = await holdResponses(site.contactService, 'contact');
  const passing = pass(15_000);
  await expect.poll(messagesArrived).toEqual(['first']);
  const [, deleted = '', failed = '', answered = '', corrected = ''] = numbers;
  const { enquiries } = site.contentService;
  enquiries.delete(deleted);
  Object.assign(enquiries.get(failed) ?? {}, { state: 'undelivered' });
  Object.assign(enquiries.get(answered) ?? {}, { state: 'delivered' });
  Object.assign(enquiries.get(corrected) ?? {}, { email: 'right@juniper.example' });
  release();
  await passing;
  expect(enquiries.get(corrected)?.state).toBe('sent');
  const [, ...others] = site.contactService.received.map(({ body }) => body);
  expect(others).toMatchObject([{ message: 'corrected', email: 'right@juniper.example' }]);
});

describe('a Directus that does not store the row', () => {
  const faults: [string, FaultMode][] = [
    ['is gone', { kind: 'refuse' }],
    ['hangs', { kind: 'blackhole' }],
    ['says nonsense', { kind: 'raw', body: '{"data":{"id":7}}' }],
  ];
  it.each(faults)('C20 %s: the message goes out at once, and is stored later', async (_what, fault) => {
    await start();
    await site.contentService.fault(fault.kind === 'refuse' ? '*' : 'enquiries', fault);
    const reply = await site.send();
    expect([reply.status, reply.body.message]).toEqual([200, successText]);
    expect(site.contactService.submissionIds).toHaveLength(1);
    await site.contentService.clearFaults();
    await expect.poll(() => row().state, { timeout: 30_000 }).toMatch(/^(sent|delivered)$/);
    expect(site.ledger()).toHaveLength(1);
  });

  it('is one line in the log, and what it lacks at the end is another', async () => {
    const { pass } = await startWithClock();
    await site.contentService.fault('enquiries', { kind: 'status', status: 503 });
    await site.send();
    await pass(60_000);
    const said = () =>
      site.logs.filter(({ level }) => level === 40).map(({ msg, status, count }) => [msg, status ?? count]);
    const refused = ['Directus has refused a call for enquiries.', 503];
    expect(said()).toEqual([refused]);
    await site.close();
    expect(said()).toEqual([refused, ['Directus lacks the latest state of some messages.', 1]]);
  });

  it('C20 for half an hour, though it answers all else: what went out is stored within a minute and a half of its end', async () => {
    const { clock, pass } = await startWithClock({ environment: { TRUST_PROXY: '1' } });
    await site.contentService.fault('enquiries', { kind: 'status', status: 403 }, { verb: 'create' });
    const most = 20;
    for (let at = 0; at < most; at += 1) {
      const message = { message: `Message ${at}`, email: `a${at}@b.example` };
      const sending = site.send(message).set('X-Forwarded-For', `203.0.113.${at}`);
      expect((await sending).body.message).toBe(successText);
    }
    const from = clock.date();
    await pass(30 * 60_000, 5_000);
    const calls = site.contentService.requests.filter(({ at, method }) => at > from && method === 'POST');
    expect(calls.length).toBeLessThanOrEqual(30 * most);
    await site.contentService.clearFaults();
    expect(site.ledger()).toEqual([]);
    await pass(90_000, 1_000);
    expect(site.ledger()).toHaveLength(most);
  });

  it('C20 for half an hour, since its disk is full: what was saved is sent within a minute and a half of its end', async () => {
    const { pass } = await startWithClock();
    await site.contactService.fault('contact', { kind: 'status', status: 503 }, { times: 1 });
    expect((await site.send({ message: 'kept' })).body.message).toBe(savedText);
    const kept = row();
    const nextTry = { value: kept.next_try, enumerable: true, configurable: true };
    const set = () => {
      throw new DirectusError(500, 'INTERNAL_SERVER_ERROR', 'An unexpected error occurred.');
    };
    Object.defineProperty(kept, 'next_try', {
      enumerable: true,
      configurable: true,
      get: () => nextTry.value,
      set,
    });
    await pass(30 * 60_000, 5_000);
    expect(messagesArrived()).toEqual([]);
    Object.defineProperty(kept, 'next_try', { ...nextTry, writable: true });
    await pass(90_000, 1_000);
    expect(messagesArrived()).toEqual(['kept']);
  });

  it('C20 while other rows are sent: their outcomes are written at once, however many rows cannot be created', async () => {
    const { pass } = await startWithClock({ environment: { TRUST_PROXY: '1' } });
    await site.contactService.fault('contact', { kind: 'status', status: 503 }, { times: 1 });
    expect((await site.send({ message: 'kept' })).body.message).toBe(savedText);
    await site.contentService.fault('enquiries', { kind: 'status', status: 403 }, { verb: 'create' });
    for (let at = 0; at < 20; at += 1) {
      const message = { message: `Message ${at}`, email: `a${at}@b.example` };
      expect((await site.send(message).set('X-Forwarded-For', `203.0.113.${at}`)).status).toBe(200);
    }
    await pass(16_000);
    expect(messagesArrived()).toContain('kept');
    expect(row().state).toMatch(/^(sent|delivered)$/);
  });

  it('and a contact API that does not respond either give the specified words', async () => {
    await start();
    await site.contentService.fault('enquiries', { kind: 'rst' });
    await site.contactService.fault('contact', { kind: 'rst' });
    const reply = await site.send();
    expect([reply.status, reply.body.success, reply.body.error]).toEqual([502, false, unreachable]);
  });
});

describe('a Directus that refuses one row', () => {
  const refusal = new DirectusError(400, 'FAILED_VALIDATION', 'Validation failed for field "budget".');
  const refusals = () => site.logs.filter(({ code }) => code === 'FAILED_VALIDATION');

  it('C20 from the start: its message is sent, the log says so once, and later rows are written', async () => {
    await start();
    const { enquiries } = site.contentService;
    const keep = enquiries.set.bind(enquiries);
    enquiries.set = (id, given) => {
      if (given.message === 'refused') throw refusal;
      return keep(id, given);
    };
    for (const message of ['refused', 'later']) await site.send({ message });
    await expect.poll(() => row()).toMatchObject({ message: 'later', state: 'sent' });
    expect(messagesArrived()).toEqual(['refused', 'later']);
    expect(refusals()).toHaveLength(1);
  });

  it('C20 since its address is in another row, where an owner has made that unique: its message is sent', async () => {
    await start();
    const extensions = { code: 'RECORD_NOT_UNIQUE', collection: 'enquiries', field: 'email' };
    const body = { errors: [{ message: 'Value for field "email" has to be unique.', extensions }] };
    await site.contentService.fault('enquiries', { kind: 'status', status: 400, body }, { verb: 'create' });
    expect((await site.send({ message: 'again' })).body.message).toBe(successText);
    expect(messagesArrived()).toEqual(['again']);
    expect(site.logs.filter(({ code }) => code === extensions.code)).toHaveLength(1);
  });

  it('C20 that is to be created, with a status that is not about the row: all others are written and sent', async () => {
    const { pass } = await startWithClock();
    await site.contactService.fault('contact', { kind: 'status', status: 503 }, { times: 1 });
    expect((await site.send({ message: 'kept' })).body.message).toBe(savedText);
    const { enquiries } = site.contentService;
    const keep = enquiries.set.bind(enquiries);
    enquiries.set = (id, given) => {
      if (given.message === 'like an attack') throw new DirectusError(403, 'FORBIDDEN', 'Blocked.');
      return keep(id, given);
    };
    for (const message of ['like an attack', 'later'])
      expect((await site.send({ message })).body.message).toBe(successText);
    await pass(60_000);
    expect(messagesArrived()).toEqual(['like an attack', 'later', 'kept']);
    expect(site.ledger().map(({ state }) => state)).toEqual(
      Array(2).fill(expect.stringMatching(/^(sent|delivered)$/)),
    );
  });

  it('C20 that is to be updated, with a status that is not about the row: all others are written and sent', async () => {
    const { pass } = await startWithClock();
    await site.send({ message: 'like an attack' });
    await expect.poll(() => row().state).toBe('sent');
    Object.defineProperty(row(), 'next_try', {
      enumerable: true,
      get: () => '2000-01-01T00:00:00Z',
      set() {
        throw new DirectusError(403, 'FORBIDDEN', 'Blocked.');
      },
    });
    await site.contactService.fault('contact', { kind: 'status', status: 503 }, { times: 1 });
    expect((await site.send({ message: 'kept' })).body.message).toBe(savedText);
    await pass(60_000);
    expect(messagesArrived()).toEqual(['like an attack', 'kept']);
  });

  it('C20 that are to be updated, twelve one by one with a 500: they hold up no other, and are asked for less and less', async () => {
    const { clock, pass } = await startWithClock();
    await site.contactService.fault('contact', { kind: 'status', status: 503 }, { times: 1 });
    expect((await site.send({ message: 'kept' })).body.message).toBe(savedText);
    const model = row();
    let attempts = 0;
    for (let at = 0; at < 12; at += 1) {
      const id = `01234567-89ab-4cde-8f01-${String(at).padStart(12, '0')}`;
      const broken = { ...model, id, message: 'broken' };
      Object.defineProperty(broken, 'next_try', {
        enumerable: true,
        get: () => new Date(clock.date() - 60_000).toISOString(),
        set() {
          attempts += 1;
          throw new DirectusError(500, 'INTERNAL_SERVER_ERROR', 'An unexpected error occurred.');
        },
      });
      site.contentService.enquiries.set(id, broken);
    }
    await pass(16_000);
    expect(messagesArrived()).toEqual(['kept']);
    expect((await site.send({ message: 'later' })).body.message).toBe(successText);
    attempts = 0;
    await pass(15 * 60_000, 5_000);
    expect(attempts).toBeLessThanOrEqual(12 * 20);
    expect(messagesArrived()).toEqual(['kept', 'later']);
  });

  it('C20 as it is to be updated: its visitor is not promised anything, later rows are, and it is sent when it may be', async () => {
    const { pass } = await startWithClock();
    await site.contactService.fault('contact', { kind: 'status', status: 503 }, { times: 1 });
    const sending = site.send().then(({ status }) => status);
    await site.contactService.nextRequest();
    let refuses = true;
    let event = row().event;
    Object.defineProperty(row(), 'event', {
      enumerable: true,
      get: () => event,
      set(next) {
        if (refuses) throw refusal;
        event = next;
      },
    });
    expect(await sending).toBe(502);
    await pass(60_000);
    expect(messagesArrived()).toEqual([]);
    await site.send({ message: 'later' });
    await pass(1_000);
    expect(site.ledger()[1]?.state).toBe('sent');
    refuses = false;
    await pass(16 * 60_000, 5_000);
    expect(messagesArrived()).toEqual(['later', goodEnquiry.message]);
    expect(refusals()).toHaveLength(1);
  });
});

describe('a token', () => {
  const full = { access: 'full' };
  const right = { create: full, read: full, update: full, delete: { access: 'none' } };
  const tokens: [string, FaultMode, string][] = [
    ['that Directus does not know', { kind: 'status', status: 401 }, 'Directus does not know it'],
    [
      'that may do less',
      { kind: 'shape', data: { enquiries: { ...right, update: { access: 'none' } } } },
      'it may not update enquiries',
    ],
    [
      'that may do more',
      { kind: 'shape', data: { enquiries: right, posts: { read: full } } },
      'it may also read posts',
    ],
  ];
  it.each(tokens)('%s is not used, the log says why, and no message is kept', async (_what, fault, why) => {
    const contentService = await contentForTest();
    await contentService.fault('enquiries', fault, { verb: 'rights' });
    site = await forTest(startLedgerSite({ contentService }));
    await site.contactService.fault('contact', { kind: 'status', status: 500 });
    expect((await site.send()).body.error).toBe('Contact service error 500');
    const said = site.logs.map(({ msg }) => String(msg)).filter((line) => line.includes('ENQUIRY_TOKEN'));
    expect(said).toEqual([`DIRECTUS_ENQUIRY_TOKEN is not used: ${why}. Messages are not kept.`]);
    expect(site.ledger()).toEqual([]);
  });

  it('that Directus knows only later is used then, without a restart', async () => {
    const { pass } = await startWithClock({ fault: { kind: 'status', status: 401 } });
    await site.send();
    await site.contentService.clearFaults();
    await pass(16_000);
    await site.send({ message: 'kept' });
    expect(site.ledger()).toMatchObject([{ message: 'kept' }]);
  });

  it('that loses its rights later is named in the log once, and messages go out', async () => {
    const { pass } = await startWithClock();
    const { body } = await site.send({ message: 'before' });
    await expect.poll(() => row().state).toBe('sent');
    await site.contentService.fault('enquiries', { kind: 'status', status: 403 });
    for (const message of ['one', 'two']) {
      expect((await site.send({ message })).status).toBe(200);
      await pass(20_000);
    }
    const said = () => site.logs.filter(({ level }) => Number(level) >= 40).map(({ msg }) => msg);
    expect(said()).toEqual([
      'Directus has refused a call for enquiries.',
      'DIRECTUS_ENQUIRY_TOKEN is not used: Directus does not know it. Messages are not kept.',
    ]);
    expect(messagesArrived()).toEqual(['before', 'one', 'two']);
    // That there is no row of a number is no fault.
    await site.contentService.clearFaults();
    await pass(20_000);
    site.contentService.enquiries.delete(body.submissionId);
    site.logs.length = 0;
    await site.statusOf(randomUUID());
    expect(said()).toEqual([]);
  });

  it('that loses one right and gets it back sends nothing from its rows meanwhile, and everything after', async () => {
    const { pass } = await startWithClock();
    await site.contactService.fault('contact', { kind: 'status', status: 503 }, { times: 1 });
    expect((await site.send({ message: 'kept' })).body.message).toBe(savedText);
    const data = { enquiries: { ...right, update: { access: 'none' } } };
    await site.contentService.fault('enquiries', { kind: 'shape', data }, { verb: 'rights' });
    await site.contentService.fault('enquiries', { kind: 'status', status: 403 }, { verb: 'update' });
    await pass(60_000);
    expect((await site.send({ message: 'without a row' })).body.message).toBe(successText);
    expect(messagesArrived()).toEqual(['without a row']);
    await site.contentService.clearFaults();
    await pass(30_000);
    expect(messagesArrived()).toEqual(['without a row', 'kept']);
    await site.contactService.fault('contact', { kind: 'status', status: 503 });
    expect((await site.send({ message: 'kept again' })).body.message).toBe(savedText);
    const said = site.logs.map(({ msg }) => String(msg)).filter((line) => line.includes('ENQUIRY_TOKEN'));
    expect(said).toEqual([
      'DIRECTUS_ENQUIRY_TOKEN is not used: it may not update enquiries. Messages are not kept.',
      'DIRECTUS_ENQUIRY_TOKEN is used now: messages are kept.',
    ]);
  });

  it.each([
    ['update', 200],
    ['read', 503],
  ] as const)('that loses the right to %s makes no page of a message a 404', async (lost, status) => {
    await start();
    const { submissionId } = (await site.send()).body;
    await expect.poll(() => row().state).toMatch(/^(sent|delivered)$/);
    const data = { enquiries: { ...right, [lost]: { access: 'none' } } };
    await site.contentService.fault('enquiries', { kind: 'shape', data }, { verb: 'rights' });
    await site.contentService.fault('enquiries', { kind: 'status', status: 403 }, { verb: lost });
    await site.restart();
    expect((await site.send({ message: 'checked' })).status).toBe(200);
    expect((await request(site.url).get(`/contact/sent/${submissionId}`)).status).toBe(status);
  });

  it('C20 that may not read all of a row any more gives up none for it, and sends it when it may', async () => {
    const { pass } = await startWithClock();
    await site.contactService.fault('contact', { kind: 'status', status: 503 }, { times: 1 });
    expect((await site.send({ message: 'kept' })).body.message).toBe(savedText);
    const data = { enquiries: { ...right, read: { access: 'none' } } };
    await site.contentService.fault('enquiries', { kind: 'shape', data }, { verb: 'rights' });
    Object.defineProperty(row(), 'message', { enumerable: false });
    await pass(30_000);
    expect([row().state, messagesArrived()]).toEqual(['waiting', []]);
    Object.defineProperty(row(), 'message', { enumerable: true });
    await site.contentService.clearFaults();
    await pass(60_000);
    expect(messagesArrived()).toEqual(['kept']);
  });

  it('C20 that loses one right while messages are being sent: none of them is sent again when it gets it back', async () => {
    const { pass } = await startWithClock();
    const { promise: until, resolve: respond } = Promise.withResolvers<void>();
    await site.contactService.fault('contact', { kind: 'held', until }, { times: 3 });
    const messages = ['one', 'two', 'three'];
    const sending = messages.map((message) => site.send({ message }).then(({ body }) => body.message));
    await expect.poll(() => posts().length).toBe(3);
    const data = { enquiries: { ...right, update: { access: 'none' } } };
    await site.contentService.fault('enquiries', { kind: 'shape', data }, { verb: 'rights' });
    await site.contentService.fault('enquiries', { kind: 'status', status: 403 }, { verb: 'update' });
    await site.send({ message: 'that finds out' });
    await expect.poll(() => JSON.stringify(site.logs)).toContain('it may not update enquiries');
    respond();
    expect(await Promise.all(sending)).toEqual(messages.map(() => successText));
    await pass(20 * 60_000, 5_000);
    await site.contentService.clearFaults();
    await pass(90_000);
    expect(messagesArrived()).toEqual([...messages, 'that finds out']);
    expect(site.ledger().map(({ state }) => state)).not.toContain('waiting');
  });

  it('that Directus judges late is used from then on, and each message that went out meanwhile is written once', async () => {
    const contentService = await contentForTest();
    const { promise: until, resolve: judge } = Promise.withResolvers<void>();
    await contentService.fault('enquiries', { kind: 'held', until }, { verb: 'rights' });
    site = await forTest(startLedgerSite({ contentService }));
    const sending = ['one', 'two', 'three', 'four'].map((message) => site.send({ message }));
    expect((await Promise.all(sending)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    judge();
    await expect.poll(() => site.ledger().length).toBe(4);
    await hasLooked();
    expect(
      contentService.requests.filter(({ method, url }) => method === 'POST' && url.includes('enquiries')),
    ).toHaveLength(4);
  });

  it('that Directus cannot judge at first is used as soon as it can, for earlier messages too', async () => {
    const contentService = await contentForTest();
    await contentService.fault('enquiries', { kind: 'html200' });
    site = await forTest(startLedgerSite({ contentService }));
    expect((await site.send()).body.message).toBe(successText);
    expect(site.ledger()).toEqual([]);
    await contentService.clearFaults();
    await expect.poll(() => row().state, { timeout: 20_000 }).toMatch(/^(sent|delivered)$/);
  });
});

describe('the ledger', () => {
  it('is read also where Directus gives fewer rows at once than a round could send', async () => {
    const { pass } = await startWithClock({ largestLimit: 2 });
    await site.contactService.fault('contact', { kind: 'status', status: 503 }, { times: 3 });
    const texts = ['one', 'two', 'three'];
    for (const message of texts) expect((await site.send({ message })).body.message).toBe(savedText);
    await pass(30_000);
    expect(messagesArrived()).toEqual(texts);
  });

  it('updates a row later when Directus responds with nonsense and 200, and nothing is sent twice', async () => {
    await start();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await site.contactService.fault('contact', { kind: 'held', until: released });
    const sending = site.send().then(({ status }) => status);
    await site.contactService.nextRequest();
    await site.contentService.fault('enquiries', { kind: 'raw', body: '{"data":{"id":7}}' });
    release();
    expect([await sending, row().state]).toEqual([200, 'waiting']);
    await site.contentService.clearFaults();
    await expect.poll(() => row().state, { timeout: 20_000 }).toMatch(/^(sent|delivered)$/);
    expect(posts()).toHaveLength(1);
  });

  it('sends nothing from a row that Directus says it has updated, and shows unchanged', async () => {
    const { pass } = await startWithClock();
    await site.contactService.fault('contact', { kind: 'status', status: 503 }, { times: 1 });
    expect((await site.send()).body.message).toBe(savedText);
    const body = { data: [{ ...row() }] };
    await site.contentService.fault('enquiries', { kind: 'status', status: 200, body }, { verb: 'update' });
    await pass(60_000);
    expect(messagesArrived()).toEqual([]);
    await site.contentService.clearFaults();
    await pass(180_000, 1_000);
    expect(messagesArrived()).toEqual([goodEnquiry.message]);
  });

  it.each([11, -11])('works while our clock is %i minutes ahead of that of Directus', async (minutes) => {
    const aheadMs = minutes * 60_000;
    const { clock, pass } = await startWithClock({ aheadMs });
    await site.contactService.fault('contact', { kind: 'status', status: 500 }, { times: 1 });
    const { body } = await site.send();
    expect(body.message).toBe(savedText);
    // The row has the time of Directus, whose Date header has whole seconds.
    const late = clock.date() - aheadMs - Date.parse(String(row().created));
    expect(Math.abs(late)).toBeLessThan(2_000);
    const page = await request(site.url).get(`/contact/sent/${body.submissionId}`);
    expect(page.text).toContain('&quot;following&quot;:true');
    await pass(12_000);
    expect(await site.statusOf(body.submissionId)).not.toBe('saved');
    expect(site.contactService.submissionIds).toHaveLength(1);
  });

  it('that cannot be read after a restart makes no page of a message a 404', async () => {
    await start();
    const { body } = await site.send();
    await expect.poll(() => row().state).toMatch(/^(sent|delivered)$/);
    await site.restart();
    await site.contentService.fault('enquiries', { kind: 'status', status: 503 });
    const look = async () => {
      const page = await request(site.url).get(`/contact/sent/${body.submissionId}`);
      const json = await request(site.url).get(`/api/contact/status/${body.submissionId}`);
      return [
        page.status,
        page.headers['cache-control'],
        json.status,
        parseHtml(page.text).all('.notice')[0]?.text,
      ];
    };
    expect(await look()).toEqual([503, 'no-store', 503, statusUnavailableText]);
    // The message was taken, and would be another one.
    expect((await request(site.url).get(`/contact/sent/${body.submissionId}`)).text).not.toContain(
      'Write to us again',
    );
    await site.contentService.clearFaults();
    expect((await look()).slice(0, 3)).toEqual([200, 'no-store', 200]);
  });

  it('C20 gives up no row for a long response that need not be that of Directus', async () => {
    const { pass } = await startWithClock();
    await site.contactService.fault('contact', { kind: 'status', status: 503 }, { times: 1 });
    expect((await site.send({ message: 'kept' })).body.message).toBe(savedText);
    await site.contentService.fault('enquiries', { kind: 'huge', bytes: 3e6 }, { verb: 'update' });
    await pass(30_000);
    await site.contentService.clearFaults();
    await pass(60_000);
    expect(messagesArrived()).toEqual(['kept']);
  });

  it('costs only itself: a row that is too long, has dates of no calendar, or ids of dots and slashes', async () => {
    const { clock, pass } = await startWithClock();
    await site.contactService.fault('contact', { kind: 'status', status: 503 }, { times: 1 });
    await site.send();
    const model = row();
    const { enquiries } = site.contentService;
    const next_try = new Date(clock.date() - 1_000).toISOString();
    const add = (name: string, values: object) => {
      const id = `01234567-89ab-4cde-8f01-${String(enquiries.size).padStart(12, '0')}`;
      enquiries.set(id, { ...model, id, name, message: name, next_try, ...values });
      return () => enquiries.get(id);
    };
    const long = add('long', { message: 'x'.repeat(3 * 1024 * 1024) });
    const undated = add('undated', { created: '9999-99-99T99:99:99Z' });
    const late = add('late', { created: '+275760-09-13T00:00:00.000Z' });
    const odd = add('odd', { state: 'sent', event: 'sent', submission_id: '../../demo/down', steps: 7 });
    const sound = add('sound', { next_try: null });
    await pass(16_000);
    expect([long(), undated(), late(), sound()].map((one) => one?.state)).toEqual([
      ...['undelivered', 'undelivered', 'undelivered', 'sent'],
    ]);
    expect(messagesArrived().toSorted()).toEqual([goodEnquiry.message, 'sound']);
    expect(odd()?.state).toBe('sent');
    expect(new Set(site.contactService.requests.map(({ path }) => path))).toEqual(new Set(['/api/contact']));
    expect(site.reports).toHaveLength(1);
  });

  it('goes by our own clock if that of Directus says a date which no calendar has', async () => {
    const { clock, pass } = await startWithClock({ aheadMs: Date.now() - 8.6e15 });
    await site.contactService.fault('contact', { kind: 'status', status: 503 }, { times: 1 });
    expect((await site.send()).body.message).toBe(savedText);
    expect(Date.parse(String(row().created))).toBe(clock.date());
    await pass(12_000);
    await expect.poll(messagesArrived).toEqual([goodEnquiry.message]);
  });

  it('keeps what another replica has written since, though a failure of before could not be written', async () => {
    const { clock, pass } = await startWithClock();
    await site.contentService.fault('enquiries', { kind: 'status', status: 403 }, { verb: 'update' });
    site.contactService.respondWith({ success: false, error: 'No.' });
    expect((await site.send()).status).toBe(502);
    await pass(30_000);
    // As the row is once the other replica has sent it.
    const next_try = new Date(clock.date() + 3_600_000).toISOString();
    Object.assign(row(), {
      state: 'sent',
      event: 'queued',
      submission_id: 'theirs',
      email_id: 're_1',
      next_try,
    });
    await site.contentService.clearFaults();
    await pass(60_000);
    expect(row()).toMatchObject({ state: 'sent', event: 'queued', submission_id: 'theirs', next_try });
  });

  it('that was restored from a backup gets what is known since, and nothing is sent again', async () => {
    const { clock, pass } = await startWithClock();
    await site.contactService.fault('contact', { kind: 'status', status: 503 }, { times: 1 });
    const { submissionId } = (await site.send()).body;
    const yesterday = { ...row(), next_try: new Date(clock.date() - 86_400_000).toISOString() };
    await pass(12_000);
    await expect.poll(messagesArrived).toHaveLength(1);
    site.contentService.enquiries.set(submissionId, yesterday);
    await pass(16_000);
    await expect.poll(() => row().state).toBe('sent');
    expect(messagesArrived()).toHaveLength(1);
    const said = site.logs.map(({ msg }) => String(msg));
    expect(said).toContain('A kept enquiry had been sent already; its row lacked that.');
    expect(said.filter((line) => line.startsWith('Messages were found that have waited'))).toHaveLength(1);
  });

  it('that was restored from a backup before a restart sends under the keys of before, and the log says so', async () => {
    const { clock, pass } = await startWithClock();
    await site.contactService.fault('contact', { kind: 'status', status: 503 }, { times: 1 });
    const { submissionId } = (await site.send({ message: 'in the backup' })).body;
    const yesterday = { ...row(), next_try: new Date(clock.date() - 86_400_000).toISOString() };
    await pass(12_000);
    const later = await site.send({ message: 'since the backup' }, 'the-key-of-a-later-draft');
    await expect.poll(messagesArrived).toEqual(['in the backup', 'since the backup']);
    const { enquiries } = site.contentService;
    enquiries.clear();
    enquiries.set(submissionId, { ...yesterday });
    await site.restart();
    await pass(16_000);
    const again = await site.send({ message: 'since the backup' }, 'the-key-of-a-later-draft');
    expect([again.status, again.body.submissionId]).toEqual([200, later.body.submissionId]);
    // Both were posted twice, and the contact API has sent them once.
    expect(messagesArrived()).toHaveLength(4);
    expect(site.contactService.submissionIds).toHaveLength(2);
    await expect.poll(() => site.ledger().map(({ state }) => state)).toEqual(['sent', 'sent']);
    const said = site.logs.filter(({ msg }) =>
      String(msg).startsWith('Messages were found that have waited'),
    );
    expect(said).toMatchObject([{ count: 1, since: yesterday.next_try }]);
  });

  it('that lacks a column is not used, and the log says how to get it', async () => {
    const column = {
      status: 403,
      body: { errors: [{ message: 'No field "event".', extensions: { code: 'FORBIDDEN' } }] },
    };
    const contentService = await contentForTest();
    await contentService.fault('enquiries', { kind: 'status', ...column }, { verb: 'list' });
    site = await forTest(startLedgerSite({ contentService }));
    expect((await site.send()).body.message).toBe(successText);
    const said = site.logs.filter(({ level }) => level === 50).map(({ msg }) => msg);
    expect(said).toEqual([expect.stringMatching(/lacks one of .*npm run directus:provision adds it/)]);
    expect(site.ledger()).toEqual([]);
  });

  it('sends 10,000 rows that are due at once in rounds, the longest due first, and keeps no visitor waiting', async () => {
    const { clock, pass } = await startWithClock();
    await site.send();
    await expect.poll(() => row().state).toBe('sent');
    const waiting = { ...row(), state: 'waiting', submission_id: null, email_id: null, tries: 1 };
    const { enquiries } = site.contentService;
    for (let at = 0; at < 10_000; at += 1) {
      const id = `01234567-89ab-4cde-8f01-${String(10_000 - at).padStart(12, '0')}`;
      const due = new Date(clock.date() - at * 1_000).toISOString();
      enquiries.set(id, { ...waiting, id, message: `Waiting ${at}`, next_try: due });
    }
    const sentOn = () => messagesArrived().filter((message) => message.startsWith('Waiting'));
    const [begun, known] = [clock.date(), site.contentService.requests.length];
    while (sentOn().length < 25) await pass(1_000);
    expect((await site.send({ message: 'New' })).body.success).toBe(true);
    expect(sentOn().slice(0, 25)).toEqual(Array.from({ length: 25 }, (_, at) => `Waiting ${9_999 - at}`));
    // Twenty in a round, and a round in a second; each is taken and written back.
    const rounds = Math.ceil((clock.date() - begun) / 1_000) + 1;
    expect(sentOn().length).toBeLessThanOrEqual(20 * rounds);
    expect(site.contentService.requests.length - known).toBeLessThanOrEqual(42 * rounds);
    const said = site.logs.filter(({ msg }) =>
      String(msg).startsWith('Messages were found that have waited'),
    );
    expect(said).toHaveLength(1);
  });

  it('C20 sends what is saved before it looks up what was sent, however much of that is due', async () => {
    const { clock, pass } = await startWithClock();
    await site.send();
    await expect.poll(() => row().state).toBe('sent');
    for (let at = 0; at < 2_000; at += 1) {
      const id = `01234567-89ab-4cde-8f01-${String(at).padStart(12, '0')}`;
      const next_try = new Date(clock.date() - 86_400_000 + at).toISOString();
      site.contentService.enquiries.set(id, { ...row(), id, next_try });
    }
    await site.contactService.fault('contact', { kind: 'status', status: 503 }, { times: 1 });
    expect((await site.send({ message: 'saved' })).body.message).toBe(savedText);
    await pass(15_000, 1_000);
    expect(messagesArrived()).toEqual([goodEnquiry.message, 'saved']);
    const looksDue = () =>
      site.ledger().filter(({ next_try }) => Date.parse(String(next_try)) < clock.date()).length;
    while (looksDue() > 1_950) await pass(1_000);
    // A contact API that knows no status is left alone for a while, so that it cannot keep the round from what waits.
    await site.contactService.fault('status', { kind: 'status', status: 503 });
    const before = looksDue();
    for (let at = 0; at < 30; at += 1) await pass(500);
    expect(before - looksDue()).toBeLessThanOrEqual(6);
  });
});

it('keeps texts that a spreadsheet would run as formulas as texts', async () => {
  await start();
  const hostile = { name: '=cmd()', phone: '+1 541-555-0100', message: '-2+3<b>x</b>' };
  const { body } = await site.send({ ...hostile, from: '/=1?utm_source==2' });
  await expect.poll(() => row()).toMatchObject({ state: 'sent', id: body.submissionId, page: '/=1' });
  expect(row()).toMatchObject({ name: ' =cmd()', phone: hostile.phone, message: ' -2+3<b>x</b>' });
});

it('holds a message with a filled hidden field in front of its sender, and keeps no row of it', async () => {
  await start();
  const filled = await site.send({ subject_line: 'Filled in by an extension' });
  expect([filled.status, filled.body.reason]).toEqual([422, 'held']);
  expect([posts(), site.ledger()]).toEqual([[], []]);
});

it('says on the privacy page how long messages are kept, as configured', async () => {
  await start({ environment: { ENQUIRY_RETENTION_DAYS: '90' } });
  const privacy = async (url: string) =>
    parseHtml((await request(url).get('/privacy')).text).one('main').text;
  expect(await privacy(site.url)).toContain('keeps what you send us for 90 days');
  const without = await siteForTest();
  await without.load();
  expect(await privacy(without.url)).toContain('keeps what you send us for a quarter of an hour');
});
