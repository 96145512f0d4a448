import { countWithNoun } from '../../shared/countWithNoun.ts';
import type { Home } from './collections/homes.ts';

/** The facts of a home in a few words each; a fact that content lacks is left out. */
export function homeFacts({
  bedrooms,
  baths,
  guests,
}: Pick<Home, 'bedrooms' | 'baths' | 'guests'>): readonly string[] {
  return [
    ...(guests === null ? [] : [`Sleeps ${guests}`]),
    ...(bedrooms === null ? [] : [countWithNoun(bedrooms, 'bedroom')]),
    ...(baths === null ? [] : [countWithNoun(baths, 'bath')]),
  ];
}

/** What guests ask before they book, in the same order for every home; a fact that content lacks is left out. */
export function bookingFacts(home: Home): readonly { readonly name: string; readonly text: string }[] {
  const { dogs, leastAge } = home;
  const facts: readonly (readonly [name: string, text: string | null])[] = [
    ['Wi-Fi', home.wifi],
    ['Air conditioning', home.airConditioning],
    ['Parking', home.parking],
    ['Stairs', home.stairs],
    ['Check-in', home.checkIn],
    ['Check-out', home.checkOut],
    ['Dogs', dogs === null ? null : dogsWords(dogs)],
    ['Who may book', leastAge === null ? null : `Guests ${leastAge} and older`],
    ['Cancellation', home.cancellation],
  ];
  return facts.flatMap(([name, text]) => (text === null ? [] : [{ name, text }]));
}

function dogsWords(count: number): string {
  if (count === 0) return 'No dogs';
  return count === 1 ? 'One dog' : `Up to ${count} dogs`;
}

/** The number of homes as the list of homes announces it. */
export function countOfHomes(count: number): string {
  return count === 0 ? 'No homes found' : countWithNoun(count, 'home');
}
