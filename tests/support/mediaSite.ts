import request, { type Response } from 'supertest';
import { pictureId } from '../../server/demo/demoContent.ts';
import { createManualClock, type ManualClock } from './manualClock.ts';
import { startSite, type TestSite } from './site.ts';

/** The site with a clock for its pictures, and pictures that are requested by width. */
export interface MediaSite extends TestSite {
  readonly clock: ManualClock;
  /** `GET /media/{id}?w={width}` from a browser that takes WebP, sent at once; the body of a picture is a Buffer. */
  picture(id: string, width?: number, headers?: Readonly<Record<string, string>>): Promise<Response>;
  /** The targets below `/assets/` that the content service was called for since the last call. */
  upstream(): string[];
}

/** Two files of the demo content. */
export const [lodge, lake] = [pictureId('lodge-dusk'), pictureId('lake-reflection')];

/** The `Accept` of a browser's image request. */
export const browserAccept = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8';

/** Starts a site whose clock and chance of retries are in the hands of the test, with two pictures drawn already. */
export async function startMediaSite(
  options: Pick<NonNullable<Parameters<typeof startSite>[0]>, 'pictures' | 'pictureClient'> = {},
): Promise<MediaSite> {
  const clock = createManualClock();
  const random = () => 0.5;
  const site = await startSite({
    pictures: { clock, random, ...options.pictures },
    pictureClient: { clock, random, ...options.pictureClient },
  });
  // Drawing an original takes seconds on a busy machine; no deadline is meant to be met by that.
  for (const id of [lodge, lake]) await fetch(`${site.contentService.url}/assets/${id}`);
  site.contentService.clearRequests();
  return {
    ...site,
    clock,
    // `then` sends the request: supertest sends nothing before it is waited for.
    picture: (id, width = 320, headers = {}) =>
      request(site.url)
        .get(`/media/${id}?w=${width}`)
        .set({ Accept: browserAccept, ...headers })
        .then((reply) => reply),
    upstream() {
      const urls = site.contentService.requests.map((request) => request.url);
      site.contentService.clearRequests();
      return urls.filter((url) => url.startsWith('/assets/'));
    },
  };
}
