/** A rate limit with fixed windows: the returned function counts an event, and returns whether it is within the limit. */
export function createRateLimit(mostPerMinute: number): () => boolean {
  let current = 0;
  let count = 0;
  return () => {
    const minute = Math.floor(Date.now() / 60_000);
    if (minute !== current) count = 0;
    current = minute;
    count += 1;
    return count <= mostPerMinute;
  };
}
