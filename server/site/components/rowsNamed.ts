import { termSlug } from '../../../shared/terms.ts';

/**
 * The rows with these names or slugs, each once, in that order; missing ones are left out. Without any name, `list` is
 * not called, so that the page does not depend on that collection.
 *
 * @param terms as `termSlug` returns them
 */
export function rowsNamed<
  T extends { readonly slug: string } & ({ readonly name: string } | { readonly title: string }),
>(terms: readonly string[], list: () => readonly T[] | undefined): readonly T[] {
  const rows = terms.length === 0 ? [] : (list() ?? []);
  const termsOf = (row: T) => [row.slug, 'name' in row ? row.name : row.title].map(termSlug);
  return [...new Set(terms.flatMap((term) => rows.find((row) => termsOf(row).includes(term)) ?? []))];
}
