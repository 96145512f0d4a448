import type { ContactFailure } from '../../shared/contactWording.ts';
import { type Delivery, parseDelivery } from '../../shared/deliveryStatus.ts';
import { field } from '../../shared/field.ts';
import { jsonOf } from '../../shared/jsonOf.ts';
import { HttpFailure, type HttpResponse } from '../upstream/httpClient.ts';
import type { EnquiryRecord } from './enquiryRecord.ts';

/** One request to the contact API: a complete response, or why there is none. */
export type ContactResponse = HttpResponse | HttpFailure;

/** What the contact API made of a message: what its record then has, or why it was not sent. */
export type Sending =
  | { readonly sent: Pick<EnquiryRecord, 'thanks' | 'emailId' | 'submissionId' | 'delivery'> }
  | {
      readonly failure: ContactFailure;
      /** Whether the same may succeed later. */
      readonly canPass: boolean;
      /** How long the contact API wants to be left alone. */
      readonly retryAfterMs: number;
    };

const longestText = 200;
const longestPauseMs = 24 * 60 * 60_000;

/** A submission id, which services write as a text or as a number: only characters that cannot change an address. */
function submissionIdOf(value: unknown): string | null {
  const id = Number.isSafeInteger(value) ? String(value) : value;
  return typeof id === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(id) ? id : null;
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

/** `Retry-After` in milliseconds (RFC 9110, section 10.2.3): seconds or a date; 0 where there is none. */
function pauseOf(text: string | undefined): number {
  const ms = /^\d+$/.test(text ?? '') ? Number(text) * 1_000 : Date.parse(text ?? '') - Date.now();
  return ms > 0 ? Math.min(ms, longestPauseMs) : 0;
}

/**
 * Reads the contact API's response to an enquiry by docs/specification.md, section 5: a success is a response that
 * is ok, says `success: true` and names an e-mail. A submission id that is missing or unusable costs the timeline
 * and not the success: the message has been sent, and would be sent twice if it were posted again. The words are
 * those of section 8.
 *
 * @param number ours of the message
 */
export function readSending(response: ContactResponse, number: string): Sending {
  const failed = (failure: ContactFailure, canPass = false, retryAfterMs = 0): Sending => ({
    ...{ failure, canPass, retryAfterMs },
  });
  if (response instanceof HttpFailure)
    return failed({ kind: isLate(response) ? 'timedOut' : 'unreachable' }, true);

  const { status: code, headers } = response;
  const json = jsonObject(response.body);
  const error = plainLine(field(json, 'error'));
  if (!isOk(code)) {
    const canPass = code >= 500 || [408, 425, 429].includes(code);
    const message = plainLine(field(json, 'message'));
    return failed(
      { kind: 'refused', status: code, error, message },
      canPass,
      pauseOf(headers['retry-after']),
    );
  }
  if (json === null) return failed({ kind: 'unreadable' });
  if (field(json, 'success') !== true) return failed({ kind: 'unsuccessful', error });

  const status = field(json, 'status');
  const emailId = plainLine(field(status, 'resendEmailId'));
  if (emailId === null) return failed({ kind: 'unconfirmed' });
  const [thanks, submissionId] = [
    plainLine(field(json, 'message')),
    submissionIdOf(field(json, 'submissionId')),
  ];
  return { sent: { thanks, emailId, submissionId, delivery: parseDelivery(status, number) } };
}

/** Where a message is by the contact API's response to a request for its status; null: it cannot be read. */
export function readStatus(response: ContactResponse, number: string): Delivery | null {
  if (response instanceof HttpFailure || !isOk(response.status)) return null;
  const json = jsonObject(response.body);
  return json && parseDelivery(json, number);
}
