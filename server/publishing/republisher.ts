import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { listsOfPages } from '../content/collections/collections.ts';
import type { Content } from '../content/content.ts';
import { pictureTag } from '../media/pictureCache.ts';
import type { ReportError } from '../process/errors.ts';
import { within } from '../process/within.ts';
import type { PageCache } from '../render/pageCache.ts';
import { prerender } from '../render/prerender.ts';
import type { PageRenderer } from '../render/renderPage.tsx';
import { sitemapEntries } from '../site/seo/sitemap.ts';
import type { Purge } from './purgeCdn.ts';

export interface Republisher {
  /**
   * Publishes what has changed, now. Resolves with the addresses that are new because of these keys, once the most
   * requested of them are rendered and the CDN is purged, or a second later if it does not respond. Never rejects.
   */
  republish(changed: readonly string[]): Promise<readonly string[]>;
  /** Loads the list of existing pages, so that pages which appear later are known to be new. */
  noteAddresses(): Promise<void>;
  close(): void;
}

interface Collaborators {
  readonly content: Content;
  readonly pages: PageCache;
  readonly renderer: Pick<PageRenderer, 'render'>;
  /** Our own origin. */
  readonly frontendUrl: string;
  readonly purgeCdn: (purge: Purge) => Promise<void>;
  readonly log: Pick<Logger, 'info'>;
  readonly reportError: ReportError;
}

/**
 * Pages that are rendered again at once, the new and the most requested ones, so that the next visitor gets them
 * from the cache.
 */
const renderedAgain = 20;
/** Changes that arrive within this time are published together. */
const batchMs = 100;
/** During a series of edits, a page that several of them change is rendered once. */
const leastIntervalMs = 300;
const longestPurgeWaitMs = 1_000;
/** The keys that decide which pages exist. */
const keysOfPages = new Set(listsOfPages.map(({ key }) => key));

/**
 * Brings new content to the pages that show it. After the publish hook, a background refresh or a post falling due
 * it renders the dependents again and purges the CDN. Content that is seen for the first time is not new: no page
 * depends on an older version of it.
 */
export function createRepublisher(collaborators: Collaborators): Republisher {
  const { content, pages, renderer, frontendUrl, purgeCdn, log, reportError } = collaborators;
  const knownAddresses = createKnownAddresses(content);
  /** The next publication: the keys that changed, and the addresses that it will resolve with. */
  let next: { readonly changed: Set<string>; readonly urls: PromiseWithResolvers<readonly string[]> } | null =
    null;
  /** The addresses of the publication that each key was last part of. */
  const publications = new LRUCache<string, Promise<readonly string[]>>({ max: 1_000 });
  /** The tags of pictures whose files changed since the last publication. */
  const pictureTags = new Set<string>();
  let latest: Promise<unknown> = Promise.resolve();
  let publishedAt = Number.NEGATIVE_INFINITY;
  let purging: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  /** Renders a page again. A failure is reported, and does not stop the other pages. */
  const renderAgain = (address: string) =>
    Promise.try(prerender, renderer, address, ['br'], 'republish').catch((error) =>
      reportError(error, { address }),
    );

  const renderAndPurge = async (changed: readonly string[]): Promise<readonly string[]> => {
    const others = changed.some((key) => keysOfPages.has(key)) ? await knownAddresses.update() : [];
    const dependents = pages.dependentsOf(changed);
    const addresses = [...new Set([...dependents.map(({ key }) => key), ...others])];
    const requested = dependents.filter(({ hits }) => hits > 0).map(({ key }) => key);
    for (const address of [...requested, ...others].slice(0, renderedAgain)) {
      if (!isClosed) await renderAgain(address);
    }
    const urls = addresses.map((address) => frontendUrl + address);
    // The tags in the form in which pages carry them.
    const tags = [...changed.map((key) => encodeURIComponent(key)), ...pictureTags];
    pictureTags.clear();
    purging = purgeCdn({ tags, urls });
    log.info({ changed: changed.length, pages: urls.length }, 'Content is new.');
    return urls;
  };

  const publish = () => {
    clearTimeout(timer);
    timer = undefined;
    if (next === null) return;
    const { changed, urls } = next;
    next = null;
    publishedAt = performance.now();
    // One after the other: two at once would render the same pages.
    latest = latest
      .then(() => renderAndPurge([...changed]))
      .catch((error: unknown) => {
        reportError(error, { kind: 'republish' });
        return [];
      })
      .then(urls.resolve);
  };
  const untilNextMs = () => publishedAt + leastIntervalMs - performance.now();

  content.onFileChange((ids) => {
    for (const id of ids) pictureTags.add(pictureTag(id));
  });
  const stop = content.onChange((key, _version, isFirst) => {
    if (isFirst) return;
    next ??= { changed: new Set(), urls: Promise.withResolvers() };
    next.changed.add(key);
    publications.set(key, next.urls.promise);
    timer ??= setTimeout(publish, Math.max(batchMs, untilNextMs())).unref();
  });

  return {
    async republish(changed) {
      if (untilNextMs() <= 0) publish();
      const urls = await Promise.all(new Set(changed.map((key) => publications.get(key) ?? [])));
      await within(longestPurgeWaitMs, purging, undefined);
      return [...new Set(urls.flat())];
    },
    async noteAddresses() {
      await knownAddresses.update();
    },
    close() {
      isClosed = true;
      stop();
      clearTimeout(timer);
      next?.urls.resolve([]);
    },
  };
}

/** Remembers the addresses of all pages, so that those of new and removed pages are known. */
function createKnownAddresses(content: Pick<Content, 'pages'>) {
  let known: ReadonlySet<string> | null = null;
  return {
    /** Resolves with the pages that have appeared or gone since the last call. */
    async update(): Promise<readonly string[]> {
      const pages = await content.pages();
      if (!('ok' in pages)) return [];
      const before = known;
      known = new Set(sitemapEntries(pages.ok).map(({ path }) => path));
      return before === null ? [] : [...known.symmetricDifference(before)];
    },
  };
}
