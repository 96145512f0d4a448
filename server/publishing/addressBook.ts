import type { Content } from '../content/content.ts';
import { sitemapEntries } from '../site/seo/sitemap.ts';

export interface AddressBook {
  /** Takes note of the pages that exist now; resolves with those that have appeared or gone since. */
  update(): Promise<readonly string[]>;
}

/** Knows which pages the content makes, so that a new post's address can be told. */
export function createAddressBook(content: Pick<Content, 'allServices' | 'allPosts'>): AddressBook {
  let known: ReadonlySet<string> | null = null;
  return {
    async update() {
      const [services, posts] = await Promise.all([content.allServices(), content.allPosts()]);
      if (!('ok' in services && 'ok' in posts)) return [];
      const before = known;
      const now = new Set(sitemapEntries(services.ok, posts.ok).map(({ path }) => path));
      known = now;
      return before === null ? [] : [...now.symmetricDifference(before)];
    },
  };
}
