import { type Request, type Response, Router } from 'express';
import { createInnerLimit } from '../http/addressLimit.ts';
import { contextOf, requestHeaders } from '../http/requestContext.ts';
import { sendVariant } from '../http/sendBuffered.ts';
import { drawnPicture } from '../media/drawnPicture.ts';
import { readPictureRequest } from '../media/pictureRequest.ts';
import type { PictureStore } from '../media/pictureStore.ts';

/**
 * `/media/{uuid}?w={width}`: pictures of the content service, from memory where they are held. One that cannot be had
 * is a drawing, which an `<img>` shows whatever the status: 404 for a file that is absent, not public or no picture,
 * 503 for one that cannot be fetched. Anything else below `/media/` is a plain 404.
 */
export function createMediaRoutes(pictures: PictureStore): Router {
  const router = Router();
  const isWithinLimit = createUnknownLimit();
  router.get('/media/{*rest}', async (request, response) => {
    const context = contextOf(request);
    context.route = 'media';
    const wanted = readPictureRequest(request.url, request.headers.accept);
    if (wanted === null) {
      refuse(response, 404, 'No such picture.\n');
      return;
    }
    if (pictures.isUnknown(wanted) && !(await isWithinLimit(request, response))) {
      refuse(response, 429, 'Too many unknown pictures.\n');
      return;
    }
    const reading = await pictures.read(wanted);
    if (response.destroyed) return;
    context.cache = reading.cache;
    if ('picture' in reading) {
      sendVariant(request, response, 200, reading.picture, requestHeaders(context));
      return;
    }
    const isAbsent = 'absent' in reading;
    if (!isAbsent) response.set('Retry-After', '5');
    // The address is right for a picture that is not there; caches must not remember that for a day.
    response.set('Cache-Control', 'no-store').type('image/svg+xml');
    response.status(isAbsent ? 404 : 503).send(drawnPicture);
  });
  return router;
}

function refuse(response: Response, status: number, text: string): void {
  response.status(status).set('Cache-Control', 'no-store').type('text').send(text);
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
