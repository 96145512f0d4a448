import { setImmediate as letRequestsRun } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { CollectionName } from '../content/collections/collections.ts';
import type { ContentChange, LiveContent } from '../content/liveContent.ts';
import { valueIn } from '../content/siteContent.ts';
import type { BufferedResponse } from '../http/bufferedResponse.ts';
import { pictureTag } from '../media/pictureRequest.ts';
import type { Config } from '../process/config.ts';
import type { ReportError } from '../process/errors.ts';
import { within } from '../process/within.ts';
import type { PageCache } from '../render/pageCache.ts';
import type { PageRenderer } from '../render/renderPage.tsx';
import { pagesOfContent, sitemapEntries } from '../site/seo/sitemap.ts';
import { createHttpClient, HttpFailure, isSuccess } from '../upstream/httpClient.ts';

interface PublisherOptions {
  readonly config: Pick<Config, 'externalApis' | 'cdnPurgeUrl' | 'indexNowKey' | 'indexNowUrl' | 'isNoIndex'>;
  readonly content: Pick<LiveContent, 'current'>;
  readonly pages: PageCache;
  readonly renderer: Pick<PageRenderer, 'respond'>;
  /** Pages that are not re-rendered within this time are rendered on request. */
  readonly longestRenderMs: number | undefined;
  readonly log: Pick<Logger, 'info' | 'debug' | 'warn'>;
  readonly reportError: ReportError;
}

const usualRenderMs = 150;
const longestPurgeMs = 1_000;
const announceMs = 5_000;
/** URLs in one message to search engines at most (https://www.indexnow.org/documentation). */
const mostUrls = 10_000;

/** Brings changed content to the pages that show it. */
export class Publisher {
  readonly #options: PublisherOptions;
  readonly #http = createHttpClient({ connectTimeoutMs: announceMs });
  /** The sitemap entry of each page, as JSON, by its path; null: content was not complete yet. */
  #sitemap: ReadonlyMap<string, string> | null = null;
  #files: ReadonlyMap<string, { readonly version: string | null }> = new Map();
  readonly #published = new WeakMap<ContentChange, Promise<readonly string[]>>();
  #latest: Promise<readonly string[]> = Promise.resolve([]);

  constructor(options: PublisherOptions) {
    this.#options = options;
  }

  /**
   * Re-renders the cached pages that read the changed collections, the most recently requested first, and tells the CDN
   * and search engines: once for each change, however often it is passed. Resolves with the addresses whose pages have
   * changed, when earlier changes are published too; never rejects.
   */
  async publish(changes: readonly ContentChange[]): Promise<readonly string[]> {
    const published = changes.map((change) => this.#publishOnce(change));
    // An edit may have been loaded, and be in publication, before its hook calls.
    await this.#latest;
    return [...new Set((await Promise.all(published)).flat())];
  }

  #publishOnce(change: ContentChange): Promise<readonly string[]> {
    const known = this.#published.get(change);
    if (known) return known;
    // One after the other: two at once would render the same pages.
    this.#latest = this.#latest
      .then(() => this.#publish(change))
      .catch((error: unknown) => {
        this.#options.reportError(error, { kind: 'publish' });
        return [];
      });
    this.#published.set(change, this.#latest);
    return this.#latest;
  }

  async #publish({ collections: changed, isHeard }: ContentChange): Promise<readonly string[]> {
    const { config, log } = this.#options;
    const files = this.#changedFiles();
    const sitemapBefore = this.#sitemap;
    const changedEntries = this.#updateSitemap();
    const { changedPaths, unrenderedPaths } = await this.#rerender(changed);
    const paths = [...new Set([...changedPaths, ...changedEntries])];
    const urlsOf = (some: readonly string[]) => some.map((path) => config.externalApis.frontendUrl + path);
    const urls = urlsOf(paths);
    // After the first load everything is new, which is no news.
    if (changed.length === 0) return urls;
    log[urls.length > 0 ? 'info' : 'debug']({ changed, pages: urls.length }, 'Content is new.');
    const tags = [...changed, ...files.map(pictureTag)];
    // Each replica does: until the last one has the content, the CDN may get old pages from it.
    await this.#purgeCdn(tags, [...new Set([...urls, ...urlsOf(unrenderedPaths)])]);
    // Pages that search engines may list, and those that they must drop.
    const isListed = (path: string) => this.#sitemap?.has(path) || sitemapBefore?.has(path);
    if (!isHeard) void this.#tellSearchEngines(urlsOf(paths.filter(isListed)));
    return urls;
  }

  /** Resolves when the CDN has dropped the pages, or after a second: it drops them by itself within a minute. */
  async #purgeCdn(tags: readonly string[], urls: readonly string[]): Promise<void> {
    const { cdnPurgeUrl: url } = this.#options.config;
    if (url !== null) await within(longestPurgeMs, this.#post('CDN', url, { tags, urls }), undefined);
  }

  /** Tells search engines about changed pages by IndexNow. */
  async #tellSearchEngines(urls: readonly string[]): Promise<void> {
    const { indexNowKey: key, indexNowUrl, isNoIndex, externalApis } = this.#options.config;
    if (key === null || isNoIndex || urls.length === 0) return;
    const { frontendUrl } = externalApis;
    const { host } = new URL(frontendUrl);
    const message = { host, key, keyLocation: `${frontendUrl}/${key}.txt`, urlList: urls.slice(0, mostUrls) };
    await this.#post('IndexNow', indexNowUrl, message);
  }

  /** Posts JSON. A failure is only logged. */
  async #post(receiver: string, url: string, message: object): Promise<void> {
    const { log } = this.#options;
    const response = await this.#http.send({
      url,
      method: 'POST',
      deadlineMs: announceMs,
      // The response body is not used; a longer one ends the connection.
      maxBodyBytes: 4_096,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(message),
    });
    if (response instanceof HttpFailure)
      log.warn({ err: response, receiver }, 'Changed pages could not be announced.');
    else if (!isSuccess(response))
      log.warn({ status: response.status, receiver }, 'The announcement of changed pages was refused.');
  }

  /**
   * Re-renders the cached pages that read these collections. Resolves with the paths of the pages that changed, and of
   * those that there was no time for: they may have changed, and are rendered on request.
   */
  async #rerender(changed: readonly CollectionName[]) {
    const { pages, longestRenderMs = usualRenderMs } = this.#options;
    const until = performance.now() + longestRenderMs;
    const readers = pages.pagesMadeFrom(changed);
    const changedPaths: string[] = [];
    const unrenderedPaths: string[] = [];
    for (const { key, page } of readers) {
      const isAddress = key.startsWith('/');
      const isInTime = performance.now() < until;
      const again = isAddress && isInTime ? await this.#render(key) : null;
      if (again === null) pages.delete(key);
      if (isAddress && again?.etag !== page.etag) (isInTime ? changedPaths : unrenderedPaths).push(key);
      await letRequestsRun();
    }
    // Rendering made the page that was requested least recently the newest one: restore the order.
    for (const { key } of readers.toReversed()) pages.get(key);
    return { changedPaths, unrenderedPaths };
  }

  /** Null: the address has no page any more, or it cannot be rendered. */
  async #render(address: string): Promise<BufferedResponse | null> {
    const wanted = { address, requestId: 'publish', mustBeWhole: true };
    const result = await this.#options.renderer.respond(wanted);
    if (result.kind !== 'buffered' || result.buffered.status !== 200) return null;
    await result.buffered.encode('br');
    return result.buffered;
  }

  /** Reads the sitemap. Returns the paths whose entries appeared, changed or disappeared since the last time. */
  #updateSitemap(): readonly string[] {
    const pages = pagesOfContent(this.#options.content.current());
    if (pages === null) return [];
    const before = this.#sitemap;
    const entries = new Map(sitemapEntries(pages).map((entry) => [entry.path, JSON.stringify(entry)]));
    this.#sitemap = entries;
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
