import { defaultTheme, isThemeKey, type ThemeKey, themeStorageKey } from '../themes.ts';

/** How long the colors take to change after a choice; `themeSwitcher.css` says the same. */
const transitionMs = 300;

let ending: ReturnType<typeof setTimeout> | undefined;

/** The theme of the document. */
export function currentTheme(): ThemeKey {
  const { theme } = document.documentElement.dataset;
  return isThemeKey(theme) ? theme : defaultTheme;
}

/** Calls back whenever the theme of the document has changed. */
export function watchTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

/**
 * Saves a theme for the next page (where storage is full or blocked it holds for this one) and applies it right
 * after the next frame, which shows that the choice was taken. The frame of the new theme takes longer, because
 * every element is styled anew.
 */
export function chooseTheme(theme: ThemeKey): void {
  try {
    localStorage.setItem(themeStorageKey, theme);
  } catch {}
  requestAnimationFrame(() => setTimeout(() => applyTheme(theme)));
}

function applyTheme(theme: ThemeKey): void {
  const { classList, dataset } = document.documentElement;
  classList.add('theme-transition');
  clearTimeout(ending);
  ending = setTimeout(() => classList.remove('theme-transition'), transitionMs);
  dataset.theme = theme;
}
