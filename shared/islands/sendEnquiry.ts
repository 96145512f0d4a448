import { type ContactFailure, successText } from '../contactWording.ts';
import { type Delivery, isSaved, parseDelivery } from '../deliveryStatus.ts';
import { type EnquiryErrors, enquiryFields, idempotencyHeader } from '../enquiryFields.ts';
import { field } from '../field.ts';
import { jsonOf } from '../jsonOf.ts';
import { contactApiPath } from '../paths.ts';
import { withDeadline } from './withDeadline.ts';

/** A message that our server has taken. */
export interface SentEnquiry {
  /** In words for the visitor. */
  readonly text: string;
  /** Null: it has no number by which its delivery could be followed. */
  readonly number: string | null;
  readonly delivery: Delivery;
}

/** Why a message was not taken, with sentences for the fields where they are the reason. */
type NotSent = { readonly failure: ContactFailure; readonly errors: EnquiryErrors };

interface SendOptions {
  /** Where our JSON endpoints are; empty: here. */
  readonly apiBase: string;
  readonly key: string | null;
  readonly signal: AbortSignal;
}

/** Longer than everything that the server waits for. */
const deadlineMs = 25_000;

/**
 * Sends a message. Never rejects.
 *
 * @param fields what a post of the form would send, which our server reads by the same parser
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
    // The signal knows why; not every browser hands its reason on.
    const reason: unknown = ending.reason;
    const isLate = reason instanceof DOMException && reason.name === 'TimeoutError';
    const kind = isLate ? 'timedOut' : (await isOnlyForbidden(apiBase)) ? 'crossOrigin' : 'offline';
    return { failure: { kind }, errors: {} };
  }
}

/**
 * Reads our server's response by docs/specification.md, section 5: a success is a response that is ok, says
 * `success: true` and names an e-mail, or that the message is saved until there is one. Our server has chosen its words
 * by the same table.
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
 * Whether the other origin of our endpoints is reachable and only its permission (CORS) is missing: browsers report
 * both to a script as the same error.
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
