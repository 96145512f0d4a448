import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';

/** Keeps React from splitting complete content into more hidden segments, as it does from 12.8 kB. */
const progressiveChunkSize = Number.POSITIVE_INFINITY;

/** A render that is still waiting after this time is aborted: only a bug makes a page wait that long. */
const longestRenderMs = 5_000;

/** Calls `abort` when the render has taken too long. Returns a function that cancels this. */
function limit(abort: (reason: Error) => void): () => void {
  const timer = setTimeout(() => abort(new Error('The render did not end in time.')), longestRenderMs);
  return () => clearTimeout(timer);
}

/**
 * Renders a tree that awaits nothing to bytes; React adds the doctype of the root `<html>`. Rejects with the error of
 * a component: React itself would only leave the fallback of the failed boundary in place.
 */
export async function renderToBytes(tree: ReactNode): Promise<Buffer> {
  const { promise: complete, resolve, reject } = Promise.withResolvers<void>();
  const { pipe, abort } = renderToPipeableStream(tree, {
    progressiveChunkSize,
    onAllReady: resolve,
    onShellError: reject,
    onError: reject,
  });
  await complete.finally(limit(abort));
  const parts: Buffer[] = [];
  const bytes = new Writable({
    write(part: Buffer, _encoding, done) {
      parts.push(part);
      done();
    },
  });
  pipe(bytes);
  await finished(bytes);
  return Buffer.concat(parts);
}

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
  let isWatched = false;
  const { pipe, abort } = renderToPipeableStream(tree, {
    nonce,
    progressiveChunkSize,
    onShellReady() {
      isWatched = true;
      shell.resolve();
    },
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
