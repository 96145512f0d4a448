import { type SentryModule, type SentrySettings, sentryOptions } from './sentryOptions.ts';

/**
 * Starts error reporting, tracing and profiling. Called before anything else of the site is loaded.
 *
 * The profiler is a native module without an install script; where none of its prebuilt files fits the
 * machine, profiling stays off and `warn` is told why, once.
 *
 * @returns the module, the same for everybody who imports it
 */
export async function startSentry(
  settings: SentrySettings,
  warn: (reason: string) => void,
): Promise<SentryModule> {
  const sentry = await import('@sentry/node');
  const profiling = await import('@sentry/profiling-node')
    .then(({ nodeProfilingIntegration }) => [nodeProfilingIntegration()])
    .catch((error: unknown) => {
      warn(error instanceof Error ? error.message : String(error));
      return [];
    });
  sentry.init(sentryOptions(sentry, settings, profiling));
  return sentry;
}
