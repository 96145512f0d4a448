import { mostGuests, noStay, readStayQuery, type StayQuery } from '../../shared/stay.ts';
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
}

/** No filter: all homes. */
export const allHomes: HomeQuery = { ...noStay, town: null, sort: null };

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

/** The title of what a filter finds; undefined without a filter or homes. */
export function filteredTitle(homes: readonly Home[], query: HomeQuery): string | undefined {
  const { town, guests, dogs } = query;
  if (homes.length === 0 || (town === null && guests === null && !dogs)) return undefined;
  const found = homes.find((home) => matchesFilter(home, query));
  if (!found) return countOfHomes(0);
  return [
    dogs ? 'Dog-friendly homes' : 'Homes',
    town !== null && found.town ? ` in ${found.town.name}` : '',
    guests === null ? '' : ` for ${guests} or more guests`,
  ].join('');
}

/**
 * The choices of the filter: the towns that have homes, alphabetical; the distinct numbers of guests, ascending; and
 * whether any home allows dogs.
 */
export function filterChoices(homes: readonly Home[]) {
  const towns = new Map(homes.flatMap(({ town }) => (town ? [[town.slug, town] as const] : [])));
  const guests = new Set(
    homes.flatMap((home) => home.guests ?? []).map((most) => Math.min(most, mostGuests)),
  );
  return {
    towns: [...towns.values()].sort((a, b) => a.name.localeCompare(b.name, 'en')),
    guests: [...guests].sort((a, b) => a - b),
    dogs: homes.some(({ dogs }) => dogs),
  };
}
