import type { Clock } from '../process/clock.ts';

interface RefreshQueueOptions {
  readonly clock: Clock;
  /** Refreshes that may run side by side. */
  readonly concurrency: number;
  /** Least time between two starts. */
  readonly spacingMs: number;
}

/**
 * Runs background refreshes a few at a time, so that a service that has just recovered does not get all
 * stale keys at once.
 *
 * @returns `add`, which takes a job that must not reject, in the place of one that waits for the same key:
 * what that one refreshes may have been evicted since
 */
export function createRefreshQueue({ clock, concurrency, spacingMs }: RefreshQueueOptions) {
  const waiting = new Map<string, () => Promise<unknown>>();
  let running = 0;
  let nextStartAt = 0;
  let timerIsSet = false;

  const startNext = () => {
    const [next] = waiting;
    if (!next || running >= concurrency || timerIsSet) return;
    const waitMs = nextStartAt - clock.now();
    if (waitMs > 0) {
      timerIsSet = true;
      clock.after(waitMs, () => {
        timerIsSet = false;
        startNext();
      });
      return;
    }
    const [key, job] = next;
    waiting.delete(key);
    nextStartAt = clock.now() + spacingMs;
    running += 1;
    void job().finally(() => {
      running -= 1;
      startNext();
    });
    startNext();
  };

  return {
    add(key: string, job: () => Promise<unknown>) {
      waiting.set(key, job);
      startNext();
    },
  };
}
