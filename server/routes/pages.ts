import type { Request, RequestHandler } from 'express';
import { allowedMethods } from '../http/allowedMethods.ts';
import { contextOf, visitorSignal } from '../http/requestContext.ts';
import type { MatchResult } from '../render/matchPage.ts';
import type { PageRenderer } from '../render/renderPage.tsx';
import type { SendPage } from '../render/sendPage.ts';

/** Crawlers get the whole page with its true status; otherwise the page is the same. */
const crawlerPattern = /bot|crawl|spider|slurp|facebookexternalhit|lighthouse|preview/i;

/**
 * Makes the two handlers of pages, for GET and HEAD: of the pages that the route table names, and of every address
 * that nothing else has handled, which gets a redirect or the page that says so.
 */
export function createServePage(
  renderer: PageRenderer,
  sendPage: SendPage,
): Readonly<Record<'matched' | 'fallback', RequestHandler>> {
  /** What the first handler has found, for the second one: an address is matched once. */
  const results = new WeakMap<Request, MatchResult>();
  const serve =
    (isFallback: boolean): RequestHandler =>
    async (request, response, next) => {
      if (request.method === 'POST') return next();
      const { originalUrl } = request;
      const query = originalUrl.indexOf('?');
      const path = query < 0 ? originalUrl : originalUrl.slice(0, query);
      const search = query < 0 ? '' : originalUrl.slice(query);
      const matched = results.get(request) ?? renderer.match(path, search);
      results.set(request, matched);
      if (!isFallback && !('match' in matched && matched.match.key !== '')) return next();
      const whole = request.method === 'HEAD' || crawlerPattern.test(request.get('user-agent') ?? '');
      const requestId = contextOf(request).id;
      const signal = visitorSignal(response);
      const page = await renderer.render({ path, search, whole, requestId, signal }, matched);
      await sendPage(request, response, page);
    };
  return { matched: serve(false), fallback: serve(true) };
}

/** Under `/api`, an address that no endpoint has. */
export const sendMissingEndpoint: RequestHandler = (_request, response) => {
  response.status(404).set('Cache-Control', 'no-store').json({ error: 'There is no such endpoint.' });
};

/** A method that an address does not take. */
export const sendWrongMethod: RequestHandler = ({ originalUrl }, response) => {
  response.status(405).set({ Allow: allowedMethods(originalUrl), 'Cache-Control': 'no-store' });
  const error = 'Method not allowed.';
  if (originalUrl.startsWith('/api/')) response.json({ success: false, error });
  else response.type('text').send(`${error}\n`);
};
