import { type CollectionName, collectionNames, collectionOf } from '../content/collections/collections.ts';
import { type CollectionSchema, nameOfRow, pathOfRow } from '../content/collections/schema.ts';
import type { NotedRow } from '../content/heldCollection.ts';
import type { LiveContent } from '../content/liveContent.ts';
import type { Note } from '../content/parse/parseContext.ts';
import { headingLevelsOf, linksOf, placesOf } from '../content/parse/readMarkup.ts';
import { keyOfRow, readLine } from '../directus/readField.ts';

/** A row of the content service as its editor wrote it, with what parsing has found out about it. */
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
  /** What its parser has made of it; null: the site cannot show it. */
  readonly parsed: unknown;
  readonly notes: readonly Note[];
  /** What its texts have, as they are shown. */
  readonly texts: readonly TextFacts[];
}

interface TextFacts {
  /** The levels of its headings, in order. */
  readonly headings: readonly number[];
  /** Where its links lead. */
  readonly links: readonly string[];
  /** The links to places that it does not have. */
  readonly deadLinks: readonly string[];
}

/** Examines the rows of each of our collections, one with each step, because a text may still have to be sanitized. */
export function* examineRows(content: Pick<LiveContent, 'notedRows'>): Generator<ExaminedRow> {
  for (const name of collectionNames) {
    const { schema } = collectionOf(name);
    if (schema !== null) for (const row of content.notedRows(name)) yield examine(name, schema, row);
  }
}

function examine(
  collection: CollectionName,
  schema: CollectionSchema,
  { row, parsed, notes }: NotedRow,
): ExaminedRow {
  const slugColumn = Object.entries(schema.fields).find(([, { kind }]) => kind === 'slug')?.[0] ?? '';
  return {
    collection,
    id: schema.isSingleton ? null : keyOfRow(row),
    name: nameOfRow(schema, row),
    path: pathOfRow(schema, row),
    slug: readLine(row[slugColumn]),
    parsed,
    notes,
    texts: notes.flatMap((note) => (note.kind === 'text' ? factsOf(note.html() ?? '') : [])),
  };
}

/** Addresses within every page. */
const placesOfPages = ['top', 'main'];

function factsOf(html: string): TextFacts {
  const links = linksOf(html);
  const within = links.filter((href) => /^#./.test(href));
  const places = new Set(within.length > 0 ? [...placesOfPages, ...placesOf(html)] : []);
  const deadLinks = within.filter((href) => !places.has(href.slice(1)));
  return { headings: headingLevelsOf(html), links, deadLinks };
}
