import { generatePath, matchRoutes } from 'react-router-dom';
import { normalizeText } from '../../shared/normalizeText.ts';
import { termSlug } from '../../shared/terms.ts';
import type { SitePage } from '../site/definePage.tsx';
import { isOneOfMany, noQuery, type PageQuery, readQuery, writeQuery } from '../site/pageQuery.ts';
import type { RouteName, SiteRoute } from '../site/routes.tsx';

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

/** What the route table has at an address: a page, or the canonical address to redirect to. */
type MatchResult = { readonly match: PageMatch } | { readonly redirect: string };

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
    const query = readQuery(route.page.query, queryText);
    const isCached = !isOneOfMany(query, Object.keys(params).length > 0);
    const key = isCached ? canonicalPath + writeQuery(query) : null;
    return {
      match: { route: route.name, page: route.page, params, query, path: canonicalPath, key, queryText },
    };
  };
}

/** The route of landing pages: it matches every path of one segment that no other route matches. */
const landingRoute = 'landingPage' satisfies RouteName;

const firstSegment = (path: string): string => path.split('/', 2)[1] ?? '';

/** Matches a page outside of the route table, at any path. The match has no cache key. */
export function matchAnywhere(page: SitePage, route: string, path: string, queryText = ''): PageMatch {
  return { route, page, params: {}, query: noQuery, path, key: null, queryText };
}

function canonicalParams(params: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const canonical = (name: string, value = '') => (name === 'slug' ? normalizeText(value) : termSlug(value));
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, canonical(name, value)]));
}

/** Splits an address into path and query; the query keeps its question mark, and is empty if there is none. */
export function splitAddress(address: string): { readonly path: string; readonly queryText: string } {
  const query = address.indexOf('?');
  if (query < 0) return { path: address, queryText: '' };
  return { path: address.slice(0, query), queryText: address.slice(query) };
}
