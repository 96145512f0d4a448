import { blogPosts } from './blogPosts.ts';
import type { Collection } from './collection.ts';
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
  [services.name]: services,
  [serviceFeatures.name]: serviceFeatures,
  [homes.name]: homes,
  [ctaSettings.name]: ctaSettings,
  [team.name]: team,
  [reviews.name]: reviews,
  [blogPosts.name]: blogPosts,
  [redirects.name]: redirects,
  [notices.name]: notices,
  [files.name]: files,
} as const;

export type CollectionName = keyof typeof collections;

/** The value that the pages get from the rows of a collection. */
export type ValueOf<Name extends CollectionName> = ReturnType<(typeof collections)[Name]['arrange']>;

export const collectionNames: readonly CollectionName[] = Object.values(collections).map(({ name }) => name);

/** The declaration of a collection. */
export function collectionOf(name: CollectionName): Collection<unknown, unknown> {
  return collections[name];
}
