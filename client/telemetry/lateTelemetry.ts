import type { TelemetrySettings } from './errorReporting.ts';

/**
 * Starts the telemetry of a page, small parts before large ones. Each part is a chunk of its own, fetched only if a
 * service receives its reports.
 */
async function begin(): Promise<void> {
  const meta = document.querySelector<HTMLMetaElement>('[name=telemetry]');
  if (!meta) return;
  const { vitals, errors }: TelemetrySettings = JSON.parse(meta.content);
  const { route = 'unknown' } = meta.dataset;
  if (vitals) (await import('./vitals.ts')).reportVitals(route);
  if (errors === null) return;
  const { startErrorReporting } = await import('./errorReporting.ts');
  await startErrorReporting(errors, route);
}

// Blocked or unreachable: the page works without telemetry.
begin().catch(() => undefined);
