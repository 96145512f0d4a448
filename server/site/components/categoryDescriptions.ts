import { words } from '../../../shared/words.ts';

const descriptions: ReadonlyMap<string, string> = new Map(Object.entries(words.categories));

/** The text of a category in the category index; a generic sentence for one that has no text of its own. */
export function categoryDescription(slug: string, name: string): string {
  return descriptions.get(slug) ?? `Everything that we have written about ${name}.`;
}
