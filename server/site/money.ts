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

/** Whether a price is a share of something: `18`, `% of the rent`. */
export const isShare = ({ unit }: PriceFrom): boolean => unit?.startsWith('%') ?? false;

/** `From $95 a month`, `18% of the rent`. */
export function priceText(price: PriceFrom): string {
  const { from, unit } = price;
  if (isShare(price)) return `${from.amount}${unit}`;
  return ['From', moneyText(from), unit].filter((word) => word !== null).join(' ');
}
