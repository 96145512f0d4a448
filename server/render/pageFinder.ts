import { generatePath, matchRoutes } from 'react-router-dom';
import { readPostQuery } from '../../shared/blogFilter.ts';
import { readContactQuery } from '../../shared/contactQuery.ts';
import { readSearchQuery } from '../../shared/search.ts';
import { termSlug } from '../../shared/terms.ts';
import type { LiveContent } from '../content/liveContent.ts';
import { mayBeLandingPage, type SiteContent } from '../content/siteContent.ts';
import { decodePath } from '../http/requestGuard.ts';
import type { HeaderList } from '../http/securityHeaders.ts';
import type { Config } from '../process/config.ts';
import type { Search } from '../search/siteSearch.ts';
import type { PageQuery, SelectedPage, SitePage } from '../site/definePage.tsx';
import { readHomeQuery } from '../site/homeFilter.ts';
import { type RedirectTarget, redirectOf } from '../site/redirects.ts';
import type { RouteName, SiteRoute } from '../site/routes.tsx';
import type { Feed } from '../site/seo/feeds.ts';
import { lifetimeHeaders } from './lifetimes.ts';
import { type ContentReads, recordReads } from './pageCache.ts';

/** The page at an address, with the parameters and the query of that address. */
export interface PageMatch {
  /** The name of the route, for logs and metrics. */
  readonly route: string;
  readonly page: SitePage;
  readonly params: Readonly<Record<string, string>>;
  readonly query: PageQuery;
  /** The canonical path, however the request spelled it; as requested if there is no such page. */
  readonly path: string;
  /**
   * The cache key: the canonical path, and the query parameters that the page declares, in a fixed order. Null if the
   * route table has no such page.
   */
  readonly key: string | null;
  /** The query as requested, with its question mark: redirects keep it. Empty if there is none. */
  readonly queryText: string;
}

/** The redirect at an address that has no page. */
export interface PageRedirect {
  readonly kind: 'redirect';
  readonly location: string;
  readonly status: 301 | 302;
  readonly lifetime: HeaderList;
  readonly route: 'redirect';
}

/** Whether what was found at an address is a redirect. */
export function isRedirect<T extends object>(found: T | PageRedirect): found is PageRedirect {
  return 'kind' in found && found.kind === 'redirect';
}

/** A page with what it selected from one snapshot of the content. */
export interface ResolvedPage {
  readonly content: SiteContent;
  readonly reads: ContentReads;
  readonly selected: SelectedPage;
}

/** What a page declares about itself, without being rendered. */
export interface InspectedPage {
  readonly status: number;
  /** The page's own part of the title; null if it has none. */
  readonly title: string | null;
  readonly description: string | null;
  /** Whether it exists only if content has a row for its address. */
  readonly requiresRow: boolean;
}

interface FinderOptions {
  readonly config: Pick<Config, 'devPages' | 'bookingSiteUrl'>;
  readonly content: Pick<LiveContent, 'current'>;
  readonly search: Search;
  readonly routes: readonly SiteRoute[];
  readonly feeds: readonly Feed[];
}

export type PageFinder = ReturnType<typeof createPageFinder>;

/** Finds the page of an address and what it selects from content, or the redirect of the address. */
export function createPageFinder({ config, content: live, search, routes, feeds }: FinderOptions) {
  const matchPage = createPageMatcher(routes, config.devPages);
  /** The inputs of pages besides content and address. */
  const sources = { search, bookingSiteUrl: config.bookingSiteUrl };

  const matchAt = (address: string, content: SiteContent): MatchResult => {
    const { path, queryText } = splitAddress(address);
    return matchPage(path, queryText, (slug) => mayBeLandingPage(content, slug));
  };

  const exists = (path: string, content: SiteContent): boolean => {
    const matched = matchAt(path, content);
    return 'match' in matched && finder.select(matched.match, content).selected.status === 200;
  };

  /** The path in lower case if there is a page, since slugs are nearly always in lower case; else the path itself. */
  const inLowerCase = (path: string, content: SiteContent): string => {
    const lower = path.toLowerCase();
    return lower !== path && exists(lower, content) ? lower : path;
  };

  const finder = {
    /**
     * What the route table has at an address: a page, the not-found page, or a redirect to the canonical spelling.
     * Throws for a path that cannot be decoded.
     */
    find(address: string, content = live.current()): PageMatch | PageRedirect {
      const matched = matchAt(address, content);
      if ('match' in matched) return matched.match;
      const { path, queryText } = splitAddress(matched.redirect);
      return toSpelling(exists(path, content) ? path : inLowerCase(path, content), queryText);
    },

    /** What a page selects from content. */
    select({ page, params, query }: PageMatch, snapshot = live.current()): ResolvedPage {
      const { content, reads } = recordReads(snapshot);
      return { content, reads, selected: page.select({ ...sources, content, params, query }) };
    },

    /** What a page selects from content; if the page does not exist, the redirect of its address, if any. */
    resolve(match: PageMatch, content = live.current()): ResolvedPage | PageRedirect {
      const selection = finder.select(match, content);
      if (selection.selected.status !== 404) return selection;
      const { path, queryText } = match;
      const spelling = inLowerCase(path, content);
      if (spelling !== path) return toSpelling(spelling, queryText);
      const target = redirectOf(content, path, queryText);
      return target ? toTarget(target) : selection;
    },

    /** What a page or feed at an address declares, or where it redirects. A path that does not decode has no page. */
    inspect(address: string, content: SiteContent): InspectedPage | { readonly redirect: string } {
      if (decodePath(address) === null)
        return { status: 404, title: null, description: null, requiresRow: false };
      const found = finder.find(address, content);
      if (isRedirect(found)) return { redirect: found.location };
      const resolved = finder.resolve(found, content);
      if (isRedirect(resolved)) return { redirect: resolved.location };
      const { title, description } = resolved.selected.describe();
      const isFeed = feeds.some(({ path }) => path === found.path);
      const status = isFeed ? 200 : found.key === null ? 404 : resolved.selected.status;
      return { status, title, description, requiresRow: found.page.requiresRow };
    },
  };
  return finder;
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

/** What the route table has at an address: a page, or the canonical address to redirect to. */
type MatchResult = { readonly match: PageMatch } | { readonly redirect: string };

const readAll = (parameters: URLSearchParams): PageQuery => ({
  ...readPostQuery(parameters),
  ...readHomeQuery(parameters),
  ...readContactQuery(parameters),
  q: readSearchQuery(parameters),
});

const noQuery = readAll(new URLSearchParams());

/**
 * Makes the function that finds the page of a path and query, or the canonical address to redirect to: without
 * doubled or trailing slashes, with the literal segments spelled as in the route, and terms as slugs. The path must be
 * decodable. Pages for developers exist only with `devPages`. Throws when the table has no catch-all.
 *
 * The function's last argument tells whether content may have a landing page at a slug.
 */
export function createPageMatcher(routes: readonly SiteRoute[], devPages: boolean) {
  const existing = routes.filter(({ devOnly }) => devPages || !devOnly);
  const routeByName = new Map(existing.map((route) => [route.name, route]));
  const notFound = existing.find(({ path }) => path === '*');
  if (!notFound) throw new Error('The route table has no catch-all.');
  // React Router compiles and ranks every route that it is given, on each call: it gets only those that can match.
  const patterns = existing.map(({ name, path }) => ({ id: name, path }));
  const patternsAt = Map.groupBy(patterns, ({ path }) => firstSegment(path));

  return (
    path: string,
    queryText: string,
    mayBeLanding: (slug: string) => boolean = () => false,
  ): MatchResult => {
    const tidy = path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
    // An encoded slash inside a segment is not a separator, though a router may decode it as one.
    const first = firstSegment(decodeURI(tidy).toLowerCase());
    const candidates = patternsAt.get(first) ?? patternsAt.get(':slug') ?? [];
    const matched = /%2f|%5c/i.test(tidy) ? null : matchRoutes(candidates, tidy)?.at(-1);
    const route = routeByName.get(matched?.route.id ?? '') ?? notFound;
    const params = canonicalParams(matched?.params ?? {});
    const isLanding = route.name === landingRoute && mayBeLanding(params.slug ?? '');
    const isMissing = route === notFound || (route.name === landingRoute && !isLanding);
    if (isMissing || Object.values(params).includes('')) {
      return { match: matchAnywhere(notFound.page, notFound.name, path, queryText) };
    }
    const canonicalPath = generatePath(route.path, params);
    if (canonicalPath !== path && decodeURI(canonicalPath) !== decodeURI(path)) {
      return { redirect: canonicalPath + queryText };
    }
    const query = readQuery(route.page, queryText);
    const key = canonicalPath + writeQuery(query);
    return {
      match: { route: route.name, page: route.page, params, query, path: canonicalPath, key, queryText },
    };
  };
}

/** The route of landing pages: it matches every path of one segment that no other route matches. */
export const landingRoute = 'landingPage' satisfies RouteName;

const firstSegment = (path: string): string => path.split('/', 2)[1] ?? '';

/** Matches a page outside of the route table, at any path. The match has no cache key. */
export function matchAnywhere(page: SitePage, route: string, path: string, queryText = ''): PageMatch {
  return { route, page, params: {}, query: noQuery, path, key: null, queryText };
}

function canonicalParams(params: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const canonical = (name: string, value = '') => (name === 'slug' ? value : termSlug(value));
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, canonical(name, value)]));
}

/** Reads the query parameters that a page or a feed declares; the rest is ignored. */
export function readQuery({ query: declared }: Pick<SitePage, 'query'>, queryText: string): PageQuery {
  if (queryText.length < 2 || declared.length === 0) return noQuery;
  const found = readAll(new URLSearchParams(queryText));
  const query = { ...noQuery };
  for (const name of declared) Object.assign(query, { [name]: found[name] });
  return query;
}

/** The query as in a cache key: in a fixed order, without parameters that have no effect. Empty if none is left. */
export function writeQuery(query: PageQuery): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...noQuery, ...query })) {
    const isDefault = !value || (name === 'page' && Number(value) <= 1);
    if (!isDefault) parameters.set(name, value === true ? '1' : String(value));
  }
  const text = parameters.toString();
  return text && `?${text}`;
}

/** Splits an address into path and query; the query keeps its question mark, and is empty if there is none. */
export function splitAddress(address: string): { readonly path: string; readonly queryText: string } {
  const query = address.indexOf('?');
  if (query < 0) return { path: address, queryText: '' };
  return { path: address.slice(0, query), queryText: address.slice(query) };
}
