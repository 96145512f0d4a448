import type { Picture } from '../../../shared/content.ts';
import type { Post } from '../../content/collections/blogPosts.ts';
import type { TitledText } from '../../content/collections/fields.ts';
import type { Home } from '../../content/collections/homes.ts';
import type { Review } from '../../content/collections/reviews.ts';
import type { Service } from '../../content/collections/services.ts';

/** A page on the way from the home page to the one that says it. */
export interface TrailStep {
  readonly name: string;
  readonly path: string;
}

/** What a page is in the words of schema.org, where it is more than a page. */
export type PageKind = 'AboutPage' | 'ContactPage' | 'CollectionPage';

/** When a page loads itself again, and its address: without a fragment, at which a browser would only scroll. */
export interface Reload {
  readonly seconds: number;
  readonly address: string;
}

/** What a page says of itself in the head of the document. */
export interface PageDescription {
  /** The page's own part of the title; null on the page that is the site itself. */
  readonly title: string | null;
  /** One or two plain sentences, at most about 160 characters; null: the head says none. */
  readonly description: string | null;
  /** The canonical path, without origin; null where a page should not be found again. */
  readonly path: string | null;
  /** Excluded from search results. */
  readonly unlisted?: boolean;
  /** Where there is no script, the page loads itself again. */
  readonly reload?: Reload | null;
  /** The picture beside its title where the page is shared. */
  readonly picture?: Picture | null;
  /** A feed of what the page lists, and how it is called. */
  readonly feed?: { readonly title: string; readonly path: string };
  /** The pages between the home page and this one, which is the last. */
  readonly trail?: readonly TrailStep[];
  /** What the page is, where it is more than a page. */
  readonly kind?: PageKind;
  /** The post that the page consists of. */
  readonly post?: Post;
  /** The home that the page is about. */
  readonly home?: Home;
  /** What guests have said of that home, where the page shows it. */
  readonly homeReviews?: readonly Review[];
  /** The service that the page is about. */
  readonly service?: Service;
  /** The questions that the page answers. */
  readonly questions?: readonly TitledText[];
  /** Of a page about the company: all services, whose prices say what it costs. */
  readonly companyServices?: readonly Service[];
}
