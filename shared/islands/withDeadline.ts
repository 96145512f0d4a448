/**
 * A signal that aborts with `signal`, or after `ms` with a `TimeoutError` as its reason. A substitute for
 * `AbortSignal.any` and `AbortSignal.timeout`, which browsers of 2022 lack.
 */
export function withDeadline(signal: AbortSignal, ms: number): AbortSignal {
  const ending = new AbortController();
  const end = () => ending.abort(signal.reason);
  if (signal.aborted) {
    end();
    return ending.signal;
  }
  const timer = setTimeout(() => ending.abort(new DOMException('Too late.', 'TimeoutError')), ms);
  ending.signal.addEventListener('abort', () => clearTimeout(timer));
  signal.addEventListener('abort', end, { signal: ending.signal });
  return ending.signal;
}

/** Resolves after `ms`, or when the signal is aborted. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
