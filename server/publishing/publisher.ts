import { setImmediate as turn } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { CollectionName } from '../content/collections/collections.ts';
import type { LiveContent } from '../content/liveContent.ts';
import { valueIn } from '../content/siteContent.ts';
import type { BufferedResponse } from '../http/bufferedResponse.ts';
import { pictureTag } from '../media/pictureRequest.ts';
import type { ReportError } from '../process/errors.ts';
import { within } from '../process/within.ts';
import type { PageCache } from '../render/pageCache.ts';
import type { PageRenderer } from '../render/renderPage.tsx';
import { pagesOfContent, sitemapEntries } from '../site/seo/sitemap.ts';
import type { Announce } from './announce.ts';

interface PublisherOptions {
  readonly content: Pick<LiveContent, 'current'>;
  readonly pages: PageCache;
  readonly renderer: Pick<PageRenderer, 'render'>;
  /** Our own origin. */
  readonly frontendUrl: string;
  readonly purgeCdn: Announce;
  readonly tellSearchEngines: Announce;
  /** Pages that are not re-rendered within this time are rendered on request. */
  readonly longestRenderMs: number | undefined;
  readonly log: Pick<Logger, 'info' | 'debug'>;
  readonly reportError: ReportError;
}

const usualRenderMs = 150;
const longestPurgeMs = 1_000;

/** Brings changed content to the pages that show it. */
export class Publisher {
  readonly #options: PublisherOptions;
  /** The sitemap entry of each page. */
  #entries: ReadonlyMap<string, string> | null = null;
  #files: ReadonlyMap<string, { readonly version: string | null }> = new Map();
  #latest: Promise<readonly string[]> = Promise.resolve([]);

  constructor(options: PublisherOptions) {
    this.#options = options;
  }

  /**
   * Re-renders the cached pages that read these collections, the most recently requested first, and tells the CDN and
   * search engines. Resolves with the addresses whose pages changed; never rejects.
   *
   * @param isOwn whether this process has loaded the change; the others leave the announcements to it
   */
  publish(changed: readonly CollectionName[], isOwn: boolean): Promise<readonly string[]> {
    // One after the other: two at once would render the same pages.
    this.#latest = this.#latest
      .then(() => this.#publish(changed, isOwn))
      .catch((error: unknown) => {
        this.#options.reportError(error, { kind: 'publish' });
        return [];
      });
    return this.#latest;
  }

  async #publish(changed: readonly CollectionName[], isOwn: boolean): Promise<readonly string[]> {
    const { frontendUrl, log, purgeCdn, tellSearchEngines } = this.#options;
    const files = this.#changedFiles();
    const before = this.#entries;
    const listed = this.#updateEntries();
    const paths = new Set([...(await this.#renderReaders(changed)), ...listed]);
    const urls = [...paths].map((path) => frontendUrl + path);
    // Without changed pages, as after the first load, this is no news.
    const level = urls.length > 0 ? 'info' : 'debug';
    if (changed.length > 0) log[level]({ changed, pages: urls.length }, 'Content is new.');
    const tags = [...changed, ...files.map(pictureTag)];
    if (isOwn) {
      await within(longestPurgeMs, purgeCdn({ tags, urls }), undefined);
      // Pages that search engines may list, and those that they must drop.
      const isListed = (path: string) => this.#entries?.has(path) || before?.has(path);
      void tellSearchEngines({ tags, urls: [...paths].filter(isListed).map((path) => frontendUrl + path) });
    }
    return urls;
  }

  /** Re-renders cached pages. Returns the addresses of those that changed. */
  async #renderReaders(changed: readonly CollectionName[]): Promise<readonly string[]> {
    const { pages, longestRenderMs = usualRenderMs } = this.#options;
    const until = performance.now() + longestRenderMs;
    const readers = pages.pagesMadeFrom(changed);
    const others: string[] = [];
    for (const { key, page } of readers) {
      const isAddress = key.startsWith('/');
      const again = isAddress && performance.now() < until ? await this.#render(key) : null;
      if (again === null) pages.delete(key);
      if (isAddress && again?.etag !== page.etag) others.push(key);
      await turn();
    }
    // Rendering made the page that was requested least recently the newest one: restore the order.
    for (const { key } of readers.toReversed()) pages.get(key);
    return others;
  }

  /** Null: the page does not exist any more. */
  async #render(address: string): Promise<BufferedResponse | null> {
    const response = await this.#options.renderer.render(address, true, 'publish');
    if (response.kind !== 'buffered' || response.page.status !== 200) return null;
    await response.page.encode('br');
    return response.page;
  }

  /** Notes which pages there are. Returns those that appeared, changed or disappeared since the last time. */
  #updateEntries(): readonly string[] {
    const pages = pagesOfContent(this.#options.content.current());
    if (pages === null) return [];
    const before = this.#entries;
    const entries = new Map(sitemapEntries(pages).map((entry) => [entry.path, JSON.stringify(entry)]));
    this.#entries = entries;
    if (before === null) return [];
    return [...new Set([...before.keys(), ...entries.keys()])].filter(
      (path) => before.get(path) !== entries.get(path),
    );
  }

  /** The ids of files that were replaced, changed or deleted since the last time. */
  #changedFiles(): readonly string[] {
    const before = this.#files;
    this.#files = valueIn(this.#options.content.current().directus_files) ?? before;
    if (before === this.#files) return [];
    return [...before]
      .filter(([id, facts]) => this.#files.get(id)?.version !== facts.version)
      .map(([id]) => id);
  }
}
