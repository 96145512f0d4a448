import type { Money, PriceFrom } from './content.ts';

/** An amount as American readers write it: `$95`, `$95.50`, `CA$120`. */
export function moneyText({ amount, currency }: Money): string {
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  }).format(amount);
}

/** `From $95 a month`. */
export function priceText({ from, unit }: PriceFrom): string {
  return ['From', moneyText(from), unit].filter((word) => word !== null).join(' ');
}
