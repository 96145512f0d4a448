import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { jsonOf } from '../../shared/jsonOf.ts';
import { type Clock, systemClock } from '../process/clock.ts';
import { causeOf, type ReportError } from '../process/errors.ts';
import type { CircuitBreaker, ServiceBreakerOptions } from '../upstream/circuitBreaker.ts';
import { createHttpClient, type HttpClient, HttpFailure, type ResponseHead } from '../upstream/httpClient.ts';
import { CallFailure, NetworkError, ResponseError, type ServiceCall, TooLargeError } from './callErrors.ts';
import { createRetryBudget, isTransient, readRetryAfter } from './retry.ts';

/** One finished call, for traces, breadcrumbs and metrics. */
export interface FinishedCall extends ServiceCall {
  readonly durationMs: number;
  readonly failure: CallFailure | null;
}

export interface ServiceCallerOptions {
  /** The content service as this server reaches it. */
  readonly baseUrl: string;
  readonly log: Logger;
  readonly reportError: ReportError;
  readonly onCall?: (call: FinishedCall) => void;
  /** Total for one call, its retry and its body included. */
  readonly deadlineMs?: number;
  readonly connectTimeoutMs?: number;
  readonly maxBodyBytes?: number;
  readonly maxSockets?: number;
  /** Calls that may wait for a connection; the next one fails at once. */
  readonly maxQueue?: number;
  readonly clock?: Clock;
  readonly random?: () => number;
}

export interface CallOptions {
  /** Refusals that the caller expects: thrown and noted, but not reported. */
  readonly isExpected?: (error: CallFailure) => boolean;
}

/** Sends a call and reads its response; throws as `requestBytes` does. */
export type ReadResponse<T> = (call: ServiceCall, limits: RequestLimits) => Promise<T>;

/** Which calls share a circuit breaker. */
interface Breaking {
  readonly createBreaker: (options: ServiceBreakerOptions) => CircuitBreaker;
  /** The source that the breaker counts a call of this path for. */
  readonly sourceOf: (path: string) => string;
}

/** Three seconds for the service, and a quarter for a response that takes just that long to get here. */
const callDeadlineMs = 3_250;

/**
 * One call to the content service with all that surrounds it: bounded connections, a deadline, one retry within a
 * budget, the circuit breaker, and one report for each failure.
 *
 * @returns `call`, which throws a `ResponseError` (it responded, but not as it should) or a `NetworkError`
 * (unreachable). While the breaker is open it throws the last failure at once and reports nothing.
 */
export function createServiceCaller(options: ServiceCallerOptions, { createBreaker, sourceOf }: Breaking) {
  const { log, reportError, onCall, clock = systemClock, random = Math.random } = options;
  const { deadlineMs = callDeadlineMs, connectTimeoutMs = 1_000, maxBodyBytes = 5 * 1024 * 1024 } = options;
  const { maxSockets = 20, maxQueue = 100 } = options;
  const http = createHttpClient({ connectTimeoutMs, connections: maxSockets });
  const retries = createRetryBudget();
  const breaker = createBreaker({
    clock,
    random,
    onOpen(reason, endpoint) {
      if (isKnown(endpoint)) return;
      log.error({ endpoint, reason: reason.message }, 'Content service failing: only probes go out');
    },
    onClose(endpoint) {
      if (!isKnown(endpoint)) log.info({ endpoint }, 'Content service responds again');
    },
  });
  /** While the whole service fails, its endpoints tell nothing new. */
  const isKnown = (endpoint: string | null) => endpoint !== null && breaker.isOpen();
  let inFlight = 0;
  /** What has refused as expected goes on to, every minute: only the first time is worth a line of the log. */
  const refused = new Set<string>();

  /** Sends the call, and once more where the first attempt may have met a transient fault. */
  const sendWithRetry = async <T>(send: (leftMs: number) => Promise<T>): Promise<T> => {
    const startedAt = clock.now();
    retries.earn();
    try {
      return await send(deadlineMs);
    } catch (error) {
      const waitMs = 100 + random() * 200;
      const leftMs = deadlineMs - (clock.now() - startedAt) - waitMs;
      if (!isTransient(error) || leftMs < deadlineMs / 2 || !retries.spend()) throw error;
      await pause(waitMs);
      return await send(leftMs);
    }
  };

  const noteFailure = (error: CallFailure, isExpected: CallOptions['isExpected']) => {
    if (isExpected?.(error)) {
      const source = sourceOf(error.details.endpoint);
      const level = refused.has(source) ? 'debug' : 'info';
      refused.add(source);
      log[level]({ ...error.details, reason: error.message }, 'Content service refused, as expected');
      return;
    }
    reportError(error, { ...error.details });
  };

  const call = async <T>(
    endpoint: string,
    url: string,
    read: ReadResponse<T>,
    { isExpected }: CallOptions = {},
  ): Promise<T> => {
    const named: ServiceCall = { endpoint, method: 'GET', url };
    const send = (leftMs: number) => read(named, { http, deadlineMs: leftMs, maxBodyBytes });
    const startedAt = clock.now();
    const finish = (failure: CallFailure | null) =>
      onCall?.({ ...named, durationMs: clock.now() - startedAt, failure });
    const fail = (error: CallFailure) => {
      finish(error);
      noteFailure(error, isExpected);
      return error;
    };
    // Before the breaker, because too many calls of ours say nothing of the service.
    if (inFlight >= maxSockets + maxQueue) throw fail(new NetworkError('Too many calls wait', named, false));
    const admitted = breaker.admit(sourceOf(endpoint));
    if ('rejected' in admitted) throw admitted.rejected;
    inFlight += 1;
    // Whatever throws below: an admitted call that is never settled would keep a half-open breaker open.
    let settle: () => void = admitted.abandoned;
    try {
      const result = await (admitted.isProbe ? send(deadlineMs) : sendWithRetry(send));
      settle = admitted.succeeded;
      finish(null);
      return result;
    } catch (error) {
      if (!(error instanceof CallFailure)) {
        reportError(error, { endpoint });
        throw error;
      }
      if (isServiceFailure(error)) {
        const pauseMs = readRetryAfter(error, clock);
        settle = () => admitted.failed(error, pauseMs);
      } else settle = admitted.succeeded;
      throw fail(error);
    } finally {
      inFlight -= 1;
      settle();
    }
  };

  return { call, close: http.close };
}

/** Failures of the service as a whole, not of the one thing that was requested. */
function isServiceFailure(error: CallFailure): boolean {
  const status = error.kind === 'response' ? Number(error.status) : 0;
  return status === 429 || status >= 500 || status < 400;
}

/** What one attempt of a call may use. */
export interface RequestLimits {
  readonly http: HttpClient;
  /** From now to the last byte of the body. */
  readonly deadlineMs: number;
  readonly maxBodyBytes: number;
}

/** What is sent beside the address, and which responses are read. */
interface WantedBytes {
  /** No credentials, no trace headers, nothing of the visitor's. */
  readonly headers: Readonly<Record<string, string>>;
  /** Judges the `Content-Type` (empty if there is none) before any of the body is read. */
  readonly isWanted: (contentType: string) => boolean;
  /** The message of a response outside of the 200 class; `body` is its JSON, or null. */
  readonly refusalMessage: (status: number, body: unknown) => string;
}

interface ReceivedBytes {
  readonly status: number;
  readonly bytes: Buffer;
}

/** Enough to find the message in; no more of a refusal is read. */
const maxRefusalBytes = 64 * 1024;

/**
 * Reads one whole response.
 *
 * @returns the body of a 200-class response of a wanted type
 * @throws {ResponseError} for any other status (redirects, 204 and 304 among them) and for a body that is encoded,
 * of another type or larger than `maxBodyBytes`
 * @throws {NetworkError} when no complete response came in time
 */
export async function requestBytes(
  call: ServiceCall,
  wanted: WantedBytes,
  { http, deadlineMs, maxBodyBytes }: RequestLimits,
): Promise<ReceivedBytes> {
  const { url, method } = call;
  const response = await http.send({
    url,
    method,
    headers: wanted.headers,
    deadlineMs,
    maxBodyBytes: (head) => {
      if (isRefusal(head)) return head.status < 400 ? 0 : maxRefusalBytes;
      return unusable(head, wanted) === null ? maxBodyBytes : 0;
    },
  });
  if (response instanceof HttpFailure) {
    // A GET may be sent again, unless its time is over already.
    const isRetryable = response.kind !== 'timedOut' && !response.hasHead;
    throw new NetworkError(response.message, call, isRetryable, response.cause);
  }
  const { status, headers, body } = response;
  if (isRefusal(response)) {
    const text = body?.toString('utf8') ?? null;
    const message = wanted.refusalMessage(status, jsonOf(text));
    const retryAfter = headers['retry-after'];
    throw new ResponseError('response', message, call, { status, body: text, retryAfter });
  }
  const problem = unusable(response, wanted);
  if (problem !== null) {
    throw new ResponseError('malformed', `Malformed response: ${problem}`, call, { status, body: null });
  }
  if (body === null) throw new TooLargeError(maxBodyBytes, call, { status, body: null });
  return { status, bytes: body };
}

const isRefusal = ({ status }: ResponseHead) => status < 200 || status > 299 || status === 204;

/** Why the body of a response is not read; null: it is. */
function unusable({ headers }: ResponseHead, { isWanted }: WantedBytes): string | null {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') return `content encoding ${encoding}`;
  const contentType = headers['content-type'] ?? '';
  return isWanted(contentType) ? null : `content type ${contentType || 'missing'}`;
}

const json = {
  headers: { 'Content-Type': 'application/json' },
  isWanted: (contentType: string) => /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(contentType),
};

/**
 * Reads one JSON document. The JSON content type is the only header of our own that is sent.
 *
 * @returns the parsed body of a 200-class response
 * @throws {ResponseError} as `requestBytes` does, and for a body that is not JSON or not UTF-8
 * @throws {NetworkError} when no complete response came in time
 */
export async function requestJson(
  call: ServiceCall,
  limits: RequestLimits,
  refusalMessage: WantedBytes['refusalMessage'],
): Promise<unknown> {
  const { status, bytes } = await requestBytes(call, { ...json, refusalMessage }, limits);
  let text: string | null = null;
  try {
    // ignoreBOM leaves a byte order mark in the text, where JSON.parse refuses it.
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const body: unknown = JSON.parse(text);
    return body;
  } catch (error) {
    throw new ResponseError('malformed', `Malformed response: ${causeOf(error)}`, call, {
      status,
      body: text,
    });
  }
}
