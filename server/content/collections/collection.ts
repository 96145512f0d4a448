import type { Picture } from '../../../shared/content.ts';
import type { Row } from '../../directus/readField.ts';
import type { ParseContext } from '../parse/parseContext.ts';
import { columnOf, type Fields, type FieldValues, formsOf, readerOf } from './fields.ts';
import { type CollectionSchema, columnsOf } from './schema.ts';

/** One page of the site; `lastModified` is a calendar day or timestamp, where one is truly known. */
export interface PageAddress {
  readonly path: string;
  readonly lastModified: string | null;
  /** What it shows, for search engines of pictures. */
  readonly pictures?: readonly Picture[];
  /** It is there, but no search engine should list it. */
  readonly isUnlisted?: boolean;
}

type Filter = Readonly<Record<string, unknown>>;

/** What is asked of Directus for the rows of a collection. */
export interface CollectionQuery {
  readonly filter?: Filter;
  readonly sort: readonly string[];
  readonly fields: readonly string[];
}

/** What is made of the rows of a collection. */
interface RowUse<Parsed, Value> {
  /** It may be a singleton, whose one row comes as an object. */
  readonly mayBeSingleton?: true;
  /**
   * Where it may not be read or is not there (403 for both), it is empty: what the site has then. For what came later
   * than the site's other collections, and for the file library.
   */
  readonly mayBeMissing?: string;
  /** What the rows are for the pages at `now` (milliseconds since 1970). Throws where they cannot be used. */
  arrange(rows: readonly Parsed[], now: number, context: Pick<ParseContext, 'warn'>): Value;
  /** The next moment after `now` at which the same rows are another value; null: none. */
  changesAt?(rows: readonly Parsed[], now: number): number | null;
  /** The field whose moment a row waits for, where another one ends it. */
  readonly beginsAt?: string;
  /** The pages that exist because of the collection. */
  pages?(value: Value): readonly PageAddress[];
  /** The rows that the public may read under strict rules, as a filter; all of them without it. */
  readonly publicRows?: Filter;
  /** The field that says when a row changed last, where the collection has one. */
  readonly changedField?: string;
}

/**
 * A collection of the content service: everything that the site, its provisioning and its demo know of it.
 *
 * `Parsed` is one parsed row, `Value` what all rows together are for the pages.
 */
export interface Collection<Parsed, Value> extends RowUse<Parsed, Value> {
  /** The name in Directus, in metrics and in logs. */
  readonly name: string;
  readonly query: CollectionQuery;
  /** Whether a row is one of this collection: by a field that only it has. */
  isRow(row: Row): boolean;
  /** One row; null where it shows nothing. Never throws. Pure: of the row, and of the facts that it asks the context for. */
  parseRow(row: Row, context: ParseContext): Parsed | null;
  /** Null: a table of Directus itself, which no provisioning makes. */
  readonly schema: CollectionSchema | null;
  /** The fields that the public may read under strict rules. */
  readonly publicFields: readonly string[];
}

/** A parsed row of a collection. */
export type RowOf<C extends { parseRow(row: Row, context: ParseContext): unknown }> = NonNullable<
  ReturnType<C['parseRow']>
>;

/** The declaration of a collection, from which all else follows. */
interface Definition<Name extends string, F extends Fields, Parsed, Value>
  extends RowUse<Readonly<Parsed>, Value> {
  readonly name: Name;
  /** The fields in the order of the form, by the names of the properties that they become. */
  readonly fields: F;
  /** Names of fields that no other collection has: a row is one of this collection when it has one of them. */
  readonly marks: readonly string[];
  /** The fields that are asked for, where they are not those that are declared. */
  readonly asks?: readonly string[];
  /** A parsed row, from what its fields say and from the row itself; null where it shows nothing. */
  toRow(values: FieldValues<F>, row: Row): Parsed | null;
  /** How editors see the collection; null: a table of Directus itself. */
  readonly form: Omit<CollectionSchema, 'fields' | 'sortField'> | null;
  /** The fields that the public may read of a table of Directus itself. */
  readonly publicFields?: readonly string[];
}

const published = { status: { _eq: 'published' } };

/** Makes a collection of its declaration. */
export function defineCollection<const Name extends string, F extends Fields, Parsed, Value>(
  definition: Definition<Name, F, Parsed, Value>,
): Collection<Readonly<Parsed>, Value> & { readonly name: Name } {
  const { fields, marks, asks, toRow, form, publicFields, ...use } = definition;
  const columns = Object.entries(fields).map(([name, field]) => ({
    ...field,
    column: columnOf(name, field),
  }));
  const columnOfKind = (kind: string) => columns.find((column) => column.form.kind === kind)?.column;
  const orderColumn = columnOfKind('order');
  const changedColumn = columnOfKind('changed');
  const hasDrafts = columnOfKind('status') !== undefined;
  const schema = form && {
    ...form,
    ...(orderColumn === undefined ? {} : { sortField: orderColumn }),
    fields: formsOf(fields),
  };
  const readFields = readerOf(fields);
  return {
    ...(hasDrafts ? { publicRows: published } : {}),
    ...(changedColumn === undefined ? {} : { changedField: changedColumn }),
    ...use,
    query: {
      ...(hasDrafts ? { filter: published } : {}),
      // The id makes the order steady, so that no row slips between two pages of a list.
      sort: orderColumn === undefined ? ['id'] : [orderColumn, 'id'],
      fields: asks ?? columns.flatMap(({ read, column, asks: own }) => (read ? (own ?? [column]) : [])),
    },
    isRow: (row) => marks.some((mark) => mark in row),
    parseRow(row, context) {
      const values = readFields(row, context);
      return values && toRow(values, row);
    },
    schema,
    publicFields: publicFields ?? (schema === null ? [] : columnsOf(schema).map(([name]) => name)),
  };
}
