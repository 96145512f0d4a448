import { whenIdle } from './idle.ts';
import { deliverReports } from './reportError.ts';

/** Begins telemetry when the page has loaded and is idle, if its source says that somebody listens. */
export function startTelemetry(): void {
  const meta = document.querySelector<HTMLMetaElement>('[name=telemetry]');
  if (!meta) return;
  whenIdle(() => {
    import('./telemetry/lateTelemetry.ts')
      .then(({ beginTelemetry }) => beginTelemetry(meta, whenIdle, deliverReports))
      // Blocked or unreachable: the page does without.
      .catch(() => {});
  });
}
