import type { Config } from '../process/config.ts';

/**
 * The telemetry settings of the browser, as the content of one meta element: the same for every page and every
 * visitor of a deployment, so that pages can be cached. Null: telemetry is off, and no script is fetched.
 */
export function browserSettings({
  sentry,
  environment,
  release,
  metricsPort,
  browserProfiling,
}: Pick<Config, 'environment' | 'release' | 'sentry' | 'metricsPort' | 'browserProfiling'>): string | null {
  const vitals = metricsPort !== null;
  if (sentry === null && !vitals) return null;
  const errors = sentry && { dsn: sentry.dsn, release, environment, profiling: browserProfiling };
  return JSON.stringify({ vitals, errors });
}
