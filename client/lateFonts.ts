import { savesData, whenIdle } from './hydration/idle.ts';

/** Where a browser notes which faces it has fetched. */
export const keptFacesKey = 'keptFaces';

/**
 * Fetches the faces that this page does without (`earlyFonts.ts`) into the browser's cache, when the page has
 * everything else. They join no document, so nothing on this page changes; the next page has them.
 */
export function fetchLateFaces(): void {
  const faces = document.documentElement.dataset.faces;
  if (!faces || savesData()) return;
  whenIdle(async () => {
    try {
      for (const address of faces.split(',')) await new FontFace('a', `url(${address})`).load();
      localStorage.setItem(keptFacesKey, faces);
    } catch {
      // Offline, not to be had, or without storage: the next page tries again.
    }
  });
}
