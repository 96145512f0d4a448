import type { Writable } from 'node:stream';
import type { SheetName } from '../../shared/sheets.ts';
import { CollectedSheets } from '../../shared/useStyles.ts';
import type { LiveContent } from '../content/liveContent.ts';
import type { SiteContent } from '../content/siteContent.ts';
import type { AssetManifest } from '../http/assetManifest.ts';
import { BufferedResponse } from '../http/bufferedResponse.ts';
import type { HeaderList, SecurityHeaders } from '../http/securityHeaders.ts';
import type { Config } from '../process/config.ts';
import type { ReportError } from '../process/errors.ts';
import { namesRow, type SitePage } from '../site/definePage.tsx';
import { errorPage, plainErrorPage } from '../site/pages/ErrorPage.tsx';
import { type SitePreview, SiteProvider } from '../site/siteContext.ts';
import type { SiteCounts } from '../telemetry/siteCounts.ts';
import { Document, putStyle, scriptsOf, siteOf, styleTextOf } from './Document.tsx';
import { lifetimeHeaders, lifetimeOf, statusHeaders } from './lifetimes.ts';
import { type PageCache, recordReads } from './pageCache.ts';
import type { PageFinder, PageRedirect, PageToRender, ResourceToRender } from './pageFinder.ts';
import { renderToStream, renderToText } from './renderTree.ts';
import { matchAnywhere, splitAddress } from './routeMatcher.ts';

/** A request for a page. */
interface PageRequest {
  /** Path and query, known to be well-formed unless there is a `screen`. */
  readonly address: string;
  readonly requestId: string;
  /** Whether to send it only once everything is loaded, with its true status, as to crawlers and for HEAD. */
  readonly mustBeWhole?: boolean;
  /** The page to send whatever the address. */
  readonly screen?: Screen;
  /** What a preview says besides its content. */
  readonly preview?: SitePreview;
  /** The content of a preview, in place of the site's. */
  readonly content?: SiteContent;
}

/** A page with a given status: the response to a form, a refusal, the error screen. */
interface Screen {
  readonly page: SitePage;
  readonly status: number;
  /** The cache key, for a page that is the same for every visitor. */
  readonly key?: string | null;
}

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
  readonly rendered: Promise<void>;
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
  readonly reportError: ReportError;
  readonly counts: Pick<SiteCounts, 'renders'>;
}

/** How long a page waits for the process's first load of content. */
const longestWaitMs = 3_000;
/** The path of a page that many addresses share, such as a 404: it must not contain any one of them. */
export const sharedPath = '/-';

const errorScreen: Screen = { page: errorPage, status: 500 };

/** How a page is rendered. */
interface RenderSettings {
  readonly requestId: string;
  readonly preview?: SitePreview | undefined;
  /** Shared caches must not store it, and crawlers must not index it. */
  readonly isUnlisted: boolean;
}

function hit(buffered: BufferedResponse): BufferedPage {
  return { kind: 'buffered', buffered, route: buffered.route, cache: 'hit' };
}

/** Turns what is at an address into a response. A page is a function of its address and of the content. */
export class PageRenderer {
  readonly #options: RendererOptions;

  constructor(options: RendererOptions) {
    this.#options = options;
  }

  /**
   * The response to a request for a page, or for a screen in place of it. An error becomes the error screen and is
   * reported once; only a request with content of its own rejects, because its error may quote a draft.
   */
  respond(wanted: PageRequest & { readonly screen: Screen }): Promise<BufferedPage>;
  respond(wanted: PageRequest): Promise<PageResponse>;
  async respond(wanted: PageRequest): Promise<PageResponse> {
    try {
      if (wanted.screen) return await this.#respondWithScreen(wanted, wanted.screen);
      if (wanted.content) return this.#respondWithContent(wanted, wanted.content);
      return await this.#respondAt(wanted);
    } catch (error) {
      if (wanted.content) throw error;
      return this.#respondToError(error, wanted);
    }
  }

  async #respondAt({ address, mustBeWhole = false, requestId }: PageRequest): Promise<PageResponse> {
    const { content, config, finder } = this.#options;
    let found = finder.lookup(address);
    if (content.isFirstLoadPending() && (found.kind === 'page' || found.kind === 'resource')) {
      const streamable = !mustBeWhole && found.kind === 'page' && mayStream(found) ? found : null;
      await content.firstLoadOver(streamable ? config.shellDeadlineMs : longestWaitMs);
      if (streamable && content.isFirstLoadPending()) return this.#renderStreamed(streamable, requestId);
      found = finder.lookup(address);
    }
    switch (found.kind) {
      case 'redirect':
        return found;
      case 'cached':
        return hit(found.page);
      case 'resource':
        return this.#renderResource(found);
      case 'page': {
        const { match, judged } = found;
        const { route, page } = match;
        const shown = judged.sharedAs === null ? found : { ...found, match: { ...match, path: sharedPath } };
        const buffered = this.#renderBuffered(shown, { requestId, isUnlisted: page.isUncached });
        return { kind: 'buffered', buffered, route, cache: page.isUncached ? 'bypass' : 'miss' };
      }
    }
  }

  async #respondWithScreen(
    { address, requestId, preview }: PageRequest,
    { page, status, key = null }: Screen,
  ): Promise<BufferedPage> {
    const { content, config, finder, pages } = this.#options;
    const cached = key === null ? undefined : pages.get(key);
    if (cached) return hit(cached);
    // Never streamed: a POST has already taken effect, and a late error must not lose its result.
    await content.firstLoadOver(config.shellDeadlineMs);
    const route = preview ? 'preview' : 'status';
    const match = matchAnywhere(page, route, key === null ? splitAddress(address).path : sharedPath);
    const shown = { ...finder.judge(match), status, key };
    const buffered = this.#renderBuffered(shown, { requestId, preview, isUnlisted: true });
    return { kind: 'buffered', buffered, route, cache: 'bypass' };
  }

  /** A page of a preview, made for one request from content that visitors do not see: neither cached nor measured. */
  #respondWithContent(
    { address, requestId, preview }: PageRequest,
    content: SiteContent,
  ): BufferedPage | PageRedirect {
    const found = this.#options.finder.find(address, content);
    if (found.kind === 'redirect') return found;
    if (found.kind === 'resource') return this.#renderResource(found);
    const shown = { ...found, match: { ...found.match, route: 'preview' }, key: null };
    const buffered = this.#renderBuffered(shown, { requestId, preview, isUnlisted: true });
    return { kind: 'buffered', buffered, route: 'preview', cache: 'bypass' };
  }

  async #respondToError(error: unknown, wanted: PageRequest): Promise<BufferedPage> {
    const { finder, reportError, security } = this.#options;
    const { address, requestId, screen } = wanted;
    const route = screen ? 'status' : finder.routeAt(address);
    reportError(error, screen ? { requestId, status: screen.status } : { route, requestId });
    if (screen?.page !== errorPage) {
      const shown = await this.respond({ ...wanted, screen: errorScreen });
      return { ...shown, route };
    }
    const headers = [...security.page('plain', ''), ...lifetimeHeaders('noStore')];
    const buffered = new BufferedResponse('status', 500, Buffer.from(plainErrorPage(requestId)), headers);
    return { kind: 'buffered', buffered, route, cache: 'bypass' };
  }

  #renderResource({ resource, query, key }: ResourceToRender): BufferedPage {
    const { content: live, pages, security } = this.#options;
    const { route, type, unreachable } = resource;
    const { content, reads } = recordReads(live.current());
    const made = resource.render(content, query, key);
    const isFound = made.kind === 'found';
    const status = made.kind === 'unavailable' ? 503 : made.kind === 'absent' ? 404 : 200;
    const body = made.kind === 'unavailable' ? unreachable : { type, text: 'text' in made ? made.text : '' };
    const tags = made.kind === 'unavailable' ? [] : [...reads.keys()];
    const headers = [
      ...security.resource,
      ...lifetimeHeaders(lifetimeOf(status, isFound), tags, body.type),
      ...statusHeaders(status),
    ];
    const buffered = new BufferedResponse(route, status, Buffer.from(body.text), headers, !isFound);
    // Not cached if the query finds nothing: there are endlessly many such queries.
    if (isFound) pages.set(key, buffered, reads);
    return { kind: 'buffered', buffered, route, cache: 'miss' };
  }

  /** Renders a page in one go, so that its content cannot change meanwhile, and caches it by its key. */
  #renderBuffered(
    { match, judged, status, key, content, reads }: PageToRender,
    { requestId, preview, isUnlisted }: RenderSettings,
  ): BufferedResponse {
    const { config, assets, counts, pages, security } = this.#options;
    const { policy } = match.page;
    const site = siteOf(config, content, { requestId, isLoading: false, preview: preview ?? null });
    const scripts = scriptsOf(assets, site, match.path);
    const beganAt = performance.now();
    const sheets = new Set<SheetName>();
    const html = renderToText(
      <CollectedSheets value={sheets}>
        <Document {...{ config, assets, match, judged, site, status, scripts }} />
      </CollectedSheets>,
    );
    if (!preview) counts.renders.observe({ route: match.route }, (performance.now() - beganAt) / 1_000);
    const style = styleTextOf(assets.styles, sheets);
    const isListed = !isUnlisted && judged.isIndexed;
    const isComplete = isListed && reads.keys().every((name) => 'ok' in content[name]);
    const lifetime = isUnlisted || key === null ? 'noStore' : lifetimeOf(status, isComplete);
    const headers = [
      ...(preview ? security.preview[policy] : security.page(policy, style, scripts)),
      ...lifetimeHeaders(lifetime, lifetime === 'cacheable' ? [...reads.keys()] : []),
      ...statusHeaders(status, isListed),
    ];
    const body = Buffer.from(putStyle(html, style));
    const page = new BufferedResponse(match.route, status, body, headers, key === null);
    if (key !== null) pages.set(key, page, reads);
    return page;
  }

  /** Sends the shell at once, and the page in the same response when the first load is complete. */
  async #renderStreamed({ match, judged }: PageToRender, requestId: string): Promise<StreamedPage> {
    const { config, assets, content, finder, security, reportError } = this.#options;
    const { route, page } = match;
    const awaited = content.firstLoadOver(longestWaitMs).then(() => {
      const loaded = finder.judge(match);
      const site = siteOf(config, loaded.content, { requestId, isLoading: false, preview: null });
      return <SiteProvider value={site}>{loaded.judged.element}</SiteProvider>;
    });
    const site = siteOf(config, content.current(), { requestId, isLoading: true, preview: null });
    // If the shell fails, nothing awaits this promise: its rejection must not count as unhandled.
    awaited.catch(() => undefined);
    // What it will show is not known yet.
    const style = styleTextOf(assets.styles, 'all');
    const scripts = scriptsOf(assets, site, match.path);
    const tree = (
      <Document {...{ config, assets, match, judged, site, scripts, awaited, style }} status={200} />
    );
    const onLateError = (error: unknown) => reportError(error, { route, requestId });
    const { nonce, rendered, pipe } = await renderToStream(tree, onLateError);
    const headers = [
      ...security.page(page.policy, style, scripts, nonce),
      ...lifetimeHeaders('noStore'),
      ...statusHeaders(200, !page.isUncached),
    ];
    return { kind: 'stream', headers, rendered, pipe, route };
  }
}

/** Only a page that certainly exists can start to stream without content. */
const mayStream = ({ match }: PageToRender): boolean => match.key !== null && !namesRow(match);
