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
  readonly route: string;
  /** `bypass`: a page of one request alone. */
  readonly cache: 'hit' | 'miss' | 'bypass';
}

/** A page whose content is still awaited. */
export interface StreamedPage {
  readonly kind: 'stream';
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

/** Path and query of an address; a query begins with its question mark. */
export function splitAddress(address: string): Pick<RenderRequest, 'path' | 'search'> {
  const query = address.indexOf('?');
  if (query < 0) return { path: address, search: '' };
  return { path: address.slice(0, query), search: address.slice(query) };
}
