import { type Row, readRow } from '../directus/readField.ts';

/** So few rows an editor may delete between two loads. */
const fewRows = 3;
/** A collection that has been empty for so long is empty. */
const provenEmptyMs = 10 * 60_000;

/**
 * The rows of a response, without members that are no rows of the collection.
 *
 * @returns null for a malformed response: not more than half of its members are rows of this collection
 */
export function rowsOf(
  members: readonly unknown[],
  { isRow }: { isRow(row: Row): boolean },
): readonly Row[] | null {
  const rows = members.flatMap((member) => {
    const row = readRow(member);
    return row !== null && isRow(row) ? [row] : [];
  });
  return members.length > 0 && rows.length * 2 <= members.length ? null : rows;
}

/**
 * Whether an empty response may take the place of the rows that are held. A content service that has lost its database
 * answers like one whose editors have deleted everything; the second is rare, and a hook tells of it.
 *
 * @param heldRows how many rows are held that show something
 * @param isNamed whether a publish hook has named the collection
 * @param emptyForMs for how long every load has found no row that shows anything
 */
export function mayBeEmpty(heldRows: number, isNamed: boolean, emptyForMs: number): boolean {
  return heldRows <= fewRows || isNamed || emptyForMs >= provenEmptyMs;
}
