import type { HomeQuery } from './content.ts';
import { termSlug } from './terms.ts';

/** The longest name of a town that is heeded. */
const longestTown = 64;
/** The most guests that a filter names, as a booking search does. */
const mostGuests = 30;

/**
 * Reads which homes are wanted: the first value of each parameter; one that is too long or makes no sense counts as
 * absent. The pages and their island read by this, so that they always show the same homes for an address.
 */
export function readHomeQuery(parameters: URLSearchParams): HomeQuery {
  const town = parameters.get('town')?.trim() ?? '';
  const guests = parameters.get('guests')?.trim() ?? '';
  return {
    town: (town.length <= longestTown && termSlug(town)) || null,
    guests: /^[1-9]\d?$/.test(guests) && Number(guests) <= mostGuests ? Number(guests) : null,
  };
}
