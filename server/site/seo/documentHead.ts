import { homePath } from '../../../shared/paths.ts';
import type { Home } from '../../content/collections/homes.ts';
import { type Review, reviewsAt } from '../../content/collections/reviews.ts';
import type { SiteSettings } from '../../content/collections/siteSettings.ts';
import type { PageDescription, Reload } from './pageDescription.ts';
import { type SocialPicture, socialPicture } from './socialPicture.ts';
import {
  blogPosting,
  breadcrumbList,
  localBusiness,
  renderStructuredData,
  type StructuredThing,
  serviceThing,
  vacationRental,
} from './structuredData.ts';

/** The head of a document, every value final. */
export interface DocumentHead {
  readonly title: string;
  readonly description: string | null;
  /** Absolute; null on a page that should not be found again. */
  readonly canonicalUrl: string | null;
  readonly robots: string | null;
  readonly siteTitle: string;
  /** Where there is no script, the page loads itself again after this time. */
  readonly reload: Reload | null;
  /** A feed of the page's own list. */
  readonly feed: { readonly title: string; readonly path: string } | null;
  readonly isArticle: boolean;
  readonly picture: SocialPicture;
  /** What the page says to programs, ready to stand in a data block; see `renderStructuredData`. */
  readonly structuredData: string | null;
}

interface HeadSources {
  readonly description: PageDescription;
  /** Undefined while settings are unknown. */
  readonly settings: SiteSettings | undefined;
  /** Those of the content service; none while they are unknown. */
  readonly reviews: readonly Review[];
  readonly productName: string;
  /** Our origin, without a trailing slash. */
  readonly frontendUrl: string;
  /** 404 and failures: without a canonical address, excluded from search results. */
  readonly found: boolean;
}

/**
 * The head of a document: `page - site title`, or `{product} - site title` where the page has no title of
 * its own, and never the same words twice.
 */
export function documentHead({
  description,
  settings,
  reviews,
  productName,
  frontendUrl,
  found,
}: HeadSources): DocumentHead {
  const siteTitle = settings?.siteTitle ?? settings?.siteName ?? productName;
  const pageTitle = description.title ?? productName;
  const listed = found && !description.unlisted;
  const canonicalUrl = listed && description.path !== null ? frontendUrl + description.path : null;
  const picture = socialPicture(description.picture, frontendUrl);
  const things =
    canonicalUrl === null
      ? []
      : thingsOf({ description, settings, reviews, productName, frontendUrl }, canonicalUrl, picture);
  return {
    title: pageTitle === siteTitle ? siteTitle : `${pageTitle} - ${siteTitle}`,
    description: description.description,
    canonicalUrl,
    robots: listed ? null : 'noindex',
    siteTitle,
    reload: description.reload ?? null,
    feed: description.feed ?? null,
    isArticle: description.post !== undefined,
    picture,
    structuredData: things.length > 0 ? renderStructuredData(things) : null,
  };
}

/** What the page says to programs: only what it shows to people too. */
function thingsOf(
  { description, settings, reviews, productName, frontendUrl }: Omit<HeadSources, 'found'>,
  address: string,
  picture: SocialPicture,
): readonly StructuredThing[] {
  const { aboutCompany, post, home, service, trail } = description;
  const picturesOf = ({ pictures }: Home) => pictures.map((each) => socialPicture(each, frontendUrl).url);
  const name = settings?.siteName ?? settings?.siteTitle ?? productName;
  const shown = description.path === homePath ? reviewsAt(reviews, { readers: 'owners' }) : [];
  const company = aboutCompany && settings ? localBusiness(settings, name, frontendUrl, shown) : null;
  return [
    ...(company ? [company] : []),
    ...(post ? [blogPosting(post, address, picture.url)] : []),
    ...(home ? [vacationRental(home, address, picturesOf(home))] : []),
    ...(service ? [serviceThing(service, address, frontendUrl)] : []),
    ...(trail ? [breadcrumbList(trail, frontendUrl)] : []),
  ];
}
