import { hash } from 'node:crypto';
import type { Row } from '../directus/readField.ts';
import type { Collection } from './collections/collection.ts';
import type { FileFacts, ParseContext } from './parse/parseContext.ts';

/** A row as Directus sent it, with a digest by which the same row is recognised. */
export interface SentRow {
  readonly row: Row;
  readonly digest: string;
}

/** Marks rows with their digests. */
export function digestRows(rows: readonly Row[]): readonly SentRow[] {
  return rows.map((row) => ({ row, digest: hash('sha1', JSON.stringify(row), 'base64url') }));
}

type Facts = FileFacts | null;

interface ParsedRow<Parsed> {
  readonly parsed: Parsed | null;
  /** The facts that the row was parsed with; its HTML adds some when it is sanitised. */
  readonly facts: Map<string, Facts>;
}

/** Parses all rows of a collection; rows that show nothing are left out. */
export type RowParser<Parsed> = (rows: readonly SentRow[]) => readonly Parsed[];

/**
 * Makes the parser of one collection. A row that did not change, and whose files did not, keeps its parsed object.
 * The same rows are the same array.
 *
 * @param context `fileFacts` returns the facts of the moment in which it is called
 */
export function createRowParser<Parsed>(
  { parseRow }: Pick<Collection<Parsed, unknown>, 'parseRow'>,
  context: ParseContext,
): RowParser<Parsed> {
  let held = new Map<string, ParsedRow<Parsed>>();
  let last: readonly Parsed[] = [];

  const isCurrent = ({ facts }: ParsedRow<Parsed>) =>
    facts.entries().every(([id, known]) => context.fileFacts(id) === known);

  const parse = (row: Row): ParsedRow<Parsed> => {
    const facts = new Map<string, Facts>();
    const fileFacts = (id: string): Facts => {
      const known = context.fileFacts(id);
      facts.set(id, known);
      return known;
    };
    return { parsed: parseRow(row, { ...context, fileFacts }), facts };
  };

  return (rows) => {
    const next = new Map<string, ParsedRow<Parsed>>();
    const parsed = rows.flatMap(({ row, digest }) => {
      const before = held.get(digest);
      const entry = before && isCurrent(before) ? before : parse(row);
      next.set(digest, entry);
      return entry.parsed ?? [];
    });
    held = next;
    const isSame = parsed.length === last.length && parsed.every((row, at) => row === last[at]);
    last = isSame ? last : parsed;
    return last;
  };
}
