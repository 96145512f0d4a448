/** What determines the position of a row in its collection. */
interface Placed {
  readonly id: string | null;
  readonly displayOrder: number | null;
}

const byName = new Intl.Collator('en');
const byNumber = new Intl.Collator('en', { numeric: true });

/**
 * The first `most` rows by display order with nulls last, then as they were made, which is how Directus lists them; by
 * name where ids do not say that. The order is total.
 */
export function inOrder<T extends Placed>(
  rows: readonly T[],
  nameOf: (row: T) => string,
  most = rows.length,
): readonly T[] {
  const placeOf = ({ displayOrder }: Placed) => displayOrder ?? Number.MAX_VALUE;
  const countOf = ({ id }: Placed) => (/^\d+$/.test(id ?? '') ? Number(id) : Number.MAX_VALUE);
  const sorted = rows.toSorted(
    (a, b) =>
      placeOf(a) - placeOf(b) ||
      countOf(a) - countOf(b) ||
      byName.compare(nameOf(a), nameOf(b)) ||
      compareIds(a.id ?? '', b.id ?? ''),
  );
  return sorted.slice(0, most);
}

/** Compares ids; digits in them compare as numbers. */
export function compareIds(a: string, b: string): number {
  return byNumber.compare(a, b);
}

/** The first row of each key. */
export function firstOfEach<T>(rows: readonly T[], keyOf: (row: T) => string): readonly T[] {
  const first = new Map<string, T>();
  for (const row of rows) {
    const key = keyOf(row);
    if (!first.has(key)) first.set(key, row);
  }
  return [...first.values()];
}
