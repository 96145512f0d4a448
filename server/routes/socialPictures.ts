import { Router } from 'express';
import { sendVariant } from '../http/bufferedResponse.ts';
import { contextOf, requestHeaders } from '../http/requestContext.ts';
import type { createTitlePictures } from '../media/titlePictures.ts';
import type { PageRenderer } from '../render/renderPage.tsx';
import { drawnSocialPath, readSocialAddress } from '../site/seo/socialPicture.ts';

interface SocialPictureOptions {
  readonly titles: ReturnType<typeof createTitlePictures>;
  readonly renderer: Pick<PageRenderer, 'socialWords'>;
}

const lifetime = 'public, max-age=31536000, immutable';
const shortLifetime = 'public, max-age=3600';

/**
 * `/social/{version}{path of a page}.png`: the social preview picture of a page that has no picture of its own. It is
 * drawn only for pages that exist; a request for another version gets the current one. If it cannot be drawn, the
 * response is a redirect to the drawing that was made at build.
 */
export function createSocialPictureRoutes({ titles, renderer }: SocialPictureOptions): Router {
  const router = Router();
  router.get('/social/{*rest}', async (request, response) => {
    const context = contextOf(request);
    context.route = 'social';
    const wanted = readSocialAddress(request.url);
    const words = wanted && (await renderer.socialWords(wanted.address));
    if (!words) {
      response.status(404).type('text').send('No such picture.\n');
      return;
    }
    const picture = await titles(words);
    if (response.destroyed) return;
    if (picture === null) {
      response.redirect(drawnSocialPath);
      return;
    }
    const isVersion = wanted.version === words.version;
    const headers = ['Cache-Control', isVersion ? lifetime : shortLifetime];
    sendVariant(request, response, 200, picture, [...requestHeaders(context), ...headers]);
  });
  return router;
}
