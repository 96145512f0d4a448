import type { Home } from '../content/collections/homes.ts';
import type { HomeQuery } from './homeFilter.ts';
import { stayOf } from './stay.ts';
import { stayTotal } from './stayPrice.ts';

interface OrderedHomes {
  readonly homes: readonly Home[];
  /** Whether they can be sorted by their totals for the chosen stay: at least two have one, in one currency. */
  readonly isSortable: boolean;
}

/** The homes by their totals, lowest first and those without one last, if the visitor wishes so and they can be compared. */
export function orderHomes(homes: readonly Home[], query: HomeQuery): OrderedHomes {
  const stay = stayOf(query);
  const priced = homes.map((home) => {
    const price = stayTotal(home, stay, query);
    return { home, total: price?.kind === 'total' ? price.total : null };
  });
  const totals = priced.flatMap(({ total }) => total ?? []);
  const isSortable = totals.length > 1 && new Set(totals.map(({ currency }) => currency)).size === 1;
  if (query.sort !== 'total' || !isSortable) return { homes, isSortable };
  const amountOf = ({ total }: (typeof priced)[number]) => total?.amount ?? Infinity;
  const sorted = priced.toSorted((one, other) => {
    const [first, second] = [amountOf(one), amountOf(other)];
    // Two homes without a total keep their order.
    return first === second ? 0 : first - second;
  });
  return { homes: sorted.map(({ home }) => home), isSortable };
}
