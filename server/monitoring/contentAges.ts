import type { SlotStats } from '../content/store/contentSlot.ts';
import { collectionOf } from '../metrics/siteCounts.ts';

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
