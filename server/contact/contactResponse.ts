import type { ContactFailure } from '../../shared/contactWording.ts';
import { type Delivery, parseDelivery } from '../../shared/deliveryStatus.ts';
import { field } from '../../shared/field.ts';
import { jsonOf } from '../../shared/jsonOf.ts';
import { HttpFailure } from '../upstream/httpClient.ts';
import type { ContactResponse } from './contactClient.ts';

/** The outcome of one enquiry. */
export type SubmitResult =
  | {
      readonly outcome: 'sent';
      /** The text of the contact API for the visitor, as one plain line; null: none. */
      readonly message: string | null;
      readonly resendEmailId: string;
      /** The status word of the mail provider, as the contact API passed it on. */
      readonly resendStatus: string;
      /** Null: the response has no submission id, so the delivery cannot be followed. */
      readonly delivery: Delivery | null;
    }
  | { readonly outcome: 'failed'; readonly failure: ContactFailure };

/** The result of a status request for one submission. */
export type StatusResult =
  | {
      readonly outcome: 'found';
      readonly resendStatus: string;
      readonly resendEmailId: string | null;
      readonly delivery: Delivery;
    }
  /** The submission id has an impossible form. */
  | { readonly outcome: 'badId' }
  | { readonly outcome: 'unknown' }
  | { readonly outcome: 'timedOut' }
  | { readonly outcome: 'unreachable' };

const idPattern = /^[A-Za-z0-9_-]{1,64}$/;
const longestText = 200;

/** Whether a text can be a submission id: only characters that cannot change the address of a request. */
export function isSubmissionId(id: string): boolean {
  return idPattern.test(id);
}

/** A submission id, which services write as a text or as a number; null where it cannot be one. */
function submissionIdOf(value: unknown): string | null {
  const id = Number.isSafeInteger(value) ? String(value) : value;
  return typeof id === 'string' && isSubmissionId(id) ? id : null;
}

/** One plain line of at most 200 characters out of a foreign text, with an ellipsis where it is cut; null: there is none. */
function plainLine(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const line = value
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\s]+/gu, ' ')
    .trim();
  if (line.length <= longestText) return line === '' ? null : line;
  // The cut may leave half of a surrogate pair.
  return `${line.slice(0, longestText - 1).replace(/\p{Cs}$/u, '')}…`;
}

function jsonObject(body: Buffer | null): object | null {
  const value = jsonOf(body?.toString('utf8') ?? null);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
}

const isOk = (status: number): boolean => status >= 200 && status < 300;

const isLate = ({ kind, code }: HttpFailure): boolean =>
  kind === 'timedOut' || code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT';

/**
 * Reads the contact API's response to an enquiry by docs/specification.md, section 5: a success is a response that
 * is ok, says `success: true` and names an e-mail. A submission id that is missing or unusable costs the timeline
 * and not the success: the message has been sent, and would be sent twice if it were posted again. The words are
 * those of section 8.
 */
export function parseSubmitResponse(response: ContactResponse): SubmitResult {
  const failed = (failure: ContactFailure): SubmitResult => ({ outcome: 'failed', failure });
  if (response instanceof HttpFailure) return failed({ kind: isLate(response) ? 'timedOut' : 'unreachable' });

  const json = jsonObject(response.body);
  const error = plainLine(field(json, 'error'));
  if (!isOk(response.status)) {
    const message = plainLine(field(json, 'message'));
    return failed({ kind: 'refused', status: response.status, error, message });
  }
  if (json === null) return failed({ kind: 'unreadable' });
  if (field(json, 'success') !== true) return failed({ kind: 'unsuccessful', error });

  const status = field(json, 'status');
  const resendEmailId = plainLine(field(status, 'resendEmailId'));
  if (resendEmailId === null) return failed({ kind: 'unconfirmed' });
  const submissionId = submissionIdOf(field(json, 'submissionId'));
  return {
    outcome: 'sent',
    message: plainLine(field(json, 'message')),
    resendEmailId,
    resendStatus: plainLine(field(status, 'resendStatus')) ?? '',
    delivery: submissionId === null ? null : parseDelivery(status, submissionId),
  };
}

/** Reads the contact API's response to a request for the status of one submission. */
export function parseStatusResponse(response: ContactResponse, id: string): StatusResult {
  if (response instanceof HttpFailure) return { outcome: isLate(response) ? 'timedOut' : 'unreachable' };
  if (response.status === 404) return { outcome: 'unknown' };
  const json = isOk(response.status) ? jsonObject(response.body) : null;
  if (json === null) return { outcome: 'unreachable' };
  return {
    outcome: 'found',
    resendStatus: plainLine(field(json, 'resendStatus')) ?? '',
    resendEmailId: plainLine(field(json, 'resendEmailId')),
    delivery: parseDelivery(json, id),
  };
}
