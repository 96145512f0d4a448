import type { Writable } from 'node:stream';
import type { TitleWords } from '../../shared/pictureLadder.ts';
import type { LiveContent } from '../content/liveContent.ts';
import type { SiteContent } from '../content/siteContent.ts';
import type { AssetManifest } from '../http/assetManifest.ts';
import { BufferedResponse } from '../http/bufferedResponse.ts';
import type { HeaderList, SecurityHeaders } from '../http/securityHeaders.ts';
import type { Config } from '../process/config.ts';
import type { ReportError } from '../process/errors.ts';
import type { SelectedPage, SitePage } from '../site/definePage.tsx';
import { errorPage, plainErrorPage } from '../site/pages/ErrorPage.tsx';
import type { Feed } from '../site/seo/feeds.ts';
import { type SitePreview, SiteProvider } from '../site/siteContext.ts';
import type { SiteCounts } from '../telemetry/siteCounts.ts';
import { BlockStyle, Document, headOf, siteOf } from './Document.tsx';
import { lifetimeHeaders, lifetimeOf, statusHeaders } from './lifetimes.ts';
import { areCurrent, type PageCache, recordReads } from './pageCache.ts';
import {
  isRedirect,
  landingRoute,
  matchAnywhere,
  type PageFinder,
  type PageMatch,
  type PageRedirect,
  type ResolvedPage,
  readQuery,
  splitAddress,
  writeQuery,
} from './pageFinder.ts';
import { renderToBytes, renderToStream } from './renderTree.ts';

/** A page that is rendered to bytes. */
interface BufferedPage {
  readonly kind: 'buffered';
  readonly buffered: BufferedResponse;
  readonly route: string;
  /** `bypass`: made for this request alone, not cached. */
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
type PageResponse = BufferedPage | StreamedPage | PageRedirect;

interface RendererOptions {
  readonly config: Config;
  readonly content: Pick<LiveContent, 'current' | 'isFirstLoadPending' | 'firstLoadOver'>;
  readonly finder: PageFinder;
  readonly assets: AssetManifest;
  readonly security: SecurityHeaders;
  readonly pages: PageCache;
  readonly feeds: readonly Feed[];
  readonly reportError: ReportError;
  readonly counts: Pick<SiteCounts, 'renders' | 'rendersInFlight'>;
}

/** How long a page waits for the process's first load of content. */
const longestWaitMs = 3_000;
/** The path of a page that many addresses share, such as a 404: it must not contain any one of them. */
export const sharedPath = '/-';

/** How a page is rendered. */
interface RenderSettings {
  readonly requestId: string;
  readonly status: number;
  /** The cache key; undefined for a page that is made for one request alone. */
  readonly key?: string | undefined;
  readonly preview?: SitePreview | null;
  /** Shared caches must not store it, and crawlers must not index it. */
  readonly isUnlisted?: boolean;
}

/** What a page with a given status is the response to. */
interface Occasion extends Pick<RenderSettings, 'requestId' | 'key' | 'preview'> {
  /** The path of the request. */
  readonly path: string;
}

/** From an address to a response: match, select, render. A page is a function of its address and of the content. */
export class PageRenderer {
  readonly #options: RendererOptions;

  constructor(options: RendererOptions) {
    this.#options = options;
  }

  /**
   * The words on the drawn link preview picture of the page at this address; null if there is no such page, or no
   * picture is drawn for it. Rejects with what the page throws.
   */
  async socialWords(address: string): Promise<TitleWords | null> {
    await this.#options.content.firstLoadOver(longestWaitMs);
    const found = this.#options.finder.find(address);
    if (isRedirect(found) || found.page.isUncached) return null;
    const { content, selected } = this.#options.finder.select(found);
    const site = { settings: content.site_settings, preview: null };
    return headOf(this.#options.config, selected, site, selected.status).picture.words;
  }

  /** The cached page of an address, or the refusal cached for its route (see `refusalKey`). Never throws. */
  cachedAt(url: string): BufferedResponse | undefined {
    const { pages, content, finder } = this.#options;
    try {
      const found = finder.find(url);
      if (isRedirect(found) || found.key === null || found.page.isUncached) return undefined;
      const page = pages.get(found.key);
      if (page || content.isFirstLoadPending() || found.route === landingRoute) return page;
      const resolved = finder.resolve(found);
      const key = isRedirect(resolved) ? null : refusalKey(found, resolved.selected);
      return key === null ? undefined : pages.get(key);
    } catch {
      // The render of this request fails with the same error, and reports it.
      return undefined;
    }
  }

  /**
   * The response to a request for a page. Never rejects: an error becomes the error screen, and is reported once.
   *
   * @param address path and query, known to be well-formed
   * @param mustBeWhole whether to send it only once everything is loaded, with the true status (crawlers, HEAD)
   */
  async respond(address: string, mustBeWhole: boolean, requestId: string): Promise<PageResponse> {
    const { path, queryText } = splitAddress(address);
    let route = 'none';
    try {
      const feed = this.#options.feeds.find((one) => one.path === path);
      if (feed) return await this.#respondWithFeed(feed, queryText);
      const found = this.#options.finder.find(address);
      if (isRedirect(found)) return found;
      route = found.route;
      return await this.#respondWithPage(found, mustBeWhole, requestId);
    } catch (error) {
      this.#options.reportError(error, { route, requestId });
      const buffered = await this.renderWithStatus(errorPage, 500, { path, requestId });
      return { kind: 'buffered', buffered, route, cache: 'bypass' };
    }
  }

  /** A page with a given status: the response to a form, a refusal, the error screen. Never rejects. */
  async renderWithStatus(page: SitePage, status: number, occasion: Occasion): Promise<BufferedResponse> {
    const { content, config, reportError, security, pages } = this.#options;
    const { path, requestId, key, preview = null } = occasion;
    const cached = key === undefined ? undefined : pages.get(key);
    if (cached) return cached;
    try {
      // Never streamed: a POST has already taken effect, and a late error must not lose its result.
      await content.firstLoadOver(config.shellDeadlineMs);
      const route = preview ? 'preview' : 'status';
      const match = matchAnywhere(page, route, key === undefined ? path : sharedPath);
      const settings = { requestId, status, isUnlisted: true, key, preview };
      return await this.#renderShared(match, this.#options.finder.select(match), settings);
    } catch (error) {
      reportError(error, { requestId, status });
      if (page !== errorPage) return this.renderWithStatus(errorPage, 500, { path, requestId, preview });
      const headers = [...security.cached.plain, ...lifetimeHeaders('noStore')];
      return new BufferedResponse('status', 500, Buffer.from(plainErrorPage(requestId)), headers);
    }
  }

  /**
   * A page of a preview, made for one request from content that visitors do not see: neither cached nor measured.
   * Rejects with the error of a component.
   *
   * @param address path and query
   */
  async renderPreview(
    address: string,
    content: SiteContent,
    preview: SitePreview,
    requestId: string,
  ): Promise<BufferedResponse | PageRedirect> {
    const found = this.#options.finder.find(address, content);
    if (isRedirect(found)) return found;
    const resolved = this.#options.finder.resolve(found, content);
    if (isRedirect(resolved)) return resolved;
    const { status } = resolved.selected;
    const settings = { requestId, status, preview, isUnlisted: true };
    return this.#renderShared({ ...found, route: 'preview' }, resolved, settings);
  }

  /** Rejects with what the feed's `render` throws. */
  async #respondWithFeed(feed: Feed, queryText: string): Promise<BufferedPage> {
    const { content: live, pages, security } = this.#options;
    const { route, type, path, unreachable } = feed;
    await live.firstLoadOver(longestWaitMs);
    const query = readQuery(feed, queryText);
    const key = path + writeQuery(query);
    const cached = pages.get(key);
    if (cached) return { kind: 'buffered', buffered: cached, route, cache: 'hit' };
    const { content, reads } = recordReads(live.current());
    const made = feed.render(content, query, key);
    const status = made === null ? 503 : made.isAbsent ? 404 : 200;
    const isFound = made !== null && !made.isAbsent && !made.findsNothing;
    const tags = made ? [...reads.keys()] : [];
    const headers = [
      ...security.resource,
      ...lifetimeHeaders(lifetimeOf(status, isFound), tags, made ? type : unreachable.type),
      ...statusHeaders(status),
    ];
    const text = made?.text ?? unreachable.text;
    const buffered = new BufferedResponse(route, status, Buffer.from(text), headers, !isFound);
    // Not cached if the query finds nothing: there are endlessly many such queries.
    if (isFound) pages.set(key, buffered, reads);
    return { kind: 'buffered', buffered, route, cache: 'miss' };
  }

  async #respondWithPage(match: PageMatch, mustBeWhole: boolean, requestId: string): Promise<PageResponse> {
    const { content, config, pages } = this.#options;
    const { route } = match;
    if (content.isFirstLoadPending()) {
      // Only a page that certainly exists can start to stream without content.
      const mayStream = !mustBeWhole && !match.page.requiresRow && match.key !== null;
      const waitMs = mayStream ? config.shellDeadlineMs : longestWaitMs;
      await content.firstLoadOver(waitMs);
      if (content.isFirstLoadPending() && mayStream) return this.#renderStreamed(match, requestId);
    }
    const resolved = this.#options.finder.resolve(match);
    if (isRedirect(resolved)) return resolved;
    const { status } = resolved.selected;
    if (match.page.isUncached) {
      const buffered = await this.#renderShared(match, resolved, { requestId, status, isUnlisted: true });
      return { kind: 'buffered', buffered, route, cache: 'bypass' };
    }
    const refusal = refusalKey(match, resolved.selected);
    const key = refusal ?? match.key ?? undefined;
    const cached = key === undefined ? undefined : pages.get(key);
    if (cached) return { kind: 'buffered', buffered: cached, route, cache: 'hit' };
    const shown = refusal === null ? match : { ...match, path: sharedPath };
    const buffered = await this.#renderShared(shown, resolved, { requestId, status, key });
    return { kind: 'buffered', buffered, route, cache: 'miss' };
  }

  /** Renders a page. With a key, concurrent requests share one render, and the page is cached. */
  #renderShared(
    match: PageMatch,
    resolved: ResolvedPage,
    settings: RenderSettings,
  ): Promise<BufferedResponse> {
    const { content, pages } = this.#options;
    const { key } = settings;
    if (key === undefined) return this.#renderBuffered(match, resolved, settings);
    return pages.share(key, async () => {
      const page = await this.#renderBuffered(match, resolved, settings);
      // If its content was edited meanwhile, the page goes to the waiting requests, but into no cache.
      if (areCurrent(resolved.reads, content.current())) pages.set(key, page, resolved.reads);
      return page;
    });
  }

  async #renderBuffered(
    match: PageMatch,
    { content, reads, selected }: ResolvedPage,
    { requestId, status, key, preview = null, isUnlisted = false }: RenderSettings,
  ): Promise<BufferedResponse> {
    const { config, assets, content: live, counts, security } = this.#options;
    const site = siteOf(config, content, { requestId, isLoading: false, preview });
    const beganAt = performance.now();
    counts.rendersInFlight += 1;
    const rendering = renderToBytes(<Document {...{ config, assets, match, selected, site, status }} />);
    const body = await rendering.finally(() => {
      counts.rendersInFlight -= 1;
      if (!preview) counts.renders.observe({ route: match.route }, (performance.now() - beganAt) / 1_000);
    });
    const isForOneRequest = key === undefined || !areCurrent(reads, live.current());
    const isListed = !isUnlisted && !selected.findsNothing && !selected.isFallback;
    const isComplete = isListed && reads.keys().every((name) => 'ok' in content[name]);
    const lifetime = isUnlisted || isForOneRequest ? 'noStore' : lifetimeOf(status, isComplete);
    const headers = [
      ...(preview ? security.preview : security.cached)[match.page.policy],
      ...lifetimeHeaders(lifetime, lifetime === 'cacheable' ? [...reads.keys()] : []),
      ...statusHeaders(status, isListed),
    ];
    return new BufferedResponse(match.route, status, body, headers, isForOneRequest);
  }

  /** Sends the shell at once, and the page in the same response when the first load is complete. */
  async #renderStreamed(match: PageMatch, requestId: string): Promise<StreamedPage> {
    const { config, assets, content, security, reportError } = this.#options;
    const { route, page } = match;
    const { selected } = this.#options.finder.select(match);
    const awaited = content.firstLoadOver(longestWaitMs).then(() => {
      const resolved = this.#options.finder.select(match);
      const { element, reviews, hasBlocks } = resolved.selected;
      const site = siteOf(config, resolved.content, { requestId, isLoading: false, preview: null });
      const provided = (
        <SiteProvider value={site}>
          {hasBlocks && <BlockStyle assets={assets} />}
          {element}
        </SiteProvider>
      );
      return { element: provided, reviews };
    });
    const site = siteOf(config, content.current(), { requestId, isLoading: true, preview: null });
    // If the shell fails, nothing awaits this promise: its rejection must not count as unhandled.
    awaited.catch(() => undefined);
    const tree = <Document {...{ config, assets, match, selected, site, awaited }} status={200} />;
    const onLateError = (error: unknown) => reportError(error, { route, requestId });
    const { nonce, pipe } = await renderToStream(tree, onLateError);
    const headers = [
      ...security.streamed(page.policy, nonce),
      ...lifetimeHeaders('noStore'),
      ...statusHeaders(200, !page.isUncached),
    ];
    return { kind: 'stream', headers, pipe, route };
  }
}

/** The cache key of a refusal (another status, or nothing found): few per route and status. Null: not a refusal. */
function refusalKey({ route }: PageMatch, { status, findsNothing, variant }: SelectedPage): string | null {
  return status !== 200 || findsNothing ? `${route} ${status}${variant}` : null;
}
