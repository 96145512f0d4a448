import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { isNode, LineCounter, parseDocument } from 'yaml';
import { junctionName, partTables } from '../content/collections/blocks.ts';
import { type CollectionName, collectionNames, collectionOf } from '../content/collections/collections.ts';
import { columnsOf, type Field } from '../content/collections/schema.ts';

/**
 * The demo content as an editor writes it, in the files of `content/`: one file for each post, service, home and page
 * (YAML between two lines `---`, then HTML), `site.yaml` and `pictures.yaml`. `demoRows.ts` turns it into the rows of a
 * content service. The schemas name the members that need conversion; all others must be columns that the collections
 * declare, and are copied into the rows. Any other name makes the start fail.
 */

/**
 * Finds a folder of the demo from where this code runs: beside the sources, or from `dist/server/`.
 * @throws when neither place has it
 */
export function demoFolder(name: 'content' | 'images'): string {
  const places = [`./${name}`, `../../server/demo/${name}`].map((place) =>
    fileURLToPath(new URL(place, import.meta.url)),
  );
  const found = places.find((place) => existsSync(place));
  if (found === undefined) throw new Error(`The demo's files are in none of ${places.join(', ')}.`);
  return found;
}

const textOrNull = v.nullish(v.string(), null);
/** The name of a picture of `pictures.yaml`. */
const picture = textOrNull;

type Declared = Readonly<Record<string, Field>>;

const fieldsOf = (name: CollectionName): Declared => collectionOf(name).schema?.fields ?? {};

/** An entry whose members are named here, or are columns that its collection declares. */
function entryOf<Entries extends v.ObjectEntries>(name: CollectionName, entries: Entries) {
  return declaredEntry(name, fieldsOf(name), entries);
}

/** The same for the entries of a column that is a list of small forms. */
function innerEntryOf<Entries extends v.ObjectEntries>(
  name: CollectionName,
  column: string,
  entries: Entries,
) {
  const list = fieldsOf(name)[column];
  return declaredEntry(`${name}.${column}`, list?.kind === 'entries' ? list.inputs : {}, entries);
}

function declaredEntry<Entries extends v.ObjectEntries>(where: string, fields: Declared, entries: Entries) {
  const known = new Set([...Object.keys(entries), ...columnsOf({ fields }).map(([column]) => column)]);
  return v.pipe(
    v.looseObject(entries),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      for (const key of Object.keys(dataset.value)) {
        if (known.has(key)) continue;
        const input = dataset.value;
        addIssue({
          message: `The demo has "${key}", which is not a column of ${where}.`,
          path: [{ type: 'object', origin: 'key', input, key, value: undefined }],
        });
      }
    }),
  );
}

/** What every HTML file has. */
const written = { slug: v.string(), content: v.string() };
const status = v.picklist(['published', 'draft', 'archived']);

const postSchema = entryOf('blog_posts', {
  ...written,
  title: v.string(),
  status,
  /** Words, separated by commas. */
  categories: v.string(),
  tags: v.string(),
  /** Either a UTC timestamp, a calendar day, or neither (a draft). */
  published_at: textOrNull,
  published_date: textOrNull,
  image: picture,
});

const serviceSchema = entryOf('services', {
  ...written,
  title: v.string(),
  status,
  display_order: v.number(),
  thumbnail: picture,
  hero: picture,
  /** The What's Included lines in the order in which they are shown. */
  features: v.array(v.string()),
  steps: v.array(innerEntryOf('services', 'steps', {})),
  report: picture,
});

const homeSchema = entryOf('homes', {
  ...written,
  status,
  nearby: v.optional(v.array(innerEntryOf('homes', 'nearby', {})), []),
  /** Names of pictures, the first one for the card. */
  pictures: v.optional(v.array(v.strictObject({ picture: v.string(), caption: v.string() })), []),
  night_prices: v.optional(v.array(innerEntryOf('homes', 'night_prices', {})), []),
  rooms: v.optional(v.array(innerEntryOf('homes', 'rooms', {})), []),
});

const cardSchema = innerEntryOf('pages', 'services_repeater', { image: v.string() });

/** A block as it is written: its kind, and columns of that kind. */
const blockSchema = v.variant(
  'kind',
  partTables
    .filter(({ name }) => name !== junctionName)
    .map(({ name, schema }) =>
      declaredEntry(name, schema.fields, { kind: v.literal(name.replace(/^block_/, '')) }),
    ),
);

const pageSchema = entryOf('pages', {
  ...written,
  id: v.number(),
  hero: picture,
  story: picture,
  spring: picture,
  summer: picture,
  fall: picture,
  winter: picture,
  services_repeater: v.nullish(v.array(cardSchema), null),
  status: v.optional(status, 'published'),
  blocks: v.optional(v.array(blockSchema), []),
});

/** The collections whose rows are made from more than their own columns. */
const composed = [
  'navigation',
  'site_settings',
  'cta_settings',
  'pages',
  'services',
  'service_features',
  'homes',
  'blog_posts',
  'directus_files',
] as const satisfies readonly CollectionName[];
export type PlainName = Exclude<CollectionName, (typeof composed)[number]>;

/** The other collections: a row has columns, with pictures by their names. */
const plainNames = collectionNames.filter(
  (name): name is PlainName => !composed.some((other) => other === name),
);
const plainSchema = (name: PlainName) => v.array(entryOf(name, {}));

const linkEntries = { title: v.string(), url: textOrNull };
const siteSchema = v.strictObject({
  ...Object.fromEntries(plainNames.map((name) => [name, v.optional(plainSchema(name))])),
  call_to_action: entryOf('cta_settings', {}),
  settings: v.record(v.picklist(Object.keys(fieldsOf('site_settings'))), v.string()),
  menu: v.array(
    v.strictObject({ ...linkEntries, children: v.optional(v.array(v.strictObject(linkEntries)), []) }),
  ),
});

const pictureSchema = v.strictObject({
  /** Fixed, so that links into a running demo survive a restart. */
  id: v.pipe(v.string(), v.uuid()),
  title: v.string(),
  /** The alternative text. */
  description: v.string(),
  /** What stays visible when the picture is cropped, in pixels of 1600 x 1000. */
  focus: v.optional(v.tuple([v.number(), v.number()])),
});

/** A file of the demo is broken; its message says where. */
export class BrokenDemo extends Error {
  override readonly name = 'BrokenDemo';
}

const folder = demoFolder('content');
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');

/**
 * Parses the YAML of a file; any lines before it must be empty lines in `text`, so that line numbers are right. Throws
 * with file and line when it is broken or does not match the schema.
 */
function parseFile<Schema extends v.GenericSchema>(
  schema: Schema,
  file: string,
  text: string,
  more: object = {},
): v.InferOutput<Schema> {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const fail = (message: string, position: number): never => {
    const [what = ''] = message.split(/ at line|\n/);
    throw new BrokenDemo(`server/demo/content/${file}:${lines.linePos(position).line}: ${what}`);
  };
  const [broken] = document.errors;
  if (broken) fail(broken.message, broken.pos[0]);
  const value: unknown = document.toJS();
  const result = v.safeParse(schema, Array.isArray(value) ? value : Object.assign({}, value, more));
  if (result.success) return result.output;
  const [issue] = result.issues;
  const path = (issue.path ?? []).map(({ key }) => key);
  // Missing members have no position: use that of the member that should contain them.
  let node = document.getIn(path, true);
  while (!isNode(node) && path.pop() !== undefined) node = document.getIn(path, true);
  return fail(issue.message, isNode(node) ? (node.range?.[0] ?? 0) : 0);
}

/** The files of a folder in the order of their slugs, which are the file names. */
function readEntries<Schema extends v.GenericSchema>(schema: Schema, name: string): v.InferOutput<Schema>[] {
  const files = readdirSync(path.join(folder, name)).sort();
  return files.map((base) => {
    const file = `${name}/${base}`;
    const [, front = '', content = ''] = /^---\r?\n([\s\S]*?)^---\r?\n([\s\S]*)$/m.exec(read(file)) ?? [];
    const more = { slug: path.basename(base, '.html'), content: content.trim() };
    return parseFile(schema, file, `\n${front}`, more);
  });
}

/** The rows of a collection: from a file of its name, or from under its name in `site.yaml`. */
function readPlain(name: PlainName): readonly Readonly<Record<string, unknown>>[] {
  const file = `${name}.yaml`;
  if (existsSync(path.join(folder, file))) return parseFile(plainSchema(name), file, read(file));
  const schema = v.looseObject({ [name]: v.optional(plainSchema(name), []) });
  return parseFile(schema, 'site.yaml', read('site.yaml'))[name] ?? [];
}

const readAll = () => ({
  posts: readEntries(postSchema, 'posts'),
  services: readEntries(serviceSchema, 'services'),
  homes: readEntries(homeSchema, 'homes'),
  pages: readEntries(pageSchema, 'pages').sort((a, b) => a.id - b.id),
  site: parseFile(siteSchema, 'site.yaml', read('site.yaml')),
  plain: new Map(plainNames.map((name) => [name, readPlain(name)])),
  /** One file of the content service for each drawing in `images/`, by its name. */
  pictures: new Map(
    Object.entries(parseFile(v.record(v.string(), pictureSchema), 'pictures.yaml', read('pictures.yaml'))),
  ),
});

let held: ReturnType<typeof readAll> | null = null;

/** The content of the files as they were last read. Throws with file and line when one is broken. */
export function demoContent(): ReturnType<typeof readAll> {
  held ??= readAll();
  return held;
}

/** Reads the files again. Throws as `demoContent` does, and then keeps the old content. */
export function readAgain(): void {
  held = readAll();
}

/**
 * @returns the id of the file that holds the picture
 * @throws for a name that no picture has
 */
export function pictureId(name: string): string {
  const found = demoContent().pictures.get(name);
  if (found === undefined) throw new Error(`The demo has no picture "${name}".`);
  return found.id;
}
