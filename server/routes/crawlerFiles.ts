import { Router } from 'express';
import { speculationRulesPath } from '../../shared/paths.ts';
import type { LiveContent } from '../content/liveContent.ts';
import { contextOf } from '../http/requestContext.ts';
import type { Config } from '../process/config.ts';
import { speculationRules } from '../site/seo/speculationRules.ts';
import { renderManifest } from '../site/seo/webManifest.ts';
import { sitemapPath, siteTitleOf } from './feeds.ts';

interface Collaborators {
  readonly config: Config;
  readonly content: Pick<LiveContent, 'current'>;
}

/** After this time a report is out of date, and worse than none. */
const securityContactDays = 180;
const dayMs = 86_400_000;

/**
 * What crawlers, devices, browsers and security researchers request: `/robots.txt`, the manifest, the rules for
 * pages fetched ahead, `security.txt`.
 */
export function createCrawlerRoutes({ config, content }: Collaborators): Router {
  const router = Router();
  const { frontendUrl } = config.externalApis;
  const rules = config.isNoIndex
    ? ['Disallow: /']
    : ['Disallow: /api/', 'Disallow: /contact/sent/', '', `Sitemap: ${frontendUrl}${sitemapPath}`];
  const robots = ['User-agent: *', ...rules, ''].join('\n');

  router.get('/robots.txt', (request, response) => {
    contextOf(request).route = 'robots';
    response.set('Cache-Control', 'public, max-age=3600').type('text').send(robots);
  });

  const { indexNowKey } = config;
  if (indexNowKey !== null) {
    // By this file search engines know that a message is the site's own.
    router.get(`/${indexNowKey}.txt`, (request, response) => {
      contextOf(request).route = 'indexNow';
      response.set('Cache-Control', 'public, max-age=3600').type('text').send(indexNowKey);
    });
  }

  router.get('/manifest.webmanifest', (request, response) => {
    contextOf(request).route = 'manifest';
    response.set({ 'Cache-Control': 'public, max-age=3600', 'Content-Type': 'application/manifest+json' });
    response.send(renderManifest(siteTitleOf(content.current(), config)));
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
      `Canonical: ${frontendUrl}/.well-known/security.txt`,
      '',
    ];
    response.set('Cache-Control', 'public, max-age=3600').type('text').send(lines.join('\n'));
  });
  return router;
}
