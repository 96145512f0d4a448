import type { HomeSummary } from './content.ts';

/** The facts of a home in a few words each; only those that content has. */
export function homeFacts({
  bedrooms,
  baths,
  guests,
}: Pick<HomeSummary, 'bedrooms' | 'baths' | 'guests'>): readonly string[] {
  return [
    ...(guests === null ? [] : [`Sleeps ${guests}`]),
    ...(bedrooms === null ? [] : [counted(bedrooms, 'bedroom')]),
    ...(baths === null ? [] : [counted(baths, 'bath')]),
  ];
}

/** The number of homes, as their list says it. */
export function countOfHomes(count: number): string {
  return count === 0 ? 'No homes found' : counted(count, 'home');
}

/** A number with its noun: `1 dog`, `2 dogs`. */
export function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
