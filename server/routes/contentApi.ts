import { Router } from 'express';
import { postsApiPath } from '../../shared/paths.ts';
import { termSlug } from '../../shared/termSlug.ts';
import type { Content } from '../content/content.ts';
import { contextOf } from '../middleware/requestContext.ts';

const longestTerm = 64;

/** `GET /api/posts?category=&tag=&page=`: one page of posts, as the blog's filter bar asks for it. */
export function createContentApiRoutes(content: Content): Router {
  const router = Router();
  router.get(postsApiPath, async (request, response) => {
    contextOf(request).route = 'api.posts';
    const parameters = new URL(request.originalUrl, 'http://localhost').searchParams;
    const term = (name: string) => termSlug((parameters.get(name) ?? '').slice(0, longestTerm)) || null;
    const category = term('category');
    const page = parameters.get('page') ?? '';
    const answer = await content
      .source(() => undefined)
      .postListing({
        category,
        tag: category ? null : term('tag'),
        page: /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1,
      });
    response.set('Cache-Control', 'no-store');
    if ('ok' in answer) response.json(answer.ok);
    else
      response
        .status(503)
        .set('Retry-After', '30')
        .json({ error: 'The posts cannot be read at the moment.' });
  });
  return router;
}
