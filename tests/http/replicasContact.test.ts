import request from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import { enquiryToken } from '../../server/demo/enquiryTable.ts';
import { canaries, findCanary } from '../support/canaries.ts';
import { settled } from '../support/faultyServer.ts';
import { anotherEnquiry, goodEnquiry } from '../support/goodEnquiry.ts';
import { holdResponses } from '../support/hold.ts';
import { createManualClock } from '../support/manualClock.ts';
import { type CommandFault, hasRedis, startRedis, type TestRedis } from '../support/redis.ts';
import { type Replicas, startReplicas, waitUntil } from '../support/replicas.ts';
import { forTest } from '../support/started.ts';

let replicas: Replicas;
const post = (at: number, body: object, headers: Readonly<Record<string, string>> = {}) =>
  request(replicas.sites[at % 2]?.url ?? '')
    .post('/api/contact')
    .set({ ...replicas.ownPageHeaders, ...headers })
    .send(body);
const statusAt = (at: number, id: string) =>
  request(replicas.sites[at]?.url ?? '').get(`/api/contact/status/${id}`);
const sent = () => replicas.contactService.submissionIds;
const keyInRedis = async (kind = 'enquiry') => String(await redis.run('KEYS', `*:${kind}:*`));
const key = { 'Idempotency-Key': 'one-key-of-this-draft' };

let redis: TestRedis;

async function begin(options: Parameters<typeof startReplicas>[0] = {}): Promise<void> {
  redis = await forTest(startRedis());
  // An API that honours the key would hide a second post.
  const contact = { honorIdempotencyKeys: false };
  replicas = await forTest(startReplicas({ redis, contact, ...options }));
}

describe.skipIf(!hasRedis)('two replicas with Redis', () => {
  beforeEach(() => begin());

  it('C6 make one call for 20 posts with one key, ten to each, and give all its number', async () => {
    await replicas.contactService.fault('contact', { kind: 'slow', ms: 150 });
    const replies = await Promise.all(Array.from({ length: 20 }, (_, at) => post(at, goodEnquiry, key)));
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200));
    // The status may have changed between two responses.
    const numbers = new Set(replies.map(({ body }) => body.submissionId));
    expect([numbers.size, sent().length]).toEqual([1, 1]);
    // Also later; and a repeat does not count against the five messages a minute.
    for (const at of [0, 1]) numbers.add((await post(at, goodEnquiry, key)).body.submissionId);
    expect(numbers.size).toBe(1);
    expect(sent()).toHaveLength(1);
  });

  it('C6 tell a failure to requests that wait for it at both, and a new post is a new attempt', async () => {
    await replicas.contactService.fault('contact', { kind: 'status', status: 500 });
    const failed = await Promise.all([0, 1].map((at) => post(at, goodEnquiry, key)));
    expect(failed.map(({ status }) => status)).toEqual([502, 502]);
    await replicas.contactService.clearFaults();
    expect((await post(1, goodEnquiry, key)).status).toBe(200);
    expect((await post(0, goodEnquiry, key)).status).toBe(200);
    expect(sent()).toHaveLength(1);
  });

  it('C8 both know a new number at once', async () => {
    await replicas.contactService.fault('status', { kind: 'status', status: 404 });
    const { submissionId } = (await post(0, goodEnquiry)).body;
    const replies = [await statusAt(0, submissionId), await statusAt(1, submissionId)];
    expect(replies.map(({ status, body }) => [status, body.resendStatus])).toEqual([
      [200, 'queued'],
      [200, 'queued'],
    ]);
    expect((await statusAt(1, '01234567-89ab-4cde-8f01-23456789abcd')).status).toBe(404);
  });

  it('C15 share limits: the sixth message in a minute is refused by either', async () => {
    const statuses: number[] = [];
    for (let at = 0; at < 6; at += 1) statuses.push((await post(at, anotherEnquiry())).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    const { status, headers } = await post(1, anotherEnquiry());
    expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true]);
    // Of two posts of one message at once, only the first is counted.
    for (const joined of await Promise.all([post(0, goodEnquiry, key), post(0, goodEnquiry, key)]))
      expect([joined.status, Number(joined.headers['retry-after']) > 0]).toEqual([429, true]);
    expect(sent()).toHaveLength(5);
  });

  it('C15 count no message that failed, and take back no count that Redis does not have', async () => {
    await begin({ environment: { TRUST_PROXY: '1' } });
    let networks = 0;
    const postNamed = async (at: number) => {
      networks += 1;
      const message = { ...anotherEnquiry(), email: 'third@person.example' };
      return (await post(at, message, { 'X-Forwarded-For': `203.0.113.${networks}` })).status;
    };
    const countsOf = async (at: number) => {
      // Redis gets its call after those of the responses before.
      await statusAt(at, '01234567-89ab-4cde-8f01-23456789abcd');
      const name = await keyInRedis('limit:messages-named');
      return name === '' ? null : redis.run('GET', name);
    };
    for (let time = 0; time < 6; time += 1) expect(await postNamed(0)).toBe(200);
    for (const at of [0, 0, 0, 1, 1, 1]) expect(await postNamed(at)).toBe(429);
    expect([await countsOf(0), await countsOf(1)]).toEqual(['6', '6']);
    await redis.run('DEL', await keyInRedis('limit:messages-named'));
    const { promise: expired, resolve: expire } = Promise.withResolvers<void>();
    replicas.contactService.respondWith({ success: false });
    await replicas.contactService.fault('contact', { kind: 'held', until: expired });
    const sending = postNamed(1);
    await replicas.contactService.nextRequest();
    expect(await countsOf(1)).toBe('1');
    await redis.run('DEL', await keyInRedis('limit:messages-named'));
    expire();
    expect([await sending, await countsOf(1)]).toEqual([502, null]);
  });

  it('C15 share limits again after Redis has restarted', async () => {
    await redis.kill();
    await waitUntil(() => replicas.sites.every((site) => !site.redis?.isUp()));
    await redis.restart();
    await waitUntil(() => replicas.sites.every((site) => site.redis?.isUp()));
    for (let at = 0; at < 5; at += 1) expect((await post(at, anotherEnquiry())).status).toBe(200);
    for (const at of [0, 1]) expect((await post(at, anotherEnquiry())).status).toBe(429);
  });

  it.each(['{}', 'AAAA'])(
    'send a message whose key in Redis holds %s, which no replica has written',
    async (junk) => {
      await post(0, goodEnquiry, key);
      await redis.run('SET', await keyInRedis(), junk);
      expect((await post(1, goodEnquiry, key)).status).toBe(200);
      expect(sent()).toHaveLength(2);
    },
  );

  it('send a message whose key in Redis holds the record of another, and show that nowhere', async () => {
    await post(0, anotherEnquiry());
    const others = await keyInRedis();
    const { submissionId } = (await post(0, goodEnquiry, key)).body;
    const own = (await keyInRedis()).split(',').find((name) => name !== others) ?? '';
    await redis.run('SET', own, String(await redis.run('GET', others)));
    expect((await post(1, goodEnquiry, key)).body.submissionId).toBe(submissionId);
    expect(sent()).toHaveLength(3);
  });

  it('keep nothing in Redis that reveals a visitor or a number', async () => {
    const { body } = await post(0, goodEnquiry, key);
    const held = (await redis.dump())
      .split('\n')
      .filter((line) => !line.includes(':content:'))
      .join('\n');
    expect(held).toContain(':enquiry:');
    expect(held).toContain(':limit:messages:');
    const typed = Object.values(goodEnquiry).filter((value) => typeof value === 'string');
    const others = [...Object.values(key), '127.0.0.1', body.submissionId, body.status.resendEmailId];
    for (const text of [...typed, ...others]) expect(held).not.toContain(text);
  });

  it.each([
    ['without an expiry', ['SET'], ['somebody']],
    ['that expires in an hour', ['SET'], ['somebody', 'EX', '3600']],
    ['of another type', ['RPUSH'], ['somebody']],
  ])('C6 take a lock %s, which no replica has made, from nobody', async (_what, [command = ''], value) => {
    await replicas.contactService.fault('contact', { kind: 'slow', ms: 500 });
    const first = post(0, goodEnquiry, key).then((reply) => reply);
    await replicas.contactService.nextRequest();
    const lock = await keyInRedis('lock');
    await first;
    await redis.run('DEL', String(await keyInRedis('enquiry')));
    await redis.run(command, lock, ...value);
    expect((await post(1, goodEnquiry, key)).status).toBe(200);
    expect(sent()).toHaveLength(2);
    expect(await keyInRedis('lock')).toBe('');
  });

  it('C6 make one call for a message that takes longer than a lock lasts without being renewed', async () => {
    await replicas.contactService.fault('contact', { kind: 'slow', ms: 4_000 });
    const first = post(0, goodEnquiry, key).then((reply) => reply);
    await replicas.contactService.nextRequest();
    const second = post(1, goodEnquiry, key).then((reply) => reply);
    for (const reply of [await first, await second]) expect(reply.status).toBe(200);
    expect(sent()).toHaveLength(1);
  });

  it('send a message whose replica has died with the next request for it', async () => {
    await replicas.contactService.fault('contact', { kind: 'slow', ms: 1_500 });
    const first = post(0, goodEnquiry, key).then((reply) => reply);
    await replicas.contactService.nextRequest();
    const second = post(1, goodEnquiry, key).then((reply) => reply);
    // As if its replica had died and the lock had expired.
    await redis.run('DEL', await keyInRedis('lock'));
    for (const reply of [await first, await second]) expect(reply.status).toBe(200);
    expect(sent()).toHaveLength(2);
  });
});

describe.skipIf(!hasRedis)('two replicas with Redis and a ledger', () => {
  const environment = { DIRECTUS_ENQUIRY_TOKEN: enquiryToken };
  const rows = () => [...replicas.contentService.enquiries.values()];
  /** Both with a clock that stands still; their services are whole. */
  const beginWithClock = async () => {
    const clock = createManualClock(new Date().toISOString());
    await begin({ environment, clock });
    const services = [replicas.contentService, replicas.contactService];
    await Promise.all(replicas.sites.map((site) => site.load()));
    const pass = async (ms: number) => {
      await settled(...services);
      for (let passed = 0; passed < ms; passed += 500) {
        await clock.advance(500);
        await settled(...services);
      }
    };
    await pass(1_000);
    return { clock, pass };
  };
  const arrived = () => replicas.contactService.received.map(({ body }) => Object(body).message);
  const ids = (count: number) =>
    Array.from({ length: count }, (_, at) => `0b0e7a4c-1111-4222-8333-9444555566${at + 10}`);

  it('C20 send each of 30 messages that are due once, though both look for them at the same time', async () => {
    const { clock, pass } = await beginWithClock();
    await replicas.contactService.fault('contact', { kind: 'status', status: 503 }, { times: 1 });
    const { body } = await post(0, anotherEnquiry());
    const model = replicas.contentService.enquiries.get(body.submissionId);
    const next_try = new Date(clock.date() + 9_000).toISOString();
    for (const id of ids(30))
      replicas.contentService.enquiries.set(id, { ...model, id, message: id, next_try });
    await pass(40_000);
    await expect.poll(() => rows().filter(({ state }) => state === 'waiting')).toEqual([]);
    // This contact API would count a repeated post as another message.
    expect(arrived().toSorted()).toEqual([...ids(30), String(model?.message)].toSorted());
    expect(replicas.sites.flatMap(({ logs }) => logs.filter(({ level }) => Number(level) > 40))).toEqual([]);
  });

  it('C20 leave a message to the replica that has it, and send it when that has died and half a minute is over', async () => {
    const { clock, pass } = await beginWithClock();
    const { enquiries } = replicas.contentService;
    const release = await holdResponses(replicas.contactService, 'contact');
    const inHand = post(0, anotherEnquiry()).then(({ status }) => status);
    await replicas.contactService.nextRequest();
    const [[id = '', own = {}] = []] = enquiries;
    const [lost = ''] = ids(1);
    const next_try = new Date(clock.date() + 20_000).toISOString();
    enquiries.set(lost, {
      ...own,
      id: lost,
      message: 'Of a killed replica',
      event: 'sending another',
      next_try,
    });
    for (let seconds = 0; seconds < 18; seconds += 1) await clock.advance(1_000);
    expect(arrived()).toHaveLength(1);
    release();
    expect(await inHand).toBe(200);
    await pass(15_000);
    await expect
      .poll(() => [enquiries.get(id), enquiries.get(lost)].map((row) => row?.state))
      .toEqual(['sent', 'sent']);
    expect(arrived()).toEqual([own.message, 'Of a killed replica']);
  });

  it('H7 keep the words of a visitor in the row and at the contact API, and nowhere else in plain text', async () => {
    const { query: _, ...words } = canaries;
    const { pass } = await beginWithClock();
    await replicas.contactService.fault('contact', { kind: 'status', status: 500 });
    const { body } = await post(0, { ...goodEnquiry, ...words });
    await replicas.contactService.clearFaults();
    await pass(11_000);
    await expect.poll(() => rows()[0]?.state).toMatch(/sent|delivered/);
    for (const held of [rows(), replicas.contactService.received])
      expect(findCanary(JSON.stringify(held))).not.toBe('');
    const elsewhere = [await redis.dump()];
    for (const { url, logs, reports, counts } of replicas.sites) {
      elsewhere.push(JSON.stringify(logs), JSON.stringify(reports), await counts.registry.metrics());
      for (const path of ['/', '/contact', `/contact/sent/${body.submissionId.slice(0, 8)}`])
        elsewhere.push((await request(url).get(path)).text);
    }
    const open = await fetch(`${replicas.contentService.url}/items/enquiries`);
    elsewhere.push(await open.text());
    expect([open.status, ...elsewhere.map(findCanary)]).toEqual([403, ...elsewhere.map(() => '')]);
    expect(await redis.dump()).toContain(':enquiry:');
  });
});

describe.skipIf(!hasRedis)('two replicas with a Redis that fails', () => {
  it.each<[string, deadlineMs: number, (redis: TestRedis) => unknown]>([
    ['is gone', 1_000, (failing) => failing.kill()],
    ['hangs', 1_000, (failing) => failing.hang()],
    ['is wiped', 10_000, (failing) => failing.run('FLUSHALL')],
    [
      'holds junk',
      10_000,
      async (failing) => {
        const counts = String(await failing.run('KEYS', '*:limit:*')).split(',');
        for (const count of counts) await failing.run('SET', count, '{}');
      },
    ],
  ])(
    'send a message while Redis %s, and limits go on where they were',
    async (_what, redisDeadlineMs, fail) => {
      await begin({ redisDeadlineMs });
      for (let at = 0; at < 4; at += 1) expect((await post(0, anotherEnquiry())).status).toBe(200);
      await fail(redis);
      expect((await post(0, anotherEnquiry())).status).toBe(200);
      expect((await post(0, anotherEnquiry())).status).toBe(429);
      expect(sent()).toHaveLength(5);
    },
  );
});

const commands = ['GET', 'SET', 'EVAL', 'EVALSHA', 'SCRIPT', 'PUBLISH'];
const commandFaults: readonly CommandFault[] = ['is refused', 'hangs', 'is reset'];
const oneCommand = commands.flatMap((command) =>
  commandFaults.map((fault): [string, CommandFault] => [command, fault]),
);

describe.skipIf(!hasRedis)('two replicas with a Redis of which one command fails', () => {
  it.each(oneCommand)('D25 while %s %s, a message goes out once, and limits hold', async (command, fault) => {
    await begin({ contact: {}, redisDeadlineMs: 250 });
    await redis.failCommand(command, fault);
    await replicas.contactService.fault('contact', { kind: 'slow', ms: 150 });
    const replies = await Promise.all(Array.from({ length: 6 }, (_, at) => post(at, goodEnquiry, key)));
    expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(new Set(replies.map(({ body }) => body.submissionId)).size).toBe(1);
    const id = replies[0]?.body.submissionId;
    expect((await post(0, goodEnquiry, key)).body.submissionId).toBe(id);
    // A replica on its own sends again, under the same key.
    expect(sent()).toHaveLength(1);
    for (const at of [0, 1]) expect((await statusAt(at, id)).status).toBe(200);
    const statuses: number[] = [];
    for (let at = 0; at < 6; at += 1) statuses.push((await post(0, anotherEnquiry())).status);
    expect(statuses.at(-1)).toBe(429);
    expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
    expect(replicas.sites.flatMap(({ reports }) => reports)).toEqual([]);
  });
});

it('without Redis two replicas with one secret give a message one number, and only its own replica knows it', async () => {
  replicas = await forTest(startReplicas());
  const sendForm = (at: number) =>
    request(replicas.sites[at]?.url ?? '')
      .post('/contact')
      .set(replicas.ownPageHeaders)
      .type('form')
      .send(new URLSearchParams({ ...goodEnquiry, requestMeeting: 'on' }).toString());
  const { headers } = await sendForm(0);
  const page = async (at: number) => request(replicas.sites[at]?.url ?? '').get(headers.location ?? '');
  expect([(await page(0)).status, (await page(1)).status]).toEqual([200, 404]);
  expect((await sendForm(1)).headers.location).toBe(headers.location);
  // One message for the contact API, by its key.
  expect(sent()).toHaveLength(1);
});
