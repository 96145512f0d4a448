import type { HomeQuery, HomeSummary } from './content.ts';
import { termSlug } from './terms.ts';

/** No filter: all homes. */
export const allHomes: HomeQuery = { town: null, guests: null, dogs: false };

/** The longest name of a town that is heeded. */
const longestTown = 64;
/** The most guests that a filter names, as a booking search does. */
const mostGuests = 30;

/**
 * Reads which homes are wanted: the first value of each parameter; one that is too long or makes no sense counts as
 * absent.
 */
export function readHomeQuery(parameters: URLSearchParams): HomeQuery {
  const town = parameters.get('town')?.trim() ?? '';
  const guests = parameters.get('guests')?.trim() ?? '';
  return {
    town: (town.length <= longestTown && termSlug(town)) || null,
    guests: /^[1-9]\d?$/.test(guests) && Number(guests) <= mostGuests ? Number(guests) : null,
    dogs: parameters.get('dogs')?.trim() === '1',
  };
}

/** Whether a home passes a filter. One that does not say what a filter asks for does not pass it. */
export function isWanted(
  { town, guests, dogs }: Pick<HomeSummary, 'town' | 'guests' | 'dogs'>,
  wanted: HomeQuery,
): boolean {
  if (wanted.dogs && !dogs) return false;
  if (wanted.town !== null && town?.slug !== wanted.town) return false;
  return wanted.guests === null || (guests !== null && guests >= wanted.guests);
}

/**
 * The towns that have homes, alphabetical, the numbers of guests that make a difference, rising, and whether any home
 * takes dogs.
 */
export function filterChoices(homes: readonly HomeSummary[]) {
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
