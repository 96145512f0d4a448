import { generatePath, matchRoutes, type RouteMatch } from 'react-router-dom';
import { readPostQuery } from '../../shared/blogFilter.ts';
import { readContactQuery } from '../../shared/contactQuery.ts';
import { readHomeQuery } from '../../shared/homeFilter.ts';
import { readSearchQuery } from '../../shared/search.ts';
import { termSlug } from '../../shared/terms.ts';
import type { PageQuery, SitePage } from '../site/definePage.tsx';
import { type RouteName, routeTree, type SiteRoute } from '../site/routes.tsx';

/** A page at an address, and what the address says of it. */
export interface PageMatch {
  /** The name of the route, for logs and metrics. */
  readonly route: string;
  readonly page: SitePage;
  /** Layout and page, as react-router renders them. */
  readonly elements: RouteMatch[];
  readonly params: Readonly<Record<string, string>>;
  readonly query: PageQuery;
  /** The canonical path, however it was spelt; as requested where there is no such page. */
  readonly path: string;
  /**
   * Canonical path, and the query parameters that the page declares, in one order: the key of a cached page. Empty: no
   * page of the route table.
   */
  readonly key: string;
  /** The query as requested: redirects keep it. */
  readonly search: string;
}

/** What the route table has at an address: a page, or the canonical address to go to. */
export type MatchResult = { readonly match: PageMatch } | { readonly redirect: string };

const noQuery: PageQuery = {
  category: null,
  tag: null,
  page: 1,
  town: null,
  guests: null,
  dogs: false,
  service: null,
  home: null,
  q: null,
};

/**
 * Makes the function that finds the page of a path and query, or the canonical address to go to: one without
 * doubled or trailing slashes, with the literal parts of the route as it writes them, and terms as slugs. The path
 * must decode. Pages for developers exist only with `devPages`. Throws when the table has no catch-all.
 *
 * It takes whether content has a page of its own at a slug.
 */
export function createPageMatcher(routes: readonly SiteRoute[], devPages: boolean) {
  const existing = routes.filter(({ devOnly }) => devPages || !devOnly);
  const routeByName = new Map(existing.map((route) => [route.name, route]));
  const notFound = existing.find(({ path }) => path === '*');
  if (!notFound) throw new Error('The route table has no catch-all.');
  // React Router compiles and ranks every route that it is given, on each call: it gets only those that can match.
  const trees = new Map(
    [...Map.groupBy(existing, ({ path }) => firstSegment(path))].map(([first, group]) => [
      first,
      routeTree(group),
    ]),
  );

  return (path: string, search: string, mayBeOwn: (slug: string) => boolean = () => false): MatchResult => {
    const tidy = path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
    // A slash inside a segment is no separator, though a router may decode it as one.
    const tree = trees.get(firstSegment(decodeURI(tidy).toLowerCase())) ?? trees.get(':slug') ?? [];
    const elements = /%2f|%5c/i.test(tidy) ? null : matchRoutes(tree, tidy);
    const matched = elements?.at(-1);
    const route = routeByName.get(matched?.route.id ?? '') ?? notFound;
    const params = canonicalParams(matched?.params ?? {});
    const isOwn = route.name === ownRoute && mayBeOwn(params.slug ?? '');
    const isMissing = route === notFound || (route.name === ownRoute && !isOwn);
    if (!elements || isMissing || Object.values(params).includes('')) {
      return { match: matchAnywhere(notFound.page, notFound.name, path, search) };
    }
    const canonicalPath = generatePath(route.path, params);
    if (canonicalPath !== path && decodeURI(canonicalPath) !== decodeURI(path)) {
      return { redirect: canonicalPath + search };
    }
    const query = readQuery(route.page, search);
    const key = canonicalPath + writeQuery(query);
    return {
      match: {
        route: route.name,
        page: route.page,
        elements,
        params,
        query,
        path: canonicalPath,
        key,
        search,
      },
    };
  };
}

/** The route that has every address of one part which no other one has. */
export const ownRoute = 'ownPage' satisfies RouteName;

const firstSegment = (path: string): string => path.split('/', 2)[1] ?? '';

/** A page outside of the route table, at any path. It is never cached. */
export function matchAnywhere(page: SitePage, route: string, path: string, search = ''): PageMatch {
  const elements = matchRoutes(routeTree([{ name: route, path: '*', page }]), path) ?? [];
  return { route, page, elements, params: {}, query: noQuery, path, key: '', search };
}

function canonicalParams(params: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const canonical: Record<string, string> = {};
  for (const [name, value = ''] of Object.entries(params)) {
    canonical[name] = name === 'slug' ? value : termSlug(value);
  }
  return canonical;
}

/** What a page or a feed declares of the query; the rest is ignored. */
export function readQuery({ query: declared }: Pick<SitePage, 'query'>, search: string): PageQuery {
  if (search.length < 2 || declared.length === 0) return noQuery;
  const parameters = new URLSearchParams(search);
  const found: PageQuery = {
    ...readPostQuery(parameters),
    ...readHomeQuery(parameters),
    ...readContactQuery(parameters),
    q: readSearchQuery(parameters),
  };
  const query = { ...noQuery };
  for (const name of declared) Object.assign(query, { [name]: found[name] });
  return query;
}

/** The query of a page as its cache key ends in it: in one order, without what has no effect. Empty: none is left. */
export function writeQuery(query: PageQuery): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...noQuery, ...query })) {
    const isDefault = !value || (name === 'page' && Number(value) <= 1);
    if (!isDefault) parameters.set(name, value === true ? '1' : String(value));
  }
  const text = parameters.toString();
  return text && `?${text}`;
}

/** Path and query of an address; a query begins with its question mark. */
export function splitAddress(address: string): { readonly path: string; readonly search: string } {
  const query = address.indexOf('?');
  if (query < 0) return { path: address, search: '' };
  return { path: address.slice(0, query), search: address.slice(query) };
}
