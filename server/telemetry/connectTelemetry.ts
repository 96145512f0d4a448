import type { Logger } from 'pino';
import type { SentrySettings } from '../process/sentrySettings.ts';
import { createSentryTelemetry } from './sentryTelemetry.ts';
import { loadSentry, startSentry } from './startSentry.ts';
import { noTelemetry, type Telemetry } from './telemetry.ts';

/**
 * The telemetry of this process: that which `server/instrument.ts` has started. Where the server was started
 * without it, error reporting begins here, later than it should, and the log says so.
 *
 * @param settings null: there is none
 */
export function connectTelemetry(settings: SentrySettings | null, log: Pick<Logger, 'warn'>): Telemetry {
  if (settings === null) return noTelemetry;
  const sentry = loadSentry();
  if (!sentry.isInitialized()) {
    log.warn('Error reporting starts late: start the server with --import ./dist/server/instrument.js.');
    startSentry(settings, (reason) => log.warn({ reason }, 'Profiling is off.'));
  }
  return createSentryTelemetry(sentry);
}
