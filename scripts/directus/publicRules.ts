/** What the public may read. */
export interface ReadRule {
  readonly collection: string;
  /** The rows, as a filter; empty for all of them. */
  readonly permissions: Readonly<Record<string, unknown>>;
  readonly fields: readonly string[];
}

const collections = [
  ...['navigation', 'site_settings', 'pages', 'services', 'service_features', 'cta_settings', 'blog_posts'],
  'directus_files',
];

/** Every row and every field: what a Directus without the licence for more can grant. */
export const openRules: readonly ReadRule[] = collections.map((collection) => ({
  collection,
  permissions: {},
  fields: ['*'],
}));

const isPublished = { status: { _eq: 'published' } };
const isDue = (field: string) => ({ [field]: { _lte: '$NOW' } });
const isEmpty = (field: string) => ({ [field]: { _null: true } });

/** The moment counts where there is one, else the day; a post with neither is due. */
const isDuePost = {
  _or: [
    isDue('published_at'),
    { _and: [isEmpty('published_at'), { _or: [isEmpty('published_date'), isDue('published_date')] }] },
  ],
};

const rowsOf: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  services: isPublished,
  service_features: { service_id: isPublished },
  blog_posts: { _and: [isPublished, isDuePost] },
};

/** Of a file: what an image needs to be served and described, not who uploaded it or where it lies. */
const fileFields = [
  ...['id', 'type', 'title', 'description', 'width', 'height', 'focal_point_x', 'focal_point_y'],
  ...['filename_download', 'filesize', 'modified_on', 'uploaded_on'],
];

/**
 * Only what the site shows: published rows, posts from their date on, and the fields that the site knows, so
 * that a field which editors add for themselves stays theirs.
 * @param fieldsOf the fields of our plan that hold data
 */
export function strictRules(fieldsOf: (collection: string) => readonly string[]): readonly ReadRule[] {
  return collections.map((collection) => ({
    collection,
    permissions: rowsOf[collection] ?? {},
    fields: collection === 'directus_files' ? fileFields : fieldsOf(collection),
  }));
}
