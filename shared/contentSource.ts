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

/** What became of a question: its value, or why the content service could not be asked. */
export type Answer<T> = { readonly ok: T } | { readonly unreachable: string };

/**
 * A promise for an answer that never rejects. When the answer is already known it also carries React's
 * own marks (`status`, `value`), so that `use` reads it without suspending.
 */
export type Question<T> = Promise<Answer<T>> &
  (
    | { readonly status?: undefined; readonly value?: undefined }
    | { readonly status: 'pending'; readonly value?: undefined }
    | { readonly status: 'fulfilled'; readonly value: Answer<T> }
  );

/**
 * The questions that a page can ask. The server answers them from the content store; the browser asks
 * only `postListing`, through the content API. Each resolves within its own deadline.
 */
export interface ContentSource {
  menu(): Question<readonly MenuEntry[]>;
  settings(): Question<SiteSettings>;
  /** Null: the content service has no such page. */
  page(slug: PageSlug): Question<Page | null>;
  callToAction(): Question<CallToAction | null>;
  /** The first nine published services by display order. */
  homeServices(): Question<readonly ServiceSummary[]>;
  /** All published services by display order. */
  services(): Question<readonly ServiceSummary[]>;
  /** Null: there is no published service of that slug. */
  service(slug: string): Question<Service | null>;
  /** The What's Included lines of one service, in `sort` order. */
  serviceFeatures(serviceId: string): Question<readonly string[]>;
  postListing(query: PostQuery): Question<PostListing>;
  postTaxonomy(): Question<PostTaxonomy>;
  /** Null: there is no published post of that slug. */
  post(slug: string): Question<Post | null>;
}

/** A question whose answer is known. */
export function answered<T>(answer: Answer<T>): Question<T> {
  return Object.assign(Promise.resolve(answer), { status: 'fulfilled' as const, value: answer });
}

/** A question that marks itself as answered once its promise settles; `promise` must not reject. */
export function asked<T>(promise: Promise<Answer<T>>): Question<T> {
  const question = Object.assign(promise, { status: 'pending' as const });
  promise.then((value) => Object.assign(promise, { status: 'fulfilled', value }));
  return question;
}
