import type { RequestHandler } from 'express';
import { allowedMethods } from '../http/allowedMethods.ts';
import { contextOf, visitorSignal } from '../http/requestContext.ts';
import type { PageRenderer } from '../render/renderPage.tsx';
import { splitAddress } from '../render/renderRequest.ts';
import type { SendPage } from '../render/sendPage.ts';

/** Crawlers get the whole page with its true status; otherwise the page is the same. */
const crawlerPattern = /bot|crawl|spider|slurp|facebookexternalhit|lighthouse|preview/i;

/**
 * Makes the two handlers of pages, for GET and HEAD: of the addresses that the site has, and of every address that
 * nothing else has handled, which gets a redirect or the page that says so.
 */
export function createServePage(
  renderer: PageRenderer,
  sendPage: SendPage,
): Readonly<Record<'known' | 'fallback', RequestHandler>> {
  const fallback: RequestHandler = async (request, response, next) => {
    if (request.method === 'POST') return next();
    const { path, search } = splitAddress(request.originalUrl);
    const whole = request.method === 'HEAD' || crawlerPattern.test(request.get('user-agent') ?? '');
    const requestId = contextOf(request).id;
    const signal = visitorSignal(response);
    await sendPage(request, response, await renderer.render({ path, search, whole, requestId, signal }));
  };
  const known: RequestHandler = (request, response, next) => {
    const { path, search } = splitAddress(request.originalUrl);
    return renderer.has(path, search) ? fallback(request, response, next) : next();
  };
  return { known, fallback };
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
