import type { Logger } from 'pino';
import type { ContactFailure } from '../../shared/contactWording.ts';
import {
  type Delivery,
  parseDelivery,
  parseStatus,
  readSentJson,
  shortReference,
  withoutOwnWord,
} from '../../shared/deliveryStatus.ts';
import { readRow } from '../directus/readField.ts';
import type { ReportError } from '../process/errors.ts';
import {
  createHttpClient,
  type HttpClient,
  HttpFailure,
  type HttpRequest,
  type HttpResponse,
  isSuccess,
  jsonBodyOf,
  type UpstreamCall,
} from '../upstream/httpClient.ts';
import { type EnquiryRecord, idempotencyKeyOf, submissionIdOf } from './enquiryRecord.ts';

export interface ContactApiOptions {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** For one enquiry. */
  readonly deadlineMs?: number;
  /** For one status look-up; a page waits for it. */
  readonly statusDeadlineMs?: number;
  /** Called after every request, even if the connection was refused. */
  readonly onCall: (call: UpstreamCall) => void;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly reportError: ReportError;
}

/** The result of sending a message: what its record gains, or why it was not sent. */
export type Sending =
  | { readonly sent: Pick<EnquiryRecord, 'thanks' | 'emailId' | 'submissionId' | 'delivery'> }
  | {
      readonly failure: ContactFailure;
      /** Whether the same request may succeed later. */
      readonly canPass: boolean;
      /** The pause that the contact API asks for (`Retry-After`); 0: none. */
      readonly retryAfterMs: number;
    };

export type ContactApi = ReturnType<typeof createContactApi>;

const connectTimeoutMs = 2_000;
const maxBodyBytes = 64 * 1024;
/** Concurrent status calls; further ones wait. If their deadline passes, the page shows the last known status. */
const mostStatusCalls = 20;
const longestText = 200;
const longestPauseMs = 24 * 60 * 60_000;
/**
 * Statuses that are about the message itself, if the contact API says so in JSON: a page is that of a firewall. Others,
 * such as 401 or 404, are about the service or the way to it.
 */
const verdicts: readonly number[] = [400, 413, 415, 422];

/**
 * The two calls of the contact API (docs/specification.md, section 7): fixed URLs, a body and headers of our own,
 * bounded responses. Logs and error reports say what happened, never what was written. Neither call rejects.
 */
export function createContactApi(options: ContactApiOptions) {
  const { baseUrl, deadlineMs = 10_000, statusDeadlineMs = 3_000, onCall, log } = options;
  // The other side may close a reused connection just as a message is sent, and we could not know whether it arrived:
  // each request gets a new connection.
  const posting = createHttpClient({ connectTimeoutMs, keepAlive: false });
  const looking = createHttpClient({ connectTimeoutMs, keepAlive: false, connections: mostStatusCalls });

  const call = async (
    http: HttpClient,
    endpoint: '/api/contact' | '/api/contact/status/{id}',
    request: Omit<HttpRequest, 'maxBodyBytes'>,
  ) => {
    const begun = performance.now();
    const response = await http.send({ ...request, maxBodyBytes });
    const { status } = response;
    const durationMs = performance.now() - begun;
    const { method } = request;
    onCall({ upstream: 'contact', method, endpoint, durationMs, status, hasSucceeded: isSuccess(response) });
    return { response, durationMs };
  };

  return {
    /** POST /api/contact. */
    async send(record: EnquiryRecord): Promise<Sending> {
      // Named one by one, so that no other field is ever sent.
      const { name, email, phone, service, message, requestMeeting } = record.enquiry;
      const { response, durationMs } = await call(posting, '/api/contact', {
        url: `${baseUrl}/api/contact`,
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Accept: 'application/json',
          'Idempotency-Key': idempotencyKeyOf(record),
        },
        body: JSON.stringify({ name, email, phone, service, message, requestMeeting }),
        deadlineMs,
      });
      const sending = readSending(response);
      noteSending(options, record, sending, {
        reference: shortReference(record.number),
        status: response.status,
        ms: Math.round(durationMs),
        cause: outcomeCodeOf(response),
      });
      return sending;
    },

    /** GET /api/contact/status/{id}: the delivery status of a sent message; null: it could not be read. */
    async readStatus({ number, submissionId }: EnquiryRecord): Promise<Delivery | null> {
      const { response } = await call(looking, '/api/contact/status/{id}', {
        url: `${baseUrl}/api/contact/status/${submissionId}`,
        method: 'GET',
        headers: { Accept: 'application/json' },
        deadlineMs: statusDeadlineMs,
      });
      const status = isSuccess(response) ? parseStatus(withoutOwnWord(jsonBodyOf(response))) : null;
      if (status) return status;
      const facts = { reference: shortReference(number), submissionId, cause: outcomeCodeOf(response) };
      log.warn(facts, 'A delivery status could not be read.');
      return null;
    },
  };
}

/** Logs what became of a message, and reports its first failure. */
function noteSending(
  { log, reportError }: Pick<ContactApiOptions, 'log' | 'reportError'>,
  { tries }: EnquiryRecord,
  sending: Sending,
  { cause, ...facts }: Readonly<Record<string, unknown>>,
): void {
  if ('sent' in sending) {
    const { submissionId } = sending.sent;
    log.info({ ...facts, outcome: 'sent', submissionId }, 'An enquiry was sent.');
    return;
  }
  const outcome = sending.failure.kind;
  const failed = { ...facts, outcome, cause };
  // The first failure of a waiting message was reported already.
  if (tries > 0 && sending.canPass) log.warn(failed, 'A kept enquiry could not be sent.');
  else reportError(new Error(`The contact API did not send an enquiry: ${outcome}`), failed);
}

/**
 * Reads the contact API's response to an enquiry by docs/specification.md, section 5: a success is a response that is
 * ok, says `success: true` and names an e-mail. A missing or unusable submission id costs only the timeline: the
 * message has been sent, and would be sent twice if it were posted again. Section 8 has the wording of each failure.
 */
function readSending(response: HttpResponse | HttpFailure): Sending {
  const final = (failure: ContactFailure): Sending => ({ failure, canPass: false, retryAfterMs: 0 });
  if (response instanceof HttpFailure) {
    const kind = isLate(response) ? 'timedOut' : 'unreachable';
    return { failure: { kind }, canPass: true, retryAfterMs: 0 };
  }
  const json = readRow(jsonBodyOf(response));
  const { hasSucceeded, status, ...sent } = readSentJson(json);
  const [error, message] = [plainLine(sent.error), plainLine(sent.message)];
  const { status: code, headers } = response;
  if (!isSuccess(response)) {
    return {
      failure: { kind: 'refused', status: code, error, message },
      canPass: json === null || !verdicts.includes(code),
      retryAfterMs: pauseOf(headers),
    };
  }
  if (json === null) return final({ kind: 'unconfirmed' });
  if (!hasSucceeded) return final({ kind: 'unsuccessful', error });
  const emailId = plainLine(sent.emailId);
  if (emailId === null) return final({ kind: 'unconfirmed' });
  const submissionId = submissionIdOf(sent.submissionId);
  return {
    sent: { thanks: message, emailId, submissionId, delivery: parseDelivery(withoutOwnWord(status)) },
  };
}

/** Makes an outside text one plain line of at most 200 characters, with an ellipsis if it is cut; null: no text. */
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

const isLate = ({ isTimedOut, code }: HttpFailure): boolean =>
  isTimedOut || code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT';

/**
 * `Retry-After` in milliseconds (RFC 9110, section 10.2.3): seconds, or a date by the clock that the response names; 0:
 * none.
 */
function pauseOf({ 'retry-after': text = '', date = '' }: HttpResponse['headers']): number {
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - (Date.parse(date) || Date.now());
  return ms > 0 ? Math.min(ms, longestPauseMs) : 0;
}

function outcomeCodeOf(response: HttpResponse | HttpFailure): string {
  if (response instanceof HttpFailure) return response.code;
  return response.body === null ? 'tooLarge' : 'responded';
}
