import { readSettings } from './settings.ts';

/**
 * Begins what a page tells of itself, the small parts before the large ones, once it is seen: a page that was
 * rendered ahead (Speculation Rules) and is never opened tells nobody anything. Each part is a file of its
 * own, and only those are fetched that somebody listens to. Never rejects.
 */
async function begin(): Promise<void> {
  const meta = document.querySelector<HTMLMetaElement>('[name=telemetry]');
  const settings = meta && readSettings(meta.content);
  if (!settings) return;
  await activation();
  const { route = 'unknown' } = meta.dataset;
  if (settings.vitals) (await import('./vitals.ts')).reportVitals(route);
  if (settings.dsn === null) return;
  const { startErrorReporting } = await import('./errorReporting.ts');
  await startErrorReporting({ ...settings, dsn: settings.dsn }, route);
}

/** Resolves when somebody looks at the page. */
function activation(): Promise<unknown> {
  if (!('prerendering' in document && document.prerendering)) return Promise.resolve();
  return new Promise((resolve) => {
    document.addEventListener('prerenderingchange', resolve, { once: true });
  });
}

// Blocked or unreachable: the page does without.
begin().catch(() => undefined);
