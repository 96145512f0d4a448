import { type SendFailure, successText } from '../contactWording.ts';
import { type Delivery, isSaved, parseDelivery } from '../deliveryStatus.ts';
import { type EnquiryErrors, enquiryFields, idempotencyHeader } from '../enquiryFields.ts';
import { field } from '../field.ts';
import { jsonOf } from '../jsonOf.ts';
import { contactApiPath } from '../paths.ts';
import { withDeadline } from './withDeadline.ts';

/** A message that our server has accepted. */
export interface SentEnquiry {
  /** Confirmation for the visitor. */
  readonly text: string;
  /** Number to follow the delivery by; null if there is none. */
  readonly number: string | null;
  readonly delivery: Delivery;
}

/** Why a message was not accepted, with a sentence for each invalid field. */
type NotSent = { readonly failure: SendFailure; readonly errors: EnquiryErrors };

interface SendOptions {
  /** Base URL of our JSON endpoints; empty: same origin. */
  readonly apiBase: string;
  readonly key: string | null;
  readonly signal: AbortSignal;
}

/** The server takes up to 27 s for a message, and ends a connection after 30 s without a byte. */
const deadlineMs = 29_000;

/**
 * Sends a message. Never rejects.
 *
 * @param fields the fields as a POST of the form would send them; our server parses both with the same schema
 */
export async function sendEnquiry(fields: object, options: SendOptions): Promise<SentEnquiry | NotSent> {
  const { apiBase, key, signal } = options;
  const ending = withDeadline(signal, deadlineMs);
  try {
    const response = await fetch(apiBase + contactApiPath, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(key === null ? {} : { [idempotencyHeader]: key }) },
      body: JSON.stringify(fields),
      signal: ending,
    });
    return readResult(response, jsonOf(await response.text().catch(() => '')));
  } catch {
    // Read from the signal: not every browser rejects `fetch` with the signal's reason.
    const reason: unknown = ending.reason;
    const isLate = reason instanceof DOMException && reason.name === 'TimeoutError';
    const kind = isLate ? 'timedOut' : (await isOnlyForbidden(apiBase)) ? 'crossOrigin' : 'offline';
    return { failure: { kind }, errors: {} };
  }
}

/**
 * Reads our server's response by docs/specification.md, section 5: success requires an ok response with
 * `success: true` and the id of an e-mail, or a message that is saved until it can be sent. The response's texts come
 * from the same table as ours, `contactWording`.
 */
function readResult({ ok, status }: Response, json: unknown): SentEnquiry | NotSent {
  if (ok && json === null) return { failure: { kind: 'unreadable' }, errors: {} };
  if (!ok || field(json, 'success') !== true) {
    const error = textOf(field(json, 'error'));
    return {
      failure: { kind: 'refused', status, error, message: null },
      errors: errorsOf(field(json, 'fields')),
    };
  }
  const delivery = parseDelivery(field(json, 'status'));
  const hasEmail = textOf(field(json, 'status', 'resendEmailId')) !== null;
  if (!hasEmail && !isSaved(delivery)) return { failure: { kind: 'unconfirmed' }, errors: {} };
  const text = textOf(field(json, 'message')) ?? successText;
  return { text, number: textOf(field(json, 'submissionId')), delivery };
}

/**
 * Whether our endpoints are on another origin that is reachable but does not allow us (CORS). Scripts cannot tell
 * this from a network error, so it takes a second request.
 */
async function isOnlyForbidden(apiBase: string): Promise<boolean> {
  if (apiBase === '' || new URL(apiBase, location.href).origin === location.origin) return false;
  try {
    await fetch(apiBase, { mode: 'no-cors', method: 'HEAD', signal: AbortSignal.timeout(3_000) });
    return true;
  } catch {
    return false;
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function errorsOf(json: unknown): EnquiryErrors {
  const errors = enquiryFields.flatMap((name) => {
    const text = textOf(field(json, name));
    return text === null ? [] : [[name, text] as const];
  });
  return Object.fromEntries(errors);
}
