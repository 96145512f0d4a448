/** Time as the content layer reads it, so that tests can move it. */
export interface Clock {
  /** Milliseconds on a clock that is never set back: ages and pauses. */
  now(): number;
  /** Milliseconds since 1970: the dates that content names. */
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
