import { blogPosts } from './blogPosts.ts';
import { type Collection, checkUnique, type DetailQuery, type ListQuery } from './collection.ts';
import { ctaSettings } from './ctaSettings.ts';
import { files } from './files.ts';
import { homes } from './homes.ts';
import { navigation } from './navigation.ts';
import { pages } from './pages.ts';
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
  [services.name]: services,
  [serviceFeatures.name]: serviceFeatures,
  [homes.name]: homes,
  [ctaSettings.name]: ctaSettings,
  [team.name]: team,
  [reviews.name]: reviews,
  [blogPosts.name]: blogPosts,
  [files.name]: files,
} as const satisfies Readonly<Record<string, Collection>>;

type AnyCollection = (typeof collections)[keyof typeof collections];
type Merged<U> = (U extends unknown ? (member: U) => void : never) extends (merged: infer M) => void
  ? M
  : never;

const declared = Object.values<Collection>(collections);

/** Their lists and details by the names by which pages load them. */
export const lists: Merged<AnyCollection['lists']> = Object.assign({}, ...declared.map((each) => each.lists));
export const details: Merged<Extract<AnyCollection, { readonly details: unknown }>['details']> =
  Object.assign({}, ...declared.map((each) => each.details));

export type CollectionName = keyof typeof collections;

/** The declaration of a collection. */
export function collectionOf(name: CollectionName): Collection {
  return collections[name];
}

export const collectionNames: readonly CollectionName[] = Object.values(collections).map(({ name }) => name);

export const allLists: readonly ListQuery<unknown>[] = Object.values(lists);
export const allDetails: readonly DetailQuery<unknown>[] = Object.values(details);

checkUnique(declared.flatMap((each) => [...Object.keys(each.lists), ...Object.keys(each.details ?? {})]));
// A key belongs to one query: the store holds its value by it.
checkUnique([...allLists.map(({ key }) => key), ...allDetails.map(({ prefix }) => prefix)]);

/** The store keys that depend on a collection, out of those that the store has. */
export function keysOfCollection(name: CollectionName, held: readonly string[]): readonly string[] {
  const { lists: own, details: ownDetails = {}, sharedKey } = collectionOf(name);
  if (sharedKey !== undefined) return [sharedKey, ...held.filter((key) => key !== sharedKey)];
  const prefixes = Object.values(ownDetails).map(({ prefix }) => prefix);
  const isOwnDetail = (key: string) => prefixes.some((prefix) => key.startsWith(prefix));
  return [...Object.values(own).map(({ key }) => key), ...held.filter(isOwnDetail)];
}

/** The lists that decide which pages there are. */
export const listsOfPages = allLists.filter(({ pages: addresses }) => addresses !== undefined);
