import { isThemeKey, themeStorageKey } from '../shared/themes.ts';

/** Wears the theme that was chosen in another tab, and the one that was chosen while this page was frozen. */
export function followOtherTabs(): void {
  const wear = (theme: unknown) => {
    if (isThemeKey(theme)) document.documentElement.dataset.theme = theme;
  };
  addEventListener('storage', ({ key, newValue }) => {
    if (key === themeStorageKey) wear(newValue);
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    try {
      wear(localStorage.getItem(themeStorageKey));
    } catch {
      // Storage is blocked: the theme of this page stays.
    }
  });
}
