import { type ThemeKey, themeStorageKey } from '../themes.ts';

/** Duration of the color transition after a choice; the same as in `themeSwitcher.css`. */
const transitionMs = 300;

let ending: ReturnType<typeof setTimeout> | undefined;

/**
 * Saves a theme for the next page (if storage is full or blocked, it only applies to this one) and applies it right
 * after the next frame, which already shows a response to the choice. The frame that changes the theme takes longer,
 * because it recalculates the style of every element.
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
