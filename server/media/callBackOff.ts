import type { Clock } from '../process/clock.ts';

const firstPauseMs = 1_000;
const longestPauseMs = 30_000;

/** Decides whether a picture may be requested while the content service fails. */
export interface CallBackOff {
  /** Whether a call may be sent now. Each one that is ends with one of the functions below. */
  admits(): boolean;
  succeeded(): void;
  /** The service failed; `pauseMs`: it wants no call for so long. */
  failed(file: string, pauseMs: number | null): void;
}

/**
 * Holds calls back after failures, for 1, 2, 4 … 30 s (± 25 %, so that replicas do not call in step); then one call is
 * let through alone, and its result decides. One file that fails says nothing of the service, so it takes two of them
 * with no success between.
 */
export function createCallBackOff(clock: Clock, random: () => number): CallBackOff {
  let failedFile: string | null = null;
  let pauses = 0;
  let pausedUntil = 0;
  let isProbing = false;

  return {
    admits() {
      if (isProbing || clock.now() < pausedUntil) return false;
      isProbing = pauses > 0;
      return true;
    },
    succeeded() {
      failedFile = null;
      pauses = 0;
      isProbing = false;
    },
    failed(file, pauseMs) {
      const isOther = failedFile !== null && failedFile !== file;
      failedFile = file;
      isProbing = false;
      // A call that began before the pause and fails during it says nothing new.
      if (clock.now() < pausedUntil) return;
      if (pauses > 0 || isOther) {
        const ownPauseMs = Math.min(firstPauseMs * 2 ** pauses, longestPauseMs) * (0.75 + random() / 2);
        pauses += 1;
        pausedUntil = clock.now() + ownPauseMs;
      }
      pausedUntil = Math.max(pausedUntil, clock.now() + (pauseMs ?? 0));
    },
  };
}
