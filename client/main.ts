import { rememberCampaign } from '../shared/islands/cameFrom.ts';
import { isThemeKey, themeStorageKey } from '../shared/themes.ts';
import { followDocument } from './documentEnd.ts';
import { watchIslands } from './islandLoader.ts';
import { hiddenNoticesKey, hideNotices, rememberHiddenNotices } from './notices.ts';

/** Scroll position in CSS pixels beyond which the header has its scrolled style. */
const scrolledFrom = 50;

/**
 * A block that is still pending when the document has ended will not arrive: replaces its loading text with the
 * notice, with a link to reload, that the server sent along with it.
 */
function revealLateNotices(): void {
  for (const pending of document.querySelectorAll('.pending')) {
    pending.querySelector('.pending-text')?.setAttribute('hidden', '');
    pending.querySelector('.pending-notice')?.removeAttribute('hidden');
  }
}

/** Marks the header while the page is scrolled; the mark changes its style, never its size. */
function markScrolled(): void {
  let scrolled = false;
  const mark = () => {
    if (scrollY > scrolledFrom === scrolled) return;
    scrolled = !scrolled;
    document.querySelector('.site-header')?.toggleAttribute('data-scrolled', scrolled);
  };
  addEventListener('scroll', mark, { passive: true });
  // Read the position in the next frame: reading it now would force a layout of a half-loaded page.
  requestAnimationFrame(mark);
}

/**
 * Keeps the targets of links and of the focus below the header also where a visitor's spacing or a long menu gives it
 * more rows than styles assume. Otherwise it sets nothing, which would compute the style of every element anew.
 */
function clearHeader(): void {
  const header = document.querySelector<HTMLElement>('.site-header');
  if (!header) return;
  const { documentElement } = document;
  let kept: number | undefined;
  new ResizeObserver(() => {
    kept ??= Number.parseFloat(getComputedStyle(documentElement).scrollPaddingTop);
    // The offset is negative: the part that scrolls away.
    const shown = header.offsetHeight + Number.parseFloat(getComputedStyle(header).top);
    documentElement.style.setProperty('--headerShown', shown > kept ? `${shown}px` : '');
  }).observe(header);
}

function applyTheme(theme: unknown): void {
  if (isThemeKey(theme)) document.documentElement.dataset.theme = theme;
}

/** Presses the document's theme in all lists of themes: the server, which does not know it, presses the default. */
function pressTheme(): void {
  const { theme } = document.documentElement.dataset;
  for (const option of document.querySelectorAll<HTMLButtonElement>('.theme-option'))
    option.setAttribute('aria-pressed', String(option.value === theme));
}

/** Applies the theme and hides the notices that were chosen and hidden in another tab, or since this page was left. */
function applyStored(): void {
  try {
    applyTheme(localStorage.getItem(themeStorageKey));
    hideNotices(localStorage.getItem(hiddenNoticesKey));
  } catch {
    // Storage is blocked, or holds anything invalid: the page stays as it is.
  }
}

/** When the page is restored from the back/forward cache, closes menus and dialogs that were left open. */
function refreshOnReturn(): void {
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    for (const open of document.querySelectorAll('.site-header details[open]')) open.removeAttribute('open');
    for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog:modal')) dialog.close();
    applyStored();
  });
}

// The browser's entry script. It does not contain React, which is loaded with the first island.
followDocument(watchIslands, () => {
  revealLateNotices();
  pressTheme();
  clearHeader();
  // Only pages of homes have a gallery, and only browsers with popovers enlarge it.
  if ('popover' in HTMLElement.prototype && document.querySelector('.gallery')) void import('./gallery.ts');
});
new MutationObserver(pressTheme).observe(document.documentElement, { attributeFilter: ['data-theme'] });
addEventListener('storage', applyStored);
rememberCampaign();
rememberHiddenNotices();
markScrolled();
refreshOnReturn();
