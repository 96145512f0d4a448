import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { createContactApi } from '../../server/contact/contactApi.ts';
import { createEnquiryDelivery } from '../../server/contact/enquiryDelivery.ts';
import { EnquiryOutbox } from '../../server/contact/enquiryOutbox.ts';
import type { EnquiryRecord } from '../../server/contact/enquiryRecord.ts';
import { createEnquiryRecords } from '../../server/contact/enquiryRecords.ts';
import type { EnquiryRows } from '../../server/contact/enquiryRows.ts';
import { parseDelivery } from '../../shared/deliveryStatus.ts';
import { goodEnquiry } from '../support/goodEnquiry.ts';
import { createManualClock } from '../support/manualClock.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** An outbox whose clock stands still, over rows that fail unless the test says otherwise. */
function startOutbox(rows: Partial<EnquiryRows>) {
  const clock = createManualClock();
  const own = { baseUrl: 'http://contact.invalid', log: silent, reportError: () => undefined };
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
    records: createEnquiryRecords(null, null, clock.now),
    delivery: createEnquiryDelivery(createContactApi(own), clock.date),
    redis: null,
    log: silent,
    clock,
  });
  onTestFinished(() => outbox.close());
  return { outbox, clock };
}

const sentAt = (createdAt: number): EnquiryRecord => ({
  number: randomUUID(),
  enquiry: goodEnquiry,
  origin: { page: null, home: null, campaign: null },
  createdAt,
  submissionId: 'taken',
  emailId: 'taken',
  thanks: null,
  tries: 0,
  delivery: parseDelivery({ resendStatus: 'sent' }),
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
        if (second % 10 === 0) outbox.write(sentAt(clock.date()), true);
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
