import type { Picture } from '../../../shared/content.ts';
import type { Row } from '../../directus/readField.ts';
import type { ParseContext } from '../parse/parseContext.ts';
import { parseDate } from '../parse/parseDate.ts';
import { columnOf, type Fields, type FieldValues, formsOf, readerOf } from './fields.ts';
import { type CollectionSchema, columnsOf } from './schema.ts';

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

/** The query that is sent to Directus for the rows of a collection. */
interface CollectionQuery {
  readonly filter?: Filter;
  readonly sort: readonly string[];
  readonly fields: readonly string[];
}

/** How the rows of a collection are used. */
interface RowUse<Parsed, Value> {
  /** It may be a singleton, whose one row comes as an object. */
  readonly mayBeSingleton?: true;
  /**
   * If it may not be read or does not exist (403 for both), it counts as empty; this text says what the site shows
   * then. For collections newer than the site's others, and for the file library.
   */
  readonly shownIfMissing?: string;
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
  readonly query: CollectionQuery;
  /** Whether a row belongs to this collection, judged by the names of its fields. */
  isRow(row: Row): boolean;
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
  /** Names of fields that no other collection has: a row that has one of them belongs to this collection. */
  readonly identifyingFields: readonly string[];
  /** The fields to request, if they are not the declared ones. */
  readonly requestedFields?: readonly string[];
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
): Collection<Readonly<Parsed>, Value> & { readonly name: Name } {
  const { fields, identifyingFields, requestedFields, toRow, form, publicFields, ...use } = definition;
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
  const known = new Set(columns.map(({ column }) => column));
  const nameColumn = ['slug', 'title'].find((name) => known.has(name));
  return {
    ...(hasDrafts ? { publicRows: published } : {}),
    ...(changedColumn === undefined ? {} : { changedField: changedColumn }),
    ...use,
    query: {
      ...(hasDrafts ? { filter: published } : {}),
      // The id makes the order total, so that no row is missed between two pages of a list.
      sort: orderColumn === undefined ? ['id'] : [orderColumn, 'id'],
      fields:
        requestedFields ??
        columns.flatMap(({ read, column, requestedFields: own }) => (read ? (own ?? [column]) : [])),
    },
    isRow: (row) =>
      identifyingFields.some((mark) => mark in row) ||
      // A service that leaves out empty columns may have left out just those.
      (nameColumn !== undefined && nameColumn in row && hasOnly(known, row)),
    parseRow(row, context) {
      const values = readFields(row, context);
      return values && toRow(values, row);
    },
    schema,
    publicFields: publicFields ?? (schema === null ? [] : columnsOf(schema).map(([name]) => name)),
  };
}

/** Whether all columns of a row are known, and there is content besides its name. */
function hasOnly(known: ReadonlySet<string>, row: Row): boolean {
  const names = Object.keys(row);
  return names.every((name) => known.has(name)) && names.some((name) => !frequent.has(name));
}

/** Columns that rows of many collections have. */
const frequent: ReadonlySet<string> = new Set(['id', 'status', 'slug', 'title']);

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
