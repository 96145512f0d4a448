import { isThemeKey, themeStorageKey } from '../shared/themes.ts';

// The inline script of every page. It runs before the first paint and before any other file has arrived.

type Report = (error: unknown, context: Readonly<Record<string, string>>) => void;

declare global {
  interface Window {
    /** Takes an error that was found: queued until error reporting is there, the first 20. */
    noteError?: Report;
    /** Hands over the queued errors, and from now on each one at once. */
    sendErrors?: (report: Report) => void;
    /** The last button of each island that was pressed before the entry arrived. */
    earlyPresses?: WeakMap<Element, HTMLElement>;
  }
}

// Uncaught errors from the first byte on. Errors of other origins' scripts come without an error object and say
// nothing.
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

// A press before its island is hydrated is not lost: the entry repeats it. A theme does not wait for that, because
// the visitor may have left by then. Captured, because the entry stops such a press.
const earlyPresses = new WeakMap<Element, HTMLElement>();
window.earlyPresses = earlyPresses;
addEventListener(
  'click',
  ({ target }) => {
    const button =
      target instanceof Element
        ? target.closest<HTMLButtonElement>('[data-island]:not([data-hydrated]) button[type=button]')
        : null;
    const island = button?.closest('[data-island]');
    if (!button || !island) return;
    earlyPresses.set(island, button);
    if (!isThemeKey(button.value)) return;
    document.documentElement.dataset.theme = button.value;
    try {
      localStorage.setItem(themeStorageKey, button.value);
    } catch {}
  },
  { capture: true },
);

// When the page has loaded and is idle, telemetry begins, if the page names its script; it does so only where a
// service receives reports. A page that was rendered ahead (Speculation Rules) waits until it is opened.
addEventListener('load', () => {
  const file = document.querySelector<HTMLMetaElement>('[name=telemetry]')?.dataset.src;
  if (!file) return;
  const begin = () => {
    // Blocked or unreachable: the page does without.
    import(file).catch(() => {});
  };
  const whenIdle = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(begin);
    else setTimeout(begin, 200);
  };
  if ('prerendering' in document && document.prerendering) {
    document.addEventListener('prerenderingchange', whenIdle);
  } else whenIdle();
});

// A visitor never sees another theme than the chosen one. Storage may be blocked or hold anything: then the page
// has the default that the server wrote.
try {
  const chosen = localStorage.getItem(themeStorageKey);
  if (isThemeKey(chosen)) document.documentElement.dataset.theme = chosen;
} catch {}
