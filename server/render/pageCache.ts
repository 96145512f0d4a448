import { performance } from 'node:perf_hooks';
import { setTimeout as rest } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { CollectionName } from '../content/collections/collections.ts';
import type { LiveContent } from '../content/liveContent.ts';
import type { SiteContent } from '../content/siteContent.ts';
import type { BufferedResponse } from '../http/bufferedResponse.ts';
import type { ReportError } from '../process/errors.ts';

/** The collections that a page was made from, each with its version. */
export type ContentReads = ReadonlyMap<CollectionName, number>;

/** Content that remembers which of its collections were read. */
export function recordReads(content: SiteContent) {
  const reads = new Map<CollectionName, number>();
  const recording = new Proxy(content, {
    get(target, name: CollectionName) {
      const loaded = target[name];
      if (loaded) reads.set(name, loaded.version);
      return loaded;
    },
  });
  return { content: recording, reads };
}

/** Whether every collection that was read still has the same version. */
function areCurrent(reads: ContentReads, content: SiteContent): boolean {
  return reads.entries().every(([name, version]) => content[name].version === version);
}

interface CachedPage {
  readonly page: BufferedResponse;
  readonly reads: ContentReads;
  /** The `revision` of the content that the page was last compared with. */
  comparedWith: number;
}

/**
 * A cache of complete pages, bounded in bytes, with least-recently-used eviction. A page is valid while every
 * collection that it was made from is unchanged. With a bound of 0 nothing is cached.
 */
export class PageCache {
  readonly #content: Pick<LiveContent, 'current' | 'revision'>;
  readonly #pages: LRUCache<string, CachedPage>;

  constructor(content: Pick<LiveContent, 'current' | 'revision'>, maxBytes = 48 * 1024 * 1024) {
    this.#content = content;
    this.#pages = new LRUCache({
      maxSize: Math.max(1, maxBytes),
      maxEntrySize: Math.max(1, Math.floor(maxBytes / 4)),
      // The compressed variants, made later, take about half as much memory again as the page itself.
      sizeCalculation: ({ page }) => Math.ceil(page.bytes * 1.5) + 1024,
    });
  }

  /** The cached page, if everything that it was made from is current. */
  get(key: string): BufferedResponse | undefined {
    const cached = this.#pages.get(key);
    if (!cached) return undefined;
    const { revision } = this.#content;
    if (cached.comparedWith !== revision) {
      if (!areCurrent(cached.reads, this.#content.current())) return undefined;
      cached.comparedWith = revision;
    }
    return cached.page;
  }

  /** Caches a page, unless it is larger than a quarter of the bound. */
  set(key: string, page: BufferedResponse, reads: ContentReads): void {
    this.#pages.set(key, { page, reads, comparedWith: -1 });
  }

  /** The cached pages that were made from any of these collections, most recently requested first. */
  pagesMadeFrom(collections: readonly CollectionName[]): readonly { key: string; page: BufferedResponse }[] {
    return this.#pages
      .entries()
      .filter(([, { reads }]) => collections.some((name) => reads.has(name)))
      .map(([key, { page }]) => ({ key, page }))
      .toArray();
  }

  /** The page that was requested last of those that have not been compressed with the best level. */
  latestLoose(): BufferedResponse | undefined {
    return this.#pages.values().find(({ page }) => page.isLoose)?.page;
  }

  /** Removes a page, if it is cached. */
  delete(key: string): void {
    this.#pages.delete(key);
  }

  /** The number of cached pages, and the bytes that they count as. */
  stats(): { readonly pages: number; readonly bytes: number } {
    return { pages: this.#pages.size, bytes: this.#pages.calculatedSize };
  }
}

/** Above this share of the time, the event loop has visitors to serve. */
const busy = 0.5;

/**
 * Compresses cached pages with the best level: one at a time, the last requested one first, while the process has little
 * else to do.
 *
 * @param restMs how long it rests between two pages. A page takes some 100 ms of another thread.
 * @returns ends it
 */
export function tightenPages(pages: PageCache, reportError: ReportError, restMs = 1_000): () => void {
  const ending = new AbortController();
  const run = async () => {
    for (;;) {
      const before = performance.eventLoopUtilization();
      await rest(restMs, undefined, { ref: false, signal: ending.signal });
      const { utilization } = performance.eventLoopUtilization(before);
      if (utilization < busy) await pages.latestLoose()?.tighten();
    }
  };
  run().catch((error) => {
    if (!ending.signal.aborted) reportError(error);
  });
  return () => ending.abort();
}
