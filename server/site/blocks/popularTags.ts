import type { CountedTerm } from '../../../shared/content.ts';

const mostShown = 10;

/** The ten tags with the most posts; alphabetical where they have equally many. */
export function popularTags(tags: readonly CountedTerm[]): readonly CountedTerm[] {
  return [...tags]
    .sort((a, b) => b.count - a.count || a.name.localeCompare(b.name, 'en'))
    .slice(0, mostShown);
}
