import { type Request, type Response, Router } from 'express';
import { createInnerLimit } from '../http/addressLimit.ts';
import { contextOf, requestHeaders } from '../http/requestContext.ts';
import { sendVariant } from '../http/sendBuffered.ts';
import { readPictureRequest } from '../media/pictureRequest.ts';
import type { PictureStore } from '../media/pictureStore.ts';

/**
 * `/media/{uuid}?w={width}`: pictures of the content service, from memory where they are cached. Anything else
 * below `/media/` is a plain 404; so is a file that is absent, not public or no picture. One that cannot be
 * fetched is a 503, and the page shows its alternative text.
 */
export function createMediaRoutes(pictures: PictureStore): Router {
  const router = Router();
  const isWithinLimit = createUnknownLimit();
  router.get('/media/{*rest}', async (request, response) => {
    const context = contextOf(request);
    context.route = 'media';
    const wanted = readPictureRequest(request.url, request.headers.accept);
    if (wanted && pictures.isUnknown(wanted) && !(await isWithinLimit(request, response))) {
      response.set('Cache-Control', 'no-store').type('text');
      response.status(429).send('Too many unknown pictures.\n');
      return;
    }
    const reading = wanted && (await pictures.read(wanted));
    if (response.destroyed) return;
    if (reading) context.cache = reading.cache;
    if (reading && 'picture' in reading) {
      sendVariant(request, response, 200, reading.picture, requestHeaders(context));
      return;
    }
    // The address is right for a picture that is not there; caches must not remember that for a day.
    response.set('Cache-Control', 'no-store').type('text');
    if (reading && 'unreachable' in reading) {
      response.status(503).set('Retry-After', '5').send('The picture cannot be had at the moment.\n');
      return;
    }
    response.status(404).send('No such picture.\n');
  });
  return router;
}

/**
 * Limits the calls to the content service that ids cause which neither content nor the file library names: 60 a
 * minute for one network, 300 for all. Nothing on a page has such an id.
 */
function createUnknownLimit(): (request: Request, response: Response) => Promise<boolean> {
  // Each replica for itself: it is its own calls that are bounded.
  const shared = { windowMs: 60_000, redis: null };
  const byNetwork = createInnerLimit({ ...shared, identifier: 'pictures', limit: 60 });
  const fromAll = createInnerLimit({
    ...shared,
    identifier: 'pictures-all',
    limit: 300,
    keyGenerator: () => 'all',
  });
  return async (request, response) => (await byNetwork(request, response)) && fromAll(request, response);
}
