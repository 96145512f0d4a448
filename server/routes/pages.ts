import { type RequestHandler, Router } from 'express';
import { allowedMethods } from '../http/allowedMethods.ts';
import { contextOf, visitorSignal } from '../http/requestContext.ts';
import type { PageRenderer } from '../render/renderPage.tsx';
import type { SendPage } from '../render/sendPage.ts';

/** Crawlers get the whole page with its true status; otherwise the page is the same. */
const crawlerPattern = /bot|crawl|spider|slurp|facebookexternalhit|lighthouse|preview/i;

/** Every page of the site, for GET and HEAD. Mounted last: the route table has a catch-all. */
export function createPageRoutes(renderer: PageRenderer, sendPage: SendPage): Router {
  const router = Router();
  router.use(async (request, response, next) => {
    if (request.method === 'POST') return next();
    const query = request.originalUrl.indexOf('?');
    const page = await renderer.render({
      path: query < 0 ? request.originalUrl : request.originalUrl.slice(0, query),
      search: query < 0 ? '' : request.originalUrl.slice(query),
      whole: request.method === 'HEAD' || crawlerPattern.test(request.get('user-agent') ?? ''),
      requestId: contextOf(request).id,
      signal: visitorSignal(response),
    });
    await sendPage(request, response, page);
  });
  return router;
}

/** Under `/api`, an address that no endpoint has. */
export const sendMissingEndpoint: RequestHandler = (_request, response) => {
  response.status(404).set('Cache-Control', 'no-store').json({ error: 'There is no such endpoint.' });
};

/** A post to an address that takes none. */
export const sendWrongMethod: RequestHandler = (request, response) => {
  response.status(405).set({ Allow: allowedMethods(request.originalUrl), 'Cache-Control': 'no-store' });
  response.type('text').send('Method not allowed.\n');
};
