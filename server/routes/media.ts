import { type Response, Router } from 'express';
import { sendVariant } from '../http/bufferedResponse.ts';
import { contextOf, requestHeaders } from '../http/requestContext.ts';
import { drawnPicture } from '../media/drawnPicture.ts';
import { readPictureRequest } from '../media/pictureRequest.ts';
import type { PictureStore } from '../media/pictureStore.ts';

/** Only for a URL that names the version of the bytes. */
const lifetime = 'public, max-age=86400, stale-while-revalidate=604800';
const shortLifetime = 'public, max-age=60';
/** For a URL with a wrong version: anybody can make those up, and copies must not fill shared caches. */
const madeUpLifetime = 'private, max-age=60';

/**
 * `/media/{uuid}?w={width}`: pictures of the content service, from memory if they are cached. One that cannot be had is
 * replaced by a drawing, which an `<img>` shows whatever the status: 404 for a file that the library does not have or
 * that is no picture, 503 for one that cannot be fetched. Anything else below `/media/` is a plain 404.
 */
export function createMediaRoutes(pictures: PictureStore): Router {
  const router = Router();
  router.get('/media/{*rest}', async (request, response) => {
    const context = contextOf(request);
    context.route = 'media';
    const wanted = readPictureRequest(request.url, request.headers.accept);
    if (wanted === null) {
      uncached(response).status(404).type('text').send('No such picture.\n');
      return;
    }
    const reading = await pictures.read(wanted);
    if (response.destroyed) return;
    context.cache = reading.cache;
    if (reading.kind === 'picture') {
      const unversioned = wanted.version === undefined ? shortLifetime : madeUpLifetime;
      const headers = ['Cache-Control', reading.isVersioned ? lifetime : unversioned];
      sendVariant(request, response, 200, reading.response, [...requestHeaders(context), ...headers]);
      return;
    }
    const isUnreachable = reading.kind === 'unreachable';
    if (isUnreachable) response.set('Retry-After', '5');
    // The picture may exist at this URL later: caches must not remember that it is missing.
    uncached(response)
      .status(isUnreachable ? 503 : 404)
      .type('image/svg+xml')
      .send(drawnPicture);
  });
  return router;
}

const uncached = (response: Response): Response => response.set('Cache-Control', 'no-store');
