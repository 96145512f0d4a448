const longestPauseMs = 60_000;
const defaultPauseMs = 5_000;

/**
 * The pause that a failed response demands: `Retry-After` of a 429 or 503 as seconds or as an HTTP date (RFC 9110,
 * 10.2.3), at most 60 s. A 429 without one, and a value that cannot be read, count as 5 s; a 503 without one
 * demands none.
 *
 * @param now milliseconds since 1970
 * @returns milliseconds, or null for no pause
 */
export function readRetryAfter(status: number, header: string | undefined, now: number): number | null {
  if (status !== 429 && status !== 503) return null;
  const value = header?.trim();
  if (value === undefined) return status === 429 ? defaultPauseMs : null;
  const pauseMs = /^\d+$/.test(value) ? Number(value) * 1_000 : untilDate(value, now);
  return pauseMs === null ? defaultPauseMs : Math.min(pauseMs, longestPauseMs);
}

function untilDate(value: string, now: number): number | null {
  // An HTTP date begins with a weekday; Date.parse alone would take almost anything for a date.
  const date = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
