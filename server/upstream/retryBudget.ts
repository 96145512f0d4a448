/** Retries per call in the long run, so that retries never become the load that keeps a service down. */
const share = 0.1;
/** Retries that may be saved up. */
const most = 10;

/** A budget of retries: every call earns a tenth of one, the first is given in advance. */
export function createRetryBudget() {
  let tokens = 1;
  return {
    /** Counts one call. */
    earn() {
      tokens = Math.min(most, tokens + share);
    },
    /** Takes one retry out of the budget; false when it is empty. */
    spend(): boolean {
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
  };
}
