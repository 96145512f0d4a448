import type { TelemetrySettings } from './errorReporting.ts';

/**
 * Begins the telemetry of a page, the small parts before the large ones. Each part is a file of its own, and only
 * parts that a service receives are fetched. Never rejects.
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

// Blocked or unreachable: the page does without.
begin().catch(() => undefined);
