import type { Row } from '../../directus/readField.ts';
import { blogPosts } from './blogPosts.ts';
import type { Collection, RowOf } from './collection.ts';
import { ctaSettings } from './ctaSettings.ts';
import { files } from './files.ts';
import { homes } from './homes.ts';
import { navigation } from './navigation.ts';
import { notices } from './notices.ts';
import { pages } from './pages.ts';
import { redirects } from './redirects.ts';
import { reviews } from './reviews.ts';
import { serviceFeatures } from './serviceFeatures.ts';
import { services } from './services.ts';
import { siteSettings } from './siteSettings.ts';
import { team } from './team.ts';

/** Every collection of the content service that the site reads; each comes after those that its fields refer to. */
export const collections = {
  [navigation.name]: navigation,
  [siteSettings.name]: siteSettings,
  [pages.name]: pages,
  [team.name]: team,
  [services.name]: services,
  [serviceFeatures.name]: serviceFeatures,
  [homes.name]: homes,
  [ctaSettings.name]: ctaSettings,
  [reviews.name]: reviews,
  [blogPosts.name]: blogPosts,
  [redirects.name]: redirects,
  [notices.name]: notices,
  [files.name]: files,
} as const;

export type CollectionName = keyof typeof collections;

/** The value that the pages get from the rows of a collection. */
export type ValueOf<Name extends CollectionName> = ReturnType<(typeof collections)[Name]['arrange']>;

/** A parsed row of a collection. */
export type ParsedOf<Name extends CollectionName> = RowOf<(typeof collections)[Name]>;

/** A field that each of these collections has. */
export type FieldOf<Name extends CollectionName> = keyof (typeof collections)[Name]['fields'] & string;

export const collectionNames: readonly CollectionName[] = Object.values(collections).map(({ name }) => name);

/** By collection, the columns that no other one declares. */
const ownColumns: ReadonlyMap<CollectionName, ReadonlySet<string>> = new Map(
  collectionNames.map((name) => {
    const others = new Set(collectionNames.flatMap((other) => (other === name ? [] : [...columnsIn(other)])));
    return [name, new Set(columnsIn(name)).difference(others)];
  }),
);

function columnsIn(name: CollectionName): Iterable<string> {
  return collectionOf(name).columns.keys();
}

/**
 * Whether a row belongs to a collection, judged by the names of its columns, of which the public may read only some: it
 * has one that no other collection has, or two besides its key; and there is no other collection of whose own columns it
 * has more, and two at least.
 */
export function isRowOf(name: CollectionName, row: Row): boolean {
  const owned = (other: CollectionName) =>
    [...(ownColumns.get(other) ?? [])].filter((column) => Object.hasOwn(row, column)).length;
  const known = [...columnsIn(name)].filter((column) => column !== 'id' && Object.hasOwn(row, column));
  const own = owned(name);
  const most = Math.max(1, own);
  return (own > 0 || known.length > 1) && collectionNames.every((other) => owned(other) <= most);
}

/** The collections that make pages. A site without rows in any of them has no content. */
export const pageMakers = collectionNames.filter((name) => collectionOf(name).pages !== undefined);

/** The declaration of a collection. */
export function collectionOf(name: CollectionName): Collection<unknown, unknown> {
  return collections[name];
}
