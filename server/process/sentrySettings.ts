import type { Config } from './config.ts';

/** What the error reporting SDK is started with. */
export interface SentrySettings {
  readonly dsn: string;
  readonly environment: string;
  readonly release: string;
}

/**
 * With what error reporting runs; null: not at all, because there is no DSN, or because this is development
 * and nobody has asked for it there.
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
 * What pages tell the browser of telemetry, as the content of one meta element: the same for every page and
 * every visitor of a deployment, so that pages can be cached. Null: nobody listens, and no script is fetched.
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
