import type { Picture } from '../../../shared/content.ts';
import { type Row, readLine, readRow } from '../../directus/readField.ts';
import type { ParseContext } from '../parse/parseContext.ts';
import { parseDate } from '../parse/parseDate.ts';
import { columnOf, type Fields, type FieldValues, formsOf, readerOf } from './fields.ts';
import { type CollectionSchema, columnsOf, type Field, labelOf } from './schema.ts';

/** One page of the site; `lastModified` is a calendar day or timestamp, null unless it is truly known. */
export interface PageAddress {
  readonly path: string;
  readonly lastModified: string | null;
  /** The pictures that it shows, for image search. */
  readonly pictures?: readonly Picture[];
  /** It exists, but search engines should not list it. */
  readonly isUnlisted?: boolean;
}

type Filter = Readonly<Record<string, unknown>>;

/** How the rows of a collection are used. */
interface RowUse<Parsed, Value> {
  /**
   * What the site can do with it, as part of a sentence, if the product specification does not list it: where it may
   * not be read or does not exist (403 for both), it is empty.
   */
  readonly offer?: string;
  /** Builds the value for the pages from the rows, at `now` (milliseconds since 1970). Throws when it cannot. */
  arrange(rows: readonly Parsed[], now: number, context: Pick<ParseContext, 'warn'>): Value;
  /** The next moment after `now` at which the same rows give another value; null: none. */
  changesAt?(rows: readonly Parsed[], now: number): number | null;
  /** The field with the start time of a row, in collections whose rows also have an end time. */
  readonly beginsAt?: string;
  /** The pages that exist because of the collection. */
  pages?(value: Value): readonly PageAddress[];
  /** The rows that the public may read under strict rules, as a filter; default: all. */
  readonly publicRows?: Filter;
  /** The field that says when a row changed last, where the collection has one. */
  readonly changedField?: string;
}

/**
 * A collection of the content service: everything that the site, its provisioning and its demo know about it.
 *
 * `Parsed` is one parsed row, `Value` is what the pages get, built from all rows.
 */
export interface Collection<Parsed, Value> extends RowUse<Parsed, Value> {
  /** The name in Directus, in metrics and in logs. */
  readonly name: string;
  /** The fields in the order of the form, by the names of their properties in a parsed row. */
  readonly fields: Fields;
  /** The columns that the site reads, by their names in Directus. Nothing else of a row is kept. */
  readonly columns: ReadonlyMap<string, Field>;
  /** What to request besides `*` for the rows of other collections inside its rows. */
  readonly relations: readonly string[];
  /** Converts a row that has another form in some content services. */
  reshape(row: Row): Row;
  /** Whether a row whose key may not be read gets one that is made up. */
  readonly needsId: boolean;
  /**
   * Parses one row; null if it shows nothing. Never throws. Pure: the result depends only on the row and on the file
   * facts that it requests from the context.
   */
  parseRow(row: Row, context: ParseContext): Parsed | null;
  /** Null: a system table of Directus, which the provisioning does not create. */
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
  /** The fields in the order of the form, by the names of their properties in `FieldValues`. */
  readonly fields: F;
  /** Converts a row that has another form in some content services. */
  reshape?(row: Row): Row;
  /** A column of that other form which is kept besides the declared ones. */
  readonly keyColumn?: string;
  /** Builds a parsed row from its field values and the raw row; null if it shows nothing. */
  toRow(values: FieldValues<F>, row: Row): Parsed | null;
  /** How editors see the collection; null: a system table of Directus. */
  readonly form: Omit<CollectionSchema, 'fields' | 'sortField'> | null;
  /** The fields that the public may read, if not all columns; needed for a system table of Directus. */
  readonly publicFields?: readonly string[];
}

const published = { status: { _eq: 'published' } };

/** Creates a collection from its declaration. */
export function defineCollection<const Name extends string, F extends Fields, Parsed, Value>(
  definition: Definition<Name, F, Parsed, Value>,
): Omit<Collection<Readonly<Parsed>, Value>, 'fields'> & { readonly name: Name; readonly fields: F } {
  const { fields, reshape = (row) => row, keyColumn, toRow, form, publicFields, ...use } = definition;
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
  const required = columns.filter(
    ({ form: { required, kind } }) => required && kind !== 'slug' && kind !== 'status',
  );
  return {
    ...(hasDrafts ? { publicRows: published } : {}),
    ...(changedColumn === undefined ? {} : { changedField: changedColumn }),
    ...use,
    fields,
    columns: new Map<string, Field>([
      ...columns.flatMap(({ column, form, read }) => (read ? [[column, form] as const] : [])),
      ...(keyColumn === undefined ? [] : [[keyColumn, { kind: 'line' }] as const]),
    ]),
    relations: columns.flatMap(({ relations = [] }) => relations),
    reshape,
    // A file is nothing without its own.
    needsId: schema !== null && columns.some(({ form }) => form.kind === 'id' && !form.mayBeMissing),
    parseRow(row, context) {
      for (const { column, form: field } of required) {
        const isEmpty = readLine(readRow(row[column])?.id ?? row[column]) === null;
        if (isEmpty) context.note({ kind: 'empty', label: labelOf(column, field) });
      }
      const values = readFields(row, context);
      return values && toRow(values, row);
    },
    schema,
    publicFields: publicFields ?? (schema === null ? [] : columnsOf(schema).map(([name]) => name)),
  };
}

/** Whether the time for which a row is shown is over at `now`. */
export const isOver = (
  { beginsAt }: Pick<Collection<unknown, unknown>, 'beginsAt'>,
  { until }: Row,
  now: number,
): boolean => beginsAt !== undefined && (parseDate(until)?.overAt ?? Infinity) <= now;

/** The moment until which a row waits to be shown, in milliseconds since 1970; null: it does not wait at `now`. */
export function appearsAt(
  collection: Pick<Collection<unknown, unknown>, 'beginsAt' | 'changesAt'>,
  row: Row,
  parsed: unknown,
  now: number,
): number | null {
  const { beginsAt } = collection;
  const hasBegun = beginsAt !== undefined && (parseDate(row[beginsAt])?.dueAt ?? 0) <= now;
  return hasBegun ? null : (collection.changesAt?.([parsed], now) ?? null);
}
