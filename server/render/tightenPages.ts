import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import type { ReportError } from '../process/errors.ts';
import type { PageCache } from './pageCache.ts';

/** Above this share of the time, the event loop has visitors to serve. */
const busy = 0.5;

/**
 * Compresses cached pages with the best level: one at a time, the last requested one first, while the process has little
 * else to do.
 *
 * @param restMs how long it rests between two pages. A page takes some 100 ms of another thread.
 * @returns ends it
 */
export function tightenPages(pages: PageCache, reportError: ReportError, restMs = 1_000): () => void {
  const ending = new AbortController();
  const run = async () => {
    for (;;) {
      const before = performance.eventLoopUtilization();
      await setTimeout(restMs, undefined, { ref: false, signal: ending.signal });
      const { utilization } = performance.eventLoopUtilization(before);
      if (utilization < busy) await pages.latestLoose()?.tighten();
    }
  };
  run().catch((error) => {
    if (!ending.signal.aborted) reportError(error);
  });
  return () => ending.abort();
}
