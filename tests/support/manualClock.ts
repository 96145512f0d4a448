import type { Clock } from '../../server/process/clock.ts';

export interface ManualClock extends Clock {
  /** Moves both clocks forward and runs the timers that fall due, in order, with everything that they trigger. */
  advance(ms: number): Promise<void>;
  /** Moves both clocks forward at once, like a machine that slept: each timer that fell due meanwhile runs once. */
  jump(ms: number): Promise<void>;
  /** Timers that are set and not yet due. */
  pending(): number;
}

/** A clock that stands still until it is moved. `start` is its date. */
export function createManualClock(start = '2026-01-15T12:00:00Z'): ManualClock {
  // Not zero, which lru-cache takes for an unset time.
  let now = 1;
  const dateAtZero = Date.parse(start) - now;
  const timers = new Map<number, { readonly at: number; readonly action: () => void }>();
  let lastTimer = 0;

  const nextUntil = (end: number) =>
    [...timers].filter(([, timer]) => timer.at <= end).sort(([, a], [, b]) => a.at - b.at)[0];

  return {
    now: () => now,
    date: () => dateAtZero + now,
    after(ms, action) {
      lastTimer += 1;
      const id = lastTimer;
      timers.set(id, { at: now + ms, action });
      return () => timers.delete(id);
    },
    async advance(ms) {
      const end = now + ms;
      for (let next = nextUntil(end); next; next = nextUntil(end)) {
        const [id, timer] = next;
        timers.delete(id);
        now = Math.max(now, timer.at);
        timer.action();
        await settle();
      }
      now = end;
      await settle();
    },
    async jump(ms) {
      now += ms;
      for (const [id, timer] of [...timers].filter(([, { at }]) => at <= now)) {
        timers.delete(id);
        timer.action();
      }
      await settle();
    },
    pending: () => timers.size,
  };
}

/** Lets everything run that does not wait for I/O. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
