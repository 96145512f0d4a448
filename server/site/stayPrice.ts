import { countWithNoun } from '../../shared/countWithNoun.ts';
import type { Money } from '../content/collections/fields.ts';
import type { Home } from '../content/collections/homes.ts';
import type { YearSpan } from '../content/parse/seasonDates.ts';
import { moneyText, unitsOf } from './money.ts';
import { nightText, type stayOf } from './stay.ts';

/** What the price of a stay is made from. */
type PricedHome = Pick<
  Home,
  'price' | 'nightPrices' | 'cleaningFee' | 'guestFee' | 'dogFee' | 'tax' | 'leastNights' | 'guests' | 'dogs'
>;

/** Who comes. */
interface Party {
  /** Null: not chosen. */
  readonly guests: number | null;
  readonly dogs: boolean;
}

/** The price of a stay with everything that must be paid. */
export interface StayTotal {
  readonly kind: 'total';
  readonly nights: number;
  /** What it is made of, in order. */
  readonly lines: readonly { readonly name: string; readonly cost: Money }[];
  readonly total: Money;
  /** Whether the tax is known, and so included. */
  readonly isWithTax: boolean;
}

/** Why there is no such price, in a short sentence. */
interface NoTotal {
  readonly kind: 'none';
  readonly why: string;
}

const none = (why: string): NoTotal => ({ kind: 'none', why });

/** The price of a stay in a home, or why it has none; null if no stay was chosen, and for a home without prices. */
export function stayTotal(
  home: PricedHome,
  stay: ReturnType<typeof stayOf>,
  party: Party,
): StayTotal | NoTotal | null {
  if (stay?.kind !== 'stay' || home.price === null) return null;
  const { nights } = stay;
  const { leastNights, guests, dogs } = home;
  if (leastNights !== null && nights.length < leastNights) return none(`At least ${leastNights} nights.`);
  if (guests !== null && (party.guests ?? 0) > guests) return none(`Sleeps ${guests}.`);
  if (dogs === 0 && party.dogs) return none('No dogs here.');
  const priced = nights.map((night) => ({ night, prices: pricesOn(home, yearDayOf(night)) }));
  const unclear = priced.find(({ prices }) => !areClear(prices));
  if (unclear) {
    const has = unclear.prices.length === 0 ? 'has no price yet' : 'has two prices';
    return none(`The night of ${nightText(unclear.night)} ${has}: ask us.`);
  }
  const seasons = Map.groupBy(
    priced.flatMap(({ prices: [first] }) => first ?? []),
    (price) => price,
  );
  const lines = seasons.entries().map(([{ season, night }, all]) => ({
    name: `${countWithNoun(all.length, 'night')}${seasons.size > 1 ? `, ${season}` : ''} at ${moneyText(night)}`,
    cost: { ...night, amount: night.amount * all.length },
  }));
  return totalOf(home, nights.length, lines.toArray(), party);
}

/**
 * The least that a stay can cost: the fewest nights in the cheapest season, with everything that must be paid; null for
 * a home without prices.
 */
export function leastTotal(home: PricedHome, party: Party): StayTotal | null {
  const all = home.nightPrices.length > 0 ? home.nightPrices.map(({ night }) => night) : [home.price?.from];
  const [cheapest] = all.flatMap((night) => night ?? []).sort((a, b) => a.amount - b.amount);
  if (!cheapest) return null;
  const nights = home.leastNights ?? 1;
  const cost = { ...cheapest, amount: cheapest.amount * nights };
  return totalOf(home, nights, [{ name: countWithNoun(nights, 'night'), cost }], party);
}

/** Adds what must be paid besides the nights. */
function totalOf(
  { cleaningFee, guestFee, dogFee, tax }: PricedHome,
  nights: number,
  nightLines: StayTotal['lines'],
  { guests, dogs }: Party,
): StayTotal {
  const people = guests ?? 1;
  const lines = [
    ...nightLines,
    ...(cleaningFee ? [{ name: 'Cleaning', cost: cleaningFee }] : []),
    ...(guestFee
      ? [{ name: countWithNoun(people, 'guest'), cost: { ...guestFee, amount: guestFee.amount * people } }]
      : []),
    ...(dogFee && dogs ? [{ name: 'A dog', cost: dogFee }] : []),
  ];
  const currency = lines[0]?.cost.currency ?? 'USD';
  const scale = unitsOf(currency);
  // In the smallest unit of the currency, so that every sum is one of whole numbers.
  const units = lines.reduce((sum, { cost }) => sum + Math.round(cost.amount * scale), 0);
  const taxUnits = Math.round((units * Math.round((tax ?? 0) * 1_000)) / 100_000);
  const money = (amount: number): Money => ({ amount: amount / scale, currency });
  return {
    kind: 'total',
    nights,
    lines: tax === null ? lines : [...lines, { name: `Tax, ${tax}%`, cost: money(taxUnits) }],
    total: money(units + taxUnits),
    isWithTax: tax !== null,
  };
}

/** `$2,192.25 in all`, or `$1,975 before tax` where the tax is not known. */
export const totalText = ({ total, isWithTax }: StayTotal): string =>
  `${moneyText(total)} ${isWithTax ? 'in all' : 'before tax'}`;

/** `2 nights from $499.50 in all`. */
export const leastText = (least: StayTotal): string =>
  `${countWithNoun(least.nights, 'night')} from ${totalText(least)}`;

const yearDayOf = (night: Date): number => (night.getUTCMonth() + 1) * 100 + night.getUTCDate();

const isWithin = (day: number, { from, to }: YearSpan): boolean =>
  from <= to ? day >= from && day <= to : day >= from || day <= to;

/** The prices of a night. A home with a lowest price only has none: nights may cost more. */
const pricesOn = ({ nightPrices }: PricedHome, day: number): PricedHome['nightPrices'] =>
  nightPrices.filter(({ span }) => span !== null && isWithin(day, span));

/** Whether the prices of a night say what it costs: there are some, and all are the same. */
const areClear = ([first, ...others]: PricedHome['nightPrices']): boolean =>
  first !== undefined && others.every(({ night }) => night.amount === first.night.amount);

/** What a night costs in a month, at least and at most. */
interface MonthPrice {
  readonly name: string;
  readonly least: Money;
  readonly most: Money;
}

/**
 * What a night costs in each month of the year; null unless every night has one price, and for a price that is the same
 * all year.
 */
export function monthPrices(home: PricedHome): readonly MonthPrice[] | null {
  const months = Array.from({ length: 12 }, (_, month) => {
    const count = new Date(Date.UTC(2024, month + 1, 0)).getUTCDate();
    const nights = Array.from({ length: count }, (_night, day) =>
      pricesOn(home, (month + 1) * 100 + day + 1),
    );
    const sorted = nights
      .flatMap((prices) => prices.map(({ night }) => night))
      .sort((a, b) => a.amount - b.amount);
    const isClear = nights.every(({ length }) => length === 1);
    const [least, most] = [sorted[0], sorted.at(-1)];
    return isClear && least && most ? { name: monthName.format(Date.UTC(2024, month)), least, most } : null;
  });
  const all = months.filter((month) => month !== null);
  const isVaried = all.some(({ most }) => most.amount !== all[0]?.least.amount);
  return all.length === 12 && isVaried ? all : null;
}

const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' });
