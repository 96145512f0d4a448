import type { ContactFailure } from '../../shared/contactWording.ts';
import { isSaved, parseDelivery } from '../../shared/deliveryStatus.ts';
import type { ContactApi } from './contactApi.ts';
import type { EnquiryRecord } from './enquiryRecord.ts';

/** Pause between two attempts to send a message, which doubles: at first, at most in the first hour, and later. */
const backOff = { firstMs: 10_000, mostMs: 2 * 60_000, laterMs: 15 * 60_000 };
const firstHourMs = 60 * 60_000;
/** How long sending a message is retried, and how long the status of a sent one is followed. */
const patienceMs = 3 * 24 * 60 * 60_000;
/** Pause between two status look-ups by the outbox. */
const statusPause = { firstMs: 60_000, mostMs: 60 * 60_000 };

export type EnquiryDelivery = ReturnType<typeof createEnquiryDelivery>;

/**
 * Moves a record on by calls of the contact API: waiting, sent, then delivered or failed. Nothing here rejects.
 *
 * @param now milliseconds since 1970
 */
export function createEnquiryDelivery(api: ContactApi, now: () => number) {
  const delivery = {
    /** Sends a message. Returns its new record, and why it was not sent. */
    async send(record: EnquiryRecord): Promise<{ record: EnquiryRecord; failure?: ContactFailure }> {
      const sending = await api.send(record);
      if ('sent' in sending) {
        const { sent } = sending;
        const isOpen = sent.submissionId !== null && sent.delivery.final === null;
        return { record: { ...record, ...sent, nextAt: isOpen ? now() + statusPause.firstMs : null } };
      }
      const { failure, canPass, retryAfterMs } = sending;
      if (!canPass) return { record: givenUp(record), failure };
      const mostMs = now() - record.createdAt < firstHourMs ? backOff.mostMs : backOff.laterMs;
      const pauseMs = Math.min(backOff.firstMs * 2 ** Math.min(record.tries, 20), mostMs);
      const nextAt = now() + Math.max(pauseMs, retryAfterMs);
      return { record: { ...record, tries: record.tries + 1, nextAt }, failure };
    },

    /** Asks the contact API for the status of a message that it has taken. */
    async refreshStatus(record: EnquiryRecord): Promise<EnquiryRecord> {
      const seen = record.submissionId === null ? null : await api.readStatus(record);
      if (seen === null) return record;
      return { ...record, delivery: seen, nextAt: seen.final === null ? record.nextAt : null };
    },

    /**
     * Sends a waiting message, or looks up a sent one's status. The new record's `nextAt` says when to do so again.
     *
     * @param isPutBack somebody wants it to be sent, however old it is
     */
    async advance(record: EnquiryRecord, isPutBack: boolean): Promise<EnquiryRecord> {
      const ageMs = now() - record.createdAt;
      const isTooOld = ageMs > patienceMs;
      if (isSaved(record.delivery)) {
        return isTooOld && !isPutBack ? givenUp(record) : (await delivery.send(record)).record;
      }
      const seen = await delivery.refreshStatus(record);
      const isOver = seen.delivery.final !== null || isTooOld;
      const pauseMs = Math.min(Math.max(ageMs, statusPause.firstMs), statusPause.mostMs);
      return { ...seen, nextAt: isOver ? null : now() + pauseMs };
    },
  };
  return delivery;
}

const givenUp = (record: EnquiryRecord): EnquiryRecord => ({
  ...record,
  delivery: parseDelivery({ ...record.delivery, resendStatus: 'failed' }),
  nextAt: null,
});
