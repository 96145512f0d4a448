/** The storage key of the notices that a visitor has hidden; the value is a list of id selectors with commas. */
export const hiddenNoticesKey = 'hiddenNotices';

/** Older entries are dropped: those notices were hidden long ago. */
const mostRemembered = 20;

/** Remembers hidden notices, so that they stay hidden. Without script a notice is hidden on the current page only. */
export function rememberHiddenNotices(): void {
  for (const notice of document.querySelectorAll('.site-notice:not([open])')) remember(`#${notice.id}`);
  // `close` does not bubble, so it is captured.
  document.addEventListener(
    'close',
    ({ target }) => {
      if (!(target instanceof Element) || !target.matches('.site-notice')) return;
      remember(`#${target.id}`);
      // The focused button is gone. Focus no other control, which the same key press would activate.
      target.closest<HTMLElement>('.site-notices')?.focus();
    },
    { capture: true },
  );
}

/**
 * Hides notices, without the event of `close`, which would move the focus. Throws for invalid selectors.
 *
 * @param selectors as they are stored; null: none
 */
export function hideNotices(selectors: string | null): void {
  for (const notice of document.querySelectorAll(`.site-notice:is(${selectors})`))
    notice.removeAttribute('open');
}

function remember(selector: string): void {
  try {
    const known = localStorage.getItem(hiddenNoticesKey)?.split(',') ?? [];
    const all = [...known.filter((one) => one !== selector), selector].slice(-mostRemembered);
    localStorage.setItem(hiddenNoticesKey, all.join(','));
  } catch {
    // Storage is blocked: the notice is hidden on this page only.
  }
}
