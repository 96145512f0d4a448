import type { Config } from '../process/config.ts';
import { sentrySettings } from '../process/sentrySettings.ts';

/**
 * What pages tell the browser of telemetry, as the content of one meta element: the same for every page and
 * every visitor of a deployment, so that pages can be kept. Null: nobody listens, and no script is fetched.
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
