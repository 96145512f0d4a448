import { escapeXml } from '../../../shared/escapeXml.ts';
import type { PageAddress } from '../../content/collections/collection.ts';
import { collectionNames, collectionOf, pageMakers } from '../../content/collections/collections.ts';
import { isUnreachable, type SiteContent, valueIn } from '../../content/siteContent.ts';
import { routes } from '../routes.tsx';
import { sharedPictures, uncroppedPictureUrl } from './socialPicture.ts';

/** The public pages that exist with any content: the routes without parameters. */
export const fixedPaths: readonly string[] = routes
  .filter(({ path, devOnly, page }) => !devOnly && !page.isUncached && !/[:*]/.test(path))
  .map(({ path }) => path);

/** Caches the pages of each collection's value, which every part of the sitemap and every edit need. */
const held = new WeakMap<object, readonly PageAddress[]>();

/** The pages that exist because of the content that is available. */
export function knownPages(content: SiteContent): readonly PageAddress[] {
  return collectionNames.flatMap((name) => {
    const value = valueIn<unknown>(content[name]);
    if (typeof value !== 'object' || value === null) return [];
    const pages = held.get(value) ?? collectionOf(name).pages?.(value) ?? [];
    held.set(value, pages);
    return pages;
  });
}

/** The pages that exist because of content; null while a collection that makes pages is unavailable. */
export function pagesOfContent(content: SiteContent): readonly PageAddress[] | null {
  return pageMakers.some((name) => isUnreachable(content[name])) ? null : knownPages(content);
}

/**
 * Every public page: the fixed ones, then those of content. A fixed page has a date if its content has one.
 */
export function sitemapEntries(ofContent: readonly PageAddress[]): PageAddress[] {
  const entries = new Map(
    fixedPaths.map((path): [string, PageAddress] => [path, { path, lastModified: null }]),
  );
  for (const entry of ofContent) entries.set(entry.path, { ...entries.get(entry.path), ...entry });
  return [...entries.values()].filter(({ isUnlisted }) => !isUnlisted);
}

/** Per part, so that a request for one costs no more as the site grows. The protocol's own limit is 50,000. */
const mostAddresses = 1_000;
/** More pictures of one page add nothing. */
const mostPictures = 10;

const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
const schema = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const pictureSchema = 'http://www.google.com/schemas/sitemap-image/1.1';

/**
 * The entries as a sitemap (https://www.sitemaps.org/protocol.html), with the pictures of each page. If there are too
 * many for one sitemap, page 1 is the index of the parts, which are pages 2 and up. Null if there is no such page.
 */
export function renderSitemap(
  origin: string,
  path: string,
  entries: readonly PageAddress[],
  page: number,
): string | null {
  const parts = Math.ceil(entries.length / mostAddresses);
  if (page === 1 && parts > 1) {
    const addresses = Array.from({ length: parts }, (_, at) => `${origin}${path}?page=${at + 2}`);
    const maps = addresses.map((address) => `<sitemap><loc>${escapeXml(address)}</loc></sitemap>`);
    return `${head}<sitemapindex xmlns="${schema}">\n${maps.join('\n')}\n</sitemapindex>\n`;
  }
  if (page > 1 && (parts === 1 || page > parts + 1)) return null;
  const from = page === 1 ? 0 : (page - 2) * mostAddresses;
  const urls = entries.slice(from, from + mostAddresses).map(({ path: of, lastModified, pictures = [] }) => {
    const day = lastModified === null ? '' : `<lastmod>${escapeXml(lastModified)}</lastmod>`;
    const images = sharedPictures(pictures)
      .slice(0, mostPictures)
      .map((picture) => uncroppedPictureUrl(picture, origin))
      .map((url) => `<image:image><image:loc>${escapeXml(url)}</image:loc></image:image>`);
    return `<url><loc>${escapeXml(origin + of)}</loc>${day}${images.join('')}</url>`;
  });
  return `${head}<urlset xmlns="${schema}" xmlns:image="${pictureSchema}">\n${urls.join('\n')}\n</urlset>\n`;
}
