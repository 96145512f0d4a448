import { hash } from 'node:crypto';
import { type Delivery, isSaved, parseColumns, statusColumns } from '../../shared/deliveryStatus.ts';
import { parseEnquiry } from '../../shared/enquiry.ts';
import type { Enquiry } from '../../shared/enquiryFields.ts';
import { field } from '../../shared/field.ts';

/** Where a visitor came from, as far as our own URLs tell. */
export interface EnquiryOrigin {
  /** The path of the page that led to the form; null: not known. */
  readonly page: string | null;
  /** The slug of the home that the form was opened for. */
  readonly home: string | null;
  /** The `utm_` parameters of the visit, as a query string. */
  readonly campaign: string | null;
}

/** All that the server knows about one message, wherever it is kept. */
export interface EnquiryRecord {
  /** Our own number, unguessable for others: it is in the URL of the message's page, and is enough to open it. */
  readonly number: string;
  readonly enquiry: Enquiry;
  readonly origin: EnquiryOrigin;
  /** In milliseconds since 1970. */
  readonly createdAt: number;
  readonly delivery: Delivery;
  /** The contact API's id of the message; null: not taken yet, or its delivery cannot be followed. */
  readonly submissionId: string | null;
  /** The mail service's id, which only the site's owner sees. */
  readonly emailId: string | null;
  /** The contact API's words for the visitor. */
  readonly thanks: string | null;
  /** How often the contact API failed to take it. */
  readonly tries: number;
  /** When to try again, or to look up the status, in milliseconds since 1970; null: never. */
  readonly nextAt: number | null;
}

/** Whether the delivery status is known, or will be. */
export const hasTimeline = ({ delivery, submissionId }: EnquiryRecord): boolean =>
  submissionId !== null || isSaved(delivery) || delivery.final !== null;

/** The six fields as one text; the order is fixed, and no value can run into the next. */
export const textOf = ({ name, email, phone, service, message, requestMeeting }: Enquiry): string =>
  JSON.stringify([name, email, phone, service, message, requestMeeting]);

/**
 * The idempotency key of a record at the contact API: a digest of its number and its text, because a mail provider
 * refuses a different text under a known key; and of the failed submission's id, if the message is sent anew.
 */
export const idempotencyKeyOf = ({ number, enquiry, submissionId }: EnquiryRecord): string => {
  const parts = [number, textOf(enquiry), ...(submissionId === null ? [] : [submissionId])];
  return hash('sha256', parts.join('\n'));
};

/** A time in milliseconds since 1970 as a column has it. */
export const timeOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/** Spreadsheets run such values as formulas after an export, so they get a space in front; reading a row trims it. */
const isFormula = (value: unknown): boolean =>
  typeof value === 'string' && /^[=+@-]/.test(value) && !/^\+[\d ().-]+$/.test(value);

const withoutFormulas = (row: object): object =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, isFormula(value) ? ` ${value}` : value]),
  );

/** The columns of a row that change with the state of the message; the others hold what the visitor wrote. */
export function toProgress({ createdAt, delivery, ...record }: EnquiryRecord): object {
  const minutes = Math.round((Date.parse(delivery.steps[2].timestamp ?? '') - createdAt) / 6_000) / 10;
  return withoutFormulas({
    ...statusColumns(delivery),
    minutes_to_delivery: delivery.final === 'delivered' && minutes >= 0 ? minutes : null,
    submission_id: record.submissionId,
    email_id: record.emailId,
    thanks: record.thanks,
    tries: record.tries,
    next_try: timeOf(record.nextAt),
  });
}

/** A record as a row of `enquiries` in Directus; replicas also share records in this form. */
export function toRow(record: EnquiryRecord): object {
  const { requestMeeting: meeting, ...words } = record.enquiry;
  const row = { id: record.number, created: timeOf(record.createdAt), meeting };
  return { ...row, ...withoutFormulas({ ...words, ...record.origin }), ...toProgress(record) };
}

/** Reads a time; null: there is none, or one that `timeOf` could not write after a day was added. */
export function readTime(value: unknown): number | null {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Math.abs(at) < 8e15 ? at : null;
}

/** A submission id: only characters that cannot change the structure of a URL; null: it is none. */
export const submissionIdOf = (value: unknown): string | null =>
  typeof value === 'string' && /^(?!\.{1,2}$)[\w.~:=-]{1,200}$/.test(value) ? value : null;

/** Reads a row, which somebody may have edited; null: it is no valid enquiry any more. */
export function fromRow(row: unknown): EnquiryRecord | null {
  const text = (name: string): string | null => {
    const value = field(row, name);
    return typeof value === 'string' ? value.trim() || null : null;
  };
  const [number, createdAt] = [text('id'), readTime(field(row, 'created'))];
  const parsed = parseEnquiry({ ...Object(row), requestMeeting: field(row, 'meeting') });
  if (number === null || createdAt === null || 'errors' in parsed) return null;
  const tries = field(row, 'tries');
  return {
    number,
    enquiry: parsed.enquiry,
    origin: { page: text('page'), home: text('home'), campaign: text('campaign') },
    createdAt,
    delivery: parseColumns(row),
    submissionId: submissionIdOf(text('submission_id')),
    emailId: text('email_id'),
    thanks: text('thanks'),
    tries: typeof tries === 'number' && tries > 0 ? tries : 0,
    nextAt: readTime(field(row, 'next_try')),
  };
}
