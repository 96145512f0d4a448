import { readPage } from '../../shared/blogFilter.ts';
import { pageSuffix } from '../../shared/blogListText.ts';
import { homeListPath } from '../../shared/paths.ts';
import { noStay, readStayQuery, type StayQuery } from '../../shared/stay.ts';
import { termSlug } from '../../shared/terms.ts';
import type { Home } from '../content/collections/homes.ts';
import { countOfHomes } from '../content/homeWords.ts';

/**
 * A filter of the homes: by town (its slug), by the number of guests to sleep, and by whether dogs may stay. The dates are
 * those for which prices are shown.
 */
export interface HomeQuery extends StayQuery {
  readonly town: string | null;
  /** Sorted by the price of the stay; by default in the order of content. */
  readonly sort: 'total' | null;
  /** Which page of the list, counted from 1. */
  readonly page: number;
}

/** No filter: all homes. */
export const allHomes: HomeQuery = { ...noStay, town: null, sort: null, page: 1 };

/** The pictures and facts of more homes at once are too much for a phone. */
const homesPerPage = 48;

/** The number of pages of a list with so many homes. */
export const pageCountOf = (homes: number): number => Math.max(1, Math.ceil(homes / homesPerPage));

/** The homes on one page of a list. */
export const homesOnPage = (homes: readonly Home[], page: number): readonly Home[] =>
  homes.slice((page - 1) * homesPerPage, page * homesPerPage);

/** A longer name of a town is ignored. */
const longestTown = 64;

/**
 * Reads which homes are requested: the first value of each parameter; one that is too long or invalid counts as
 * absent.
 */
export function readHomeQuery(parameters: URLSearchParams): HomeQuery {
  const town = parameters.get('town')?.trim() ?? '';
  return {
    town: (town.length <= longestTown && termSlug(town)) || null,
    ...readStayQuery(parameters),
    sort: parameters.get('sort') === 'total' ? 'total' : null,
    page: readPage(parameters),
  };
}

/** Whether a home matches a filter. A home that lacks the filtered fact does not match. */
export function matchesFilter(
  { town, guests, dogs }: Pick<Home, 'town' | 'guests' | 'dogs'>,
  wanted: Pick<HomeQuery, 'town' | 'guests' | 'dogs'>,
): boolean {
  if (wanted.dogs && !dogs) return false;
  if (wanted.town !== null && town?.slug !== wanted.town) return false;
  return wanted.guests === null || (guests !== null && guests >= wanted.guests);
}

/** What a part of a list is called: what its filter finds, or a later page of it. Undefined for the list with this title. */
export function listTitle(title: string, homes: readonly Home[], query: HomeQuery): string | undefined {
  const { town, guests, dogs, page } = query;
  const isFiltered = town !== null || guests !== null || dogs;
  if (homes.length === 0 || (!isFiltered && page === 1)) return undefined;
  const found = homes.find((home) => matchesFilter(home, query));
  if (!found || findsNoHome(homes, query)) return countOfHomes(0);
  if (!isFiltered) return title + pageSuffix(page);
  return [
    dogs ? 'Dog-friendly homes' : 'Homes',
    town !== null && found.town ? ` in ${found.town.name}` : '',
    guests === null ? '' : ` for ${guests} or more guests`,
    pageSuffix(page),
  ].join('');
}

/**
 * Whether an address finds nothing: no home matches, nor one of its values alone, or its page is beyond the last one.
 * There are endlessly many such addresses.
 */
export function findsNoHome(homes: readonly Home[] = [], query: HomeQuery): boolean {
  const found = homes.filter((home) => matchesFilter(home, query)).length;
  if (found > 0 || query.page > 1) return query.page > pageCountOf(found);
  const { town, guests, dogs } = query;
  const finds = (value: Partial<HomeQuery>) =>
    homes.some((home) => matchesFilter(home, { ...allHomes, ...value }));
  const isOffered =
    (town === null || finds({ town })) &&
    (guests === null || finds({ guests })) &&
    (!dogs || finds({ dogs }));
  return !isOffered;
}

/** The path of a list for search engines: that of the whole list, of which a filtered one is a part. */
export function canonicalListPath(path: string, query: HomeQuery): string {
  const { town, guests, dogs, checkIn, checkOut, page } = query;
  return homeListPath(path, { page: town || guests || dogs || checkIn || checkOut ? 1 : page });
}

/** The choices of the filter: the towns that have homes, alphabetical, and whether any home allows dogs. */
export function filterChoices(homes: readonly Home[]) {
  const towns = new Map(homes.flatMap(({ town }) => (town ? [[town.slug, town] as const] : [])));
  return {
    towns: [...towns.values()].sort((a, b) => a.name.localeCompare(b.name, 'en')),
    dogs: homes.some(({ dogs }) => dogs),
  };
}
