import { hash } from 'node:crypto';
import { type Delivery, isSaved, parseDelivery } from '../../shared/deliveryStatus.ts';
import { parseEnquiry } from '../../shared/enquiry.ts';
import type { Enquiry } from '../../shared/enquiryFields.ts';
import { field } from '../../shared/field.ts';

/** Where a visitor wrote from, as far as our own addresses say it. */
export interface EnquiryOrigin {
  /** The path of the page that led to the form; null: not known. */
  readonly page: string | null;
  /** The slug of the home that the form was asked about. */
  readonly home: string | null;
  /** The `utm_` parameters of the visit, as a query. */
  readonly campaign: string | null;
}

/** All that the server knows of one message, wherever it keeps it. */
export interface EnquiryRecord {
  /** Ours, random to everybody else: it is in the address of the message's page and opens it. */
  readonly number: string;
  readonly enquiry: Enquiry;
  readonly origin: EnquiryOrigin;
  /** In milliseconds since 1970. */
  readonly createdAt: number;
  readonly delivery: Delivery;
  /** The contact API's number of it; null: it has not taken it, or its delivery cannot be followed. */
  readonly submissionId: string | null;
  /** The mail service's id, which nobody but the owner sees. */
  readonly emailId: string | null;
  /** What the contact API said for the visitor. */
  readonly thanks: string | null;
  /** How often the contact API failed to take it. */
  readonly tries: number;
  /** When to try again, or to look where it is, in milliseconds since 1970; null: never. */
  readonly nextAt: number | null;
}

/** `waiting`: to be sent on. `sent`: the contact API has taken it. */
type EnquiryState = 'waiting' | 'sent' | 'delivered' | 'undelivered' | 'spam';

function stateOf(delivery: Delivery): EnquiryState {
  if (isSaved(delivery)) return 'waiting';
  if (delivery.resendStatus === 'spam') return 'spam';
  if (delivery.final === null) return 'sent';
  return delivery.final === 'delivered' ? 'delivered' : 'undelivered';
}

/** Whether anybody knows, or will know, where the message is. */
export const hasTimeline = ({ delivery, submissionId }: EnquiryRecord): boolean =>
  submissionId !== null || isSaved(delivery) || delivery.final !== null;

/** The six fields as one text; the order is fixed, and no value can run into the next. */
export const textOf = ({ name, email, phone, service, message, requestMeeting }: Enquiry): string =>
  JSON.stringify([name, email, phone, service, message, requestMeeting]);

/**
 * The idempotency key of a record at the contact API: its number and its text together, because a mail provider
 * refuses another text under the key of the first; and the submission that did not arrive, where it is sent anew.
 */
export const idempotencyKeyOf = ({ number, enquiry, submissionId }: EnquiryRecord): string => {
  const parts = [number, textOf(enquiry), ...(submissionId === null ? [] : [submissionId])];
  return hash('sha256', parts.join('\n'));
};

const timeOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/** Spreadsheets run what begins like this, when somebody exports the rows. The space goes again when a row is read. */
const isFormula = (value: unknown): boolean =>
  typeof value === 'string' && /^[=+@-]/.test(value) && !/^\+[\d ().-]+$/.test(value);

const withoutFormulas = (row: object): object =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, isFormula(value) ? ` ${value}` : value]),
  );

/** The columns of a row that follow what becomes of the message; the others are the visitor's words. */
export function toProgress({ createdAt, delivery, ...record }: EnquiryRecord): object {
  const { resendStatus, steps, final } = delivery;
  const minutes = Math.round((Date.parse(steps[2].timestamp ?? '') - createdAt) / 6_000) / 10;
  return withoutFormulas({
    state: stateOf(delivery),
    event: resendStatus,
    steps,
    minutes_to_delivery: final === 'delivered' && minutes >= 0 ? minutes : null,
    submission_id: record.submissionId,
    email_id: record.emailId,
    thanks: record.thanks,
    tries: record.tries,
    next_try: timeOf(record.nextAt),
  });
}

/** A record as a row of `enquiries` in Directus, which is also how replicas hand it to each other. */
export function toRow(record: EnquiryRecord): object {
  const { requestMeeting: meeting, ...words } = record.enquiry;
  const row = { id: record.number, created: timeOf(record.createdAt), meeting };
  return { ...row, ...withoutFormulas({ ...words, ...record.origin }), ...toProgress(record) };
}

/** Reads a row, which somebody may have edited; null: it is not of ours any more. */
export function fromRow(row: unknown): EnquiryRecord | null {
  const text = (name: string): string | null => {
    const value = field(row, name);
    return typeof value === 'string' ? value.trim() || null : null;
  };
  const time = (name: string): number | null => {
    const at = Date.parse(text(name) ?? '');
    return Number.isNaN(at) ? null : at;
  };
  const [number, createdAt] = [text('id'), time('created')];
  const parsed = parseEnquiry({ ...Object(row), requestMeeting: field(row, 'meeting') });
  if (number === null || createdAt === null || 'errors' in parsed) return null;
  const tries = field(row, 'tries');
  // Who moves a card on the board moves the message.
  const state = text('state');
  const event = state === 'waiting' ? 'saved' : state === 'undelivered' ? 'failed' : text('event');
  return {
    number,
    enquiry: parsed.enquiry,
    origin: { page: text('page'), home: text('home'), campaign: text('campaign') },
    createdAt,
    delivery: parseDelivery({ resendStatus: event, steps: field(row, 'steps') }),
    submissionId: text('submission_id'),
    emailId: text('email_id'),
    thanks: text('thanks'),
    tries: typeof tries === 'number' && tries > 0 ? tries : 0,
    nextAt: time('next_try'),
  };
}
