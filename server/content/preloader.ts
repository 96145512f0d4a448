import type { Logger } from 'pino';
import type { Clock } from '../process/clock.ts';
import type { ReportError } from '../process/errors.ts';
import { allDetails } from './collections/collections.ts';
import type { Content } from './content.ts';

interface Preloader {
  start(): void;
  close(): void;
}

interface PreloaderOptions {
  readonly content: Pick<Content, 'detailsAhead' | 'onChange'>;
  readonly log: Pick<Logger, 'debug'>;
  readonly reportError: ReportError;
  readonly clock: Clock;
}

/** Pause between two details, so that visitors come first. */
const pauseMs = 25;
/** No more than the store holds: a longer list would evict what was loaded first. */
const mostDetails = 500;
const firstRetryMs = 5_000;
const longestRetryMs = 60_000;
/** Read again before the sweep of the store drops them as unused. */
const repeatMs = 6 * 3_600_000;

const keysOfLists: ReadonlySet<string> = new Set(allDetails.map(({ ids }) => ids.list.key));

/**
 * Loads in the background, one at a time, everything that has a page of its own, so that pages survive an outage of
 * the content service also if they were never requested before. A failed load is repeated, and a new entry of a
 * list is loaded when it appears.
 */
export function createPreloader({ content, log, reportError, clock }: PreloaderOptions): Preloader {
  const loaded = new Set<string>();
  let isRunning = false;
  let isWanted = false;
  let isClosed = false;
  let hasThrown = false;
  let retryMs = firstRetryMs;
  let cancel = () => {};
  let stopListening = () => {};

  const wait = (ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve));

  const loadAll = async (): Promise<boolean> => {
    const wanted = await content.detailsAhead();
    for (const { key, read } of wanted?.slice(0, mostDetails) ?? []) {
      if (isClosed) return true;
      if (loaded.has(key)) continue;
      if (!(await read())) return false;
      loaded.add(key);
      await wait(pauseMs);
    }
    return wanted !== null;
  };

  /** Whether everything is loaded. An error is reported once, until loading succeeds again. */
  const tryToLoadAll = async (): Promise<boolean> => {
    try {
      const isComplete = await loadAll();
      hasThrown = false;
      return isComplete;
    } catch (error) {
      if (!hasThrown) reportError(error, { kind: 'preload' });
      hasThrown = true;
      return false;
    }
  };

  const run = async () => {
    isWanted = true;
    if (isRunning) return;
    isRunning = true;
    let isComplete = true;
    while (isWanted && !isClosed) {
      isWanted = false;
      isComplete = await tryToLoadAll();
    }
    isRunning = false;
    if (isClosed) return;
    log.debug({ loaded: loaded.size, isComplete }, 'Content was loaded ahead.');
    cancel();
    cancel = clock.after(isComplete ? repeatMs : retryMs, () => {
      if (isComplete) loaded.clear();
      void run();
    });
    retryMs = isComplete ? firstRetryMs : Math.min(retryMs * 2, longestRetryMs);
  };

  return {
    start() {
      stopListening = content.onChange((key) => {
        if (keysOfLists.has(key)) void run();
      });
      void run();
    },
    close() {
      isClosed = true;
      stopListening();
      cancel();
    },
  };
}
