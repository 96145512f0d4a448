import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Clock, systemClock } from '../process/clock.ts';
import type { ReportError } from '../process/reportError.ts';
import {
  type ContentCall,
  ContentNetworkError,
  describeFailure,
  type FailedContentCall,
  isFailedContentCall,
} from './callErrors.ts';
import type { CircuitBreaker, ServiceBreakerOptions } from './circuitBreaker.ts';
import { createHttpClient } from './httpClient.ts';
import type { RequestLimits } from './readResponse.ts';
import { createRetryBudget, isTransient, readRetryAfter } from './retry.ts';

/** One finished call, for traces, breadcrumbs and metrics. */
export interface FinishedCall extends ContentCall {
  readonly durationMs: number;
  readonly failure: FailedContentCall | null;
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
  readonly isExpected?: (error: FailedContentCall) => boolean;
}

/** Sends a call and reads its response; throws as `requestBytes` does. */
export type ReadResponse<T> = (call: ContentCall, limits: RequestLimits) => Promise<T>;

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
 * @returns `call`, which throws a `ContentError` (it responded, but not with content) or a `ContentNetworkError`
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

  const noteFailure = (error: FailedContentCall, isExpected: CallOptions['isExpected']) => {
    const failure = describeFailure(error);
    if (isExpected?.(error)) {
      log.info({ ...failure, reason: error.message }, 'Content service refused, as expected');
      return;
    }
    reportError(error, { ...failure });
  };

  const call = async <T>(
    endpoint: string,
    url: string,
    read: ReadResponse<T>,
    { isExpected }: CallOptions = {},
  ): Promise<T> => {
    const named: ContentCall = { endpoint, method: 'GET', url };
    const send = (leftMs: number) => read(named, { http, deadlineMs: leftMs, maxBodyBytes });
    const startedAt = clock.now();
    const finish = (failure: FailedContentCall | null) =>
      onCall?.({ ...named, durationMs: clock.now() - startedAt, failure });
    const fail = (error: FailedContentCall) => {
      finish(error);
      noteFailure(error, isExpected);
      return error;
    };
    // Before the breaker, because too many calls of ours say nothing of the service.
    if (inFlight >= maxSockets + maxQueue)
      throw fail(new ContentNetworkError('Too many calls wait', named, false));
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
      if (!isFailedContentCall(error)) {
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
function isServiceFailure(error: FailedContentCall): boolean {
  if (error instanceof ContentNetworkError || error.kind === 'malformed') return true;
  return error.status === 429 || error.status >= 500 || error.status < 400;
}
