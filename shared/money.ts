import type { Money, PriceFrom } from './content.ts';

/**
 * An amount as American readers write it: `$95`, `$95.50`, `CA$120`.
 * @param column the amounts that stand above and below it: where one has cents, all do
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
