import type { PostSummary, ServiceSummary, Term } from '../../../shared/content.ts';
import * as paths from '../../../shared/paths.ts';
import { escapeXml } from './escapeXml.ts';

/** One address of the sitemap; `lastModified` is a calendar day or timestamp, where one is truly known. */
export interface SitemapEntry {
  readonly path: string;
  readonly lastModified: string | null;
}

/** The pages that exist whatever the content service holds, the most asked first. */
export const fixedPaths: readonly string[] = [
  paths.homePath,
  paths.aboutPath,
  paths.servicesPath,
  paths.rentalsPath,
  paths.searchRentalsPath,
  paths.strManagementPath,
  paths.contactPath,
  paths.blogPath,
  paths.blogCategoriesPath,
  paths.blogTagsPath,
  paths.privacyPath,
];

/** Every public page: the fixed ones, all services, all posts (newest first), every category and tag in use. */
export function sitemapEntries(
  services: readonly ServiceSummary[],
  posts: readonly PostSummary[],
): SitemapEntry[] {
  const newest = posts[0]?.published?.machine ?? null;
  const categories = newestByTerm(posts, (post) => post.categories);
  const tags = newestByTerm(posts, (post) => post.tags);
  return [
    ...fixedPaths.map((path) => ({ path, lastModified: path === paths.blogPath ? newest : null })),
    ...services.map(({ slug }) => ({ path: paths.servicePath(slug), lastModified: null })),
    ...posts.map(({ slug, published }) => ({
      path: paths.postPath(slug),
      lastModified: published?.machine ?? null,
    })),
    ...[...categories].map(([slug, day]) => ({ path: paths.categoryPath(slug), lastModified: day })),
    ...[...tags].map(([slug, day]) => ({ path: paths.tagPath(slug), lastModified: day })),
  ];
}

/** The date of the newest post of each term; posts come newest first. */
function newestByTerm(posts: readonly PostSummary[], termsOf: (post: PostSummary) => readonly Term[]) {
  const newest = new Map<string, string | null>();
  for (const post of posts) {
    for (const { slug } of termsOf(post)) {
      if (!newest.has(slug)) newest.set(slug, post.published?.machine ?? null);
    }
  }
  return newest;
}

/** The entries as sitemaps.org's protocol writes them. */
export function renderSitemap(origin: string, entries: readonly SitemapEntry[]): string {
  const urls = entries.map(({ path, lastModified }) => {
    const day = lastModified === null ? '' : `<lastmod>${escapeXml(lastModified)}</lastmod>`;
    return `<url><loc>${escapeXml(origin + path)}</loc>${day}</url>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`;
}
