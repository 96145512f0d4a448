import { generatePath, matchRoutes } from 'react-router-dom';
import { readPostQuery } from '../../shared/blogFilter.ts';
import type { PostQuery } from '../../shared/content.ts';
import { termSlug } from '../../shared/termSlug.ts';
import { routes, routeTree, type SiteRoute } from '../site/routes.tsx';

/** An address of the site, understood. */
export interface PageMatch {
  readonly route: SiteRoute;
  readonly params: Readonly<Record<string, string>>;
  readonly query: PostQuery;
  /** The canonical path, however it was spelt; as asked where there is no such page. */
  readonly path: string;
  /** Canonical path, and the query parameters that the route declares, in one order: the key of a kept page. */
  readonly key: string;
}

export type MatchResult = { readonly match: PageMatch } | { readonly redirect: string };

const routeByName = new Map(routes.map((route) => [route.name, route]));
const notFound = routes.find((route) => route.path === '*');

/** What a page without a query of its own is asked with. */
export const noQuery: PostQuery = { category: null, tag: null, page: 1 };

/**
 * Finds the page of a path and query, or the canonical address to go to: one without doubled or trailing
 * slashes, with the literal parts of the route as it writes them, and terms as slugs. `path` must decode.
 * Pages for developers exist only with `devPages`.
 */
export function matchPage(path: string, search: string, devPages: boolean): MatchResult {
  if (!notFound) throw new Error('The route table has no catch-all.');
  const tidy = path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
  // A slash inside a segment is no separator, whatever a router may think of it.
  const matches = /%2f|%5c/i.test(tidy) ? null : matchRoutes(routeTree, tidy);
  const found = matches?.at(-1);
  const params = canonicalParams(found?.params ?? {});
  const complete = !Object.values(params).includes('');
  const route = (complete && routeByName.get(found?.route.id ?? '')) || notFound;
  if (route === notFound || (route.devOnly && !devPages)) {
    return { match: { route: notFound, params: {}, query: noQuery, path, key: '' } };
  }
  const canonicalPath = generatePath(route.path, params);
  if (canonicalPath !== path && decodeURI(canonicalPath) !== decodeURI(path)) {
    return { redirect: canonicalPath + search };
  }
  const query = readQuery(route, search);
  return { match: { route, params, query, path: canonicalPath, key: canonicalPath + writeQuery(query) } };
}

function canonicalParams(params: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const canonical: Record<string, string> = {};
  for (const [name, value = ''] of Object.entries(params)) {
    canonical[name] = name === 'category' || name === 'tag' ? termSlug(value) : value;
  }
  return canonical;
}

/** What the route declares of the query; the rest is not heeded. */
function readQuery(route: SiteRoute, search: string): PostQuery {
  const { query: declared } = route.page;
  if (search.length < 2 || declared.length === 0) return noQuery;
  const query = readPostQuery(new URLSearchParams(search));
  return {
    category: declared.includes('category') ? query.category : null,
    tag: declared.includes('tag') ? query.tag : null,
    page: declared.includes('page') ? query.page : 1,
  };
}

function writeQuery({ category, tag, page }: PostQuery): string {
  const parameters = new URLSearchParams();
  if (category) parameters.set('category', category);
  if (tag) parameters.set('tag', tag);
  if (page > 1) parameters.set('page', String(page));
  const text = parameters.toString();
  return text && `?${text}`;
}
