import { type Response, Router } from 'express';
import { blogTitle } from '../../shared/blogListWords.ts';
import { speculationRulesPath } from '../../shared/paths.ts';
import type { Content } from '../content/content.ts';
import { contextOf } from '../http/requestContext.ts';
import type { Config } from '../process/config.ts';
import {
  atomFeedPath,
  type FeedSource,
  jsonFeedPath,
  renderAtomFeed,
  renderJsonFeed,
} from '../site/seo/feeds.ts';
import { speculationRules } from '../site/seo/speculationRules.ts';
import { renderManifest } from '../site/seo/webManifest.ts';

interface Collaborators {
  readonly config: Config;
  readonly content: Content;
}

const revalidated = {
  'Cache-Control': 'public, max-age=0, must-revalidate',
  'CDN-Cache-Control': 'max-age=300',
};

/** After this time a report is out of date, and worse than none. */
const securityContactDays = 180;
const dayMs = 86_400_000;

/**
 * What feed readers, devices, browsers and security researchers request: the feeds, the manifest, the rules for
 * pages fetched ahead, `security.txt`.
 */
export function createSiteFileRoutes({ config, content }: Collaborators): Router {
  const router = Router();
  const origin = config.externalApis.frontendUrl;

  const siteTitle = async (): Promise<string> => {
    const settings = await content.source(() => undefined).settings();
    const { siteTitle = null, siteName = null } = 'ok' in settings ? settings.ok : {};
    return siteTitle ?? siteName ?? config.siteName;
  };

  const sendFeed = async (response: Response, type: string, render: (source: FeedSource) => string) => {
    const [posts, title] = await Promise.all([content.allPosts(), siteTitle()]);
    // Better no feed than one without its posts: readers would drop them.
    if ('unreachable' in posts) {
      response.status(503).set({ 'Cache-Control': 'no-store', 'Retry-After': '30' });
      response.type('text').send('Not available now.\n');
      return;
    }
    const source = { title: `${title} ${blogTitle}`, origin, posts: posts.ok };
    response.set({ ...revalidated, 'Content-Type': type }).send(render(source));
  };

  router.get(atomFeedPath, (request, response) => {
    contextOf(request).route = 'feed';
    return sendFeed(response, 'application/atom+xml; charset=utf-8', renderAtomFeed);
  });
  router.get(jsonFeedPath, (request, response) => {
    contextOf(request).route = 'feed';
    return sendFeed(response, 'application/feed+json; charset=utf-8', renderJsonFeed);
  });

  router.get('/manifest.webmanifest', async (request, response) => {
    contextOf(request).route = 'manifest';
    response.set({ 'Cache-Control': 'public, max-age=3600', 'Content-Type': 'application/manifest+json' });
    response.send(renderManifest(await siteTitle()));
  });

  router.get(speculationRulesPath, (request, response) => {
    contextOf(request).route = 'speculation';
    response.set({
      'Cache-Control': 'public, max-age=86400',
      'Content-Type': 'application/speculationrules+json',
    });
    response.send(speculationRules);
  });

  router.get('/.well-known/security.txt', (request, response) => {
    contextOf(request).route = 'security';
    const expires = new Date((Math.floor(Date.now() / dayMs) + securityContactDays) * dayMs);
    const lines = [
      ...config.emailConfig.to.map((address) => `Contact: mailto:${address}`),
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${origin}/.well-known/security.txt`,
      '',
    ];
    response.set('Cache-Control', 'public, max-age=3600').type('text').send(lines.join('\n'));
  });
  return router;
}
