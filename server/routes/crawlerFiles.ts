import { Router } from 'express';
import { sitemapPath, speculationRulesPath } from '../../shared/paths.ts';
import { valueIn } from '../content/siteContent.ts';
import { contextOf } from '../http/requestContext.ts';
import { siteTitleOf } from '../site/seo/documentHead.ts';
import { speculationRules } from '../site/seo/speculationRules.ts';
import { renderManifest } from '../site/seo/webManifest.ts';
import type { Collaborators } from './collaborators.ts';

/** How long `security.txt` is valid: outdated contacts are worse than none. */
const securityContactDays = 180;
const dayMs = 86_400_000;
const plainText = 'text/plain; charset=utf-8';

/**
 * What crawlers, devices, browsers and security researchers request: `/robots.txt`, the web manifest, the speculation
 * rules, `security.txt`.
 */
export function createCrawlerRoutes({ config, content }: Collaborators): Router {
  // Matched in exact spelling, as the sitemap and the feeds are.
  const router = Router({ caseSensitive: true, strict: true });
  const { frontendUrl } = config.externalApis;
  const serve = (path: string, route: string, type: string, read: () => string, hours = 1) =>
    router.get(path, (request, response) => {
      contextOf(request).route = route;
      response.set({ 'Cache-Control': `public, max-age=${hours * 3_600}`, 'Content-Type': type });
      response.send(read());
    });

  // Also where nothing may be indexed, crawlers may fetch pages: else they would not see the header that says so.
  const sitemap = config.isNoIndex ? [] : ['', `Sitemap: ${frontendUrl}${sitemapPath}`];
  const robots = ['User-agent: *', 'Disallow: /api/', 'Disallow: /contact/sent/', ...sitemap, ''].join('\n');
  serve('/robots.txt', 'robots', plainText, () => robots);
  const { indexNowKey } = config;
  // With this file search engines verify that an IndexNow message comes from this site.
  if (indexNowKey !== null) serve(`/${indexNowKey}.txt`, 'indexNow', plainText, () => indexNowKey);
  serve('/manifest.webmanifest', 'manifest', 'application/manifest+json', () =>
    renderManifest(siteTitleOf(valueIn(content.current().site_settings), config.siteName)),
  );
  serve(speculationRulesPath, 'speculation', 'application/speculationrules+json', () => speculationRules, 24);
  const { from, to } = config.emailConfig;
  const contacts = to.length > 0 ? to : [from];
  serve('/.well-known/security.txt', 'security', plainText, () => {
    const expires = new Date((Math.floor(Date.now() / dayMs) + securityContactDays) * dayMs);
    return [
      ...contacts.map((address) => `Contact: mailto:${address}`),
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${frontendUrl}/.well-known/security.txt`,
      '',
    ].join('\n');
  });
  return router;
}
