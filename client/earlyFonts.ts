/** The addresses of the two faces; the build writes them here. */
declare const fontAddresses: readonly string[];

/** A page whose beginning takes longer than this came over a line that its fonts would share with its pictures. */
const soonMs = 500;

const fetchFaces = (rel: 'preload' | 'prefetch') => {
  for (const address of fontAddresses) {
    const link = document.createElement('link');
    Object.assign(link, { rel, as: 'font', crossOrigin: '', href: address });
    document.head.append(link);
  }
};

// Part of the inline script: an optional face that is not there at the first paint is not used on that page, and
// the CSS alone asks for it too late. Browsers hold back the first paint for a preloaded face, a tenth of a second
// at most: little on a quick line, where it is there by then. On a slow one it is not, so whoever comes from
// elsewhere gets a page in the stand-ins: a slow phone would ask for twice as many families before its first paint.
// The faces are fetched after everything else, and the next page has them.
if (performance.now() < soonMs) fetchFaces('preload');
else if (!document.referrer.startsWith(location.origin)) {
  document.documentElement.dataset.faces = 'later';
  addEventListener('load', () => fetchFaces('prefetch'));
}

export {};
