import type { Writable } from 'node:stream';
import type { ReactNode } from 'react';
import type { TitleWords } from '../../shared/pictureLadder.ts';
import type { LiveContent } from '../content/liveContent.ts';
import type { SiteContent } from '../content/siteContent.ts';
import type { AssetManifest } from '../http/assetManifest.ts';
import { BufferedResponse } from '../http/bufferedResponse.ts';
import type { HeaderList, SecurityHeaders } from '../http/securityHeaders.ts';
import type { Config } from '../process/config.ts';
import type { ReportError } from '../process/errors.ts';
import type { Search } from '../search/siteSearch.ts';
import type { SelectedPage, SitePage } from '../site/definePage.tsx';
import { errorPage } from '../site/pages/ErrorPage.tsx';
import type { SiteRoute } from '../site/routes.tsx';
import type { Feed } from '../site/seo/feeds.ts';
import { type SitePreview, SiteProvider } from '../site/siteContext.ts';
import type { SiteCounts } from '../telemetry/siteCounts.ts';
import { BlockStyle, documentElement, headOf, siteOf } from './Document.tsx';
import { renderFeed } from './feed.ts';
import { matchAnywhere, ownRoute, type PageMatch, splitAddress } from './matchPage.ts';
import { areCurrent, type PageCache } from './pageCache.ts';
import { type InspectedPage, PageFinder, type Redirect, type Selection } from './pageFinder.ts';
import { lastResort, lifetimeHeaders, lifetimeOf, unlistedHeaders } from './pageLifetime.ts';
import { renderToBytes, renderToStream } from './renderTree.ts';

/** A page as its bytes. */
interface BufferedPage {
  readonly kind: 'buffered';
  readonly page: BufferedResponse;
  readonly route: string;
  /** `bypass`: a page of one request alone. */
  readonly cache: 'hit' | 'miss' | 'bypass';
}

/** A page whose content is still awaited. */
interface StreamedPage {
  readonly kind: 'stream';
  readonly headers: HeaderList;
  readonly pipe: (destination: Writable) => void;
  readonly route: string;
}

/** The response to a request for a page. */
type PageResponse = BufferedPage | StreamedPage | Redirect;

/** What a preview shows, in the place of the content that visitors see. */
interface PreviewSource {
  readonly content: SiteContent;
  readonly preview: SitePreview;
}

interface RendererOptions {
  readonly config: Config;
  readonly content: Pick<LiveContent, 'current' | 'isLoading' | 'loaded'>;
  readonly search: Search;
  readonly assets: AssetManifest;
  readonly security: SecurityHeaders;
  readonly pages: PageCache;
  readonly routes: readonly SiteRoute[];
  readonly feeds: readonly Feed[];
  readonly reportError: ReportError;
  readonly counts: Pick<SiteCounts, 'renders' | 'rendersInFlight'>;
}

/** How long a page waits for the first load of the process. */
const longestWaitMs = 3_000;
/** A process that has rendered little needs so much of the shell's deadline for the render itself. */
const renderAllowanceMs = 30;
/** Stands for the address of a page that refuses: it repeats no word of it. */
const anonymousPath = '/-';

/** From an address to a response: match, select, render. A page is a function of its address and of the content. */
export class PageRenderer {
  readonly #options: RendererOptions;
  readonly #finder: PageFinder;
  readonly #feeds: ReadonlyMap<string, Feed>;

  constructor(options: RendererOptions) {
    this.#options = options;
    this.#finder = new PageFinder(options);
    this.#feeds = new Map(options.feeds.map((feed) => [feed.path, feed]));
  }

  /** Whether there is a feed at this address. */
  hasFeed(address: string): boolean {
    return this.#feeds.has(splitAddress(address).path);
  }

  /** Whether the route table has a page at this address, or there is a feed. */
  has(address: string): boolean {
    if (this.hasFeed(address)) return true;
    const found = this.#finder.find(address);
    // A page of its own is looked for when no endpoint has this address.
    return !('kind' in found) && found.key !== '' && found.route !== ownRoute;
  }

  /** Whether the page at this address is rendered for each request. */
  isUncached(address: string): boolean {
    const found = this.#finder.find(address);
    return !('kind' in found) && found.page.isUncached;
  }

  /** What is at a path of the site with this content, or where it redirects. Throws for a path that does not decode. */
  inspect(address: string, content: SiteContent): InspectedPage | { readonly redirect: string } {
    const inspected = this.#finder.inspect(address, content);
    return 'status' in inspected && this.hasFeed(address) ? { ...inspected, status: 200 } : inspected;
  }

  /**
   * What is written on the picture by which the page at this address is shared; null: there is no such page, or none is
   * drawn for it. Rejects with what the page throws.
   */
  async socialWords(address: string): Promise<TitleWords | null> {
    await this.#options.content.loaded(longestWaitMs);
    const found = this.#finder.find(address);
    if ('kind' in found || found.page.isUncached) return null;
    const { content, selected } = this.#finder.select(found);
    const site = { settings: content.site_settings, preview: null };
    return headOf(this.#options.config, selected, site, selected.status).picture.words;
  }

  /** The cached page of an address in any spelling, or the cached refusal of its route. Never throws. */
  cachedAt(url: string): BufferedResponse | undefined {
    try {
      return this.#findCached(url);
    } catch {
      // The render of this request fails with it too, and reports it.
      return undefined;
    }
  }

  #findCached(url: string): BufferedResponse | undefined {
    const { pages, content } = this.#options;
    const found = this.#finder.find(url);
    if ('kind' in found || found.key === '' || found.page.isUncached) return undefined;
    const page = pages.get(found.key);
    if (page || content.isLoading() || found.route === ownRoute) return page;
    const arrived = this.#finder.arrive(found);
    const key = 'kind' in arrived ? null : refusalKey(found, arrived.selected);
    return key === null ? undefined : pages.get(key);
  }

  /**
   * The response to a request for a page. Never rejects: an error becomes the error screen, and is reported once.
   *
   * @param address path and query, known to be well-formed
   * @param isWhole whether it is sent only when everything is loaded, with the true status: crawlers, HEAD
   */
  async render(address: string, isWhole: boolean, requestId: string): Promise<PageResponse> {
    const { path, search } = splitAddress(address);
    let route = 'none';
    try {
      const feed = this.#feeds.get(path);
      if (feed) {
        const rendered = await renderFeed(feed, search, longestWaitMs, this.#options);
        return { kind: 'buffered', route: feed.route, ...rendered };
      }
      const found = this.#finder.find(address);
      if ('kind' in found) return found;
      route = found.route;
      return await this.#renderMatch(found, isWhole, requestId);
    } catch (error) {
      this.#options.reportError(error, { route, requestId });
      const page = await this.renderStatus(errorPage, 500, path, requestId);
      return { kind: 'buffered', page, route, cache: 'bypass' };
    }
  }

  /**
   * A page with a status of its own: the response to a form, a refusal, the error screen. Never rejects.
   *
   * @param key under which it is cached; without one it is of this request alone
   */
  async renderStatus(
    page: SitePage,
    status: number,
    path: string,
    requestId: string,
    key?: string,
  ): Promise<BufferedResponse> {
    const { pages } = this.#options;
    if (key === undefined) return this.#makeStatus(page, status, path, requestId);
    return (
      pages.get(key) ?? pages.share(key, () => this.#makeStatus(page, status, anonymousPath, requestId, key))
    );
  }

  async #makeStatus(
    page: SitePage,
    status: number,
    path: string,
    requestId: string,
    key?: string,
  ): Promise<BufferedResponse> {
    const { content, pages, config, reportError, security } = this.#options;
    try {
      // Never streamed: a POST has taken effect, and its result must not be lost late.
      await content.loaded(config.shellDeadlineMs);
      const match = matchAnywhere(page, 'status', path);
      const selection = this.#finder.select(match);
      const body = await this.#renderBody(match, selection, status, requestId);
      const headers = [
        ...security.cached[page.policy],
        ...lifetimeHeaders('noStore'),
        ...unlistedHeaders(status),
      ];
      const response = new BufferedResponse('status', status, body, headers, key === undefined);
      if (key !== undefined) pages.set(key, response, selection.reads);
      return response;
    } catch (error) {
      reportError(error, { requestId, status });
      if (page !== errorPage) return this.#makeStatus(errorPage, 500, path, requestId);
      const headers = [...security.cached.plain, ...lifetimeHeaders('noStore')];
      return new BufferedResponse('status', 500, lastResort(requestId), headers);
    }
  }

  /**
   * A page of a preview, of its request alone: neither held nor counted. Rejects with the error of a component.
   *
   * @param notice a page with this status instead of the one at the address
   */
  async renderPreview(
    address: string,
    { content, preview }: PreviewSource,
    requestId: string,
    notice?: { readonly page: SitePage; readonly status: number },
  ): Promise<BufferedResponse | Redirect> {
    const found = notice
      ? matchAnywhere(notice.page, 'preview', splitAddress(address).path)
      : this.#finder.find(address, content);
    if ('kind' in found) return found;
    const arrived = notice ? this.#finder.select(found, content) : this.#finder.arrive(found, content);
    if ('kind' in arrived) return arrived;
    const status = notice?.status ?? arrived.selected.status;
    const body = await this.#renderBody(found, arrived, status, requestId, preview);
    const headers = [
      ...this.#options.security.preview[found.page.policy],
      ...lifetimeHeaders('noStore'),
      ...unlistedHeaders(status, false),
    ];
    return new BufferedResponse('preview', status, body, headers, true);
  }

  async #renderMatch(match: PageMatch, isWhole: boolean, requestId: string): Promise<PageResponse> {
    const { content, config, pages } = this.#options;
    const cached = pages.get(match.key);
    if (cached) return { kind: 'buffered', page: cached, route: match.route, cache: 'hit' };
    if (content.isLoading()) {
      // Only a page that certainly exists can begin without content.
      const isPatient = isWhole || match.page.isOfRow || match.key === '';
      const waitMs = isPatient ? longestWaitMs : Math.max(0, config.shellDeadlineMs - renderAllowanceMs);
      await content.loaded(waitMs);
      if (content.isLoading() && !isPatient) return this.#stream(match, requestId);
    }
    const arrived = this.#finder.arrive(match);
    return 'kind' in arrived ? arrived : this.#renderShared(match, arrived, requestId);
  }

  /** The page of a selection, rendered once for all who ask for it meanwhile. */
  async #renderShared(match: PageMatch, selection: Selection, requestId: string): Promise<BufferedPage> {
    const { pages } = this.#options;
    const { status } = selection.selected;
    const { route } = match;
    if (match.page.isUncached) {
      const body = await this.#renderBody(match, selection, status, requestId);
      const page = this.#bufferPage(match, selection, body, false);
      return { kind: 'buffered', page, route, cache: 'bypass' };
    }
    const refusal = refusalKey(match, selection.selected);
    const shown = refusal === null ? match : { ...match, path: anonymousPath };
    const key = refusal ?? match.key;
    const cached = pages.get(key);
    if (cached) return { kind: 'buffered', page: cached, route, cache: 'hit' };
    const page = await pages.share(key, async () => {
      const body = await this.#renderBody(shown, selection, status, requestId);
      // What was edited meanwhile goes to those who have asked for it before, and into no cache.
      const isCurrent = areCurrent(selection.reads, this.#options.content.current());
      const response = this.#bufferPage(shown, selection, body, isCurrent);
      if (isCurrent) pages.set(key, response, selection.reads);
      return response;
    });
    return { kind: 'buffered', page, route, cache: 'miss' };
  }

  #bufferPage(
    match: PageMatch,
    { content, reads, selected }: Selection,
    body: Buffer,
    isCurrent: boolean,
  ): BufferedResponse {
    const { status, isEmpty, isFallback } = selected;
    const isListed = !isEmpty && !isFallback && !match.page.isUncached;
    const isComplete = isListed && reads.keys().every((name) => 'ok' in content[name]);
    const lifetime = isCurrent ? lifetimeOf(status, isComplete) : 'noStore';
    const headers = [
      ...this.#options.security.cached[match.page.policy],
      ...lifetimeHeaders(lifetime, lifetime === 'cacheable' ? [...reads.keys()] : []),
      ...unlistedHeaders(status, isListed),
    ];
    return new BufferedResponse(match.route, status, body, headers, !isCurrent);
  }

  async #renderBody(
    match: PageMatch,
    { content, selected }: Selection,
    status: number,
    requestId: string,
    preview: SitePreview | null = null,
  ): Promise<Buffer> {
    const { config, assets, counts } = this.#options;
    const { provide } = selected;
    const beganAt = performance.now();
    counts.rendersInFlight += 1;
    try {
      const site = siteOf(config, assets, content, { requestId, isLoading: false, preview });
      return await renderToBytes(documentElement({ config, assets, match, selected, site, status, provide }));
    } finally {
      counts.rendersInFlight -= 1;
      if (!preview) counts.renders.observe({ route: match.route }, (performance.now() - beganAt) / 1_000);
    }
  }

  /** Sends the shell at once, and the page in the same response when the first load is over. */
  async #stream(match: PageMatch, requestId: string): Promise<StreamedPage> {
    const { config, assets, content, security, reportError } = this.#options;
    const { route, page } = match;
    const { selected } = this.#finder.select(match);
    const provide = content.loaded(longestWaitMs).then(() => {
      const arrived = this.#finder.select(match);
      const site = siteOf(config, assets, arrived.content, { requestId, isLoading: false });
      return (element: ReactNode) => (
        <SiteProvider value={site}>
          {arrived.selected.hasBlocks && <BlockStyle assets={assets} />}
          {arrived.selected.provide(element)}
        </SiteProvider>
      );
    });
    const site = siteOf(config, assets, content.current(), { requestId, isLoading: true });
    // Where the shell fails, nobody looks at what follows it.
    provide.catch(() => undefined);
    const shown = { ...match, path: match.path + match.search };
    const tree = documentElement({ config, assets, match: shown, selected, site, status: 200, provide });
    const onLateError = (error: unknown) => reportError(error, { route, requestId });
    const { nonce, pipe } = await renderToStream(tree, onLateError);
    const headers = [
      ...security.streamed(page.policy, nonce),
      ...lifetimeHeaders('noStore'),
      ...unlistedHeaders(200, !page.isUncached),
    ];
    return { kind: 'stream', headers, pipe, route };
  }
}

/** The key of a page that refuses: one for each route and status. Null: the page has content of its own. */
function refusalKey({ route }: PageMatch, { status, isEmpty }: SelectedPage): string | null {
  return status !== 200 || isEmpty ? `${route} ${status}` : null;
}
