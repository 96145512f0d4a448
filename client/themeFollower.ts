import { isThemeKey, themeStorageKey } from '../shared/themes.ts';

/** Wears the theme that was chosen in another tab, and the one that was chosen while this page was frozen. */
export function followOtherTabs(): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === themeStorageKey && isThemeKey(newValue)) document.documentElement.dataset.theme = newValue;
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    try {
      const chosen = localStorage.getItem(themeStorageKey);
      if (isThemeKey(chosen)) document.documentElement.dataset.theme = chosen;
    } catch {
      // Storage is blocked: the theme of this page stays.
    }
  });
}
