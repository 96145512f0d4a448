import type { PageAddress } from '../../content/collections/collection.ts';
import { collectionNames, collectionOf } from '../../content/collections/collections.ts';
import { isUnreachable, type SiteContent, valueIn } from '../../content/siteContent.ts';
import { escapeXml } from '../escapeXml.ts';
import { routes } from '../routes.tsx';

/** The public pages that exist with any content: those of the route table with one address. */
export const fixedPaths: readonly string[] = routes
  .filter(({ path, devOnly, page }) => !devOnly && !page.isUncached && !/[:*]/.test(path))
  .map(({ path }) => path);

/** The pages that exist because of content; null while a collection that makes pages cannot be had. */
export function pagesOfContent(content: SiteContent): readonly PageAddress[] | null {
  const makers = collectionNames.filter((name) => collectionOf(name).pages !== undefined);
  if (makers.some((name) => isUnreachable(content[name]))) return null;
  return makers.flatMap((name) => collectionOf(name).pages?.(valueIn<unknown>(content[name])) ?? []);
}

/**
 * Every public page: the fixed ones, then those of content. A fixed page too has a date, where its content has one.
 */
export function sitemapEntries(ofContent: readonly PageAddress[]): PageAddress[] {
  const entries = new Map(
    fixedPaths.map((path): [string, PageAddress] => [path, { path, lastModified: null }]),
  );
  for (const entry of ofContent) entries.set(entry.path, entry);
  return [...entries.values()];
}

/** The entries as sitemaps.org's protocol writes them. */
export function renderSitemap(origin: string, entries: readonly PageAddress[]): string {
  const urls = entries.map(({ path, lastModified }) => {
    const day = lastModified === null ? '' : `<lastmod>${escapeXml(lastModified)}</lastmod>`;
    return `<url><loc>${escapeXml(origin + path)}</loc>${day}</url>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`;
}
