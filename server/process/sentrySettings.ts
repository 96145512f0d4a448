import type { Config } from './config.ts';

/** What the error reporting SDK is started with. */
export interface SentrySettings {
  readonly dsn: string;
  readonly environment: string;
  readonly release: string;
}

/**
 * The settings of error reporting. Null: off, because there is no DSN, or because this is development and it was
 * not enabled there.
 */
export function sentrySettings({
  environment,
  release,
  sentry,
}: Pick<Config, 'environment' | 'release' | 'sentry'>): SentrySettings | null {
  if (sentry.dsn === null) return null;
  if (environment === 'development' && !sentry.enableInDevelopment) return null;
  return { dsn: sentry.dsn, environment, release };
}

/**
 * The telemetry settings of the browser, as the content of one meta element: the same for every page and every
 * visitor of a deployment, so that pages can be cached. Null: telemetry is off, and no script is fetched.
 */
export function browserSettings(
  config: Pick<Config, 'environment' | 'release' | 'sentry' | 'metricsPort'>,
): string | null {
  const settings = sentrySettings(config);
  const vitals = config.metricsPort !== null;
  if (settings === null && !vitals) return null;
  const { environment, release } = config;
  const profiling = settings !== null && config.sentry.browserProfiling;
  return JSON.stringify({ dsn: settings?.dsn ?? null, release, environment, vitals, profiling });
}
