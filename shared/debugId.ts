/**
 * The debug id of a built script, derived from its file name. The error reporting service uses it to find the
 * source map of a stack frame (docs.sentry.io/platforms/javascript/sourcemaps, debug ids). Its own tool would add a
 * statement with the id to every script; our file names contain a content hash, so that the id can be computed from
 * the name at no cost to visitors.
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

/** FNV-1a with a different offset basis for each part, and a final mix. */
function mix(text: string, seed: number): number {
  let hash = Math.imul(0x811c9dc5, seed * 2 + 1);
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
