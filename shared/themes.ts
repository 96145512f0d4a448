const themeKeys = ['original', 'mountain', 'forest', 'sunset'] as const;

/** The key under which a choice is saved. */
export type ThemeKey = (typeof themeKeys)[number];

const themeNames: Readonly<Record<ThemeKey, string>> = {
  original: 'Classic Oasis',
  mountain: 'Mountain Mist',
  forest: 'Forest Pine',
  sunset: 'Desert Sunset',
};

/** The four themes, with the names that visitors read. Pure, so that the inline script goes without the names. */
export const themes = /* @__PURE__ */ themeKeys.map((key) => ({ key, name: themeNames[key] }));

export const defaultTheme: ThemeKey = 'forest';

/** The key of local storage under which the chosen theme is saved. */
export const themeStorageKey = 'selectedTheme';

/** Whether a value (from storage, which may hold anything) names a theme. */
export function isThemeKey(value: unknown): value is ThemeKey {
  return themeKeys.some((key) => key === value);
}
