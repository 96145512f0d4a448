import { Router } from 'express';
import type { Content } from '../content/content.ts';
import { contextOf } from '../http/requestContext.ts';
import type { Config } from '../process/config.ts';
import { renderSitemap, sitemapEntries } from '../site/seo/sitemap.ts';
import { createSiteFileRoutes } from './siteFiles.ts';

interface Collaborators {
  readonly config: Config;
  readonly content: Content;
}

/** `/robots.txt`, `/sitemap.xml` and what else programs request. */
export function createCrawlerRoutes({ config, content }: Collaborators): Router {
  const router = Router();
  router.use(createSiteFileRoutes({ config, content }));
  const { frontendUrl } = config.externalApis;
  const robots = [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /contact/sent/',
    '',
    `Sitemap: ${frontendUrl}/sitemap.xml`,
    '',
  ].join('\n');

  router.get('/robots.txt', (request, response) => {
    contextOf(request).route = 'robots';
    response.set('Cache-Control', 'public, max-age=3600').type('text').send(robots);
  });

  router.get('/sitemap.xml', async (request, response) => {
    contextOf(request).route = 'sitemap';
    const pages = await content.pages();
    // Better no sitemap than one without its posts: crawlers would drop them.
    if ('unreachable' in pages) {
      response
        .status(503)
        .set({ 'Cache-Control': 'no-store', 'Retry-After': '30' })
        .type('text')
        .send('Not available now.\n');
      return;
    }
    response
      .set({ 'Cache-Control': 'public, max-age=0, must-revalidate', 'CDN-Cache-Control': 'max-age=300' })
      .type('application/xml')
      .send(renderSitemap(frontendUrl, sitemapEntries(pages.ok)));
  });
  return router;
}
