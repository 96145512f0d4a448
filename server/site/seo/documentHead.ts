import type { Article } from '../../content/collections/blogPosts.ts';
import type { SiteSettings } from '../../content/collections/siteSettings.ts';
import type { PageDescription } from './pageDescription.ts';
import { type SocialPicture, sharedPictures, socialPicture, uncroppedPictureUrl } from './socialPicture.ts';
import { graphOf, renderStructuredData } from './structuredData.ts';

/** The head of a document, every value final. */
export interface DocumentHead {
  /** Of the window. */
  readonly title: string;
  /** Of the canonical page, for previews of links. */
  readonly canonicalTitle: string;
  readonly description: string | null;
  /** Absolute; null on a page that search engines must not index. */
  readonly canonicalUrl: string | null;
  readonly robots: string | null;
  readonly siteTitle: string;
  /** The feed of the list on the page. */
  readonly feed: { readonly title: string; readonly path: string } | null;
  /** The dates and the author of an article. */
  readonly article: Pick<Article, 'published' | 'lastModified' | 'authorName'> | null;
  readonly picture: SocialPicture;
  /** The page's structured data as the text of a data block; see `renderStructuredData`. */
  readonly structuredData: string | null;
}

interface HeadSources {
  readonly description: PageDescription;
  /** Undefined while settings are unknown. */
  readonly settings: SiteSettings | undefined;
  readonly productName: string;
  /** Our origin, without a trailing slash. */
  readonly frontendUrl: string;
  /** False for a 404 or failure: without a canonical address, excluded from search results. */
  readonly found: boolean;
}

/** The title of the site from the settings, else the product's name. */
export function siteTitleOf(settings: SiteSettings | undefined, productName: string): string {
  return settings?.siteTitle ?? settings?.siteName ?? productName;
}

/** The company's full name from the settings, else the product's name. */
export function siteNameOf(settings: SiteSettings | undefined, productName: string): string {
  return settings?.siteName ?? siteTitleOf(settings, productName);
}

/**
 * The head of a document: `page - site title`, or `{product} - site title` where the page has no title of its own, with
 * the settings' `site_name` in place of `{product}`; and never the same words twice.
 */
export function documentHead(sources: HeadSources): DocumentHead {
  const { description, settings, productName, frontendUrl, found } = sources;
  const siteTitle = siteTitleOf(settings, productName);
  const siteName = siteNameOf(settings, productName);
  const pageTitle = description.title ?? settings?.siteName ?? productName;
  const withSite = (own: string) => (own === siteTitle ? siteTitle : `${own} - ${siteTitle}`);
  const listed = found && !description.unlisted;
  const canonicalUrl = listed && description.path !== null ? frontendUrl + description.path : null;
  const pictures = [
    ...(description.picture ? [description.picture] : []),
    ...(description.home?.pictures ?? []),
  ];
  const picture = socialPicture({ pictures, title: pageTitle, siteName, origin: frontendUrl });
  return {
    title: withSite(description.windowTitle ?? pageTitle),
    canonicalTitle: withSite(pageTitle),
    description: description.description,
    canonicalUrl,
    robots: listed ? null : 'noindex',
    siteTitle,
    feed: description.feed ?? null,
    article: description.post ?? null,
    picture,
    structuredData: canonicalUrl === null ? null : graphOfPage(sources, canonicalUrl, pageTitle, picture),
  };
}

/** The structured data of the page. */
function graphOfPage(
  { description, settings, productName, frontendUrl: origin }: HeadSources,
  address: string,
  title: string,
  picture: SocialPicture,
): string {
  const own = description.home?.pictures ?? (description.picture ? [description.picture] : []);
  const whole = sharedPictures(own).map((each) => uncroppedPictureUrl(each, origin));
  // The company's picture is not one of a home.
  const pictures = whole.length > 0 || description.home ? whole : [picture.url];
  const siteName = siteNameOf(settings, productName);
  return renderStructuredData(graphOf({ origin, address, title, siteName, settings, pictures, description }));
}
