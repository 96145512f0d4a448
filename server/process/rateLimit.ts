/**
 * A rate limit with fixed windows. The returned function takes the time of an event in milliseconds, counts it, and
 * returns whether it is one of the first `most` of its window.
 */
export function createRateLimit(most: number, windowMs: number): (now: number) => boolean {
  let current = 0;
  let count = 0;
  return (now) => {
    const window = Math.floor(now / windowMs);
    if (window !== current) count = 0;
    current = window;
    count += 1;
    return count <= most;
  };
}
