import { type SendFailure, sendFailureText } from '../contactWording.ts';
import { parseSent, type SentEnquiry } from '../deliveryStatus.ts';
import {
  type EnquiryErrors,
  type EnquiryFormState,
  enquiryFields,
  idempotencyHeader,
} from '../enquiryFields.ts';
import { field } from '../field.ts';
import { jsonOf } from '../jsonOf.ts';
import { contactApiPath } from '../paths.ts';
import { withDeadline } from './withDeadline.ts';

/** Why a message was not accepted, as the form shows it. */
type NotSent = Pick<EnquiryFormState, 'failure' | 'errors' | 'isHeld'>;

interface SendOptions {
  /** Base URL of our JSON endpoints; empty: same origin. */
  readonly apiBase: string;
  /** Empty in a browser that cannot make one: the server then goes by the text and the address. */
  readonly key: string;
  readonly signal: AbortSignal;
}

/** The server takes up to 27 s for a message, and ends a connection after 30 s without a byte. */
const deadlineMs = 29_000;

const notSent = (failure: SendFailure): NotSent => ({
  failure: sendFailureText(failure),
  errors: {},
  isHeld: false,
});

/**
 * Sends a message.
 *
 * @param fields the fields as a POST of the form would send them; our server parses both with the same schema
 * @throws if the browser lacks something, before anything is sent; rejects for no other reason
 */
export function sendEnquiry(fields: object, options: SendOptions): Promise<SentEnquiry | NotSent> {
  const { apiBase, key, signal } = options;
  const ending = withDeadline(signal, deadlineMs);
  const sending = fetch(apiBase + contactApiPath, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', [idempotencyHeader]: key },
    body: JSON.stringify(fields),
    signal: ending,
  });
  return readResponse(sending, ending, apiBase);
}

async function readResponse(sending: Promise<Response>, ending: AbortSignal, apiBase: string) {
  try {
    const reading = sending.then(async (response) =>
      readResult(response, jsonOf(await response.text().catch(() => ''))),
    );
    const ended = new Promise<never>((_, reject) => ending.addEventListener('abort', reject));
    return await Promise.race([reading, ended]);
  } catch {
    // Read from the signal: not every browser ends `fetch` with the signal, or rejects it with the signal's reason.
    const reason: unknown = ending.reason;
    const isLate = reason instanceof DOMException && reason.name === 'TimeoutError';
    const kind = isLate ? 'timedOut' : (await isOnlyForbidden(apiBase)) ? 'crossOrigin' : 'offline';
    return notSent({ kind });
  }
}

/** Reads our server's response, whose texts come from the same table as ours, `contactWording`. */
function readResult({ ok, status }: Response, json: unknown): SentEnquiry | NotSent {
  if (ok && json === null) return notSent({ kind: 'unreadable' });
  if (ok && field(json, 'success') === true) return parseSent(json) ?? notSent({ kind: 'unconfirmed' });
  const errors = errorsOf(field(json, 'fields'));
  if (Object.keys(errors).length > 0) return { failure: null, errors, isHeld: false };
  const refused = notSent({ kind: 'refused', status, error: textOf(field(json, 'error')), message: null });
  return { ...refused, isHeld: field(json, 'reason') === 'held' };
}

/**
 * Whether our endpoints are on another origin that is reachable but does not allow us (CORS). Scripts cannot tell
 * this from a network error, so it takes a second request.
 */
async function isOnlyForbidden(apiBase: string): Promise<boolean> {
  if (apiBase === '' || new URL(apiBase, location.href).origin === location.origin) return false;
  try {
    const signal = withDeadline(new AbortController().signal, 3_000);
    await fetch(apiBase, { mode: 'no-cors', method: 'HEAD', signal });
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
