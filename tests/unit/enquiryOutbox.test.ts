import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import type { ContactApi } from '../../server/contact/contactApi.ts';
import { createEnquiryDelivery } from '../../server/contact/enquiryDelivery.ts';
import { EnquiryOutbox } from '../../server/contact/enquiryOutbox.ts';
import type { EnquiryRecord } from '../../server/contact/enquiryRecord.ts';
import { createEnquiryRecords } from '../../server/contact/enquiryRecords.ts';
import type { EnquiryRows } from '../../server/contact/enquiryRows.ts';
import { parseDelivery } from '../../shared/deliveryStatus.ts';
import { goodEnquiry } from '../support/goodEnquiry.ts';
import { createManualClock } from '../support/manualClock.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** An outbox whose clock stands still; the rows and the contact API fail unless the test says otherwise. */
function startOutbox(rows: Partial<EnquiryRows>, contact: Partial<ContactApi> = {}) {
  const clock = createManualClock();
  const api: ContactApi = {
    send: async () => ({ failure: { kind: 'unreachable' }, canPass: true, retryAfterMs: 0 }),
    readStatus: async () => null,
    ...contact,
  };
  const outbox = new EnquiryOutbox({
    rows: {
      now: clock.date,
      create: async () => 'failed',
      update: async () => 'failed',
      read: async () => null,
      find: async () => null,
      waiting: async () => null,
      tokenProblem: async () => null,
      ...rows,
    },
    records: createEnquiryRecords(null, null, clock),
    delivery: createEnquiryDelivery(api, clock.date),
    redis: null,
    log: silent,
    clock,
  });
  onTestFinished(() => outbox.close());
  return { outbox, clock };
}

const messageOf = (createdAt: number, resendStatus: 'saved' | 'sent'): EnquiryRecord => ({
  number: randomUUID(),
  enquiry: goodEnquiry,
  origin: { page: null, home: null, campaign: null },
  createdAt,
  submissionId: null,
  emailId: null,
  thanks: null,
  tries: 0,
  delivery: parseDelivery({ resendStatus }),
  nextAt: null,
});

it.each(['rows', 'rights'])(
  'C20 asks a Directus that does not respond at most every two seconds for its %s, however many messages wait',
  async (what) => {
    let reads = 0;
    const read = <Answer>(answer: Answer) => {
      reads += 1;
      return answer;
    };
    const { outbox, clock } = startOutbox({
      waiting: async () => read(null),
      tokenProblem: async () => (what === 'rows' ? null : read(undefined)),
    });
    for (let minute = 0; minute < 10; minute += 1) {
      reads = 0;
      for (let second = 0; second < 60; second += 1) {
        if (second % 10 === 0) outbox.write(messageOf(clock.date(), 'sent'), true);
        await clock.advance(1_000);
        expect(reads).toBeLessThanOrEqual(31);
      }
      // It goes on asking.
      expect(reads).toBeGreaterThanOrEqual(25);
    }
    outbox.close();
    expect(clock.pending()).toBe(0);
  },
);

it('C20 writes later records while Directus refuses one, and tries that again every quarter of an hour', async () => {
  let refuses = true;
  const written: string[] = [];
  const tried: string[] = [];
  const { outbox, clock } = startOutbox({
    async update({ number }) {
      tried.push(number);
      if (refuses && number === refused.number) return 'refused';
      written.push(number);
      return 'updated';
    },
    waiting: async () => [],
  });
  const [refused, later] = [messageOf(clock.date(), 'sent'), messageOf(clock.date(), 'sent')];
  outbox.write(refused, true);
  await clock.advance(0);
  outbox.write(later, true);
  await clock.advance(59 * 60_000);
  expect(written).toEqual([later.number]);
  expect(tried.filter((number) => number === refused.number)).toHaveLength(4);
  refuses = false;
  await clock.advance(16 * 60_000);
  expect(written).toEqual([later.number, refused.number]);
});

it('C20 sends a message on, with growing pauses, while Directus refuses to update its row', async () => {
  const row = messageOf(createManualClock().date(), 'saved');
  let sends = 0;
  const send: ContactApi['send'] = async () => {
    sends += 1;
    return { failure: { kind: 'unreachable' }, canPass: true, retryAfterMs: 0 };
  };
  const { clock } = startOutbox({ update: async () => 'refused', waiting: async () => [row] }, { send });
  await clock.advance(0);
  await clock.advance(60 * 60_000);
  // After 1, 2, 4 … 512 seconds, then every quarter of an hour.
  expect(sends).toBeGreaterThanOrEqual(12);
  expect(sends).toBeLessThanOrEqual(14);
});
