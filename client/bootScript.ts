import { keyField } from '../shared/enquiryFields.ts';
import { isThemeKey, themeStorageKey } from '../shared/themes.ts';
import { whenIdle } from './hydration/idle.ts';

// The inline script of every page. It runs before the first paint and before any other file has loaded.

type Report = (error: unknown, context: Readonly<Record<string, string>>) => void;

declare global {
  interface Window {
    /** Reports an error; queues the first 20 until error reporting has started. */
    noteError?: Report;
    /** Passes the queued errors to `report`, and every later one directly. */
    sendErrors?: (report: Report) => void;
  }
  interface Element {
    /** Of an island: the last button clicked in it before it was hydrated. */
    earlyClick?: HTMLElement | undefined;
  }
}

// A contact form gets its key when it is first sent, by whatever script: a visitor on a slow network may press the
// button before the form's script has arrived, and once more with it. Nobody can guess the key; unlike `randomUUID`,
// this makes one also in an insecure context.
addEventListener(
  'submit',
  () => {
    const key = document.querySelector<HTMLInputElement>(`[name=${keyField}]`);
    if (key && !key.value) key.value = crypto.getRandomValues(new Uint32Array(4)).join('-');
  },
  true,
);

// Records uncaught errors from the start. Errors of cross-origin scripts have no error object and carry no
// information.
const queued: Parameters<Report>[] = [];
window.noteError = (...one) => {
  if (queued.length < 20) queued.push(one);
};
window.sendErrors = (report) => {
  window.noteError = report;
  for (const one of queued) report(...one);
};
addEventListener('error', ({ error }) => {
  if (error) window.noteError?.(error, { kind: 'uncaught' });
});
addEventListener('unhandledrejection', ({ reason }) => {
  window.noteError?.(reason, { kind: 'rejection' });
});

// Before hydration an island's buttons do nothing: the last click on one starts hydration, as `earlyclick`, and is
// replayed after it. Links, disclosures and forms work by themselves. A chosen theme is applied at once, because the
// visitor may have left before that. Stopped here, because React may get the click as well while it hydrates.
addEventListener(
  'click',
  (event) => {
    const { target } = event;
    const button =
      target instanceof Element
        ? target.closest<HTMLButtonElement>('[data-island]:not([data-hydrated]) button[type=button]')
        : null;
    const island = button?.closest('[data-island]');
    if (!button || !island) return;
    event.stopPropagation();
    island.earlyClick = button;
    island.dispatchEvent(new Event('earlyclick'));
    if (!isThemeKey(button.value)) return;
    document.documentElement.dataset.theme = button.value;
    try {
      localStorage.setItem(themeStorageKey, button.value);
    } catch {}
  },
  true,
);

// Starts telemetry when the page has loaded and is idle. The page names the script only if a service receives
// reports. A prerendered page (Speculation Rules) waits until it is activated.
const startTelemetry = () => {
  const file = document.querySelector<HTMLMetaElement>('[name=telemetry]')?.dataset.src;
  // Blocked or unreachable: the page works without telemetry.
  if (file) import(file).catch(() => {});
};
const startWhenIdle = () => whenIdle(startTelemetry);
if (document.prerendering) document.addEventListener('prerenderingchange', startWhenIdle);
else startWhenIdle();

// Applies the chosen theme before the first paint. If storage is blocked or holds anything else, the page keeps the
// default that the server rendered.
try {
  const chosen = localStorage.getItem(themeStorageKey);
  if (isThemeKey(chosen)) document.documentElement.dataset.theme = chosen;
} catch {}
