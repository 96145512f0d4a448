import type { Logger } from 'pino';
import { type Clock, systemClock } from '../process/clock.ts';
import type { ReportError } from '../process/errors.ts';
import type { Content } from './content.ts';
import { type SnapshotOrigin, writeSnapshot } from './contentSnapshot.ts';
import { createPreloader } from './preloader.ts';

export interface SnapshotWriter {
  /** Loads all content in the background from now on, and writes what is new. */
  start(): void;
  /** Ends that, and writes a last time. Never rejects. */
  close(): Promise<void>;
}

interface SnapshotWriterOptions {
  readonly path: string;
  readonly origin: SnapshotOrigin;
  readonly content: Pick<Content, 'detailsAhead' | 'onChange' | 'forSnapshot'>;
  readonly log: Pick<Logger, 'debug' | 'info' | 'warn'>;
  readonly reportError: ReportError;
  readonly clock?: Clock;
}

/** Content arrives key by key; keys that arrive within this time are written together. */
const batchMs = 1_000;
const leastIntervalMs = 60_000;
/**
 * How much older than the content itself the times in the file may be: unchanged content is confirmed again and
 * again, without a new file each time.
 */
const longestIntervalMs = 3_600_000;

/** Writes the content snapshot to disk when content has changed, at most once a minute. */
export function createSnapshotWriter(options: SnapshotWriterOptions): SnapshotWriter {
  const { path, origin, content, log, reportError, clock = systemClock } = options;
  const preloader = createPreloader({ content, log, reportError, clock });
  let writing: Promise<void> = Promise.resolve();
  let nextAllowedAt = Number.NEGATIVE_INFINITY;
  let isPlanned = false;
  let hasFailed = false;
  let cancel = () => {};
  let stopListening = () => {};

  const write = async () => {
    const entries = content.forSnapshot();
    // A process that never had content must not delete the snapshot of another one.
    if (entries.length === 0) return;
    try {
      await writeSnapshot(path, origin, entries);
      hasFailed = false;
      log.debug({ path, entries: entries.length }, 'The content snapshot was written.');
    } catch (error) {
      if (!hasFailed) log.warn({ path, err: error }, 'The content snapshot cannot be written.');
      hasFailed = true;
    }
  };

  const writeNow = () => {
    isPlanned = false;
    nextAllowedAt = clock.now() + leastIntervalMs;
    writing = writing.then(write);
    plan(longestIntervalMs);
    return writing;
  };
  const plan = (waitMs: number) => {
    cancel();
    cancel = clock.after(waitMs, () => void writeNow());
  };

  return {
    start() {
      stopListening = content.onChange(() => {
        if (isPlanned) return;
        isPlanned = true;
        plan(Math.max(batchMs, nextAllowedAt - clock.now()));
      });
      isPlanned = true;
      plan(batchMs);
      preloader.start();
    },
    async close() {
      stopListening();
      preloader.close();
      cancel();
      await writeNow();
      cancel();
    },
  };
}
