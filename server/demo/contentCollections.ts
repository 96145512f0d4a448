/** The seven collections of the site and the files, with the fields and types that Directus knows of them. */

export type FieldType = 'integer' | 'string' | 'text' | 'uuid' | 'timestamp' | 'date' | 'json';

export type CollectionName =
  | 'navigation'
  | 'site_settings'
  | 'pages'
  | 'services'
  | 'service_features'
  | 'cta_settings'
  | 'blog_posts'
  | 'directus_files';

/** A row as it is stored. Open, because tests put into it what an editor's mistake could. */
export type ContentRow = Record<string, unknown>;

export type ContentRows = Record<CollectionName, ContentRow[]>;

export interface Collection {
  readonly name: CollectionName;
  readonly fields: Readonly<Record<string, FieldType>>;
  /** Order of a list without `sort`: the sort field of the collection (nulls first), else the id. */
  readonly sortField: string;
  /** Fields that hold the id of a row elsewhere; `null` where the public may not read the other side. */
  readonly relations: Readonly<Record<string, CollectionName | null>>;
}

/** What everything with a page of its own begins with. */
const published: Readonly<Record<string, FieldType>> = { id: 'integer', status: 'string', slug: 'string' };

const collections: Readonly<Record<CollectionName, Omit<Collection, 'name'>>> = {
  navigation: {
    fields: { id: 'integer', title: 'string', url: 'string', parent_id: 'integer', display_order: 'integer' },
    sortField: 'display_order',
    relations: { parent_id: 'navigation' },
  },
  site_settings: {
    fields: { id: 'integer', key: 'string', value: 'text' },
    sortField: 'id',
    relations: {},
  },
  pages: {
    fields: {
      id: 'integer',
      slug: 'string',
      title: 'string',
      hero_title: 'string',
      hero_subtitle: 'string',
      hero_image: 'uuid',
      content: 'text',
      story_title: 'string',
      story_content: 'text',
      story_image: 'uuid',
      story_image_path: 'string',
      hero_feature1_text: 'string',
      hero_feature1_icon: 'string',
      hero_feature2_text: 'string',
      hero_feature2_icon: 'string',
      hero_feature3_text: 'string',
      hero_feature3_icon: 'string',
      services_repeater: 'text',
    },
    sortField: 'id',
    relations: { hero_image: 'directus_files', story_image: 'directus_files' },
  },
  services: {
    fields: {
      ...published,
      title: 'string',
      short_description: 'text',
      description: 'text',
      content: 'text',
      thumbnail_image: 'uuid',
      hero_image: 'uuid',
      hero_title: 'string',
      hero_subtitle: 'string',
      features_title: 'string',
      display_order: 'integer',
    },
    sortField: 'display_order',
    relations: { thumbnail_image: 'directus_files', hero_image: 'directus_files' },
  },
  service_features: {
    fields: { id: 'integer', service_id: 'integer', feature_text: 'string', sort: 'integer' },
    sortField: 'sort',
    relations: { service_id: 'services' },
  },
  cta_settings: {
    fields: {
      id: 'integer',
      title: 'string',
      description: 'text',
      button_text: 'string',
      button_url: 'string',
    },
    sortField: 'id',
    relations: {},
  },
  blog_posts: {
    fields: {
      ...published,
      title: 'string',
      excerpt: 'text',
      content: 'text',
      categories: 'string',
      tags: 'string',
      published_at: 'timestamp',
      published_date: 'date',
      featured_image: 'uuid',
      thumbnail_image: 'uuid',
      author_name: 'string',
    },
    sortField: 'id',
    relations: { featured_image: 'directus_files', thumbnail_image: 'directus_files' },
  },
  directus_files: {
    fields: {
      id: 'uuid',
      storage: 'string',
      filename_disk: 'string',
      filename_download: 'string',
      title: 'string',
      type: 'string',
      folder: 'uuid',
      uploaded_by: 'uuid',
      created_on: 'timestamp',
      modified_by: 'uuid',
      modified_on: 'timestamp',
      charset: 'string',
      filesize: 'integer',
      width: 'integer',
      height: 'integer',
      duration: 'integer',
      embed: 'string',
      description: 'text',
      location: 'text',
      tags: 'json',
      metadata: 'json',
      focal_point_x: 'integer',
      focal_point_y: 'integer',
      uploaded_on: 'timestamp',
    },
    sortField: 'id',
    relations: { uploaded_by: null, modified_by: null, folder: null },
  },
};

/** @returns the collection of that name, undefined when there is none. */
export function findCollection(name: string): Collection | undefined {
  for (const known of collectionNames) {
    if (known === name) return { name: known, ...collections[known] };
  }
  return undefined;
}

/** The names of the eight collections. */
export const collectionNames: readonly CollectionName[] = [
  'navigation',
  'site_settings',
  'pages',
  'services',
  'service_features',
  'cta_settings',
  'blog_posts',
  'directus_files',
];

/**
 * The type of a field, undefined when neither the collection nor any of its rows has it: a field that a test
 * adds to a row exists from then on, as text.
 */
export function fieldType(
  collection: Collection,
  field: string,
  rows: readonly ContentRow[],
): FieldType | undefined {
  if (Object.hasOwn(collection.fields, field)) return collection.fields[field];
  return rows.some((row) => Object.hasOwn(row, field)) ? 'text' : undefined;
}

/** @returns every field of the collection in its own order, then those that only rows have. */
export function fieldNames(collection: Collection, rows: readonly ContentRow[]): string[] {
  const names = new Set(Object.keys(collection.fields));
  for (const row of rows) for (const name of Object.keys(row)) names.add(name);
  return [...names];
}
