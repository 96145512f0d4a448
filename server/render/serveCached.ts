import type { IncomingMessage, ServerResponse } from 'node:http';
import { type RequestContext, requestHeaders } from '../http/requestContext.ts';
import { hasTwoHosts } from '../http/requestGuard.ts';
import { encodingFor, sendVariant } from '../http/sendBuffered.ts';
import type { PageCache } from './pageCache.ts';

/**
 * Answers with a page that is kept under exactly this address, in an encoding that has been made; false
 * leaves the request to Express. It stands before everything else because it is most of the traffic: an
 * address that is a key of the cache needs none of the checks that other addresses need.
 */
export function serveCached(
  pages: PageCache,
  request: IncomingMessage,
  response: ServerResponse,
  context: RequestContext,
): boolean {
  const { method, url = '' } = request;
  if (method !== 'GET' && method !== 'HEAD') return false;
  const page = pages.get(url);
  if (!page || request.httpVersionMajor < 1 || hasTwoHosts(request)) return false;
  const encoding = encodingFor(request);
  const variant = page.ready(encoding);
  if (!variant) return false;
  context.route = page.route;
  context.cache = 'hit';
  sendVariant(request, response, page.status, variant, requestHeaders(context));
  pages.served(url, page, encoding);
  return true;
}
