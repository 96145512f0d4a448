import { closeWhenLeft } from './dismissal.ts';
import { isolate } from './isolate.ts';

/** From this width on, styles show the row instead of the drawer; the same as in `siteMenu.css`. */
const rowWidth = '(min-width: 73rem)';

/**
 * Enhances the drawer: while it is open, the page behind it is inert and the focus stays within. It closes on Escape,
 * on its close button, on a press outside (both are its native toggle), when the window becomes wide enough for the
 * row, which then takes the focus, and when the page is left. Styles keep the page behind it from scrolling.
 */
export function enhanceDrawer(drawer: HTMLDetailsElement, row: Element | null): void {
  let release: (() => void) | null = null;
  const follow = () => {
    if (drawer.open) release ??= isolate(drawer);
    else {
      release?.();
      release = null;
    }
  };
  drawer.addEventListener('toggle', follow);
  closeWhenLeft(drawer, drawer);
  drawer.addEventListener('keydown', (event) => {
    if (drawer.open && event.key === 'Tab') keepFocus(drawer, event);
  });
  // A link to a fragment of this page fires no `pagehide`, which would close the drawer.
  drawer.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (!link?.hash || link.pathname !== location.pathname) return;
    drawer.open = false;
    follow();
  });
  matchMedia(rowWidth).addEventListener('change', ({ matches }) => {
    if (!matches) return;
    // While it is open, the focus is nowhere else; styles may have hidden it already, which takes the focus from it.
    const hadFocus = drawer.open || drawer.contains(document.activeElement);
    drawer.open = false;
    // Now: the row is inert until then.
    follow();
    if (hadFocus) row?.querySelector('a')?.focus();
  });
  addEventListener('pagehide', () => {
    drawer.open = false;
    // The `toggle` event would fire only when the page is restored from the back/forward cache.
    follow();
  });
  // It may have been opened before.
  follow();
}

/** Keeps Tab cycling within the drawer. */
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
