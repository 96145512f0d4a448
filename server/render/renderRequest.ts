import type { Writable } from 'node:stream';
import type { BufferedResponse } from '../http/bufferedResponse.ts';
import type { HeaderList } from '../http/securityHeaders.ts';

/** One request for a page, already known to be well-formed. */
export interface RenderRequest {
  readonly path: string;
  /** With its question mark, or empty. */
  readonly search: string;
  /** Sent only when everything is loaded, with the true status: crawlers, HEAD, warm-up. */
  readonly whole: boolean;
  readonly requestId: string;
  /** Aborted when the visitor has left. */
  readonly signal: AbortSignal;
}

/** A page as its bytes. */
export interface BufferedPage {
  readonly kind: 'buffered';
  readonly page: BufferedResponse;
  /** The key under which it is cached; null where it is not. */
  readonly key: string | null;
  readonly route: string;
  /** `coalesced`: from a render that was under way; `bypass`: the error screen, which is never shared. */
  readonly cache: 'hit' | 'coalesced' | 'miss' | 'bypass';
}

interface StreamedPage {
  readonly kind: 'stream';
  readonly status: number;
  readonly headers: HeaderList;
  readonly pipe: (destination: Writable) => void;
  readonly route: string;
}

/** The response to a request for a page. */
export type PageResponse =
  | BufferedPage
  | StreamedPage
  | { readonly kind: 'redirect'; readonly location: string }
  | { readonly kind: 'abandoned' };
