import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';

export type WholePage =
  | { readonly kind: 'whole'; readonly body: Buffer }
  /** A component threw: nothing of the page may be sent. */
  | { readonly kind: 'failed'; readonly error: unknown };

/**
 * Renders a document whose every answer is there, in one go. For such a page React's string renderer makes
 * the bytes of the streaming one in three fifths of its time (docs/performance.md), and cannot leave a late
 * boundary or an inline script behind.
 */
export function renderWhole(document: ReactNode): WholePage {
  try {
    return { kind: 'whole', body: Buffer.from(`<!DOCTYPE html>${renderToString(document)}`) };
  } catch (error) {
    return { kind: 'failed', error };
  }
}

/** Renders a part of a page that waits for nothing. Throws what a component throws. */
export function renderFragment(fragment: ReactNode): string {
  return renderToString(fragment);
}
