import type { LiveContent } from '../content/liveContent.ts';
import { mayBeLandingPage, type SiteContent } from '../content/siteContent.ts';
import type { BufferedResponse } from '../http/bufferedResponse.ts';
import { decodePath } from '../http/requestGuard.ts';
import type { HeaderList } from '../http/securityHeaders.ts';
import type { Config } from '../process/config.ts';
import type { Search } from '../search/siteSearch.ts';
import { type JudgedPage, namesRow } from '../site/definePage.tsx';
import { type PageQuery, readQuery, writeQuery } from '../site/pageQuery.ts';
import { type RedirectTarget, redirectOf } from '../site/redirects.ts';
import type { RouteName, SiteRoute } from '../site/routes.tsx';
import type { ResourceRoute } from '../site/seo/feeds.ts';
import { lifetimeHeaders } from './lifetimes.ts';
import { type ContentReads, type PageCache, recordReads } from './pageCache.ts';
import { createPageMatcher, type PageMatch, splitAddress } from './routeMatcher.ts';

/** The redirect at an address that has no page. */
export interface PageRedirect {
  readonly kind: 'redirect';
  readonly location: string;
  readonly status: 301 | 302;
  readonly lifetime: HeaderList;
  readonly route: 'redirect';
}

interface CachedPage {
  readonly kind: 'cached';
  readonly page: BufferedResponse;
}

/** A page to be rendered, with its verdict on one snapshot of the content. */
export interface PageToRender {
  readonly kind: 'page';
  readonly match: PageMatch;
  readonly judged: JudgedPage;
  /** The status of the response. */
  readonly status: number;
  /** The cache key: that of the address, or one that its route shares (`sharedAs`). Null: not to be cached. */
  readonly key: string | null;
  readonly content: SiteContent;
  readonly reads: ContentReads;
}

/** The sitemap, a feed or a list of posts to be rendered. */
export interface ResourceToRender {
  readonly kind: 'resource';
  readonly resource: ResourceRoute;
  readonly query: PageQuery;
  readonly key: string;
}

/** What is at an address, without the page's verdict. */
type Match = PageMatch | ResourceToRender | PageRedirect;

/** What is at an address. */
type Lookup = PageRedirect | CachedPage | PageToRender | ResourceToRender;

/** What is declared at an address, without being rendered. */
export interface InspectedPage {
  readonly status: number;
  /** Where it redirects; null: nowhere. */
  readonly redirect: string | null;
  /** The page's own part of the title; null if it has none. */
  readonly title: string | null;
  readonly description: string | null;
  /** Whether it exists only if content has a row for its address. */
  readonly requiresRow: boolean;
}

interface FinderOptions {
  readonly config: Pick<Config, 'devPages' | 'bookingSiteUrl'>;
  readonly content: Pick<LiveContent, 'current' | 'isFirstLoadPending'>;
  readonly search: Search;
  readonly routes: readonly SiteRoute[];
  readonly resources: readonly ResourceRoute[];
  readonly pages: PageCache;
}

/** The route of every address without a page, which may be that of an endpoint all the same. */
const catchAll = 'notFound' satisfies RouteName;

/** Finds what is at an address. Methods throw for a path that cannot be decoded, and what a page's `select` throws. */
export class PageFinder {
  readonly #options: FinderOptions;
  readonly #matchPage: ReturnType<typeof createPageMatcher>;
  readonly #resources: ReadonlyMap<string, ResourceRoute>;

  constructor(options: FinderOptions) {
    this.#options = options;
    this.#matchPage = createPageMatcher(options.routes, options.config.devPages);
    this.#resources = new Map(options.resources.map((resource) => [resource.path, resource]));
  }

  /**
   * What is at an address, for visitors: the cached page, else what to render. A page is cached by its own address, or
   * for its route if it refuses or finds nothing; while the first load runs, a refusal is not final.
   */
  lookup(address: string): Lookup {
    const content = this.#options.content.current();
    return this.#lookUpMatch(this.#match(address, content), content);
  }

  #lookUpMatch(match: Match, content: SiteContent): Lookup {
    const { content: live, pages } = this.#options;
    if ('kind' in match && match.kind === 'redirect') return match;
    const own = match.key === null ? undefined : pages.get(match.key);
    if (own) return { kind: 'cached', page: own };
    const found = 'kind' in match ? match : this.#resolve(match, content);
    if (found.kind !== 'page' || found.key === null || live.isFirstLoadPending()) return found;
    const shared = found.judged.sharedAs === null ? undefined : pages.get(found.key);
    return shared ? { kind: 'cached', page: shared } : found;
  }

  /** What is at an address in other content than the site's, as in a preview: nothing is cached. */
  find(address: string, content: SiteContent): PageRedirect | PageToRender | ResourceToRender {
    const match = this.#match(address, content);
    return 'kind' in match ? match : this.#resolve(match, content);
  }

  /** The cached page of an address that may be spelled in another way than its key. Never throws. */
  cachedAt(address: string): BufferedResponse | undefined {
    try {
      const content = this.#options.content.current();
      const match = this.#match(address, content);
      // A page such as the search costs much: it is asked once, behind its rate limit.
      if ('page' in match && match.page.isUncached) return undefined;
      const found = this.#lookUpMatch(match, content);
      return found.kind === 'cached' && found.page.route !== catchAll ? found.page : undefined;
    } catch {
      // The render of this request fails with the same error, and reports it.
      return undefined;
    }
  }

  /** Whether the page of an address is made for each request: a search, or homes for chosen dates. Never throws. */
  isMadeAnew(address: string): boolean {
    try {
      const match = this.#match(address, this.#options.content.current());
      return 'page' in match && match.route !== catchAll && (match.page.isUncached || match.key === null);
    } catch {
      return false;
    }
  }

  /** The verdict of a page on an address, whatever else may be there. */
  judge(match: PageMatch, snapshot = this.#options.content.current()): PageToRender {
    const { config, search } = this.#options;
    const { content, reads } = recordReads(snapshot);
    const { page, params, query, route } = match;
    const judged = page.judge({ content, params, query, search, bookingSiteUrl: config.bookingSiteUrl });
    const { status, sharedAs } = judged;
    const key = sharedAs === null ? match.key : `${route} ${status}${sharedAs}`;
    return { kind: 'page', match, judged, status, key: page.isUncached ? null : key, content, reads };
  }

  /** The name of the route of an address, for reports of errors. Never throws. */
  routeAt(address: string): string {
    try {
      const match = this.#match(address, this.#options.content.current());
      return 'resource' in match ? match.resource.route : match.route;
    } catch {
      return 'none';
    }
  }

  /** What is declared at an address in other content than the site's. A path that does not decode has no page. */
  inspect(address: string, content: SiteContent): InspectedPage {
    const nothing = { redirect: null, title: null, description: null, requiresRow: false };
    if (decodePath(address) === null) return { ...nothing, status: 404 };
    const found = this.find(address, content);
    if (found.kind === 'redirect') return { ...nothing, status: found.status, redirect: found.location };
    if (found.kind === 'resource') return { ...nothing, status: 200 };
    const { status, judged } = found;
    const { title, description } = judged.describe();
    return { status, redirect: null, title, description, requiresRow: namesRow(found.match) };
  }

  /** A redirect is to the canonical spelling of the address. */
  #match(address: string, content: SiteContent): Match {
    const { path, queryText } = splitAddress(address);
    const resource = this.#resources.get(path);
    if (resource) {
      const query = readQuery(resource.query, queryText);
      return { kind: 'resource', resource, query, key: path + writeQuery(query) };
    }
    const matched = this.#matchPath(path, queryText, content);
    if ('match' in matched) return matched.match;
    const canonical = splitAddress(matched.redirect);
    const exists = this.#exists(canonical.path, content);
    return toSpelling(
      exists ? canonical.path : this.#inLowerCase(canonical.path, content),
      canonical.queryText,
    );
  }

  #matchPath(path: string, queryText: string, content: SiteContent) {
    return this.#matchPage(path, queryText, (slug) => mayBeLandingPage(content, slug));
  }

  /** The verdict of a page; if it does not exist, the redirect of its address, if any. */
  #resolve(match: PageMatch, content: SiteContent): PageToRender | PageRedirect {
    const found = this.judge(match, content);
    if (found.status !== 404) return found;
    const { path, queryText } = match;
    const spelling = this.#inLowerCase(path, content);
    if (spelling !== path) return toSpelling(spelling, queryText);
    const target = redirectOf(content, path, queryText);
    return target ? toTarget(target) : found;
  }

  #exists(path: string, content: SiteContent): boolean {
    const matched = this.#matchPath(path, '', content);
    return 'match' in matched && this.judge(matched.match, content).status === 200;
  }

  /** The path in lower case if there is a page, since slugs are nearly always in lower case; else the path itself. */
  #inLowerCase(path: string, content: SiteContent): string {
    const lower = path.toLowerCase();
    return lower !== path && this.#exists(lower, content) ? lower : path;
  }
}

const redirectTo = (location: string, isPermanent: boolean, lifetime: HeaderList): PageRedirect => ({
  kind: 'redirect',
  location,
  status: isPermanent ? 301 : 302,
  lifetime,
  route: 'redirect',
});

/** A permanent redirect to another spelling of the same address, which never changes. */
const toSpelling = (path: string, queryText: string): PageRedirect =>
  redirectTo(path + queryText, true, ['Cache-Control', 'public, max-age=3600']);

/** An editor's redirect. Browsers do not keep it: after a page is renamed back, a kept one would lead to a loop. */
const toTarget = ({ to, isPermanent }: RedirectTarget): PageRedirect =>
  redirectTo(to, isPermanent, lifetimeHeaders('absent', ['redirects'], null));
