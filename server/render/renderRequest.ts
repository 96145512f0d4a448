import type { Writable } from 'node:stream';
import type { BufferedResponse } from '../http/bufferedResponse.ts';
import type { HeaderList } from '../http/securityHeaders.ts';

/** One request for a page, already known to be well-formed. */
export interface RenderRequest {
  readonly path: string;
  /** With its question mark, or empty. */
  readonly search: string;
  /** Answered only when everything is there, with the true status: crawlers, HEAD, warm-up. */
  readonly whole: boolean;
  readonly requestId: string;
  /** Aborted when the visitor has left. */
  readonly signal: AbortSignal;
}

export interface FinishedAnswer {
  readonly kind: 'finished';
  readonly page: BufferedResponse;
  /** The key under which it is kept; null where it is not. */
  readonly key: string | null;
  readonly route: string;
  readonly cache: 'hit' | 'shared' | 'miss' | 'pass';
}

interface StreamedAnswer {
  readonly kind: 'stream';
  readonly status: number;
  readonly headers: HeaderList;
  readonly pipe: (destination: Writable) => void;
  readonly route: string;
}

export type PageAnswer =
  | FinishedAnswer
  | StreamedAnswer
  | { readonly kind: 'redirect'; readonly location: string }
  | { readonly kind: 'abandoned' };
