import { type CollectionName, collectionNames, collectionOf } from '../content/collections/collections.ts';
import { pageChoices } from '../content/collections/pages.ts';
import type { ContentRows } from './demoRows.ts';

/**
 * The content service of the product specification: seven collections with these columns, and nothing of what the
 * provisioning adds. The first column is the primary key.
 */
export const specifiedColumns: Readonly<Partial<Record<CollectionName, readonly string[]>>> = {
  navigation: ['id', 'title', 'url', 'parent_id', 'display_order'],
  site_settings: ['key', 'value'],
  pages: [
    'slug',
    'hero_title',
    'hero_subtitle',
    'hero_image',
    'title',
    'content',
    'story_title',
    'story_content',
    'story_image',
    'story_image_path',
    ...[1, 2, 3].flatMap((line) => [`hero_feature${line}_text`, `hero_feature${line}_icon`]),
    'services_repeater',
  ],
  services: [
    'id',
    'slug',
    'title',
    'short_description',
    'description',
    'content',
    'thumbnail_image',
    'hero_image',
    'hero_title',
    'hero_subtitle',
    'features_title',
    'status',
    'display_order',
  ],
  service_features: ['id', 'service_id', 'feature_text', 'sort'],
  cta_settings: ['id', 'title', 'description', 'button_text', 'button_url'],
  blog_posts: [
    'id',
    'slug',
    'title',
    'excerpt',
    'content',
    'categories',
    'tags',
    'status',
    'published_at',
    'published_date',
    'featured_image',
    'thumbnail_image',
    'author_name',
  ],
};

const specifiedPages: ReadonlySet<unknown> = new Set(['home', 'about', 'contact', 'blog', 'str-management']);
const specifiedSettings: ReadonlySet<unknown> = new Set(['site_name', 'tagline', 'site_title']);

/** The rows of the demo as a content service with exactly the specified columns has them. */
export function specifiedRows(rows: ContentRows): ContentRows {
  const isBuiltIn = (slug: unknown) => pageChoices.some(({ value }) => value === slug);
  const landing = new Set(rows.pages.flatMap(({ slug }) => (isBuiltIn(slug) ? [] : `/${slug}`)));
  const withoutDeadLinks = (value: unknown) =>
    typeof value === 'string'
      ? value.replace(/<a href="([^"]*)">(.*?)<\/a>/g, (link, to: string, words: string) =>
          landing.has(to) ? words : link,
        )
      : value;
  const shown: ContentRows = {
    ...rows,
    navigation: rows.navigation.filter(({ url }) => !landing.has(String(url))),
    site_settings: rows.site_settings.filter(({ key }) => specifiedSettings.has(key)),
    pages: rows.pages.filter(({ slug }) => specifiedPages.has(slug)),
  };
  for (const name of collectionNames) {
    const columns = specifiedColumns[name] ?? [];
    if (name === 'directus_files') continue;
    shown[name] = (columns.length > 0 ? shown[name] : []).map((row) =>
      Object.fromEntries(
        columns.map((column) => [column, withoutDeadLinks(specifiedValue(column, row[column]))]),
      ),
    );
  }
  return shown;
}

/** Lists are text with commas, and cards have the keys that the specification names. */
function specifiedValue(column: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.join(', ');
  if (column !== 'services_repeater' || typeof value !== 'string') return value ?? null;
  return value.replaceAll('"picture":', '"image_url":');
}

/**
 * What a content service with exactly the specified columns lacks, in the form of `EmbeddedContent.hidden`. Public
 * reading of pictures does not include reading their list.
 */
export function unspecified(): readonly string[] {
  return collectionNames.flatMap((name) => {
    const columns = specifiedColumns[name];
    if (columns === undefined) return [name];
    const declared = [...collectionOf(name).columns.keys(), 'id', 'blocks'];
    return declared.filter((column) => !columns.includes(column)).map((column) => `${name}.${column}`);
  });
}
