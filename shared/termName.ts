import type { Term } from './content.ts';

/**
 * A category or tag named by its slug alone, as content writes it where content knows it; otherwise the
 * slug's words with capital letters.
 */
export function termOf(slug: string, terms: readonly Term[] = []): Term {
  const found = terms.find((term) => term.slug === slug);
  if (found) return found;
  const words = slug.split('-').filter((word) => word !== '');
  return { slug, name: words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ') };
}
