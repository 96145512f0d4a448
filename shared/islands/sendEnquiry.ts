import { type ContactFailure, contactWording, successText } from '../contactWording.ts';
import { type Delivery, parseDelivery } from '../deliveryStatus.ts';
import { type EnquiryErrors, enquiryFields, fromField, idempotencyHeader } from '../enquiryFields.ts';
import { field } from '../field.ts';
import { jsonOf } from '../jsonOf.ts';
import { contactApiPath } from '../paths.ts';
import { withDeadline } from './withDeadline.ts';

/** A message that the contact API has taken, in words for the visitor. */
export interface SentEnquiry {
  readonly outcome: 'sent';
  readonly text: string;
  /** Null: the message has no number by which its delivery could be followed. */
  readonly delivery: Delivery | null;
}

interface FailedEnquiry {
  readonly outcome: 'failed';
  readonly text: string;
  /** Sentences for the fields; empty where they are not the reason. */
  readonly errors: EnquiryErrors;
}

type SendResult = SentEnquiry | FailedEnquiry;

interface SendOptions {
  /** Where our JSON endpoints are; empty: here. */
  readonly apiBase: string;
  readonly key: string | null;
  /** Where the visitor came from, as `cameFrom` says it. */
  readonly from: string;
  /** Where to write instead. */
  readonly address: string | null;
  readonly signal: AbortSignal;
}

/** Longer than everything that the server waits for. */
const deadlineMs = 25_000;

/**
 * Sends a message. Never rejects: every outcome has its sentence.
 *
 * @param fields what a post of the form would send, which our server reads by the same parser
 */
export async function sendEnquiry(fields: object, options: SendOptions): Promise<SendResult> {
  const { apiBase, key, from, address, signal } = options;
  const failed = (failure: ContactFailure): SendResult => ({
    outcome: 'failed',
    text: contactWording(failure, address),
    errors: {},
  });
  const ending = withDeadline(signal, deadlineMs);
  let response: Response;
  try {
    response = await fetch(apiBase + contactApiPath, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(key === null ? {} : { [idempotencyHeader]: key }) },
      body: JSON.stringify({ ...fields, [fromField]: from }),
      signal: ending,
    });
  } catch {
    // The signal knows why; not every browser hands its reason on.
    const reason: unknown = ending.reason;
    if (reason instanceof DOMException && reason.name === 'TimeoutError') return failed({ kind: 'timedOut' });
    return failed({ kind: (await isOnlyForbidden(apiBase)) ? 'crossOrigin' : 'offline' });
  }
  const text = await response.text().catch(() => '');
  return readResult(response, jsonOf(text), address);
}

/**
 * Reads our server's response by docs/specification.md, section 5: a success is a response that is ok, says
 * `success: true` and names an e-mail, or that the message is saved until there is one. Our server has chosen its words
 * by the same table.
 */
function readResult(
  { ok, status }: { readonly ok: boolean; readonly status: number },
  json: unknown,
  address: string | null,
): SendResult {
  const failed = (failure: ContactFailure): SendResult => ({
    outcome: 'failed',
    text: contactWording(failure, address),
    errors: errorsOf(field(json, 'fields')),
  });
  if (ok && json === null) return failed({ kind: 'unreadable' });
  const isSuccess = ok && field(json, 'success') === true;
  if (!isSuccess)
    return failed({ kind: 'refused', status, error: textOf(field(json, 'error')), message: null });
  const reference = textOf(field(json, 'submissionId'));
  const state = field(json, 'status');
  const hasEmail = textOf(field(state, 'resendEmailId')) !== null;
  if (!hasEmail && field(state, 'resendStatus') !== 'saved') return failed({ kind: 'unconfirmed' });
  return {
    outcome: 'sent',
    text: textOf(field(json, 'message')) ?? successText,
    delivery: reference === null ? null : parseDelivery(state, reference),
  };
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
