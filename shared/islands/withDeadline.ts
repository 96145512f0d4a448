/**
 * A signal that ends with another one, or by itself after so long, then with a `TimeoutError` as its reason: what
 * `AbortSignal.any` does, which browsers of 2022 do not have.
 */
export function withDeadline(signal: AbortSignal, ms: number): AbortSignal {
  const ending = new AbortController();
  for (const one of [signal, AbortSignal.timeout(ms)]) {
    const end = () => ending.abort(one.reason);
    if (one.aborted) end();
    else one.addEventListener('abort', end, { signal: ending.signal });
  }
  return ending.signal;
}

/** Resolves after so long, or when the signal ends. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
