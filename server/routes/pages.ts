import compression from 'compression';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { allowedMethods } from '../http/allowedMethods.ts';
import { contextOf, requestHeaders, visitorSignal } from '../http/requestContext.ts';
import { sendBuffered } from '../http/sendBuffered.ts';
import type { SiteCounts } from '../metrics/siteCounts.ts';
import type { PageCache } from '../render/pageCache.ts';
import type { PageRenderer } from '../render/renderPage.tsx';

interface Collaborators {
  readonly renderer: PageRenderer;
  readonly pages: PageCache;
  readonly counts: Pick<SiteCounts, 'rendersInFlight'>;
}

/** Crawlers get the whole page with its true status; nothing else about it differs. */
const crawlerPattern = /bot|crawl|spider|slurp|facebookexternalhit|lighthouse|preview/i;

/** Every page of the site, for GET and HEAD. Mounted last: the route table has a catch-all. */
export function createPageRoutes({ renderer, pages, counts }: Collaborators): Router {
  const router = Router();
  // React flushes after each part of a stream, and only this middleware gives it a flush to call. Finished
  // pages never pass through it: they are compressed once, not once a request.
  const compressStream = compression();

  router.use(async (request: Request, response: Response, next) => {
    if (request.method === 'POST') return next();
    const context = contextOf(request);
    const query = request.originalUrl.indexOf('?');
    const answer = await renderer.render({
      path: query < 0 ? request.originalUrl : request.originalUrl.slice(0, query),
      search: query < 0 ? '' : request.originalUrl.slice(query),
      whole: request.method === 'HEAD' || crawlerPattern.test(request.get('user-agent') ?? ''),
      requestId: context.id,
      signal: visitorSignal(response),
    });
    if (answer.kind === 'abandoned') return;
    if (answer.kind === 'redirect') {
      context.route = 'redirect';
      response
        .set({ 'X-Request-Id': context.id, 'Cache-Control': 'public, max-age=3600' })
        .redirect(301, answer.location);
      return;
    }
    context.route = answer.route;
    if (answer.kind === 'finished') {
      context.cache = answer.cache;
      const encoding = await sendBuffered(request, response, answer.page, requestHeaders(context));
      if (answer.key) pages.served(answer.key, answer.page, encoding);
      return;
    }
    context.cache = 'stream';
    response.status(answer.status);
    for (let i = 0; i < answer.headers.length; i += 2)
      response.setHeader(answer.headers[i] ?? '', answer.headers[i + 1] ?? '');
    response.setHeader('X-Request-Id', context.id);
    if (response.destroyed) return;
    // Its render, its compressor and its socket live on, though the renderer has let go of it.
    counts.rendersInFlight += 1;
    response.once('close', () => {
      counts.rendersInFlight -= 1;
    });
    compressStream(request, response, () => {
      context.firstByteAt = performance.now();
      answer.pipe(response);
    });
  });
  return router;
}

/** Under `/api`, an address that no endpoint has. */
export const answerMissingEndpoint: RequestHandler = (_request, response) => {
  response.status(404).set('Cache-Control', 'no-store').json({ error: 'There is no such endpoint.' });
};

/** A post to an address that takes none. */
export const answerWrongMethod: RequestHandler = (request, response) => {
  response.status(405).set({ Allow: allowedMethods(request.originalUrl), 'Cache-Control': 'no-store' });
  response.type('text').send('Method not allowed.\n');
};
