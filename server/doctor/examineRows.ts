import { setImmediate as turn } from 'node:timers/promises';
import type { Term } from '../../shared/content.ts';
import { partTables } from '../content/collections/blocks.ts';
import { type CollectionName, collectionNames, collectionOf } from '../content/collections/collections.ts';
import { longestRowName } from '../content/collections/fields.ts';
import {
  type CollectionSchema,
  type Field,
  labelOf,
  type NamedCollection,
  nameOfRow,
  pathOfRow,
} from '../content/collections/schema.ts';
import type { ParseContext } from '../content/parse/parseContext.ts';
import { parseDate } from '../content/parse/parseDate.ts';
import { readHref } from '../content/parse/readHref.ts';
import { type HtmlFacts, inspectHtml, lowerFirst } from '../content/parse/sanitizeHtml.ts';
import { parseTerms } from '../content/parse/terms.ts';
import type { RawContent } from '../content/siteContent.ts';
import { type Row, readId, readLine, readList, readRow, readRows } from '../directus/readField.ts';

/** A row of the content service as its editor wrote it, with what the site makes of it. */
export interface ExaminedRow {
  readonly collection: CollectionName;
  /** Null: the row of a singleton. */
  readonly id: string | null;
  /** As in lists of the admin app. */
  readonly name: string;
  /** The page of the row; null: it has none. */
  readonly path: string | null;
  /** The last part of its address, as written; null: it has none. */
  readonly slug: string | null;
  /** When it begins and ends, in milliseconds since 1970; null: at once, and never. */
  readonly from: number | null;
  readonly until: number | null;
  /** The row above it in a tree; null: none. */
  readonly above: string | null;
  /** Whether the site can show it at all. */
  readonly isShown: boolean;
  /** The required fields that are empty, by their labels. */
  readonly empty: readonly string[];
  readonly texts: readonly HtmlFacts[];
  /** Its valid link fields as written, and where each leads. */
  readonly links: readonly { readonly written: string; readonly href: string }[];
  /** The rows that it names, and the collections in which they may be. */
  readonly named: readonly (Term & { readonly rowsOf: readonly NamedCollection[] })[];
  /** References to pictures; the first one is shown largest. */
  readonly pictures: readonly string[];
  /** What the parser has left out, in words. */
  readonly leftOut: readonly string[];
}

/**
 * Makes the function that examines the rows of each of our collections. A row that is the same object is examined only
 * once, because that takes about as long as loading it. Requests are served between two examinations.
 */
export function createRowExaminer(context: ParseContext) {
  const known = new WeakMap<Row, ExaminedRow>();
  return async (sent: RawContent): Promise<readonly ExaminedRow[]> => {
    const examined: ExaminedRow[] = [];
    for (const name of collectionNames) {
      const { schema } = collectionOf(name);
      if (schema === null) continue;
      for (const row of sent.get(name)?.rows ?? []) {
        const before = known.get(row);
        if (!before) await turn();
        const one = before ?? examine(name, schema, row, context);
        known.set(row, one);
        examined.push(one);
      }
    }
    return examined;
  };
}

function examine(
  collection: CollectionName,
  schema: CollectionSchema,
  row: Row,
  context: ParseContext,
): ExaminedRow {
  const leftOut = new Set<string>();
  const warn: ParseContext['warn'] = (message, details) =>
    leftOut.add(
      `is not shown in full: ${lowerFirst(message)} (${Object.values(details).join(', ').slice(0, 200)})`,
    );
  const fields = Object.entries(schema.fields);
  const values = fields.flatMap(([name, field]) => valuesOf(field, row[name]));
  const of = (kind: Field['kind']) => values.filter(({ field }) => field.kind === kind);
  const slug = readLine(row[fields.find(([, { kind }]) => kind === 'slug')?.[0] ?? '']);
  const required = fields.filter(
    ([, { required, kind }]) => required && kind !== 'slug' && kind !== 'status',
  );
  return {
    collection,
    id: schema.isSingleton ? null : readId(row.id),
    name: nameOfRow(schema, row),
    path: pathOfRow(schema, row),
    slug,
    from: parseDate(row.from)?.dueAt ?? null,
    until: parseDate(row.until)?.dueAt ?? null,
    above: readId(readRow(row.parent_id)?.id ?? row.parent_id),
    isShown: collectionOf(collection).parseRow(row, { ...context, warn }) !== null,
    empty: required.flatMap(([name, field]) =>
      readLine(readRow(row[name])?.id ?? row[name]) === null ? labelOf(name, field) : [],
    ),
    texts: of('html').map(({ value }) => inspectHtml(value, context)),
    links: values.flatMap(({ field, value }) => {
      const written = field.kind === 'line' && field.isLink ? readLine(value, 2_000) : null;
      const href = readHref(written);
      return written === null || href === null ? [] : { written, href };
    }),
    named: values.flatMap(({ field, value }) => {
      const { rowsOf } = field.kind === 'words' ? field : {};
      return rowsOf ? parseTerms(value, longestRowName).map((term) => ({ ...term, rowsOf })) : [];
    }),
    pictures: of('picture').flatMap(({ value }) => readLine(readRow(value)?.id ?? value, 2_000) ?? []),
    leftOut: [...leftOut],
  };
}

/** A field with its value; for a list of entries the fields of each entry, for blocks those of each block. */
function valuesOf(field: Field, value: unknown): readonly { field: Field; value: unknown }[] {
  if (field.kind === 'blocks')
    return readRows(value).flatMap(({ collection, item }) => {
      const fields = partTables.find(({ name }) => name === collection)?.schema.fields ?? {};
      return Object.entries(fields).flatMap(([name, input]) => valuesOf(input, readRow(item)?.[name]));
    });
  if (field.kind !== 'entries') return [{ field, value }];
  return (readList(value) ?? []).flatMap((entry) =>
    Object.entries(field.inputs).flatMap(([name, input]) => {
      // An entry that is no object is the picture itself.
      const own = readRow(entry) ?? (input.kind === 'picture' ? { [name]: entry } : {});
      return valuesOf(input, own[name]);
    }),
  );
}
