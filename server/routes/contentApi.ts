import { Router } from 'express';
import { readPostQuery } from '../../shared/blogFilter.ts';
import { postsApiPath } from '../../shared/paths.ts';
import type { Content } from '../content/content.ts';
import { contextOf } from '../http/requestContext.ts';

/** `GET /api/posts?category=&tag=&page=`: one page of posts, as the blog's filter bar requests it. */
export function createContentApiRoutes(content: Content): Router {
  const router = Router();
  router.get(postsApiPath, async (request, response) => {
    contextOf(request).route = 'api.posts';
    const { searchParams } = new URL(request.originalUrl, 'http://localhost');
    const listing = await content.source(() => undefined).postListing(readPostQuery(searchParams));
    response.set('Cache-Control', 'no-store');
    if ('ok' in listing) response.json(listing.ok);
    else
      response
        .status(503)
        .set('Retry-After', '30')
        .json({ error: 'The posts cannot be read at the moment.' });
  });
  return router;
}
