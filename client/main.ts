import { rememberCampaign } from '../shared/islands/cameFrom.ts';
import { isThemeKey, themeStorageKey } from '../shared/themes.ts';
import { followDocument } from './documentEnd.ts';
import { watchIslands } from './islandLoader.ts';
import { rememberHiddenNotices } from './notices.ts';

/** From this scroll position on, in CSS pixels, the header takes its scrolled look. */
const scrolledFrom = 50;

/**
 * A block that is still awaited when the document has ended will not come any more: its Loading text then
 * gives way to the notice, with a link to reload, that the server sent along with it.
 */
function revealLateNotices(): void {
  for (const pending of document.querySelectorAll('.pending')) {
    pending.querySelector('.pending-text')?.setAttribute('hidden', '');
    pending.querySelector('.pending-notice')?.removeAttribute('hidden');
  }
}

/** Marks the header while the page is scrolled; its look changes, never its size. */
function markScrolled(): void {
  let scrolled = false;
  const mark = () => {
    if (scrollY > scrolledFrom === scrolled) return;
    scrolled = !scrolled;
    document.querySelector('.site-header')?.toggleAttribute('data-scrolled', scrolled);
  };
  addEventListener('scroll', mark, { passive: true });
  // The position is asked for when a layout is due: before, the browser would lay out half a page for it.
  requestAnimationFrame(mark);
}

function applyTheme(theme: unknown): void {
  if (isThemeKey(theme)) document.documentElement.dataset.theme = theme;
}

/** Applies the theme that was chosen in another tab. */
function followOtherTabs(): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === themeStorageKey) applyTheme(newValue);
  });
}

/**
 * A page that comes back from the back/forward cache shows no menu that was left open, and the theme that was
 * chosen since.
 */
function refreshOnReturn(): void {
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    for (const open of document.querySelectorAll('.site-header details[open]')) open.removeAttribute('open');
    try {
      applyTheme(localStorage.getItem(themeStorageKey));
    } catch {
      // Storage is blocked: the theme of this page stays.
    }
  });
}

// The one entry of the browser side. It has no React: that is loaded with the first island.
followDocument(watchIslands, () => {
  revealLateNotices();
  // Only homes have one.
  if (document.querySelector('.gallery')) void import('./gallery.ts');
});
followOtherTabs();
rememberCampaign();
rememberHiddenNotices();
markScrolled();
refreshOnReturn();
