import { randomBytes } from 'node:crypto';
import type { Writable } from 'node:stream';
import type { ReactNode } from 'react';
import { renderToPipeableStream, renderToString } from 'react-dom/server';

/** Keeps React from splitting complete content into more hidden segments, as it does from 12.8 kB. */
const progressiveChunkSize = Number.POSITIVE_INFINITY;

/** A render that is still waiting after this time is aborted: only a bug makes a page wait that long. */
const longestRenderMs = 5_000;

/** Calls `abort` when the render has taken too long. Returns a function that cancels this. */
function limit(abort: (reason: Error) => void): () => void {
  const timer = setTimeout(() => abort(new Error('The render did not end in time.')), longestRenderMs);
  return () => clearTimeout(timer);
}

/** Renders a document that awaits nothing, without the cost of a stream. Throws the error of a component. */
export const renderToText = (tree: ReactNode): string => `<!DOCTYPE html>${renderToString(tree)}`;

/**
 * Renders a tree that still awaits content: resolves with its shell, and the rest follows when it is ready. Rejects
 * with an error from before the shell is ready. Pipe it into the response directly: through another stream, React's
 * flush calls would be lost. React stops when the visitor disconnects.
 *
 * @param onLateError called with an error of a page whose first part has been sent: the failed block keeps its fallback
 */
export async function renderToStream(tree: ReactNode, onLateError: (error: unknown) => void) {
  const nonce = randomBytes(16).toString('base64');
  const shell = Promise.withResolvers<void>();
  const whole = Promise.withResolvers<void>();
  let isWatched = false;
  const { pipe, abort } = renderToPipeableStream(tree, {
    nonce,
    progressiveChunkSize,
    onShellReady() {
      isWatched = true;
      shell.resolve();
    },
    onAllReady: whole.resolve,
    onShellError: shell.reject,
    onError: (error) => {
      if (isWatched) onLateError(error);
    },
  });
  const endLimit = limit(abort);
  shell.promise.catch(endLimit);
  await shell.promise;
  return {
    /** Allows React's own inline scripts in the content policy. */
    nonce,
    /** Resolves when nothing is left to be rendered, or nobody waits for it. */
    rendered: whole.promise,
    /** Sends the shell and everything that follows, and ends the response. */
    pipe(destination: Writable) {
      destination.once('close', () => {
        isWatched = false;
        endLimit();
      });
      pipe(destination);
    },
  };
}
