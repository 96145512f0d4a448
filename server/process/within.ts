/**
 * The value of `awaited`, or `late` when `ms` milliseconds are over first. Rejects where `awaited` does so in time.
 * What is awaited goes on in any case; what it rejects with afterwards is dropped. A process that was busy for longer
 * first reads what has arrived meanwhile.
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
