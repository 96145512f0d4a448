const file = /^\/(?:assets|media|static|images)\/|\.\w{2,5}$/;
/** Only files of the content service have such addresses. */
const deadFile = /^\/assets\/(?![\da-f]{8}-[\da-f-]{27}(?:[./]|$))/i;

/**
 * The path, with its query, that a link has if it leads to a page of this site; none if it leads to a file, elsewhere or
 * to a place on its own page.
 */
export function pagePaths(href: string, origin: string): readonly string[] {
  const url = href.startsWith('#') ? null : URL.parse(href, origin);
  const isPage = url?.origin === origin && !(file.test(url.pathname) && !deadFile.test(url.pathname));
  return isPage ? [url.pathname + url.search] : [];
}
