import { LRUCache } from 'lru-cache';
import type { Money, PriceFrom } from '../content/collections/fields.ts';

/** Formats by currency: making one takes a hundred times as long as using it. */
const formatsWith = (trailingZeroDisplay: 'auto' | 'stripIfInteger') =>
  new LRUCache<string, Intl.NumberFormat>({
    max: 50,
    memoMethod: (currency) =>
      new Intl.NumberFormat('en-US', { style: 'currency', currency, trailingZeroDisplay }),
  });
const withCents = formatsWith('auto');
const withoutZeros = formatsWith('stripIfInteger');

/**
 * An amount as American readers write it: `$95`, `$95.50`, `CA$120`.
 * @param column all amounts in the same table column: if one has cents, all are shown with cents
 */
export function moneyText({ amount, currency }: Money, column: readonly number[] = [amount]): string {
  const formats = column.every(Number.isInteger) ? withoutZeros : withCents;
  return formats.memo(currency).format(amount);
}

/** Units by currency: reading the options of a format takes several times as long as using it. */
const units = new LRUCache<string, number>({
  max: 50,
  memoMethod: (currency) => 10 ** (withCents.memo(currency).resolvedOptions().maximumFractionDigits ?? 2),
});

/** How many of its smallest units a currency has: 100 cents. */
export const unitsOf = (currency: string): number => units.memo(currency);

/** Whether a price is a share of something: `18`, `% of the rent`. */
export const isShare = ({ unit }: PriceFrom): boolean => unit?.startsWith('%') ?? false;

/** `From $95 a month`, `18% of the rent`. */
export function priceText(price: PriceFrom): string {
  const { from, unit } = price;
  if (isShare(price)) return `${from.amount}${unit}`;
  return ['From', moneyText(from), unit].filter((word) => word !== null).join(' ');
}
