/**
 * Resolves with the value of `awaited`, or with `late` if `ms` milliseconds pass first. Rejects if `awaited` does so in
 * time. `awaited` goes on in any case; a later rejection is dropped. If the event loop was blocked for longer than
 * `ms`, what has arrived meanwhile is read first.
 */
export async function within<T, L>(ms: number, awaited: Promise<T>, late: L): Promise<T | L> {
  const { promise: over, resolve } = Promise.withResolvers<L>();
  const timer = setTimeout(() => setImmediate(resolve, late), ms);
  timer.unref();
  try {
    return await Promise.race([awaited, over]);
  } finally {
    clearTimeout(timer);
  }
}
