import type { ContentSource } from '../../shared/contentSource.ts';
import type { Content } from '../content/content.ts';
import type { AssetManifest } from '../http/assetManifest.ts';
import { type BufferedResponse, bufferResponse } from '../http/bufferedResponse.ts';
import type { SecurityHeaders } from '../http/securityHeaders.ts';
import type { SiteCounts } from '../metrics/siteCounts.ts';
import type { Config } from '../process/config.ts';
import type { ReportError } from '../process/reportError.ts';
import type { LoadedPage, SitePage } from '../site/definePage.tsx';
import { errorPage } from '../site/pages/ErrorPage.tsx';
import type { Site } from '../site/siteContext.ts';
import { areCurrent, type ContentRead, completeReads } from './contentReads.ts';
import { drawDocument } from './drawDocument.tsx';
import { createLayoutCache } from './layoutCache.tsx';
import { matchPage, noQuery, type PageMatch } from './matchPage.ts';
import type { PageCache } from './pageCache.ts';
import { lastResort, lifetimeHeaders, lifetimeOf, unlistedHeaders } from './pageLifetime.ts';
import { decisiveMs, isAnswered, readyToStart, statusOf, within } from './pageReadiness.ts';
import { createPendingRenders } from './pendingRenders.ts';
import type { FinishedAnswer, PageAnswer, RenderRequest } from './renderRequest.ts';
import { renderToBytes, renderToStream } from './renderTree.ts';

export interface PageRenderer {
  /** The answer to a request for a page. Never rejects: what throws becomes the error screen. */
  render(ask: RenderRequest): Promise<PageAnswer>;
  /** A page outside of the route table: the error screen, or one that a form's answer needs. */
  renderStatus(page: SitePage, status: number, ask: RenderRequest): Promise<BufferedResponse>;
}

interface Collaborators {
  readonly config: Config;
  readonly content: Content;
  readonly assets: AssetManifest;
  readonly security: SecurityHeaders;
  readonly pages: PageCache;
  readonly reportError: ReportError;
  readonly counts: Pick<SiteCounts, 'renders' | 'rendersInFlight'>;
}

/** Makes the renderer: URL in, answer out. */
export function createPageRenderer(collaborators: Collaborators): PageRenderer {
  const { config, content, assets, security, pages, reportError, counts } = collaborators;
  const layoutOf = createLayoutCache();
  const flights = createPendingRenders(content);

  async function render(ask: RenderRequest): Promise<PageAnswer> {
    const startedAt = performance.now();
    const matched = matchPage(ask.path, ask.search, config.devPages);
    if ('redirect' in matched) return { kind: 'redirect', location: matched.redirect };
    const { match } = matched;
    const { key } = match;
    const route = match.route.name;
    const kept = key && pages.get(key);
    if (kept) return { kind: 'finished', page: kept, key, route, cache: 'hit' };
    // A follower waits as long as it would for its own content, not as long as a crawler that came first.
    const flown = flights.find(key);
    const shared = await (ask.whole ? flown : within(config.shellDeadlineMs, flown, ask.signal));
    if (shared) return { kind: 'finished', page: shared, key, route, cache: 'shared' };

    const flight = flights.begin(key);
    counts.rendersInFlight += 1;
    try {
      const answer = await renderMatch(match, ask, startedAt, flight.reads);
      flight.settle(answer.kind === 'finished' && answer.key ? answer.page : null);
      return answer;
    } catch (error) {
      if (ask.signal.aborted) return { kind: 'abandoned' };
      reportError(error, { route, requestId: ask.requestId });
      const page = await renderStatus(errorPage, 500, ask);
      return { kind: 'finished', page, key: null, route, cache: 'pass' };
    } finally {
      counts.rendersInFlight -= 1;
      flight.settle(null);
    }
  }

  async function renderMatch(
    match: PageMatch,
    ask: RenderRequest,
    startedAt: number,
    reads: Map<string, number | null>,
  ): Promise<PageAnswer> {
    const { route, params, query } = match;
    const note = (contentKey: string, version: number | null) => reads.set(contentKey, version);
    const source = content.source(note, route.page.isDecided ? decisiveMs : undefined);
    const opened = route.page.load({ content: source, params, query });
    const site = openSite(source, ask);
    await readyToStart(
      opened,
      site,
      ask,
      Math.max(0, config.shellDeadlineMs - (performance.now() - startedAt)),
    );
    const layout = await layoutOf(site, match.path);
    if (ask.signal.aborted) return { kind: 'abandoned' };

    const status = statusOf(opened);
    const isWhole = isAnswered([...opened.queries, site.menu, site.settings]);
    // Not the path as asked: under one key, every spelling of it gets these bytes.
    const location = match.path + ask.search;
    const document = drawDocument({
      ...{ config, assets, layout, opened, site, status, location },
      ...{ page: route.page, route: route.name },
    });
    const { signal } = ask;
    const beganAt = performance.now();
    const noteDuration = () => counts.renders.of(route.name).note((performance.now() - beganAt) / 1_000);
    if (isWhole) {
      const body = await renderToBytes(document, { signal }).finally(noteDuration);
      const complete = isEmptyFilter(match, opened) ? null : completeReads(reads);
      return finish(match, status, body, complete, areCurrent(reads, content));
    }
    const { nonce, pipe } = await renderToStream(document, {
      signal,
      onLateError: (error) => reportError(error, { route: route.name, requestId: ask.requestId }),
    }).finally(noteDuration);
    const policy = security.streamed(route.page.policy, nonce);
    const headers = [...policy, ...lifetimeHeaders('none'), ...unlistedHeaders(status)];
    return { kind: 'stream', status, headers, pipe, route: route.name };
  }

  /**
   * Makes the answer of a whole page, and keeps it if it is a good one, everything in it came from content, and
   * no edit came meanwhile.
   */
  function finish(
    { route, key }: PageMatch,
    status: number,
    body: Buffer,
    reads: readonly ContentRead[] | null,
    isCurrent: boolean,
  ): FinishedAnswer {
    const lifetime = lifetimeOf(status, reads !== null, isCurrent);
    const good = lifetime === 'kept' ? reads : null;
    const tags = good?.map(([contentKey]) => contentKey);
    const page = bufferResponse(route.name, status, body, [
      ...security.cached[route.page.policy],
      ...lifetimeHeaders(lifetime, tags),
      ...unlistedHeaders(status),
    ]);
    const keeps = good !== null && key !== '';
    if (keeps) pages.set(key, page, good);
    return { kind: 'finished', page, key: keeps ? key : null, route: route.name, cache: 'miss' };
  }

  async function renderStatus(page: SitePage, status: number, ask: RenderRequest): Promise<BufferedResponse> {
    const headers = [...security.cached[page.policy], ...lifetimeHeaders('none')];
    try {
      const source = content.source(() => undefined);
      const opened = page.load({ content: source, params: {}, query: noQuery });
      const site = openSite(source, ask);
      // The answer to a post is whole: what the post did has been done, and nothing of it may be lost late.
      await Promise.all([...opened.queries, readyToStart(opened, site, ask, config.shellDeadlineMs)]);
      const location = ask.path;
      const layout = await layoutOf(site, location);
      const body = await renderToBytes(
        drawDocument({ config, assets, layout, page, opened, site, status, location, route: 'status' }),
      );
      return bufferResponse('status', status, body, [...headers, ...unlistedHeaders(status)]);
    } catch (error) {
      reportError(error, { requestId: ask.requestId, status });
      if (page !== errorPage) return renderStatus(errorPage, 500, ask);
      return bufferResponse('status', 500, lastResort(ask.requestId), headers);
    }
  }

  function openSite(source: ContentSource, ask: RenderRequest): Site {
    return {
      productName: config.siteName,
      menu: source.menu(),
      settings: source.settings(),
      adminUrl: `${config.backendUrl}/admin`,
      contactEmail: config.emailConfig.to[0] ?? config.emailConfig.from,
      takesEnquiries: config.contactApiUrl !== null,
      bookingSiteUrl: config.bookingSiteUrl,
      apiBase: config.apiUrl,
      requestId: ask.requestId,
    };
  }

  return { render, renderStatus };
}

/** A filter that finds nothing: anybody can make up any number of them, so none is kept. */
const isEmptyFilter = ({ key }: PageMatch, opened: LoadedPage): boolean =>
  key.includes('?') && opened.describe().unlisted === true;
