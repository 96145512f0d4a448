/** The four themes: the key under which a choice is kept, and the name that visitors read. */
export const themes = [
  { key: 'original', name: 'Classic Oasis' },
  { key: 'mountain', name: 'Mountain Mist' },
  { key: 'forest', name: 'Forest Pine' },
  { key: 'sunset', name: 'Desert Sunset' },
] as const;

export type ThemeKey = (typeof themes)[number]['key'];

export const defaultTheme: ThemeKey = 'forest';

/** The key of local storage under which the chosen theme is kept. */
export const themeStorageKey = 'selectedTheme';

/** Whether a value (from storage, which may hold anything) names a theme. */
export function isThemeKey(value: unknown): value is ThemeKey {
  return themes.some((theme) => theme.key === value);
}
