import type { Row } from '../../directus/readField.ts';
import type { ParseContext } from '../parse/parseContext.ts';
import type { CollectionSchema } from './schema.ts';

/** One page of the site; `lastModified` is a calendar day or timestamp, where one is truly known. */
export interface PageAddress {
  readonly path: string;
  readonly lastModified: string | null;
}

/** What is asked of Directus for the rows of a collection. */
export interface CollectionQuery {
  readonly filter?: Readonly<Record<string, unknown>>;
  readonly sort: readonly string[];
  readonly fields: readonly string[];
}

/**
 * A collection of the content service: everything that the site, its provisioning and its demo know of it.
 *
 * `Parsed` is one parsed row, `Value` what all rows together are for the pages.
 */
export interface Collection<Parsed, Value> {
  /** The name in Directus, in metrics and in logs. */
  readonly name: string;
  readonly query: CollectionQuery;
  /** Whether a row is one of this collection: by a field that only it has. */
  isRow(row: Row): boolean;
  /** It may be a singleton, whose one row comes as an object. */
  readonly mayBeSingleton?: true;
  /** It came later than the site's other collections: where it may not be read or is not there (403 for both), it is empty. */
  readonly mayBeMissing?: true;
  /** The field that says when a row changed last, where the collection has one. */
  readonly changedField?: string;
  /** One row; null where it shows nothing. Never throws. Pure: of the row, and of the facts that it asks the context for. */
  parseRow(row: Row, context: ParseContext): Parsed | null;
  /** What the rows are for the pages at `now` (milliseconds since 1970). Throws where they cannot be used. */
  arrange(rows: readonly Parsed[], now: number, context: Pick<ParseContext, 'warn'>): Value;
  /** The next moment after `now` at which the same rows are another value; null: none. */
  changesAt?(rows: readonly Parsed[], now: number): number | null;
  /** The pages that exist because of the collection. */
  pages?(value: Value): readonly PageAddress[];
  /** Null: a table of Directus itself, which no provisioning makes. */
  readonly schema: CollectionSchema | null;
  /** The rows that the public may read under strict rules, as a filter; all of them without it. */
  readonly publicRows?: Readonly<Record<string, unknown>>;
  /** The fields that the public may read under strict rules; those of the query without it. */
  readonly publicFields?: readonly string[];
}
