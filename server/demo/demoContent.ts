import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { parse as parseYaml } from 'yaml';
import { type CollectionName, collectionOf } from '../content/collections/collections.ts';
import { columnsOf } from '../content/collections/schema.ts';

/**
 * The demo content as an editor writes it, in the files of `content/`: one file for each post, service, home and page (YAML
 * between two lines `---`, then HTML), `site.yaml` and `pictures.yaml`. `demoRows.ts` turns it into the rows of a
 * content service. The schemas
 * name what that needs; other declared columns of the collection go into the rows as they are, so a new field is written
 * in the files of `content/` alone. A name that no collection declares stops the start.
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

const line = v.optional(v.string(), undefined);
const lineOrNull = v.nullish(v.string(), null);
/** The name of a picture of `pictures.yaml`. */
const picture = lineOrNull;

/** An entry whose members are named here, or are columns that its collection declares. */
export function entryOf<Entries extends v.ObjectEntries>(name: CollectionName, entries: Entries) {
  const { schema } = collectionOf(name);
  const known = new Set([
    ...Object.keys(entries),
    ...(schema ? columnsOf(schema).map(([column]) => column) : []),
  ]);
  return v.pipe(
    v.looseObject(entries),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      for (const key of Object.keys(dataset.value)) {
        if (!known.has(key)) addIssue({ message: `The demo has "${key}", which is no column of ${name}.` });
      }
    }),
  );
}

const postSchema = entryOf('blog_posts', {
  slug: v.string(),
  title: v.string(),
  /** One or two plain sentences, at most 200 characters. */
  excerpt: v.string(),
  content: v.string(),
  /** Words with commas between them. */
  categories: v.string(),
  tags: v.string(),
  status: v.picklist(['published', 'draft', 'archived']),
  author_name: lineOrNull,
  /** Either a UTC timestamp, a calendar day, or neither (a draft). */
  published_at: lineOrNull,
  published_date: lineOrNull,
  image: picture,
});

const serviceSchema = entryOf('services', {
  slug: v.string(),
  title: v.string(),
  short_description: v.string(),
  description: v.string(),
  content: v.string(),
  hero_title: lineOrNull,
  hero_subtitle: lineOrNull,
  features_title: lineOrNull,
  status: v.picklist(['published', 'draft']),
  display_order: v.number(),
  thumbnail: picture,
  hero: picture,
  /** The What's Included lines in the order in which they are shown. */
  features: v.array(v.string()),
  steps: v.array(v.strictObject({ title: v.string(), text: v.string() })),
  what_happens_next: v.string(),
});

const homeSchema = entryOf('homes', {
  slug: v.string(),
  name: v.string(),
  town: v.string(),
  beds: v.number(),
  baths: v.number(),
  guests: v.number(),
  short_text: v.string(),
  content: v.string(),
  status: v.picklist(['published', 'draft']),
  features: v.array(v.string()),
  /** Names of pictures, the first one for the card. */
  pictures: v.optional(v.array(v.string()), []),
});

const cardSchema = v.strictObject({
  image: v.string(),
  title: v.string(),
  description: v.string(),
  additional_info: line,
  link_url: v.string(),
  link_text: v.string(),
});

const pageSchema = entryOf('pages', {
  id: v.number(),
  slug: v.string(),
  title: v.string(),
  hero_title: lineOrNull,
  hero_subtitle: lineOrNull,
  hero: picture,
  content: v.string(),
  story_title: lineOrNull,
  /** Paragraphs are separated by blank lines. */
  story_content: lineOrNull,
  story: picture,
  hero_feature1_text: lineOrNull,
  hero_feature1_icon: lineOrNull,
  hero_feature2_text: lineOrNull,
  hero_feature2_icon: lineOrNull,
  hero_feature3_text: lineOrNull,
  hero_feature3_icon: lineOrNull,
  spring: picture,
  summer: picture,
  fall: picture,
  winter: picture,
  services_repeater: v.nullish(v.array(cardSchema), null),
});

const memberSchema = v.strictObject({
  name: v.string(),
  role: v.string(),
  words: v.string(),
});

const reviewSchema = v.strictObject({
  name: v.string(),
  location: v.string(),
  rating: v.number(),
  /** A calendar day. */
  date: v.string(),
  text: v.string(),
  service: v.string(),
});

const linkEntries = { title: v.string(), url: lineOrNull };
const siteSchema = v.strictObject({
  call_to_action: entryOf('cta_settings', {
    title: v.string(),
    description: v.string(),
    button_text: v.string(),
    button_url: v.string(),
  }),
  settings: v.record(v.string(), v.string()),
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

const folder = demoFolder('content');
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');

/** The files of a folder in the order of their slugs, which are their names. */
function readEntries(name: string): unknown[] {
  const files = readdirSync(path.join(folder, name)).sort();
  return files.map((file) => {
    const [, front = '', content = ''] =
      /^---\n([\s\S]*?)^---\n([\s\S]*)$/m.exec(read(`${name}/${file}`)) ?? [];
    return { ...parseYaml(front), slug: path.basename(file, '.html'), content: content.trim() };
  });
}

export const demoPosts = v.parse(v.array(postSchema), readEntries('posts'));
export const demoServices = v.parse(v.array(serviceSchema), readEntries('services'));
export const demoHomes = v.parse(v.array(homeSchema), readEntries('homes'));
export const demoPages = v.parse(v.array(pageSchema), readEntries('pages')).sort((a, b) => a.id - b.id);
export const demoSite = v.parse(siteSchema, parseYaml(read('site.yaml')));
export const demoTeam = v.parse(v.array(memberSchema), parseYaml(read('team.yaml')));
export const demoReviews = v.parse(v.array(reviewSchema), parseYaml(read('reviews.yaml')));
/** One file of the content service for each drawing of `images/`, by its name. */
export const demoPictures = new Map(
  Object.entries(v.parse(v.record(v.string(), pictureSchema), parseYaml(read('pictures.yaml')))),
);

/**
 * @returns the id of the file that holds the picture
 * @throws for a name that no picture has
 */
export function pictureId(name: string): string {
  const found = demoPictures.get(name);
  if (found === undefined) throw new Error(`The demo has no picture "${name}".`);
  return found.id;
}
