import type {
  CallToAction,
  MenuEntry,
  Page,
  PageSlug,
  Post,
  PostListing,
  PostQuery,
  PostTaxonomy,
  Service,
  ServiceSummary,
  SiteSettings,
} from './content.ts';

/** What became of a query: its value, or why the content service could not be asked. */
export type QueryResult<T> = { readonly ok: T } | { readonly unreachable: string };

/**
 * A promise for an answer that never rejects. When the answer is already known it also carries React's
 * own marks (`status`, `value`), so that `use` reads it without suspending.
 */
export type Query<T> = Promise<QueryResult<T>> &
  (
    | { readonly status?: undefined; readonly value?: undefined }
    | { readonly status: 'pending'; readonly value?: undefined }
    | { readonly status: 'fulfilled'; readonly value: QueryResult<T> }
  );

/**
 * The queries that a page can ask. The server answers them from the content store; the browser asks
 * only `postListing`, through the content API. Each resolves within its own deadline.
 */
export interface ContentSource {
  menu(): Query<readonly MenuEntry[]>;
  settings(): Query<SiteSettings>;
  /** Null: the content service has no such page. */
  page(slug: PageSlug): Query<Page | null>;
  callToAction(): Query<CallToAction | null>;
  /** The first nine published services by display order. */
  homeServices(): Query<readonly ServiceSummary[]>;
  /** All published services by display order. */
  services(): Query<readonly ServiceSummary[]>;
  /** Null: there is no published service of that slug. */
  service(slug: string): Query<Service | null>;
  /** The What's Included lines of one service, in `sort` order. */
  serviceFeatures(serviceId: string): Query<readonly string[]>;
  postListing(query: PostQuery): Query<PostListing>;
  postTaxonomy(): Query<PostTaxonomy>;
  /** Null: there is no published post of that slug. */
  post(slug: string): Query<Post | null>;
}

/** A query whose answer is known. */
export function settledQuery<T>(answer: QueryResult<T>): Query<T> {
  return Object.assign(Promise.resolve(answer), { status: 'fulfilled' as const, value: answer });
}

/** A query that marks itself as answered once its promise settles; `promise` must not reject. */
export function pendingQuery<T>(promise: Promise<QueryResult<T>>): Query<T> {
  const query = Object.assign(promise, { status: 'pending' as const });
  promise.then((value) => Object.assign(promise, { status: 'fulfilled', value }));
  return query;
}
