import { type Clock, systemClock } from './clock.ts';

interface WithinOptions {
  readonly clock?: Clock;
  /** Ends the wait early, as if the time were over. */
  readonly signal?: AbortSignal;
}

/**
 * The value of `awaited`, or `late` when `ms` milliseconds are over first. Rejects where `awaited` does so in time.
 * What is awaited goes on in any case; what it rejects with afterwards is dropped. A process that was busy for longer
 * first reads what has arrived meanwhile.
 */
export async function within<T, L>(
  ms: number,
  awaited: Promise<T>,
  late: L,
  { clock = systemClock, signal }: WithinOptions = {},
): Promise<T | L> {
  const { promise: over, resolve } = Promise.withResolvers<L>();
  const end = () => resolve(late);
  const cancel = clock.after(ms, () => setImmediate(end));
  signal?.addEventListener('abort', end, { once: true });
  try {
    return await Promise.race([awaited, over]);
  } finally {
    cancel();
    signal?.removeEventListener('abort', end);
  }
}
