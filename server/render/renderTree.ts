import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';

interface RenderOptions {
  /** Aborted when the visitor has left: the render stops. */
  readonly signal?: AbortSignal;
}

interface StreamOptions extends RenderOptions {
  /**
   * Called with an error of a page whose first part has been sent. The block that failed shows the Loading text for
   * ever.
   */
  readonly onLateError: (error: unknown) => void;
}

/** A page whose shell is ready. */
export interface StreamedPage {
  /** Allows React's own inline scripts in the content policy. */
  readonly nonce: string;
  /** Sends the shell and everything that follows, and ends the response. */
  readonly pipe: (destination: Writable) => void;
}

/** Milliseconds after which a render that is not ready fails, and one on its way ends with what is ready. */
const budgetMs = 5_000;

/**
 * Renders a tree that waits for nothing into its bytes; the root `<html>` brings its doctype. Rejects with the
 * error of a component, when the visitor has left, or when the time budget is over.
 */
export async function renderToBytes(tree: ReactNode, options: RenderOptions = {}): Promise<Buffer> {
  const pipe = await start(tree, 'complete', options);
  const { promise, resolve } = Promise.withResolvers<Buffer>();
  const parts: (string | Uint8Array)[] = [];
  pipe(
    new Writable({
      // React writes long texts as strings: made into bytes here, each would be copied twice.
      decodeStrings: false,
      write(part: string | Uint8Array, _encoding, done) {
        parts.push(part);
        done();
      },
      final(done) {
        resolve(joined(parts));
        done();
      },
    }),
  );
  return promise;
}

function joined(parts: readonly (string | Uint8Array)[]): Buffer {
  const bytes = Buffer.allocUnsafeSlow(parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0));
  let at = 0;
  for (const part of parts) {
    if (typeof part === 'string') at += bytes.write(part, at);
    else {
      bytes.set(part, at);
      at += part.length;
    }
  }
  return bytes;
}

/**
 * Renders a tree that still waits for content: resolves with its shell, and the rest follows as it is ready.
 * Rejects with an error before the shell was ready, when the visitor has left, or when the time budget is over by
 * then.
 */
export async function renderToStream(tree: ReactNode, options: StreamOptions): Promise<StreamedPage> {
  const nonce = randomBytes(16).toString('base64');
  return { nonce, pipe: await start(tree, 'shell', { ...options, nonce }) };
}

/**
 * The one caller of React's server renderer. Resolves when the tree is complete or its shell is ready.
 *
 * React leaves the fallback of a boundary that threw or was aborted in place, so an error before the first byte
 * discards the render. `progressiveChunkSize: Infinity` keeps React from splitting what is complete into further
 * hidden segments (it does so from 12.8 kB). The response is piped into directly: through a PassThrough, React's
 * flush calls would be lost.
 */
function start(
  tree: ReactNode,
  until: 'complete' | 'shell',
  { signal, onLateError, nonce }: Partial<StreamOptions> & { readonly nonce?: string },
): Promise<StreamedPage['pipe']> {
  const { promise, resolve, reject } = Promise.withResolvers<StreamedPage['pipe']>();
  const overBudget = new Error('The page was not ready within its budget.');
  let failure: { readonly error: unknown } | null = null;
  let isSettled = false;

  const settle = () => {
    isSettled = true;
    if (failure) reject(failure.error);
    else resolve(pipe);
  };
  const stop = (error: unknown) => {
    release();
    if (!isSettled) failure ??= { error };
    abort(error);
    if (!isSettled) settle();
  };
  const leave = () => stop(signal?.reason);
  const budget = setTimeout(stop, budgetMs, overBudget);
  const release = () => {
    clearTimeout(budget);
    signal?.removeEventListener('abort', leave);
  };

  const { pipe, abort } = renderToPipeableStream(tree, {
    ...(nonce === undefined ? {} : { nonce }),
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onShellReady() {
      if (!isSettled && until === 'shell') settle();
    },
    onShellError(error) {
      failure ??= { error };
      if (!isSettled) settle();
      release();
    },
    onAllReady() {
      if (!isSettled) settle();
      release();
    },
    onError(error) {
      if (signal?.aborted || error === overBudget) return;
      if (isSettled) onLateError?.(error);
      else failure ??= { error };
    },
  });
  if (signal?.aborted) leave();
  else signal?.addEventListener('abort', leave, { once: true });
  return promise;
}
