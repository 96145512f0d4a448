import type { Logger } from 'pino';
import type { ContactFailure } from '../../shared/contactWording.ts';
import { parseDelivery, shortReference, statusOf } from '../../shared/deliveryStatus.ts';
import type { ReportError } from '../process/errors.ts';
import { HttpFailure } from '../upstream/httpClient.ts';
import type { ContactClient } from './contactClient.ts';
import { type ContactResponse, readSending, readStatus } from './contactResponse.ts';
import { type EnquiryRecord, sendingKeyOf } from './enquiryRecord.ts';

interface DeliveryOptions {
  readonly client: ContactClient;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly reportError: ReportError;
}

/** Between two attempts to send a message on. */
const backOff = { firstMs: 1_000, mostMs: 15 * 60_000 };
/** A message that could not be sent for so long is given up; one that was sent is followed for so long. */
const patienceMs = 3 * 24 * 60 * 60_000;
/** Between two looks where a message is that nobody's page asks for. */
const look = { firstMs: 60_000, mostMs: 60 * 60_000 };

/**
 * Brings a message on at the contact API. Logs and error reports say what happened, never what was written. Nothing
 * here rejects.
 */
export class EnquiryDelivery {
  readonly #options: DeliveryOptions;

  constructor(options: DeliveryOptions) {
    this.#options = options;
  }

  /** Sends a message; the record after that, and why it was not sent. */
  async send(record: EnquiryRecord): Promise<{ record: EnquiryRecord; failure?: ContactFailure }> {
    const { client, clock, log, reportError } = this.#options;
    const startedAt = performance.now();
    const response = await client.post(record.enquiry, sendingKeyOf(record));
    const sending = readSending(response, record.number);
    const facts = {
      reference: shortReference(record.number),
      status: response instanceof HttpFailure ? null : response.status,
      ms: Math.round(performance.now() - startedAt),
    };
    if ('sent' in sending) {
      const { sent } = sending;
      log.info({ ...facts, outcome: 'sent', submissionId: sent.submissionId }, 'An enquiry was sent.');
      const isOpen = sent.submissionId !== null && sent.delivery.final === null;
      return { record: { ...record, ...sent, nextAt: isOpen ? clock() + look.firstMs : null } };
    }
    const { failure, canPass, retryAfterMs } = sending;
    const failed = { ...facts, outcome: failure.kind, cause: causeOf(response) };
    // Of one that waits, the first failure was reported.
    if (record.tries > 0 && canPass) log.warn(failed, 'A kept enquiry could not be sent on.');
    else reportError(new Error(`The contact API did not send an enquiry: ${failed.outcome}`), failed);
    if (!canPass) return { record: givenUp(record), failure };
    const pauseMs = Math.min(backOff.firstMs * 2 ** Math.min(record.tries, 20), backOff.mostMs);
    const nextAt = clock() + Math.max(pauseMs, retryAfterMs);
    return { record: { ...record, tries: record.tries + 1, nextAt }, failure };
  }

  /** Asks the contact API where a message is that it has taken. */
  async look(record: EnquiryRecord): Promise<EnquiryRecord> {
    const { client, log } = this.#options;
    const { number, submissionId } = record;
    if (submissionId === null) return record;
    const response = await client.status(submissionId);
    const seen = readStatus(response, number);
    if (seen === null) {
      const facts = { reference: shortReference(number), submissionId, cause: causeOf(response) };
      log.warn(facts, 'A delivery status could not be read.');
      return record;
    }
    return { ...record, delivery: seen, nextAt: seen.final === null ? record.nextAt : null };
  }

  /** Sends a kept message on, or looks where it is; the record as it then is, with when to do so again. */
  async advance(record: EnquiryRecord): Promise<EnquiryRecord> {
    const { clock } = this.#options;
    const ageMs = clock() - record.createdAt;
    const isTooOld = ageMs > patienceMs;
    if (record.delivery.event === 'saved')
      return isTooOld ? givenUp(record) : (await this.send(record)).record;
    const seen = await this.look(record);
    const isOver = seen.delivery.final !== null || isTooOld;
    const pauseMs = Math.min(Math.max(ageMs, look.firstMs), look.mostMs);
    return { ...seen, nextAt: isOver ? null : clock() + pauseMs };
  }
}

const givenUp = (record: EnquiryRecord): EnquiryRecord => ({
  ...record,
  delivery: parseDelivery({ ...statusOf(record.delivery), resendStatus: 'failed' }, record.number),
  nextAt: null,
});

function causeOf(response: ContactResponse): string {
  if (response instanceof HttpFailure) return response.code;
  return response.body === null ? 'tooLarge' : 'responded';
}
