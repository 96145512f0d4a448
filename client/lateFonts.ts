import { savesData, whenIdle } from './idle.ts';

/** Where a browser notes which faces it has fetched. */
export const keptFacesKey = 'keptFaces';

/**
 * Fetches the faces that this page does without (`earlyFonts.ts`) into the browser's cache, when the page has
 * everything else. Nothing on it changes; the next page has them.
 */
export function fetchLateFaces(): void {
  const { faces } = document.documentElement.dataset;
  if (!faces || savesData()) return;
  whenIdle(async () => {
    try {
      for (const address of faces.split(',')) await (await fetch(address)).blob();
      localStorage.setItem(keptFacesKey, faces);
    } catch {
      // Offline, or without storage: the next page tries again.
    }
  });
}
