import { isDeepStrictEqual } from 'node:util';
import type { Row } from '../directus/readField.ts';
import type { Collection } from './collections/collection.ts';
import type { FileFacts, ParseContext } from './parse/parseContext.ts';

/** The rows of a load; for a row that has not changed, the same object as before. */
export function reuseUnchanged(rows: readonly Row[], before: readonly Row[]): readonly Row[] {
  // Not every collection is requested with ids: rows without one are compared as a whole.
  const keyOf = (row: Row) => row.id ?? JSON.stringify(row);
  const known = new Map(before.map((row) => [keyOf(row), row]));
  return rows.map((row) => {
    const same = known.get(keyOf(row));
    return same && isDeepStrictEqual(same, row) ? same : row;
  });
}

interface ParsedRow<Parsed> {
  readonly parsed: Parsed | null;
  /** The file facts that the row was parsed with; its HTML adds some when it is sanitized later. */
  readonly facts: Map<string, FileFacts | null>;
}

/** Parses all rows of a collection; rows that show nothing are left out. */
export type RowParser<Parsed> = (rows: readonly Row[]) => readonly Parsed[];

/**
 * Creates the parser of one collection. If a row is the same object and its files have not changed, its parsed object
 * stays the same. If all rows stay the same, so does the array.
 *
 * @param context `fileFacts` returns the facts that are current when it is called
 */
export function createRowParser<Parsed>(
  { parseRow }: Pick<Collection<Parsed, unknown>, 'parseRow'>,
  context: ParseContext,
): RowParser<Parsed> {
  const held = new WeakMap<Row, ParsedRow<Parsed>>();
  let last: readonly Parsed[] = [];

  const isCurrent = ({ facts }: ParsedRow<Parsed>) =>
    facts.entries().every(([id, known]) => context.fileFacts(id) === known);

  const parse = (row: Row): ParsedRow<Parsed> => {
    const facts: ParsedRow<Parsed>['facts'] = new Map();
    const fileFacts = (id: string) => {
      const known = context.fileFacts(id);
      facts.set(id, known);
      return known;
    };
    return { parsed: parseRow(row, { ...context, fileFacts }), facts };
  };

  return (rows) => {
    const parsed = rows.flatMap((row) => {
      const before = held.get(row);
      const entry = before && isCurrent(before) ? before : parse(row);
      held.set(row, entry);
      return entry.parsed ?? [];
    });
    const isSame = parsed.length === last.length && parsed.every((row, at) => row === last[at]);
    last = isSame ? last : parsed;
    return last;
  };
}
