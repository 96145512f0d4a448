import type { Term } from './content.ts';
import { normalizeText } from './normalizeText.ts';

/**
 * The slug of a category or tag: lower case, spaces as hyphens, typed apostrophes. Two names with the same slug are the
 * same term. A slash would end the path segment, so it becomes a hyphen too.
 */
export function termSlug(name: string): string {
  return normalizeText(name)
    .trim()
    .toLowerCase()
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/[\s/\\\u2010\u2011]+/g, '-');
}

/**
 * The category or tag with a slug. If it is not among `terms`, its name is made of the slug's words, capitalized.
 */
export function termOf(slug: string, terms: readonly Term[] = []): Term {
  const found = terms.find((term) => term.slug === slug);
  if (found) return found;
  const words = slug.split('-').filter((word) => word !== '');
  return { slug, name: words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ') };
}
