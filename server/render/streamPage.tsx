import type { Writable } from 'node:stream';
import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';

interface StreamOptions {
  /** Allows React's own inline scripts. */
  readonly nonce: string;
  /** Milliseconds after which what is ready goes out, and the rest never comes. */
  readonly budgetMs: number;
  /** Aborted when the visitor has left: the render stops, and that is not an error. */
  readonly signal: AbortSignal;
  /** Takes an error of a page that is already on its way: its block keeps the Loading text for ever. */
  readonly onLateError: (error: unknown) => void;
}

export type StreamedPage =
  /** The shell is ready; `pipe` sends it and everything that follows, and ends the response. */
  | { readonly kind: 'shell'; readonly pipe: (destination: Writable) => void }
  /** Something threw before the first byte was out. */
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'abandoned' };

/**
 * Renders a document that still waits for answers: the shell now, the rest as it comes. The only caller of
 * React's streaming renderer. Never rejects.
 *
 * React leaves the fallback of a boundary that threw or was aborted in place, so an error before the first
 * byte discards the render. `progressiveChunkSize: Infinity` keeps React from splitting what is complete into
 * further hidden segments (it does so from 12.8 kB). The response is piped into directly: through a
 * PassThrough, React's flush calls would be lost.
 */
export function streamPage(document: ReactNode, options: StreamOptions): Promise<StreamedPage> {
  const { promise, resolve } = Promise.withResolvers<StreamedPage>();
  let failure: { readonly error: unknown } | null = null;
  let handedOut = false;
  const overBudget = new Error('The page was not ready within its budget.');

  const handOut = (page: StreamedPage) => {
    handedOut = true;
    if (page.kind !== 'shell') finish();
    resolve(page);
  };
  const finish = () => {
    clearTimeout(budget);
    options.signal.removeEventListener('abort', stop);
  };

  const { pipe, abort } = renderToPipeableStream(document, {
    nonce: options.nonce,
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onShellReady() {
      if (handedOut) return;
      handOut(failure ? { kind: 'failed', error: failure.error } : { kind: 'shell', pipe });
    },
    onShellError(error) {
      if (!handedOut) handOut(options.signal.aborted ? { kind: 'abandoned' } : { kind: 'failed', error });
    },
    onAllReady: () => finish(),
    onError(error) {
      if (options.signal.aborted || error === overBudget) return;
      if (handedOut) options.onLateError(error);
      else failure ??= { error };
    },
  });

  const budget = setTimeout(() => {
    if (!handedOut) handOut({ kind: 'failed', error: overBudget });
    abort(overBudget);
  }, options.budgetMs);
  const stop = () => {
    finish();
    abort(options.signal.reason);
    if (!handedOut) handOut({ kind: 'abandoned' });
  };
  if (options.signal.aborted) stop();
  else options.signal.addEventListener('abort', stop, { once: true });
  return promise;
}
