import { LRUCache } from 'lru-cache';
import type { CollectionName } from '../content/collections/collections.ts';
import type { LiveContent } from '../content/liveContent.ts';
import type { SiteContent } from '../content/siteContent.ts';
import type { BufferedResponse } from '../http/bufferedResponse.ts';
import type { HeaderList } from '../http/securityHeaders.ts';

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
export function areCurrent(reads: ContentReads, content: SiteContent): boolean {
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
  /** Renders in progress, each with the `revision` of the content that it uses. */
  readonly #making = new Map<
    string,
    { readonly revision: number; readonly page: Promise<BufferedResponse> }
  >();

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

  /** The render in progress for this key, else a new one by `make`: concurrent requests for a page share it. */
  share(key: string, make: () => Promise<BufferedResponse>): Promise<BufferedResponse> {
    const { revision } = this.#content;
    const making = this.#making.get(key);
    if (making?.revision === revision) return making.page;
    const page = make().finally(() => {
      if (this.#making.get(key)?.page === page) this.#making.delete(key);
    });
    this.#making.set(key, { revision, page });
    return page;
  }

  /** The cached pages that were made from any of these collections, most recently requested first. */
  pagesMadeFrom(collections: readonly CollectionName[]): readonly { key: string; page: BufferedResponse }[] {
    return this.#pages
      .entries()
      .filter(([, { reads }]) => collections.some((name) => reads.has(name)))
      .map(([key, { page }]) => ({ key, page }))
      .toArray();
  }

  delete(key: string): void {
    this.#pages.delete(key);
  }

  stats(): { readonly pages: number; readonly bytes: number } {
    return { pages: this.#pages.size, bytes: this.#pages.calculatedSize };
  }
}

/**
 * How long a response may be reused. `cacheable`: a complete page; browsers revalidate each time (304), shared caches
 * store it for a minute and serve it stale while the site is unreachable. `degraded`: a block is missing, or a
 * fallback is in its place. `absent`: a real 404. `noStore`: errors, previews, streams, anything for one request alone.
 */
type Lifetime = 'cacheable' | 'degraded' | 'absent' | 'noStore';

const html = 'text/html; charset=utf-8';

const lifetimes: Readonly<Record<Lifetime, HeaderList>> = {
  cacheable: [
    'Cache-Control',
    'public, max-age=0, must-revalidate',
    'CDN-Cache-Control',
    'max-age=60, stale-while-revalidate=30, stale-if-error=86400',
  ],
  degraded: ['Cache-Control', 'public, max-age=0, must-revalidate', 'CDN-Cache-Control', 'max-age=5'],
  absent: ['Cache-Control', 'public, max-age=0, must-revalidate', 'CDN-Cache-Control', 'max-age=30'],
  noStore: ['Cache-Control', 'no-store'],
};

/** The lifetime of a whole page; `isComplete`: everything in it came from content. */
export function lifetimeOf(status: number, isComplete: boolean): Lifetime {
  if (status >= 500) return 'noStore';
  if (status === 404) return 'absent';
  return status === 200 && isComplete ? 'cacheable' : 'degraded';
}

/**
 * The headers of a lifetime and of a content type; `collections` become the tags by which a CDN can purge the page.
 */
export function lifetimeHeaders(
  lifetime: Lifetime,
  collections: readonly string[] = [],
  type: string | null = html,
): HeaderList {
  const tags = collections.join(',');
  return [
    ...(type === null ? [] : ['Content-Type', type]),
    ...lifetimes[lifetime],
    ...(tags === '' ? [] : ['Cache-Tag', tags]),
  ];
}

/**
 * Headers of every page except a listed one with status 200: crawlers must not index it. A 503 gets `Retry-After`,
 * since it may be available again soon.
 */
export function statusHeaders(status: number, isListed = true): HeaderList {
  if (status === 200 && isListed) return [];
  return ['X-Robots-Tag', 'noindex', ...(status === 503 ? ['Retry-After', '30'] : [])];
}
