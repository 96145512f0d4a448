import { hiddenNoticesKey } from '../shared/hiddenNotices.ts';

/** More than this were hidden long ago. */
const mostRemembered = 20;

/** A visitor who has hidden a notice does not see it again. Without script it is hidden on this page alone. */
export function rememberHiddenNotices(): void {
  for (const notice of document.querySelectorAll('.site-notice:not([open])')) remember(`#${notice.id}`);
  // The event does not bubble.
  document.addEventListener(
    'close',
    ({ target }) => {
      if (!(target instanceof Element) || !target.matches('.site-notice')) return;
      remember(`#${target.id}`);
      // The button that had the focus is gone. No other control gets it: the same press of a key would work it.
      target.closest<HTMLElement>('.site-notices')?.focus();
    },
    { capture: true },
  );
}

function remember(selector: string): void {
  try {
    const known = localStorage.getItem(hiddenNoticesKey)?.split(',') ?? [];
    const all = [...known.filter((one) => one !== selector), selector].slice(-mostRemembered);
    localStorage.setItem(hiddenNoticesKey, all.join(','));
  } catch {
    // Storage is blocked: it is hidden on this page alone.
  }
}
