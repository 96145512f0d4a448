import type { Clock } from '../process/clock.ts';
import { type CallFailure, NetworkError, ResponseError } from './callErrors.ts';

/** Retries per call in the long run, so that retries never become the load that prolongs an outage. */
const retriesPerCall = 0.1;
const mostSavedRetries = 10;
const longestPauseMs = 60_000;
const defaultPauseMs = 5_000;

/** A budget of retries: every call earns a tenth of one, the first is given in advance. */
export function createRetryBudget() {
  let tokens = 1;
  return {
    /** Counts one call. */
    earn() {
      tokens = Math.min(mostSavedRetries, tokens + retriesPerCall);
    },
    /** Takes one retry out of the budget; false when it is empty. */
    spend(): boolean {
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
  };
}

/** A lost connection, or a 5xx without an instruction to wait: sending the call once more may help. */
export function isTransient(error: unknown): boolean {
  if (error instanceof NetworkError) return error.isRetryable;
  return error instanceof ResponseError && Number(error.status) >= 500 && error.retryAfter === undefined;
}

/**
 * The pause that a failed response demands: `Retry-After` of a 429 or 503 as seconds or as an HTTP date (RFC 9110,
 * 10.2.3), at most 60 s. A 429 without one, and a value that cannot be read, count as 5 s; a 503 without one
 * demands none.
 *
 * @returns milliseconds, or null for no pause
 */
export function readRetryAfter(error: CallFailure, clock: Clock): number | null {
  if (!(error instanceof ResponseError) || (error.status !== 429 && error.status !== 503)) return null;
  const value = error.retryAfter?.trim();
  if (value === undefined) return error.status === 429 ? defaultPauseMs : null;
  const pauseMs = /^\d+$/.test(value) ? Number(value) * 1_000 : untilDate(value, clock);
  return pauseMs === null ? defaultPauseMs : Math.min(pauseMs, longestPauseMs);
}

function untilDate(value: string, clock: Clock): number | null {
  // An HTTP date begins with a weekday; Date.parse alone would take almost anything for a date.
  const date = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - clock.date());
}
