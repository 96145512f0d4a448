/** A clock that tests can move, for whatever ages or waits. */
export interface Clock {
  /** Milliseconds on a monotonic clock: for ages and pauses. */
  now(): number;
  /** Milliseconds since 1970: for dates in content. */
  date(): number;
  /**
   * Runs `action` once after `ms`. The timer does not hold the process open. Returns a function that cancels it.
   */
  after(ms: number, action: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  date: () => Date.now(),
  after(ms, action) {
    const timer = setTimeout(action, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
