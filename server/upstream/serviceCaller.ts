import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Clock, systemClock } from '../process/clock.ts';
import type { ReportError } from '../process/reportError.ts';
import { CallFailure, NetworkError, type ServiceCall } from './callErrors.ts';
import type { CircuitBreaker, ServiceBreakerOptions } from './circuitBreaker.ts';
import { createHttpClient } from './httpClient.ts';
import type { RequestLimits } from './readResponse.ts';
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
      log.info({ ...error.details, reason: error.message }, 'Content service refused, as expected');
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
