import { keptFacesKey } from './lateFonts.ts';

/** The addresses of the two faces; the build writes them here. */
declare const fontAddresses: readonly string[];

/** A page whose beginning takes longer than this came over a line that its fonts would share with its pictures. */
const soonMs = 500;

// Part of the inline script: an optional face that is not there at the first paint is not used on that page, and
// the CSS alone asks for it too late. Browsers hold back the first paint for a preloaded face, a tenth of a second
// at most: little where it is there by then. Over a slow line it is not, unless this browser has it from an earlier
// page: such a page is set in families of the system, because a slow phone would look for each face and all that may
// stand in for it before its first word. It says which faces to fetch for the pages after it.
const faces = String(fontAddresses);
let kept: string | null = null;
try {
  kept = localStorage.getItem(keptFacesKey);
} catch {}
if (kept === faces || performance.now() < soonMs) {
  for (const address of fontAddresses) {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'preload', as: 'font', crossOrigin: '', href: address });
    document.head.append(link);
  }
} else document.documentElement.dataset.faces = faces;
