/**
 * The debug id of a built script, by its file name. The error reporting service finds the source map of a
 * stack frame through it (docs.sentry.io/platforms/javascript/sourcemaps, debug ids). Its own tool would put a
 * statement with the id into every script; our names hold a hash of their content, so that the id can follow
 * from the name, where it is needed and at no cost to visitors.
 */
export function debugIdOf(fileName: string): string {
  const hex = [1, 2, 3, 4].map((seed) => mix(fileName, seed).toString(16).padStart(8, '0')).join('');
  // Version and variant of RFC 9562, so that it is a valid UUID.
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-');
}

/** FNV-1a, begun with another number for each part, and mixed once more at the end. */
function mix(text: string, seed: number): number {
  let hash = Math.imul(0x811c9dc5, seed * 2 + 1);
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
