import type { IncomingMessage, ServerResponse } from 'node:http';
import compression from 'compression';
import type { Request, Response } from 'express';
import type { BufferedResponse } from '../http/bufferedResponse.ts';
import { contextOf, type RequestContext, requestHeaders } from '../http/requestContext.ts';
import { hasBadHost } from '../http/requestGuard.ts';
import type { HeaderList } from '../http/securityHeaders.ts';
import { encodingFor, sendBuffered, sendVariant } from '../http/sendBuffered.ts';
import type { SitePage } from '../site/definePage.tsx';
import type { SiteCounts } from '../telemetry/siteCounts.ts';
import type { PageRenderer } from './renderPage.tsx';
import type { PageResponse } from './renderRequest.ts';

/**
 * Sends the page that is cached for an address, in an encoding that is ready; false leaves the request to Express. It
 * runs before everything else, because it is most of the traffic.
 *
 * @param find the cached page of an address
 */
export function serveCached(
  find: (url: string) => BufferedResponse | undefined,
  request: IncomingMessage,
  response: ServerResponse,
  context: RequestContext,
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

/** Gives a response the flush that React calls after each part. */
const compress = compression();

/** Sends what the renderer made of a request. */
export type SendPage = (request: Request, response: Response, page: PageResponse) => Promise<void>;

/**
 * Makes the sender of rendered pages.
 *
 * @param resource the security headers of a response that is no page
 */
export function createSendPage(counts: Pick<SiteCounts, 'rendersInFlight'>, resource: HeaderList): SendPage {
  return async (request, response, page) => {
    const context = contextOf(request);
    if (page.kind === 'abandoned') return;
    if (page.kind === 'redirect') {
      context.route = 'redirect';
      setHeaders(response, resource);
      response
        .set({ 'X-Request-Id': context.id, 'Cache-Control': 'public, max-age=3600' })
        .redirect(301, page.location);
      return;
    }
    context.route = page.route;
    if (page.kind === 'buffered') {
      context.cache = page.cache;
      await sendBuffered(request, response, page.page, requestHeaders(context));
      return;
    }
    context.cache = 'stream';
    setHeaders(response, page.headers);
    response.setHeader('X-Request-Id', context.id);
    if (response.destroyed) return;
    // It counts until it is sent: its render, compressor and socket are in use after the renderer has returned.
    counts.rendersInFlight += 1;
    response.once('close', () => {
      counts.rendersInFlight -= 1;
    });
    context.firstByteAt = performance.now();
    compress(request, response, () => page.pipe(response));
  };
}

function setHeaders(response: Response, headers: HeaderList): void {
  for (let i = 0; i < headers.length; i += 2) response.setHeader(headers[i] ?? '', headers[i + 1] ?? '');
}

/**
 * Sends a page with a status of its own: the response to a form, a refusal, an error screen.
 *
 * @param key under which it is cached, for a page that is the same for everybody
 */
export type ShowPage = (
  request: IncomingMessage,
  response: ServerResponse,
  page: SitePage,
  status: number,
  key?: string,
) => Promise<void>;

/** Makes the one function that sends such a page. */
export function createShowPage(renderer: PageRenderer): ShowPage {
  return async (request, response, page, status, key) => {
    const context = contextOf(request);
    const [path = '/'] = (request.url ?? '/').split('?');
    const buffered = await renderer.renderStatus(page, status, { path, requestId: context.id }, key);
    await sendBuffered(request, response, buffered, requestHeaders(context));
  };
}
