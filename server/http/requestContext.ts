import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { type HeaderList, headerMap } from './securityHeaders.ts';

/** What we note about a request besides its HTTP parts. */
export interface RequestContext {
  /** In the log line, in `X-Request-Id` and on every error screen. */
  readonly id: string;
  /** Milliseconds of `performance.now()`. */
  readonly startedAt: number;
  /** The name of the route that served the request. */
  route: string;
  /** The cache outcome: `hit`, `miss`, `bypass`, `stream`; for a picture, that of the picture store. */
  cache: string;
  /** When the first part of a streamed response was sent; null: the response was sent whole. */
  firstByteAt: number | null;
}

const contexts = new WeakMap<IncomingMessage, RequestContext>();

/** A new context. Its id has 62 random bits, so it reveals nothing about other requests. */
export function createContext(): RequestContext {
  return {
    id: randomUUID().slice(19),
    startedAt: performance.now(),
    route: 'none',
    cache: 'none',
    firstByteAt: null,
  };
}

/** Lets `contextOf` find it. Requests for cached pages skip this. */
export function rememberContext(request: IncomingMessage, context: RequestContext): void {
  contexts.set(request, context);
}

/** The context of a request; a new one if none was remembered. */
export function contextOf(request: IncomingMessage): RequestContext {
  const known = contexts.get(request);
  if (known) return known;
  const context = createContext();
  contexts.set(request, context);
  return context;
}

/** The headers of a page that differ with every request, as `writeHead` takes them. */
export function requestHeaders({ id, cache }: RequestContext): string[] {
  return ['X-Request-Id', id, 'Server-Timing', `cache;desc="${cache}"`];
}

/** Sets the headers of responses that are not pages, and the request's id. Only routes that say so may be cached. */
export function setResourceHeaders(security: HeaderList): RequestHandler {
  const headers = headerMap([...security, 'Cache-Control', 'no-store']);
  return (request, response, next) => {
    response.setHeaders(headers);
    response.setHeader('X-Request-Id', contextOf(request).id);
    next();
  };
}
