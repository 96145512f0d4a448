import type { RequestListener } from 'node:http';
import compression from 'compression';
import express, { type Response, type Router } from 'express';
import { hookPath } from '../shared/contentHook.ts';
import { doctorPath, postsApiPath } from '../shared/paths.ts';
import type { Dependencies } from './dependencies.ts';
import { PageDoctor } from './doctor/pageDoctor.ts';
import { previewPath } from './editors/previewKeys.ts';
import { createContext, rememberContext, setResourceHeaders } from './http/requestContext.ts';
import { guardRequest, shedRequest, takePathOfOwnUrl } from './http/requestGuard.ts';
import { ownNames } from './http/requestOrigin.ts';
import { createSecurityHeaders, type SecurityHeaders } from './http/securityHeaders.ts';
import { createCdnPurge, createIndexNow } from './publishing/announce.ts';
import { createContentHookRoutes } from './publishing/contentHook.ts';
import { Publisher } from './publishing/publisher.ts';
import { PageCache } from './render/pageCache.ts';
import { PageRenderer } from './render/renderPage.tsx';
import { createServePage, createShowPage, serveCached } from './render/sendPage.ts';
import { createBrowserReportRoutes } from './routes/browserReports.ts';
import { createContactRoutes } from './routes/contact.ts';
import type { Rejection } from './routes/contactIntake.ts';
import { createCrawlerRoutes } from './routes/crawlerFiles.ts';
import { createDevReloadRoutes } from './routes/devReload.ts';
import { handleErrors, sendMissingEndpoint, sendRefusal, sendWrongMethod } from './routes/errors.ts';
import { createHealthRoutes } from './routes/health.ts';
import { createMediaRoutes } from './routes/media.ts';
import { createPreviewRoutes } from './routes/preview.ts';
import { createSearchRoutes } from './routes/search.ts';
import { createSocialPictureRoutes } from './routes/socialPictures.ts';
import { createStaticRoutes } from './routes/staticFiles.ts';
import { createTestErrorRoutes } from './routes/testErrors.tsx';
import { SiteSearch } from './search/siteSearch.ts';
import { type SiteRoute, routes as siteRoutes } from './site/routes.tsx';
import { feedsOf } from './site/seo/feeds.ts';
import { fixedPaths } from './site/seo/sitemap.ts';
import { countRequest } from './telemetry/siteCounts.ts';

/** One request listener, and what the process around it reports to it. */
interface App extends RequestListener {
  /**
   * Renders the fixed pages, so that the first visitors find them in the cache. Resolves when they are, or after
   * some milliseconds; to be called when content is known.
   */
  renderAhead(): Promise<void>;
  /** What the page cache holds, for the metrics. */
  readonly pages: Pick<PageCache, 'stats'>;
  /** What was searched in vain, for the status page. */
  readonly search: Pick<SiteSearch, 'missed'>;
  /** What there is to mend, for the metrics port. */
  readonly doctor: Pick<PageDoctor, 'report'>;
  /** Stops timers and listeners. */
  close(): void;
}

/** Long enough for the fixed pages on a slow machine, too short for a balancer to wonder. */
const renderAheadMs = 300;

/**
 * The application as one request listener. A cached page is sent before Express sees the request; Express hosts
 * everything else.
 *
 * @param routes the site's pages; a test may add one
 */
export function createApp(given: Dependencies, routes: readonly SiteRoute[] = siteRoutes): App {
  const devReload = given.config.environment === 'development' ? createDevReloadRoutes() : null;
  const dependencies = devReload ? { ...given, reportError: devReload.showing(given.reportError) } : given;
  const { config, content, previews, assets, log, logRequest, reportError, telemetry, counts } = dependencies;
  const security = createSecurityHeaders(config, assets);
  const pages = new PageCache(content, dependencies.pageCacheBytes);
  const feeds = feedsOf({
    origin: config.externalApis.frontendUrl,
    productName: config.siteName,
    isNoIndex: config.isNoIndex,
  });
  const search = new SiteSearch({
    reportError,
    onSearch: (isFound) => counts.searches.inc({ outcome: isFound ? 'found' : 'nothing' }),
  });
  const renderer = new PageRenderer({
    ...{ config, content, assets, security, pages, routes, feeds, reportError, counts },
    search: search.findForVisitor,
  });
  const publisher = new Publisher({
    ...{ content, pages, renderer, log, reportError },
    frontendUrl: config.externalApis.frontendUrl,
    purgeCdn: createCdnPurge(config.cdnPurgeUrl, log),
    tellSearchEngines: createIndexNow(config, log),
  });
  content.onChange((changed, isOwn) => {
    void search.update(content.current());
    return publisher.publish(changed, isOwn);
  });
  const doctor = new PageDoctor({
    ...{ content, renderer, origin: config.externalApis.frontendUrl },
    ...{
      context: dependencies.parseContext,
      outside: dependencies.outsideLinks,
      previews: dependencies.previews,
    },
  });
  const { isOwnHost } = ownNames(config);
  const refusals = { show: createShowPage(renderer), security: security.resource, reportError };
  const routed = hostRoutes(dependencies, { security, renderer, search, doctor, refusals, devReload });

  const listener: RequestListener = (request, response) => {
    if (!request.url?.startsWith('/')) takePathOfOwnUrl(request, isOwnHost);
    const context = createContext();
    // An address that is a key of the cache needs none of the checks that other addresses need.
    const isPreview = previews !== null && previews.keys.readCookie(request.headers.cookie) !== null;
    const isHit = !isPreview && serveCached((url) => pages.get(url), request, response, context);
    const refusal = isHit ? null : guardRequest(request);
    if (
      isHit ||
      (!isPreview &&
        refusal === null &&
        serveCached((url) => renderer.cachedAt(url), request, response, context))
    ) {
      // All has been handed to the socket: no need to wait, and no listener to pay for.
      logRequest(request, response, context, false);
      countRequest(counts, context, response.statusCode, false);
      return;
    }
    rememberContext(request, context);
    response.once('close', () => {
      const aborted = !response.writableFinished;
      logRequest(request, response, context, aborted);
      countRequest(counts, context, response.statusCode, aborted);
    });
    const { url = '' } = request;
    const shed = shedRequest(request, counts.rendersInFlight);
    if (shed) counts.shed.inc();
    const refused = shed ?? refusal;
    if (refused) sendRefusal(refusals, request, response, refused);
    // A trace would name the page.
    else if (isPreview || url.startsWith(previewPath)) routed(request, response);
    else telemetry.trace(request, response, context, () => routed(request, response));
  };
  return Object.assign(listener, {
    renderAhead: () => publisher.renderAhead(fixedPaths(), renderAheadMs),
    pages,
    search,
    doctor,
    close() {
      publisher.close();
      devReload?.close();
    },
  });
}

interface AppParts {
  readonly security: SecurityHeaders;
  readonly renderer: PageRenderer;
  readonly search: SiteSearch;
  readonly doctor: PageDoctor;
  readonly refusals: Parameters<typeof handleErrors>[0];
  /** In development only. */
  readonly devReload: Router | null;
}

/** Every route in the order in which Express tries them. */
function hostRoutes(dependencies: Dependencies, parts: AppParts): RequestListener {
  const { config, content, previews, contact, redis, log, reportError, counts } = dependencies;
  const { security, renderer, search, doctor, refusals, devReload } = parts;
  const { show } = refusals;
  const app = express();
  app.disable('x-powered-by');
  // The simple parser cannot make objects out of a query.
  app.set('query parser', 'simple');
  app.set('trust proxy', config.trustProxy);

  // First, because they bring all of their headers and their own encodings.
  const searches = createSearchRoutes({ search: search.find, content, renderer, redis, show });
  app.use(searches.limit);
  const servePage = createServePage(renderer, counts, security.resource);
  const preview =
    previews && createPreviewRoutes({ config, previews, live: content, renderer, doctor, reportError });
  if (preview) {
    app.use(preview.exchange);
    app.use((request, response, next) =>
      renderer.has(request.originalUrl) || request.path === doctorPath
        ? preview.pages(request, response, next)
        : next(),
    );
  }
  app.use(servePage.known);
  // Every other response has a policy too.
  app.use(setResourceHeaders(security.resource));
  app.use(createHealthRoutes(dependencies.isReady));
  app.use(createStaticRoutes(dependencies.staticFiles));
  app.use(createMediaRoutes(dependencies.pictures));
  app.use(createSocialPictureRoutes({ titles: dependencies.titles, renderer }));
  // Never compressed: an event stream has nothing to flush its parts with.
  if (devReload) app.use(devReload);
  // A strong ETag names bytes that are encoded already.
  const isUnencoded = (response: Response) => !String(response.getHeader('ETag') ?? '').startsWith('"');
  app.use(
    compression({
      filter: (request, response) => isUnencoded(response) && compression.filter(request, response),
    }),
  );
  app.use(createCrawlerRoutes({ config, content }));
  app.use(searches.api);
  app.all(postsApiPath, sendWrongMethod);
  app.use(createBrowserReportRoutes(dependencies));
  // Before the pages, because it serves POST at an address that is a page too.
  const onRejected = (reason: Rejection) => counts.contactRejected.inc({ reason });
  app.use(createContactRoutes({ config, contact, content, redis, log, show, onRejected }));
  if (config.contentHookSecret !== null) {
    app.use(createContentHookRoutes({ secret: config.contentHookSecret, content, log }));
  } else {
    app.post(hookPath, sendMissingEndpoint);
  }
  if (config.devPages)
    app.use(createTestErrorRoutes({ config, directus: dependencies.directus, reportError, show }));
  // After every endpoint, so that an unknown one gets JSON and not a page.
  app.use('/api', sendMissingEndpoint);
  if (preview) app.use(preview.pages);
  app.use(servePage.fallback);
  app.use(sendWrongMethod);
  app.use(handleErrors(refusals));
  return app;
}
