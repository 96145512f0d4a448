import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import pino from 'pino';
import { cutNumber } from '../../shared/scrubReport.ts';
import type { Config } from '../process/config.ts';
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

/** Characters of a path that a log line holds at most. */
const longestPath = 200;

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

export type LogRequest = ReturnType<typeof createRequestLog>;

/**
 * Makes the function that writes one line per request: its path, route, status, cache outcome and duration. The lines
 * have pino's format but are assembled by hand: most lines are these, and a cached page would spend a tenth of its time
 * in a general serializer. They are written together, once per turn of the event loop.
 *
 * @param destination receives one or more whole lines at a time
 */
export function createRequestLog(
  destination: { write(lines: string): unknown },
  { environment, logLevel, release }: Config,
) {
  const { info = 30 } = pino.levels.values;
  if ((pino.levels.values[logLevel] ?? Number.POSITIVE_INFINITY) > info) return () => undefined;
  const from = `,"release":${JSON.stringify(release)},"id":`;
  let lines = '';
  const handOver = () => {
    destination.write(lines);
    lines = '';
  };
  const isDevelopment = environment === 'development';
  return (
    { method, url = '' }: IncomingMessage,
    { statusCode }: ServerResponse,
    { id, route, cache, startedAt }: RequestContext,
    aborted: boolean,
  ): void => {
    // Without the query: it may hold what a visitor typed.
    const query = url.indexOf('?');
    const whole = (query < 0 ? url : url.slice(0, query)).slice(0, longestPath);
    // Probes come every few seconds; only a failure says something, but not while development waits for the start.
    if ((whole === '/livez' || whole === '/readyz') && (statusCode === 200 || isDevelopment)) return;
    // The whole number of a message would open its page, and the path of a preview may name a draft.
    const path = route === 'preview' ? '/preview' : route === 'media' ? whole : cutNumber(whole);
    const ms = Math.round((performance.now() - startedAt) * 100) / 100;
    const requested = `"${id}","method":"${method}","path":${JSON.stringify(path)},"route":"${route}"`;
    const result = `"status":${statusCode},"ms":${ms},"cache":"${cache}"${aborted ? ',"aborted":true' : ''}`;
    if (lines === '') setImmediate(handOver);
    lines += `{"level":${info},"time":${Date.now()}${from}${requested},${result}}\n`;
  };
}
