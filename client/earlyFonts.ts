/** The addresses of the two faces; the build writes them here. */
declare const fontAddresses: readonly string[];

/** A page whose beginning takes longer than this came over a line that its fonts would share with its pictures. */
const soonMs = 500;

// Part of the inline script: an optional face that is not there at the first paint is not used on that page, and
// the CSS alone asks for it too late. Browsers hold back the first paint for a preloaded face, a tenth of a second
// at most: little on a quick line, where it is there by then, and lost on a slow one, where it is not.
if (performance.now() < soonMs) {
  for (const address of fontAddresses) {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'preload', as: 'font', crossOrigin: '', href: address });
    document.head.append(link);
  }
}

export {};
