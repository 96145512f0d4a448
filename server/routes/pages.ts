import type { RequestHandler } from 'express';
import { allowedMethods } from '../http/allowedMethods.ts';
import { contextOf, visitorSignal } from '../http/requestContext.ts';
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
): Readonly<Record<'known' | 'unknown', RequestHandler>> {
  const serve =
    (isKnown: boolean): RequestHandler =>
    async (request, response, next) => {
      if (request.method === 'POST') return next();
      const { originalUrl } = request;
      const query = originalUrl.indexOf('?');
      const path = query < 0 ? originalUrl : originalUrl.slice(0, query);
      const search = query < 0 ? '' : originalUrl.slice(query);
      const found = isKnown ? renderer.find(path, search) : undefined;
      if (isKnown && !found) return next();
      const whole = request.method === 'HEAD' || crawlerPattern.test(request.get('user-agent') ?? '');
      const requestId = contextOf(request).id;
      const signal = visitorSignal(response);
      const page = await renderer.render({ path, search, whole, requestId, signal }, found);
      await sendPage(request, response, page);
    };
  return { known: serve(true), unknown: serve(false) };
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
