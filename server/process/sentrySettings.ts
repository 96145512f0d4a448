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
