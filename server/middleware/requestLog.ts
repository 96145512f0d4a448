import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { RequestContext } from './requestContext.ts';

/** Longest part of an address that a log line repeats. */
const longestPath = 200;

/** Writes one line a request: what was asked, by which route it was answered, how, and how long it took. */
export function logRequest(
  log: Logger,
  request: IncomingMessage,
  response: ServerResponse,
  context: RequestContext,
  aborted: boolean,
): void {
  const { url = '' } = request;
  const query = url.indexOf('?');
  log.info({
    id: context.id,
    method: request.method,
    // Without the query: it may hold what a visitor typed.
    path: (query < 0 ? url : url.slice(0, query)).slice(0, longestPath),
    route: context.route,
    status: response.statusCode,
    ms: Math.round((performance.now() - context.startedAt) * 100) / 100,
    cache: context.cache,
    ...(aborted ? { aborted } : {}),
  });
}
