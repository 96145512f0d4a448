import { closeToSummary } from './dismissal.ts';

/** From this width on the styles show the row instead of the drawer; the same as in `siteMenu.css`. */
const rowWidth = '(min-width: 68rem)';

/**
 * Enhances the drawer: while it is open the page behind it is inert and the focus stays within; it closes on
 * Escape, on its close button, on a press beside it (both are its native toggle), when the window becomes wide
 * enough for the row, and when the page is left. The page that is behind it does not scroll: styles see to it.
 */
export function enhanceDrawer(drawer: HTMLDetailsElement, signal: AbortSignal): void {
  let release: (() => void) | null = null;
  const follow = () => {
    if (drawer.open) release ??= isolate(drawer);
    else {
      release?.();
      release = null;
    }
  };
  drawer.addEventListener('toggle', follow, { signal });
  drawer.addEventListener(
    'keydown',
    (event) => {
      if (!drawer.open) return;
      if (event.key === 'Escape') closeToSummary(drawer);
      else if (event.key === 'Tab') keepFocus(drawer, event);
    },
    { signal },
  );
  // A link within this page leaves no page that could close it.
  drawer.addEventListener(
    'click',
    ({ target }) => {
      const link = target instanceof Element ? target.closest('a') : null;
      if (!link?.hash || link.pathname !== location.pathname) return;
      drawer.open = false;
      follow();
    },
    { signal },
  );
  matchMedia(rowWidth).addEventListener(
    'change',
    ({ matches }) => {
      if (matches) drawer.open = false;
    },
    { signal },
  );
  addEventListener(
    'pagehide',
    () => {
      drawer.open = false;
      // The event of its closing would come only when the page comes back.
      follow();
    },
    { signal },
  );
  signal.addEventListener('abort', () => release?.());
  // It may have been opened before anybody listened.
  follow();
}

/** Makes everything but an element and what it stands in inert; returns what undoes it. */
function isolate(element: Element): () => void {
  const made: HTMLElement[] = [];
  for (let node = element; node !== document.body && node.parentElement; node = node.parentElement) {
    for (const sibling of node.parentElement.children) {
      if (sibling === node || !(sibling instanceof HTMLElement) || sibling.inert) continue;
      sibling.inert = true;
      made.push(sibling);
    }
  }
  return () => {
    for (const sibling of made) sibling.inert = false;
  };
}

/** The Tab key cycles within the drawer. */
function keepFocus(drawer: HTMLElement, event: KeyboardEvent): void {
  const stops = [...drawer.querySelectorAll<HTMLElement>('a[href], summary, button')].filter(
    (stop) => !stop.closest('details:not([open]) > :not(summary)'),
  );
  const [first] = stops;
  const last = stops.at(-1);
  const leaving = event.shiftKey ? first : last;
  if (document.activeElement !== leaving && drawer.contains(document.activeElement)) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}
