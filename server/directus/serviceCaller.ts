import type { Logger } from 'pino';
import type { ReportError } from '../process/errors.ts';
import { createHttpClient, type HttpClient } from '../upstream/httpClient.ts';
import { CallFailure, type ServiceCall } from './callErrors.ts';

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
  readonly connectTimeoutMs?: number;
  /** Connections at a time; further calls wait for one. */
  readonly maxSockets?: number;
}

/** Whether the caller expects a failure: it is thrown all the same, but not reported. */
export type IsExpected = (error: CallFailure) => boolean;

export type ServiceCaller = ReturnType<typeof createServiceCaller>;

/** Calls to the content service: bounded connections, and of each call one note and at most one report. */
export function createServiceCaller(options: ServiceCallerOptions) {
  const { log, reportError, onCall, connectTimeoutMs = 1_000, maxSockets = 20 } = options;
  const http = createHttpClient({ connectTimeoutMs, connections: maxSockets });

  const report = (error: unknown, call: ServiceCall, isExpected: IsExpected) => {
    if (!(error instanceof CallFailure)) reportError(error, { endpoint: call.endpoint });
    else if (!isExpected(error)) reportError(error, { ...error.details });
    else log.debug({ ...error.details, reason: error.message }, 'Content service refused, as expected');
  };

  return {
    /** Sends one call and reads its response by `read`; rejects with the `CallFailure` that `read` throws. */
    async call<T>(
      call: ServiceCall,
      read: (http: HttpClient) => Promise<T>,
      isExpected: IsExpected = () => false,
    ): Promise<T> {
      const startedAt = performance.now();
      const finish = (failure: CallFailure | null) =>
        onCall?.({ ...call, durationMs: performance.now() - startedAt, failure });
      try {
        const result = await read(http);
        finish(null);
        return result;
      } catch (error) {
        if (error instanceof CallFailure) finish(error);
        report(error, call, isExpected);
        throw error;
      }
    },
    close: http.close,
  };
}
