import type { Term } from './content.ts';

/**
 * How a category or tag stands in an address: lower case, spaces as hyphens. Two names with the same slug
 * are the same term. A slash would end the path segment, so it becomes a hyphen too.
 */
export function termSlug(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s/\\]+/g, '-');
}

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
