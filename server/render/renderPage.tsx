import type { Content } from '../content/content.ts';
import type { AssetManifest } from '../http/assetManifest.ts';
import { type BufferedResponse, bufferResponse, singleResponse } from '../http/bufferedResponse.ts';
import type { SecurityHeaders } from '../http/securityHeaders.ts';
import type { Config } from '../process/config.ts';
import type { ReportError } from '../process/errors.ts';
import { within } from '../process/within.ts';
import type { LoadedPage, SitePage } from '../site/definePage.tsx';
import { errorPage } from '../site/pages/ErrorPage.tsx';
import type { SiteRoute } from '../site/routes.tsx';
import type { SiteCounts } from '../telemetry/siteCounts.ts';
import { documentElement, siteOf } from './Document.tsx';
import type { RenderData } from './dataPages.ts';
import { createLayoutCache } from './layoutCache.tsx';
import { createPageMatcher, type MatchResult, matchAnywhere, type PageMatch } from './matchPage.ts';
import { areCurrent, type ContentReads, type PageCache } from './pageCache.ts';
import { lastResort, lifetimeHeaders, lifetimeOf, unlistedHeaders } from './pageLifetime.ts';
import { decisiveMs, isSettled, readyToStart, statusOf } from './pageReadiness.ts';
import { createPendingRenders } from './pendingRenders.ts';
import type { BufferedPage, PageResponse, RenderRequest } from './renderRequest.ts';
import { renderToBytes, renderToStream } from './renderTree.ts';
import { filled, placeholder, type Screen, type StatusScreen, screenOf, withPlaceholder } from './screens.ts';

export interface PageRenderer {
  /**
   * The response to a request for a page. Never rejects: an error becomes the error screen, and is reported once.
   *
   * @param matched what `match` has returned for its address; matched here without it
   */
  render(request: RenderRequest, matched?: MatchResult): Promise<PageResponse>;
  /** What the route table has at an address whose path decodes: a page, its missing one, or a redirect. */
  match(path: string, search: string): MatchResult;
  /** A page outside of the route table: the error screen, or the response to a form. Never rejects. */
  renderStatus(
    page: SitePage | StatusScreen,
    status: number,
    request: RenderRequest,
  ): Promise<BufferedResponse>;
}

interface Services {
  readonly config: Config;
  readonly content: Content;
  readonly assets: AssetManifest;
  readonly security: SecurityHeaders;
  readonly pages: PageCache;
  /** Screens by their keys, which are no addresses. */
  readonly screens: PageCache;
  readonly routes: readonly SiteRoute[];
  readonly renderData: RenderData;
  readonly reportError: ReportError;
  readonly counts: Pick<SiteCounts, 'renders' | 'rendersInFlight'>;
}

/** Makes the renderer: address in, response out. */
export function createPageRenderer(services: Services): PageRenderer {
  const { config, content, assets, security, pages, screens, reportError, counts } = services;
  const matchPage = createPageMatcher(services.routes, config.devPages);
  const layoutOf = createLayoutCache();
  const pending = createPendingRenders(content);

  async function render(request: RenderRequest, earlier?: MatchResult): Promise<PageResponse> {
    const startedAt = performance.now();
    let route = 'none';
    try {
      const data = services.renderData(request.path, request.search);
      if (data) return await data;
      const matched = earlier ?? matchPage(request.path, request.search);
      if ('redirect' in matched) {
        const path = matched.redirect.slice(0, matched.redirect.length - request.search.length);
        const location = (await inLowerCase(path)) ?? path;
        return { kind: 'redirect', location: location + request.search };
      }
      const { match } = matched;
      const { key } = match;
      route = match.route;
      const cached = pages.get(key);
      if (cached) return { kind: 'buffered', page: cached, key, route, cache: 'hit' };
      // A visitor waits for the shared render of a crawler only as long as for content, not until it is whole.
      const underWay = pending.find(key);
      const shared =
        underWay && !request.whole
          ? await within(config.shellDeadlineMs, underWay, undefined, { signal: request.signal })
          : await underWay;
      if (shared) return { kind: 'buffered', page: shared, key, route, cache: 'coalesced' };
      return await renderMatch(match, request, startedAt);
    } catch (error) {
      if (request.signal.aborted) return { kind: 'abandoned' };
      reportError(error, { route, requestId: request.requestId });
      const page = await renderStatus(errorPage, 500, request);
      return { kind: 'buffered', page, key: null, route, cache: 'bypass' };
    }
  }

  /** Whether the route table and content have a page at a path. */
  async function exists(path: string): Promise<boolean> {
    const matched = matchPage(path, '');
    if ('redirect' in matched) return false;
    const { page, params, query } = matched.match;
    const loaded = page.load({ content: content.source(() => undefined, decisiveMs), params, query });
    await loaded.primary;
    return statusOf(loaded) === 200;
  }

  /** A path in lower case if only so it has a page: slugs are written in lower case nearly always. */
  async function inLowerCase(path: string): Promise<string | null> {
    const lower = path.toLowerCase();
    return lower !== path && !(await exists(path)) && (await exists(lower)) ? lower : null;
  }

  /** Renders a page that other requests may share meanwhile. Rejects with the error of the page. */
  async function renderMatch(
    match: PageMatch,
    request: RenderRequest,
    startedAt: number,
  ): Promise<PageResponse> {
    const { reads, settle } = pending.begin(match.key);
    counts.rendersInFlight += 1;
    try {
      const response = await loadAndRender(match, request, startedAt, reads);
      if (response.kind === 'buffered' && response.key !== null) settle(response.page);
      return response;
    } finally {
      counts.rendersInFlight -= 1;
      settle(null);
    }
  }

  /** Loads the content of a page, waits until its status is certain, and renders it. */
  async function loadAndRender(
    match: PageMatch,
    request: RenderRequest,
    startedAt: number,
    reads: Map<string, number | null>,
  ): Promise<PageResponse> {
    const { route, page, params, query, path } = match;
    const { search, signal, requestId } = request;
    const source = content.source(
      (key, version) => reads.set(key, version),
      page.isDecided ? decisiveMs : undefined,
    );
    const loaded = page.load({ content: source, params, query });
    const site = siteOf(config, source, request.requestId);
    const spentMs = performance.now() - startedAt;
    await readyToStart(loaded, site, request, Math.max(0, config.shellDeadlineMs - spentMs));
    const layout = await layoutOf(site, path);
    if (signal.aborted) return { kind: 'abandoned' };

    const status = statusOf(loaded);
    const isWhole = isSettled([...loaded.queries, site.menu, site.settings, site.reviews]);
    const spelling = status === 404 ? await inLowerCase(path) : null;
    if (spelling !== null) return { kind: 'redirect', location: spelling + search };
    const isEmpty = isEmptyFilter(match, loaded);
    const screen =
      isWhole && (status === 404 || (status === 200 && isEmpty)) ? screenOf(match, status) : null;
    if (screen !== null) {
      const template = screens.get(screen.key);
      if (template) {
        return { kind: 'buffered', page: filled(template, screen), key: null, route, cache: 'miss' };
      }
      if (screen.word !== '' && screen.word !== placeholder) {
        const made = await loadAndRender(withPlaceholder(match, screen), request, startedAt, reads);
        return made.kind === 'buffered' ? { ...made, page: filled(made.page, screen) } : made;
      }
    }
    const beganAt = performance.now();
    const note = () => counts.renders.observe({ route }, (performance.now() - beganAt) / 1_000);
    const tree = documentElement({ config, assets, match, loaded, site, layout, status, search });
    if (isWhole) {
      const body = await renderToBytes(tree, { signal }).finally(note);
      const isListed = !isEmpty && !loaded.isFallback();
      return buffer(match, status, body, reads, isListed, screen);
    }
    const onLateError = (error: unknown) => reportError(error, { route, requestId });
    const { nonce, pipe } = await renderToStream(tree, { signal, onLateError }).finally(note);
    const policy = security.streamed(page.policy, nonce);
    const unlisted = unlistedHeaders(status, !loaded.isFallback());
    const headers = [...policy, ...lifetimeHeaders('noStore'), ...unlisted];
    return { kind: 'stream', status, headers, pipe, route };
  }

  /**
   * Makes the response of a whole page. Caches it if everything in it came from content and no edit came meanwhile.
   */
  function buffer(
    { route, page: { policy }, key }: PageMatch,
    status: number,
    body: Buffer,
    reads: ContentReads,
    /** Whether what it shows is content that is to be found, no empty list or fallback. */
    isListed: boolean,
    screen: Screen | null,
  ): BufferedPage {
    const isKnown = ![...reads.values()].includes(null);
    const lifetime = lifetimeOf(status, isKnown && isListed, areCurrent(reads, content));
    const isCacheable = lifetime === 'cacheable';
    const make = isCacheable || screen !== null ? bufferResponse : singleResponse;
    const page = make(route, status, body, [
      ...security.cached[policy],
      ...lifetimeHeaders(lifetime, isCacheable ? [...reads.keys()] : []),
      ...unlistedHeaders(status, isListed),
    ]);
    const isCached = isCacheable && key !== '';
    if (isCached) pages.set(key, page, reads);
    else if (screen !== null && isKnown) screens.set(screen.key, page, reads);
    return { kind: 'buffered', page, key: isCached ? key : null, route, cache: 'miss' };
  }

  async function renderStatus(
    page: SitePage | StatusScreen,
    status: number,
    request: RenderRequest,
  ): Promise<BufferedResponse> {
    if (!('word' in page)) return renderStatusPage(page, status, request, null);
    const { word } = page;
    const key = `${page.key} ${status}`;
    const anonymous = { ...request, path: word === '' ? '/' : request.path.replace(word, placeholder) };
    const template =
      screens.get(key) ?? (await renderStatusPage(page.page(word && placeholder), status, anonymous, key));
    return filled(template, page);
  }

  async function renderStatusPage(
    page: SitePage,
    status: number,
    request: RenderRequest,
    screenKey: string | null,
  ): Promise<BufferedResponse> {
    const reads = new Map<string, number | null>();
    counts.rendersInFlight += 1;
    const headers = [...security.cached[page.policy], ...lifetimeHeaders('noStore')];
    try {
      const match = matchAnywhere(page, 'status', request.path);
      const source = content.source((key, version) => reads.set(key, version));
      const loaded = page.load({ content: source, params: match.params, query: match.query });
      const site = siteOf(config, source, request.requestId);
      // The response to a POST is never streamed: the POST has taken effect, and its result must not be lost late.
      await Promise.all([...loaded.queries, readyToStart(loaded, site, request, config.shellDeadlineMs)]);
      const layout = await layoutOf(site, match.path);
      const { search } = request;
      const tree = documentElement({ config, assets, match, loaded, site, layout, status, search });
      const body = await renderToBytes(tree);
      const make = screenKey === null ? singleResponse : bufferResponse;
      const response = make('status', status, body, [...headers, ...unlistedHeaders(status)]);
      if (screenKey !== null && ![...reads.values()].includes(null)) screens.set(screenKey, response, reads);
      return response;
    } catch (error) {
      reportError(error, { requestId: request.requestId, status });
      if (page !== errorPage) return renderStatusPage(errorPage, 500, request, null);
      return singleResponse('status', 500, lastResort(request.requestId), headers);
    } finally {
      counts.rendersInFlight -= 1;
    }
  }

  return { render, renderStatus, match: matchPage };
}

/** A filter without results is not cached: there are endlessly many of them. */
const isEmptyFilter = ({ key }: PageMatch, loaded: LoadedPage): boolean =>
  key.includes('?') && loaded.describe().unlisted === true;
