import { LRUCache } from 'lru-cache';
import type { BufferedResponse, Encoding } from '../http/bufferedResponse.ts';

/** What a page was rendered from: each content key with its version, null where none could be had. */
export type ContentReads = ReadonlyMap<string, number | null>;

/** Returns the current version of a content key. */
export interface CurrentVersions {
  versionOf(key: string): number | undefined;
}

/** Whether everything that was read is still what it was. */
export function areCurrent(reads: ContentReads, content: CurrentVersions): boolean {
  return [...reads].every(([key, version]) => version === null || content.versionOf(key) === version);
}

/** What the cache must know of content: whether a version is still the current one. */
interface ContentVersions extends CurrentVersions {
  /** Called when a cached page that depends on this key was served, so that the key is refreshed when it is due. */
  touch(key: string): void;
  /** Calls the listener after every new version. */
  onChange(listener: () => void): void;
}

interface DependentPage {
  readonly key: string;
  /** How often it was requested; what came before each new version of it counts half. */
  readonly hits: number;
}

export interface PageCache {
  /** The cached page, if everything that it was made from is still current. */
  get(key: string): BufferedResponse | undefined;
  /** Stores a page. One larger than a quarter of the bound is not stored. */
  set(key: string, page: BufferedResponse, reads: ContentReads): void;
  /**
   * Called when a page was sent in an encoding. A page that is often requested, and lasts, is compressed again,
   * smaller.
   */
  served(key: string, page: BufferedResponse, encoding: Encoding): void;
  /** The cached pages that were made from any of these content keys, the most requested first. */
  dependentsOf(contentKeys: readonly string[]): readonly DependentPage[];
  stats(): { readonly pages: number; readonly bytes: number };
}

interface Entry {
  readonly page: BufferedResponse;
  readonly reads: ContentReads;
  readonly smallest: Set<Encoding>;
  hits: number;
  /** When the entry was last compared with the current versions, and after how many changes. */
  checkedAt: number;
  checkedAfter: number;
}

/** While nothing has changed, an entry is compared and its keys are touched once in this time. */
const recheckMs = 1_000;

/** From the third request on, a page earns the compression that costs a hundred times more, if it lasts. */
const hitsWorthSmallest = 3;
const lastingMs = 2_000;

/**
 * Complete pages by their canonical address, bounded in bytes, least recently used out. A page is valid only
 * while every content version that it was made from is current: an edit during a render cannot slip in,
 * because versions are noted when they are read. With a bound of 0 nothing is stored.
 */
export function createPageCache(content: ContentVersions, maxBytes = 48 * 1024 * 1024): PageCache {
  const entries = new LRUCache<string, Entry>({
    maxSize: Math.max(1, maxBytes),
    maxEntrySize: Math.max(1, Math.floor(maxBytes / 4)),
    // The variants that will be made weigh about half as much again as the bytes themselves.
    sizeCalculation: (entry) => Math.ceil((entry.page.ready('identity')?.body.length ?? 0) * 1.5) + 1024,
  });
  let compressing: Promise<void> = Promise.resolve();
  let changes = 0;
  content.onChange(() => {
    changes += 1;
  });

  const isCurrent = ({ reads }: Entry): boolean => {
    if (!areCurrent(reads, content)) return false;
    for (const contentKey of reads.keys()) content.touch(contentKey);
    return true;
  };

  return {
    get(key) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      const now = performance.now();
      if (entry.checkedAfter !== changes || now - entry.checkedAt > recheckMs) {
        if (!isCurrent(entry)) return undefined;
        entry.checkedAfter = changes;
        entry.checkedAt = now;
      }
      return entry.page;
    },
    set(key, page, reads) {
      // A page that replaces its outdated self will be requested as that was, unless that was long ago.
      const hits = Math.floor((entries.peek(key)?.hits ?? 0) / 2);
      // Never compared yet: a change may have come between the reads of the render and this moment.
      entries.set(key, { page, reads, smallest: new Set(), hits, checkedAt: 0, checkedAfter: -1 });
    },
    served(key, page, encoding) {
      const entry = entries.peek(key);
      if (entry?.page !== page) return;
      entry.hits += 1;
      if (encoding === 'identity' || entry.hits < hitsWorthSmallest || entry.smallest.has(encoding)) return;
      entry.smallest.add(encoding);
      const compress = async () => {
        if (entries.peek(key)?.page === page) await page.encodeSmallest(encoding);
      };
      // Later, and one at a time: visitors after a publication must not compete with compressions, and a page
      // that is edited again at once needs none.
      setTimeout(() => {
        compressing = compressing.then(compress).catch(() => undefined);
      }, lastingMs).unref();
    },
    dependentsOf(contentKeys) {
      return [...entries.entries()]
        .filter(([, { reads }]) => contentKeys.some((contentKey) => reads.has(contentKey)))
        .sort(([, a], [, b]) => b.hits - a.hits)
        .map(([key, { hits }]) => ({ key, hits }));
    },
    stats: () => ({ pages: entries.size, bytes: entries.calculatedSize }),
  };
}
