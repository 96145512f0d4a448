import type { Picture, PostSummary } from '../../../shared/content.ts';
import type { Home } from '../../content/collections/homes.ts';
import type { Service } from '../../content/collections/services.ts';
import type { TrailStep } from './structuredData.ts';

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
  /** The post that the page consists of. */
  readonly post?: PostSummary;
  /** The home that the page is about. */
  readonly home?: Home;
  /** The service that the page is about. */
  readonly service?: Service;
  /** The page carries the structured data of the company. */
  readonly aboutCompany?: true;
}
