import type { Logger } from 'pino';
import { causeOf, type ReportError } from '../process/errors.ts';
import { createRateLimit } from '../process/rateLimit.ts';

export type ErrorReports = ReturnType<typeof createErrorReports>;

interface Options {
  readonly log: Pick<Logger, 'error' | 'info' | 'debug'>;
  /** The error reporting service. */
  readonly send: ReportError;
}

const longestText = 300;
/** Limit of reports per minute: the hundredth copy of an error says nothing new, and must not cost anything. */
const mostPerMinute = 60;

/**
 * Takes every unexpected error of the server: one log line and one report each, however many layers pass the same
 * error on. The code that reports an error does not log it too. Never throws.
 */
export function createErrorReports({ log, send }: Options) {
  const seen = new WeakSet<object>();
  let reported = 0;
  let held = 0;
  const isWithinRate = createRateLimit(mostPerMinute);

  return {
    reportError(error: unknown, context: Parameters<ReportError>[1] = {}): void {
      if (typeof error === 'object' && error !== null) {
        if (seen.has(error)) return;
        seen.add(error);
      }
      if (typeof error === 'string') {
        log.info({ ...context, text: error.slice(0, longestText) }, 'A message was reported.');
      } else {
        reported += 1;
        const { endpoint } = context;
        const isCall = typeof endpoint === 'string';
        // When loads of whole collections fail, as in an outage, LiveContent logs one line that names them all.
        const level = isCall && /^\/(items\/[^/]+|files)$/.test(endpoint) ? 'debug' : 'error';
        const what = isCall ? `${endpoint} could not be read` : 'Unexpected error';
        log[level]({ ...context, err: error }, `${what}: ${causeOf(error)}`);
      }
      if (isWithinRate()) send(error, context);
      else held += 1;
    },
    /** `reported`: all errors. `held`: errors and messages over the limit of a minute, which were only logged. */
    counts: () => ({ reported, held }),
  };
}
