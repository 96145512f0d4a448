import type { Home } from '../content/collections/homes.ts';
import type { HomeQuery } from './homeFilter.ts';
import { stayOf } from './stay.ts';
import { type StayTotal, stayTotal } from './stayPrice.ts';

/** The total of a home for the chosen stay; null if it has none. */
function totalFor(home: Home, query: HomeQuery): StayTotal['total'] | null {
  const price = stayTotal(home, stayOf(query), query);
  return price?.kind === 'total' ? price.total : null;
}

/** Whether homes can be sorted by their totals for the chosen stay: at least two, in one currency. */
export function isSortable(homes: readonly Home[], query: HomeQuery): boolean {
  const totals = homes.flatMap((home) => totalFor(home, query) ?? []);
  return totals.length > 1 && new Set(totals.map(({ currency }) => currency)).size === 1;
}

/** The homes by their totals, lowest first and those without one last, if the visitor wishes so and they can be compared. */
export function sortHomes(homes: readonly Home[], query: HomeQuery): readonly Home[] {
  if (query.sort !== 'total' || !isSortable(homes, query)) return homes;
  const amount = (home: Home) => totalFor(home, query)?.amount ?? Infinity;
  // Two homes without a total keep their order.
  return homes
    .map((home) => ({ home, amount: amount(home) }))
    .sort((a, b) => (a.amount === b.amount ? 0 : a.amount - b.amount))
    .map(({ home }) => home);
}
