/** More keys in one window are no visitors. */
const mostKeys = 10_000;

/**
 * Counts what happens in each window of a clock. The returned function takes the moment of one more, in milliseconds,
 * and says whether it is one of the first `most` of its window and its key.
 */
export function createRateLimit(most: number, windowMs: number): (now: number, key?: string) => boolean {
  let current = 0;
  const counts = new Map<string, number>();
  return (now, key = '') => {
    const window = Math.floor(now / windowMs);
    if (window !== current) counts.clear();
    current = window;
    const count = (counts.get(key) ?? 0) + 1;
    if (counts.size < mostKeys || count > 1) counts.set(key, count);
    return count <= most;
  };
}
