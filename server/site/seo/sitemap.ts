import { escapeXml } from '../escapeXml.ts';
import { routes } from '../routes.tsx';

/** One address of the sitemap; `lastModified` is a calendar day or timestamp, where one is truly known. */
interface SitemapEntry {
  readonly path: string;
  readonly lastModified: string | null;
}

/** The public pages that exist with any content: those of the route table with one address. */
export const fixedPaths: readonly string[] = routes
  .filter(({ path, devOnly }) => !devOnly && !/[:*]/.test(path))
  .map(({ path }) => path);

/**
 * Every public page: the fixed ones, then those of content. A fixed page too has a date, where its content has one.
 */
export function sitemapEntries(ofContent: readonly SitemapEntry[]): SitemapEntry[] {
  const entries = new Map(
    fixedPaths.map((path): [string, SitemapEntry] => [path, { path, lastModified: null }]),
  );
  for (const entry of ofContent) entries.set(entry.path, entry);
  return [...entries.values()];
}

/** The entries as sitemaps.org's protocol writes them. */
export function renderSitemap(origin: string, entries: readonly SitemapEntry[]): string {
  const urls = entries.map(({ path, lastModified }) => {
    const day = lastModified === null ? '' : `<lastmod>${escapeXml(lastModified)}</lastmod>`;
    return `<url><loc>${escapeXml(origin + path)}</loc>${day}</url>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`;
}
