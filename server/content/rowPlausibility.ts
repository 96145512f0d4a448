import { type Row, readRow } from '../directus/readField.ts';

/** An editor may well delete this many rows between two loads. */
const fewRows = 3;
/** A collection that stays empty for this long is accepted as empty. */
const provenEmptyMs = 10 * 60_000;

/**
 * The rows of a response, without members that are not rows of the collection.
 *
 * @returns null for a malformed response: at most half of its members are rows of this collection
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
 * Whether an empty response may replace the rows that are held. A content service that has lost its database responds
 * like one whose editors have deleted everything; the latter is rare, and a hook announces it.
 *
 * @param heldRows how many of the held rows show something
 * @param isAnnounced whether a publish hook has named the collection
 * @param emptyForMs for how long no load has found a row that shows anything
 */
export function isEmptyPlausible(heldRows: number, isAnnounced: boolean, emptyForMs: number): boolean {
  return heldRows <= fewRows || isAnnounced || emptyForMs >= provenEmptyMs;
}
