import type { TelemetrySettings } from './errorReporting.ts';

/** Reads the settings; null for anything that is not what the server writes. */
function readSettings(text: string): TelemetrySettings | null {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null) return null;
  const { dsn, release, environment, vitals, profiling } = { ...emptySettings, ...value };
  if (typeof release !== 'string' || typeof environment !== 'string') return null;
  return {
    release,
    environment,
    vitals: vitals === true,
    profiling: profiling === true,
    dsn: typeof dsn === 'string' ? dsn : null,
  };
}

const emptySettings: Readonly<Record<keyof TelemetrySettings, unknown>> = {
  dsn: null,
  release: '',
  environment: '',
  vitals: false,
  profiling: false,
};

/**
 * Begins the telemetry of a page, the small parts before the large ones. Each part is a file of its own, and only
 * parts that a service receives are fetched. Never rejects.
 */
async function begin(): Promise<void> {
  const meta = document.querySelector<HTMLMetaElement>('[name=telemetry]');
  const settings = meta && readSettings(meta.content);
  if (!settings) return;
  const { route = 'unknown' } = meta.dataset;
  if (settings.vitals) (await import('./vitals.ts')).reportVitals(route);
  if (settings.dsn === null) return;
  const { startErrorReporting } = await import('./errorReporting.ts');
  await startErrorReporting({ ...settings, dsn: settings.dsn }, route);
}

// Blocked or unreachable: the page does without.
begin().catch(() => undefined);
