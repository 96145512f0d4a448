import './earlyErrors.ts';
import './startTelemetry.ts';
import { isThemeKey, themeStorageKey } from '../shared/themes.ts';

// Runs before the first paint, so that a visitor never sees another theme than the chosen one. Storage
// may be blocked or hold anything: then the page keeps the default that the server wrote.
try {
  const chosen = localStorage.getItem(themeStorageKey);
  if (isThemeKey(chosen)) document.documentElement.dataset.theme = chosen;
} catch {}
