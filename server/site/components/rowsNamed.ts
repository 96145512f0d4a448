import { termSlug } from '../../../shared/terms.ts';

type NamedRow = { readonly slug: string } & ({ readonly name: string } | { readonly title: string });

/** The place of the first row with each name or slug, by list: the blocks of a page each look up some names. */
const placesIn = new WeakMap<readonly NamedRow[], ReadonlyMap<string, number>>();

/**
 * The rows with these names or slugs, each once, in that order; missing ones are left out. Without any name, `list` is
 * not called, so that the page does not depend on that collection.
 *
 * @param terms as `termSlug` returns them
 * @param list returns a list that does not change: its names are read once
 */
export function rowsNamed<T extends NamedRow>(
  terms: readonly string[],
  list: () => readonly T[] | undefined,
): readonly T[] {
  const rows = terms.length === 0 ? [] : (list() ?? []);
  const places = placesIn.get(rows) ?? placesOf(rows);
  placesIn.set(rows, places);
  return [...new Set(terms.flatMap((term) => rows[places.get(term) ?? -1] ?? []))];
}

function placesOf(rows: readonly NamedRow[]): ReadonlyMap<string, number> {
  const places = rows.flatMap((row, place) =>
    [row.slug, 'name' in row ? row.name : row.title].map((words) => [termSlug(words), place] as const),
  );
  return new Map(places.toReversed());
}
