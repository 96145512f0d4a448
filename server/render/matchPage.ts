import { generatePath, matchRoutes } from 'react-router-dom';
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
    const query = { category: null, tag: null, page: 1 };
    return { match: { route: notFound, params: {}, query, path, key: '' } };
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

/** First value of each declared parameter, at most 64 characters, else none. A category silences a tag. */
function readQuery(route: SiteRoute, search: string): PostQuery {
  const parameters = search.length > 1 ? new URLSearchParams(search) : null;
  const read = (name: keyof PostQuery): string | null => {
    const value = route.page.query.includes(name) ? (parameters?.get(name)?.trim() ?? '') : '';
    return value !== '' && value.length <= 64 ? value : null;
  };
  const category = termSlug(read('category') ?? '') || null;
  const tag = category ? null : termSlug(read('tag') ?? '') || null;
  const page = read('page') ?? '';
  return { category, tag, page: /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1 };
}

function writeQuery({ category, tag, page }: PostQuery): string {
  const parameters = new URLSearchParams();
  if (category) parameters.set('category', category);
  if (tag) parameters.set('tag', tag);
  if (page > 1) parameters.set('page', String(page));
  const text = parameters.toString();
  return text && `?${text}`;
}
