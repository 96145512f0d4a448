import { Writable } from 'node:stream';
import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';

interface StreamOptions {
  /** Allows React's own inline scripts in a streamed page; a finished page must not contain it. */
  readonly nonce: string;
  /** Wait for the whole page; otherwise it is handed out as soon as its shell is ready. */
  readonly whole: boolean;
  /** Milliseconds after which what is ready goes out. */
  readonly budgetMs: number;
  /** Aborted when the visitor has left: the render stops, and that is not an error. */
  readonly signal: AbortSignal;
  /** Takes an error of a page that is already on its way: its block keeps the Loading text for ever. */
  readonly onLateError: (error: unknown) => void;
}

export type RenderedPage =
  /** Every block is in it. */
  | { readonly kind: 'whole'; readonly body: Buffer }
  /** The shell is ready; `pipe` sends it and everything that follows, and ends the response. */
  | { readonly kind: 'shell'; readonly pipe: (destination: Writable) => void }
  /** Something threw before the first byte was out. */
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'abandoned' };

/**
 * Renders a document: the only caller of React's server renderer, with its two destinations. Never rejects.
 *
 * React leaves the fallback of a boundary that threw or was aborted in place and calls `onAllReady` all the
 * same, so an error before the first byte discards the bytes. `progressiveChunkSize: Infinity` keeps React
 * from splitting a page that is complete into hidden segments with inline scripts (it does so from 12.8 kB).
 * The response is piped into directly: through a PassThrough, React's flush calls would be lost.
 */
export function streamPage(document: ReactNode, options: StreamOptions): Promise<RenderedPage> {
  const { promise, resolve } = Promise.withResolvers<RenderedPage>();
  let failure: { readonly error: unknown } | null = null;
  let handedOut = false;
  let shellReady = false;
  const overBudget = new Error('The page was not ready within its budget.');

  const handOut = (page: RenderedPage) => {
    handedOut = true;
    if (page.kind !== 'shell') finish();
    resolve(page);
  };
  const finish = () => {
    clearTimeout(budget);
    options.signal.removeEventListener('abort', stop);
  };
  const handOutShell = () => {
    if (handedOut) return;
    if (failure) handOut({ kind: 'failed', error: failure.error });
    else handOut({ kind: 'shell', pipe });
  };

  const { pipe, abort } = renderToPipeableStream(document, {
    nonce: options.nonce,
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onShellReady() {
      shellReady = true;
      if (!options.whole) handOutShell();
    },
    onShellError(error) {
      if (!handedOut) handOut(options.signal.aborted ? { kind: 'abandoned' } : { kind: 'failed', error });
    },
    onAllReady() {
      finish();
      if (handedOut) return;
      if (options.signal.aborted) handOut({ kind: 'abandoned' });
      else if (failure) handOut({ kind: 'failed', error: failure.error });
      else collect(pipe).then((body) => handOut({ kind: 'whole', body }));
    },
    onError(error) {
      if (options.signal.aborted || error === overBudget) return;
      if (handedOut) options.onLateError(error);
      else failure ??= { error };
    },
  });

  const budget = setTimeout(() => {
    if (shellReady) handOutShell();
    else if (!handedOut) handOut({ kind: 'failed', error: overBudget });
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

function collect(pipe: (destination: Writable) => void): Promise<Buffer> {
  const { promise, resolve } = Promise.withResolvers<Buffer>();
  const parts: Buffer[] = [];
  pipe(
    new Writable({
      highWaterMark: Number.MAX_SAFE_INTEGER,
      write(chunk: Buffer, _encoding, done) {
        parts.push(chunk);
        done();
      },
      final(done) {
        resolve(Buffer.concat(parts));
        done();
      },
    }),
  );
  return promise;
}
