const themeKeys = ['original', 'mountain', 'forest', 'sunset'] as const;

export type ThemeKey = (typeof themeKeys)[number];

const themeNames: Readonly<Record<ThemeKey, string>> = {
  original: 'Classic Oasis',
  mountain: 'Mountain Mist',
  forest: 'Forest Pine',
  sunset: 'Desert Sunset',
};

/** The themes with their display names. Marked pure, so that the bundle of the inline script can drop the names. */
export const themes = /* @__PURE__ */ themeKeys.map((key) => ({ key, name: themeNames[key] }));

export const defaultTheme: ThemeKey = 'forest';

/** The local storage key of the chosen theme. */
export const themeStorageKey = 'selectedTheme';

/** Whether a value (from storage, which may hold anything) is a valid theme key. */
export function isThemeKey(value: unknown): value is ThemeKey {
  return themeKeys.some((key) => key === value);
}
