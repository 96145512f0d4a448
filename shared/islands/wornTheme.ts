import { defaultTheme, isThemeKey, type ThemeKey, themeStorageKey } from '../themes.ts';

/** How long the colors take to change after a choice; `themeSwitcher.css` says the same. */
const transitionMs = 300;

let ending: ReturnType<typeof setTimeout> | undefined;

/** The theme that the document wears. */
export function wornTheme(): ThemeKey {
  const { theme } = document.documentElement.dataset;
  return isThemeKey(theme) ? theme : defaultTheme;
}

/** Calls back whenever the document has put on another theme, whoever chose it. */
export function watchWornTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

/** Puts a theme on and keeps it for the next page; where storage is full or blocked it holds for this one. */
export function chooseTheme(theme: ThemeKey): void {
  const { classList, dataset } = document.documentElement;
  classList.add('theme-transition');
  clearTimeout(ending);
  ending = setTimeout(() => classList.remove('theme-transition'), transitionMs);
  dataset.theme = theme;
  try {
    localStorage.setItem(themeStorageKey, theme);
  } catch {}
}
