import type { Money, PriceFrom } from '../content/collections/fields.ts';

/**
 * An amount as American readers write it: `$95`, `$95.50`, `CA$120`.
 * @param column all amounts in the same table column: if one has cents, all are shown with cents
 */
export function moneyText({ amount, currency }: Money, column: readonly number[] = [amount]): string {
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    trailingZeroDisplay: column.every(Number.isInteger) ? 'stripIfInteger' : 'auto',
  }).format(amount);
}

/** `From $95 a month`. */
export function priceText({ from, unit }: PriceFrom): string {
  return ['From', moneyText(from), unit].filter((word) => word !== null).join(' ');
}
