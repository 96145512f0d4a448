import type { Writable } from 'node:stream';
import type { ReactNode } from 'react';
import type { LiveContent } from '../content/liveContent.ts';
import { mayBeOwnPage, type SiteContent } from '../content/siteContent.ts';
import type { AssetManifest } from '../http/assetManifest.ts';
import { BufferedResponse } from '../http/bufferedResponse.ts';
import type { HeaderList, SecurityHeaders } from '../http/securityHeaders.ts';
import type { Config } from '../process/config.ts';
import type { ReportError } from '../process/errors.ts';
import type { Search } from '../search/siteSearch.ts';
import type { PageRequest, SelectedPage, SitePage } from '../site/definePage.tsx';
import { errorPage } from '../site/pages/ErrorPage.tsx';
import { type RedirectTarget, redirectOf } from '../site/redirects.ts';
import type { SiteRoute } from '../site/routes.tsx';
import type { SocialWords } from '../site/seo/socialPicture.ts';
import { type SitePreview, SiteProvider } from '../site/siteContext.ts';
import type { SiteCounts } from '../telemetry/siteCounts.ts';
import { BlockStyle, documentElement, headOf, siteOf } from './Document.tsx';
import type { Feed } from './feed.ts';
import {
  createPageMatcher,
  type MatchResult,
  matchAnywhere,
  noQuery,
  ownRoute,
  type PageMatch,
  queryOfFeed,
  splitAddress,
  writeQuery,
} from './matchPage.ts';
import { areCurrent, type ContentReads, type PageCache, recordReads } from './pageCache.ts';
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

interface Redirect {
  readonly kind: 'redirect';
  readonly location: string;
  readonly status: 301 | 302;
  readonly lifetime: HeaderList;
  readonly route: 'redirect';
}

/** What a preview shows, in the place of the content that visitors see. */
interface PreviewSource {
  readonly content: SiteContent;
  readonly preview: SitePreview;
}

/** What a page says of itself, without being rendered. */
export interface InspectedPage {
  readonly status: number;
  /** The page's own part of the title; null on the page that is the site itself. */
  readonly title: string | null;
  readonly description: string | null;
  /** Whether it exists only where content has a row for its address. */
  readonly isOfRow: boolean;
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

/** A page that has been selected from the content of one moment. */
interface Selection {
  readonly content: SiteContent;
  readonly reads: ContentReads;
  readonly selected: SelectedPage;
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
  readonly #matchPage: ReturnType<typeof createPageMatcher>;
  /** The last address that was matched: it is asked for once to find the handler, and once to render. */
  #last: { address: string; content: SiteContent; matched: MatchResult } | null = null;
  readonly #feeds: ReadonlyMap<string, Feed>;
  /** What pages are functions of beside content and address. */
  readonly #sources: Pick<PageRequest, 'search' | 'bookingSiteUrl'>;

  constructor(options: RendererOptions) {
    this.#options = options;
    const { config, feeds, routes, search } = options;
    this.#matchPage = createPageMatcher(routes, config.devPages);
    this.#feeds = new Map(feeds.map((feed) => [feed.path, feed]));
    this.#sources = { search, bookingSiteUrl: config.bookingSiteUrl };
  }

  /** Whether there is a feed at this address. */
  hasFeed(address: string): boolean {
    return this.#feeds.has(splitAddress(address).path);
  }

  /** Whether the route table has a page at this address, or there is a feed. */
  has(address: string): boolean {
    const { path, search } = splitAddress(address);
    if (this.#feeds.has(path)) return true;
    const matched = this.#match(path, search);
    // A page of its own is looked for when no endpoint has this address.
    return 'match' in matched && matched.match.key !== '' && matched.match.route !== ownRoute;
  }

  /** What is at a path of the site with this content, or where it redirects. Throws for a path that does not decode. */
  inspect(
    address: string,
    content: SiteContent = this.#options.content.current(),
  ): InspectedPage | { readonly redirect: string } {
    const { path, search } = splitAddress(address);
    const matched = this.#match(path, search, content);
    if ('redirect' in matched) return matched;
    const { page, params, query, key } = matched.match;
    const selected = page.select({ ...this.#sources, content, params, query });
    const spelling = selected.status === 404 ? this.#inLowerCase(path) : path;
    if (spelling !== path) return { redirect: spelling + search };
    const moved = selected.status === 404 ? redirectOf(content, path, search) : null;
    if (moved) return { redirect: moved.to };
    const { title, description } = selected.describe();
    const status = key === '' && !this.#feeds.has(path) ? 404 : selected.status;
    return { status, title, description, isOfRow: page.isOfRow };
  }

  /**
   * What is written on the picture by which the page at this address is shared; null: there is no such page, or none is
   * drawn for it. Rejects with what the page throws.
   */
  async socialWords(address: string): Promise<SocialWords | null> {
    await this.#options.content.loaded(longestWaitMs);
    const { path, search } = splitAddress(address);
    const matched = this.#match(path, search);
    if (!('match' in matched) || matched.match.page.isUncached) return null;
    const { content, selected } = this.#select(matched.match);
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
    const { path, search } = splitAddress(url);
    const matched = this.#match(path, search);
    if (!('match' in matched) || matched.match.key === '' || matched.match.page.isUncached) return undefined;
    const page = pages.get(matched.match.key);
    if (page || content.isLoading()) return page;
    const { selected } = this.#select(matched.match);
    const key = refusalKey(matched.match, selected);
    if (key === null || matched.match.route === ownRoute || this.#inLowerCase(path) !== path)
      return undefined;
    const isMoved = selected.status === 404 && redirectOf(content.current(), path, search) !== null;
    return isMoved ? undefined : pages.get(key);
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
      if (feed) return await this.#renderFeed(feed, search);
      const matched = this.#match(path, search);
      if ('redirect' in matched) {
        const canonical = matched.redirect.slice(0, matched.redirect.length - search.length);
        return redirectTo(this.#inLowerCase(canonical) + search);
      }
      route = matched.match.route;
      return await this.#renderMatch(matched.match, search, isWhole, requestId);
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
    const { content, pages, config, reportError, security } = this.#options;
    const cached = key === undefined ? undefined : pages.get(key);
    if (cached) return cached;
    try {
      // Never streamed: a POST has taken effect, and its result must not be lost late.
      await content.loaded(config.shellDeadlineMs);
      const match = matchAnywhere(page, 'status', key === undefined ? path : anonymousPath);
      const selection = this.#select(match);
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
      if (page !== errorPage) return this.renderStatus(errorPage, 500, path, requestId);
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
    const { config, assets, counts, security } = this.#options;
    const { path, search } = splitAddress(address);
    const matched = notice
      ? { match: matchAnywhere(notice.page, 'preview', path) }
      : this.#match(path, search, content);
    if ('redirect' in matched) return redirectTo(matched.redirect);
    const { match } = matched;
    const { selected } = this.#select(match, content);
    const status = notice?.status ?? selected.status;
    const target = notice || status !== 404 ? null : redirectOf(content, path, search);
    if (target) return redirectBy(target);
    const site = siteOf(config, assets, content, { requestId, isLoading: false, preview });
    const { provide } = selected;
    counts.rendersInFlight += 1;
    try {
      const body = await renderToBytes(
        documentElement({ config, assets, match, selected, site, status, provide }),
      );
      const headers = [
        ...security.preview[match.page.policy],
        ...lifetimeHeaders('noStore'),
        ...unlistedHeaders(status, false),
      ];
      return new BufferedResponse('preview', status, body, headers, true);
    } finally {
      counts.rendersInFlight -= 1;
    }
  }

  async #renderMatch(
    match: PageMatch,
    search: string,
    isWhole: boolean,
    requestId: string,
  ): Promise<PageResponse> {
    const { content, config, pages } = this.#options;
    const cached = pages.get(match.key);
    if (cached) return { kind: 'buffered', page: cached, route: match.route, cache: 'hit' };
    if (content.isLoading()) {
      // Only a page that certainly exists can begin without content.
      const isPatient = isWhole || match.page.isOfRow || match.key === '';
      const waitMs = isPatient ? longestWaitMs : Math.max(0, config.shellDeadlineMs - renderAllowanceMs);
      await content.loaded(waitMs);
      if (content.isLoading() && !isPatient) return this.#stream(match, search, requestId);
    }
    const selection = this.#select(match);
    const { status } = selection.selected;
    const spelling = status === 404 ? this.#inLowerCase(match.path) : match.path;
    if (spelling !== match.path) return redirectTo(spelling + search);
    const target = status === 404 ? redirectOf(content.current(), match.path, search) : null;
    if (target) return redirectBy(target);
    return this.#renderShared(match, selection, requestId);
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
  ): Promise<Buffer> {
    const { config, assets, counts } = this.#options;
    const beganAt = performance.now();
    counts.rendersInFlight += 1;
    try {
      const site = siteOf(config, assets, content, { requestId, isLoading: false });
      const { provide } = selected;
      return await renderToBytes(documentElement({ config, assets, match, selected, site, status, provide }));
    } finally {
      counts.rendersInFlight -= 1;
      counts.renders.observe({ route: match.route }, (performance.now() - beganAt) / 1_000);
    }
  }

  /** Sends the shell at once, and the page in the same response when the first load is over. */
  async #stream(match: PageMatch, search: string, requestId: string): Promise<StreamedPage> {
    const { config, assets, content, security, reportError } = this.#options;
    const { route, page } = match;
    const { selected } = this.#select(match);
    const provide = content.loaded(longestWaitMs).then(() => {
      const arrived = this.#select(match);
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
    const shown = { ...match, path: match.path + search };
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

  async #renderFeed(feed: Feed, search: string): Promise<BufferedPage> {
    const { content: live, pages, security } = this.#options;
    const { route, type, path } = feed;
    await live.loaded(longestWaitMs);
    const query = feed.filter ? queryOfFeed(search, feed.filter) : noQuery;
    const key = path + writeQuery(query);
    const cached = pages.get(key);
    if (cached) return { kind: 'buffered', page: cached, route, cache: 'hit' };
    const { content, reads } = recordReads(live.current());
    const made = feed.render(content, query);
    const { unreachable } = feed;
    const status = made === null ? 503 : made.isAbsent ? 404 : 200;
    const isFound = made !== null && !made.isAbsent && !made.isEmpty;
    const lifetime =
      made === null ? 'noStore' : made.isAbsent ? 'absent' : isFound ? 'cacheable' : 'degraded';
    const headers = [
      ...security.resource,
      ...lifetimeHeaders(lifetime, made ? [...reads.keys()] : [], made ? type : unreachable.type),
      ...unlistedHeaders(status),
    ];
    const text = made?.text ?? unreachable.text;
    const page = new BufferedResponse(route, status, Buffer.from(text), headers, !isFound);
    // A query that finds nothing is one of endlessly many.
    if (isFound) pages.set(key, page, reads);
    return { kind: 'buffered', page, route, cache: 'miss' };
  }

  /** What the route table has at an address whose path decodes: a page, its missing one, or a redirect. */
  #match(path: string, search: string, content = this.#options.content.current()): MatchResult {
    const address = path + search;
    if (this.#last?.address !== address || this.#last.content !== content) {
      const matched = this.#matchPage(path, search, (slug) => mayBeOwnPage(content, slug));
      this.#last = { address, content, matched };
    }
    return this.#last.matched;
  }

  #select({ page, params, query }: PageMatch, of = this.#options.content.current()): Selection {
    const { content, reads } = recordReads(of);
    return {
      content,
      reads,
      selected: page.select({ ...this.#sources, content, params, query }),
    };
  }

  /** The path in lower case where only so it has a page: slugs are written in lower case nearly always. */
  #inLowerCase(path: string): string {
    const lower = path.toLowerCase();
    const exists = (address: string) => {
      const matched = this.#match(address, '');
      return 'match' in matched && this.#select(matched.match).selected.status === 200;
    };
    return lower !== path && !exists(path) && exists(lower) ? lower : path;
  }
}

/** The key of a page that refuses: one for each route and status. Null: the page has content of its own. */
function refusalKey({ route }: PageMatch, { status, isEmpty }: SelectedPage): string | null {
  return status !== 200 || isEmpty ? `${route} ${status}` : null;
}

/** To another spelling of the same address, which never changes. */
const redirectTo = (location: string): Redirect => ({
  kind: 'redirect',
  location,
  status: 301,
  lifetime: ['Cache-Control', 'public, max-age=3600'],
  route: 'redirect',
});

/** To where an editor says. No browser keeps it: who renames a page back would lead its visitors in a circle. */
const redirectBy = ({ to, isPermanent }: RedirectTarget): Redirect => ({
  kind: 'redirect',
  location: to,
  status: isPermanent ? 301 : 302,
  lifetime: lifetimeHeaders('absent', ['redirects'], null),
  route: 'redirect',
});
