import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { type BufferedResponse, encodingFor, sendBuffered, sendVariant } from '../http/bufferedResponse.ts';
import { contextOf, type RequestContext, requestHeaders } from '../http/requestContext.ts';
import { hasBadHost } from '../http/requestGuard.ts';
import { headerMap } from '../http/securityHeaders.ts';
import type { SitePage } from '../site/definePage.tsx';
import type { SiteCounts } from '../telemetry/siteCounts.ts';
import type { PageRenderer } from './renderPage.tsx';

/**
 * Sends the cached page of an address, if it is ready in the request's encoding; false leaves the request to Express.
 * Runs before everything else, because cached pages are most of the traffic.
 *
 * @param find returns the cached page of an address
 */
export function serveCached(
  request: IncomingMessage,
  response: ServerResponse,
  context: RequestContext,
  find: (url: string) => BufferedResponse | undefined,
): boolean {
  const { method, url = '' } = request;
  if (method !== 'GET' && method !== 'HEAD') return false;
  const page = find(url);
  if (!page || request.httpVersionMajor < 1 || hasBadHost(request)) return false;
  const encoding = encodingFor(request);
  const variant = page.ready(encoding);
  if (!variant) return false;
  context.route = page.route;
  context.cache = 'hit';
  sendVariant(request, response, page.status, variant, requestHeaders(context));
  return true;
}

/** More pages that their clients have not read yet would take too much memory. */
const mostUnread = 256;
/** The requests for them, the oldest first. */
const unread = new Set<IncomingMessage>();

/**
 * Counts a page as in flight until it is made. Clients that do not read it must not keep pages of others from being made:
 * of too many, the one that has not read for longest is disconnected.
 */
async function countUntil(
  made: Promise<void>,
  counts: Pick<SiteCounts, 'pagesInFlight'>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  counts.pagesInFlight += 1;
  try {
    await made;
  } finally {
    counts.pagesInFlight -= 1;
  }
  if (response.closed) return;
  unread.add(request);
  response.once('close', () => unread.delete(request));
  const [first] = unread;
  if (unread.size > mostUnread) first?.socket.destroy();
}

/**
 * Crawlers get the whole page with its true status and head; otherwise the page is the same. Most of them call
 * themselves `compatible`, or name an address to read about them.
 */
const crawlerPattern =
  /bot|crawl|spider|slurp|facebookexternalhit|lighthouse|preview|whatsapp|compatible;|https?:/i;

/**
 * Makes the handler of every address without an endpoint, for GET and HEAD: it sends a page, a redirect, or the
 * not-found page. The compression before it must support flushing: React flushes after each part.
 */
export function createServePage(renderer: PageRenderer, counts: SiteCounts): RequestHandler {
  return async (request, response, next) => {
    if (request.method === 'POST') return next();
    const context = contextOf(request);
    const mustBeWhole = request.method === 'HEAD' || crawlerPattern.test(request.get('user-agent') ?? '');
    const address = request.originalUrl;
    const result = await renderer.respond({ address, requestId: context.id, mustBeWhole });
    context.route = result.route;
    if (result.kind === 'buffered') {
      context.cache = result.cache;
      const sent = sendBuffered(request, response, result.buffered, requestHeaders(context));
      return countUntil(sent, counts, request, response);
    }
    if (response.destroyed) return;
    if (result.kind === 'redirect') {
      response.setHeaders(headerMap(result.lifetime));
      response.redirect(result.status, result.location);
      return;
    }
    void countUntil(result.rendered, counts, request, response);
    context.cache = 'stream';
    response.setHeaders(headerMap(result.headers));
    context.firstByteAt = performance.now();
    result.pipe(response);
  };
}

export type SendPage = ReturnType<typeof createSendPage>;

/** Makes the function that sends a page with a given status: the response to a form, a refusal, an error screen. */
export function createSendPage(renderer: PageRenderer, counts: SiteCounts) {
  /** @param key the cache key, for a page that is the same for every visitor */
  return async (
    request: IncomingMessage,
    response: ServerResponse,
    page: SitePage,
    status: number,
    key: string | null = null,
  ): Promise<void> => {
    const context = contextOf(request);
    const wanted = { address: request.url ?? '/', requestId: context.id, screen: { page, status, key } };
    const { buffered } = await renderer.respond(wanted);
    const sent = sendBuffered(request, response, buffered, requestHeaders(context));
    await countUntil(sent, counts, request, response);
  };
}
