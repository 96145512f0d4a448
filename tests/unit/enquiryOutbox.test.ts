import { expect, it } from 'vitest';
import { createEnquiryDelivery } from '../../server/contact/enquiryDelivery.ts';
import { parseDelivery } from '../../shared/deliveryStatus.ts';
import type { FaultMode } from '../support/faults.ts';
import type { Verb } from '../support/faultyServer.ts';
import { goodEnquiry } from '../support/goodEnquiry.ts';
import { createManualClock } from '../support/manualClock.ts';
import { failOneVerb, type Mail, startMessages } from '../support/oneVerb.ts';

const verbs: readonly Verb[] = ['rights', 'create', 'update', 'read', 'list'];
const mails: readonly Mail[] = ['well', 'away', 'returning'];
const firewall = '<!doctype html><title>Forbidden</title><p>Your request was blocked.';
const faults: Readonly<Record<string, FaultMode>> = {
  'is 403': { kind: 'status', status: 403 },
  'is 403 of a firewall': { kind: 'status', status: 403, body: firewall },
  'is 404': { kind: 'status', status: 404 },
  'is 405': { kind: 'status', status: 405, body: firewall },
  'is 400 of a firewall': { kind: 'status', status: 400, body: firewall },
  'is 500': { kind: 'status', status: 500 },
  'is 200 with a page, though it was done': { kind: 'html200' },
  'is 200 with another row, though it was done': { kind: 'raw', body: '{"data":{"id":7}}' },
  'is 200 with nothing, and nothing was done': { kind: 'status', status: 200, body: { data: [] } },
  'is 200 and empty, and nothing was done': { kind: 'status', status: 200, body: '' },
  'is 200 with more than is read, though it was done': { kind: 'huge', bytes: 3 * 1024 * 1024 },
  'is reset': { kind: 'rst' },
  'is reset after it was done': { kind: 'rst', afterBytes: 0 },
};

it.each(verbs)(
  'C20 while %s of Directus fails in any way, messages go out once, and calls and log stay few',
  async (verb) => {
    const cells = Object.entries(faults).flatMap(([what, mode]) =>
      mails.map((mail) => ({ what, mode, mail })),
    );
    const run = async ({ what, mode, mail }: (typeof cells)[number]) =>
      (await failOneVerb({ verb, mode, mail })).map((problem) => `${what}, mail ${mail}: ${problem}`);
    expect((await Promise.all(cells.map(run))).flat()).toEqual([]);
  },
);

it('C20 a message that arrives before Directus has told its time is not due before it has been sent', async () => {
  const clock = createManualClock();
  const messages = await startMessages(clock, 10 * 60_000);
  const restarting = messages.restart();
  await messages.send('early');
  await restarting;
  const [row] = messages.content.enquiries.values();
  await messages.close();
  expect(Math.abs(Date.parse(String(row?.created)) - clock.date() - 10 * 60_000)).toBeLessThan(2_000);
});

type Message = Parameters<ReturnType<typeof createEnquiryDelivery>['send']>[0];
const message: Message = {
  number: '01234567-89ab-4cde-8f01-23456789abcd',
  enquiry: { ...goodEnquiry, service: 'snow-removal' },
  origin: { page: null, home: null, campaign: null },
  createdAt: 0,
  submissionId: null,
  emailId: null,
  thanks: null,
  tries: 0,
  delivery: parseDelivery({ resendStatus: 'saved' }),
  nextAt: 0,
};

it('C20 a message that is not taken is sent again after growing pauses, up to two minutes in the first hour, then to fifteen', async () => {
  let [now, retryAfterMs] = [0, 0];
  const send = async () => ({ failure: { kind: 'unreachable' }, canPass: true, retryAfterMs }) as const;
  const delivery = createEnquiryDelivery({ send, readStatus: async () => null }, () => now);
  let record = message;
  const pauses: number[] = [];
  while (now < 2 * 60 * 60_000) {
    record = (await delivery.send(record)).record;
    pauses.push(((record.nextAt ?? 0) - now) / 1_000);
    now = record.nextAt ?? Number.POSITIVE_INFINITY;
  }
  const firstHour = [10, 20, 40, 80, ...Array(29).fill(120)];
  expect(pauses).toEqual([...firstHour, ...Array(pauses.length - firstHour.length).fill(900)]);
  retryAfterMs = 3_600_000;
  expect((await delivery.send(record)).record.nextAt).toBe(now + retryAfterMs);
});

it('the status of a sent message is looked up after growing pauses, from a minute to an hour, for three days', async () => {
  let now = 60_000;
  const delivery = createEnquiryDelivery(
    { send: () => Promise.reject(new Error('It was sent.')), readStatus: async () => null },
    () => now,
  );
  const sent = { ...message, submissionId: 'theirs', delivery: parseDelivery({ resendStatus: 'sent' }) };
  const pauses: number[] = [];
  for (;;) {
    const { nextAt } = await delivery.advance(sent, false);
    if (nextAt === null || pauses.length > 100) break;
    pauses.push((nextAt - now) / 1_000);
    now = nextAt;
  }
  const doubled = [60, 120, 240, 480, 960, 1_920];
  expect(pauses).toEqual([...doubled, ...Array(pauses.length - doubled.length).fill(3_600)]);
  expect(Math.floor(now / 3_600_000)).toBe(72);
});
