import { Router } from 'express';
import { sendVariant } from '../http/bufferedResponse.ts';
import { contextOf, requestHeaders, setResourceHeaders } from '../http/requestContext.ts';
import type { HeaderList } from '../http/securityHeaders.ts';
import { readPictureRequest } from '../media/pictureRequest.ts';
import type { PictureStore } from '../media/pictureStore.ts';

/** The `Cache-Control` of a picture by the version that its URL names, if any, and that of its bytes. */
function cacheControlOf(named: string | undefined, version: string | null): string {
  if (named === undefined) return 'public, max-age=60';
  // Anybody can make up a wrong version, and copies must not fill shared caches.
  return named === version ? 'public, max-age=86400, stale-while-revalidate=604800' : 'private, max-age=60';
}

/**
 * `/media/{uuid}?w={width}`: pictures of the content service, from memory if they are cached. One that cannot be had is
 * replaced by a drawing, which an `<img>` shows whatever the status: 404 for a file that the library does not have or
 * that is no picture, 503 for one that cannot be fetched. Anything else below `/media/` is a plain 404.
 */
export function createMediaRoutes(pictures: PictureStore, security: HeaderList): Router {
  const router = Router();
  router.get('/media/{*rest}', setResourceHeaders(security), async (request, response) => {
    const context = contextOf(request);
    context.route = 'media';
    const wanted = readPictureRequest(request.url, request.headers.accept);
    if (wanted === null) {
      response.status(404).type('text').send('No such picture.\n');
      return;
    }
    const reading = await pictures.read(wanted);
    if (response.destroyed) return;
    context.cache = reading.cache;
    if (reading.kind === 'picture') {
      const headers = ['Cache-Control', cacheControlOf(wanted.version, reading.version)];
      sendVariant(request, response, 200, reading.response, [...requestHeaders(context), ...headers]);
      return;
    }
    const isUnreachable = reading.kind === 'unreachable';
    if (isUnreachable) response.set('Retry-After', '5');
    response
      .status(isUnreachable ? 503 : 404)
      .type('image/svg+xml')
      .send(drawnPicture);
  });
  return router;
}

/**
 * Sent in place of a picture that is not available: the drawing `ridges` (`client/drawings`) of frames without a
 * picture, minus its trees. An `<img>` does not see the page's theme, so the drawing has the colors of the default
 * theme, as attributes, which no content policy forbids.
 */
const drawnPicture = Buffer.from(
  [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300" preserveAspectRatio="xMidYMax slice">',
    '<path fill="#e4e3d2" d="M0 0h400v300H0z"/>',
    '<circle fill="#f0c489" cx="262" cy="128" r="34"/>',
    '<path fill="#d3d3bc" d="M0 150l25-13 35-19 37 18 23 6 33-11 37-23 38 16 32 16 25-7 45-21 28 14 42 12V300H0z"/>',
    '<path fill="#b9c4b0" d="M0 186l30-10 40-26 32 22 28 10 26-9 44-27 37 11 43 27 22-4 38-20 39 11 21 5V300H0z"/>',
    '<path fill="#7d9882" d="M0 218l34-14 46-8 52 12 28 16 37-18 43-16 33 18 47 14 30-13 50-9V300H0z"/>',
    '<path fill="#2f5d48" d="M0 262l38-10 52-16 47 14 43 8 40-8 70-18 41 6 69 16V300H0z"/>',
    '</svg>\n',
  ].join(''),
);
