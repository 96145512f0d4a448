import type { Picture } from '../../../shared/content.ts';
import type { Article } from '../../content/collections/blogPosts.ts';
import type { TitledText } from '../../content/collections/fields.ts';
import type { Home } from '../../content/collections/homes.ts';
import type { Review } from '../../content/collections/reviews.ts';
import type { Service } from '../../content/collections/services.ts';

/** A step of the breadcrumb trail from the home page to the current page. */
export interface TrailStep {
  readonly name: string;
  readonly path: string;
}

/** The schema.org type of a page that is more specific than `WebPage`. */
type PageKind = 'AboutPage' | 'ContactPage' | 'CollectionPage';

/** What a page declares about itself in the head of the document. */
export interface PageDescription {
  /** The page's own part of the title; null: the product's name takes its place. */
  readonly title: string | null;
  /** In place of it in the title of the window only: what a filter shows, at an address that is not canonical. */
  readonly windowTitle?: string | undefined;
  /** One or two plain sentences, at most about 160 characters; null for none. */
  readonly description: string | null;
  /** The canonical path, without origin; null on a page that search engines must not index. */
  readonly path: string | null;
  /** Excluded from search results. */
  readonly unlisted?: boolean;
  /** The picture in link previews of the page. */
  readonly picture?: Picture | null;
  /** The feed of what the page lists, with its title. */
  readonly feed?: { readonly title: string; readonly path: string };
  /** The pages from the home page, which is not included, to this one, which is the last. */
  readonly trail?: readonly TrailStep[];
  /** A more specific type than `WebPage`. */
  readonly kind?: PageKind;
  /** The post that the page consists of. */
  readonly post?: Article;
  /** The home that the page is about. */
  readonly home?: Home;
  /** The reviews of that home by guests, if the page shows them. */
  readonly homeReviews?: readonly Review[];
  /** The service that the page is about. */
  readonly service?: Service;
  /** The questions that the page answers. */
  readonly questions?: readonly TitledText[];
  /** Given on a page about the company: the services whose prices make its price range. */
  readonly companyServices?: readonly Service[];
}
