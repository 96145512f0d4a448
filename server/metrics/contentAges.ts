import type { SlotStats } from '../content/contentSlot.ts';

/** The collection that a content key belongs to: its part before the first separator. */
export const collectionOf = (key: string): string => /^[\w-]{1,40}/.exec(key)?.[0] ?? 'other';

/** The age in milliseconds of the oldest held entry of each collection. */
export function ageByCollection(stats: readonly SlotStats[]): ReadonlyMap<string, number> {
  const ages = new Map<string, number>();
  for (const { key, ageMs } of stats) {
    if (ageMs === null) continue;
    const collection = collectionOf(key);
    ages.set(collection, Math.max(ages.get(collection) ?? 0, ageMs));
  }
  return ages;
}
