import type { RequestListener } from 'node:http';
import compression from 'compression';
import express, { type Response } from 'express';
import { hookPath, postsApiPath, searchApiPath } from '../shared/paths.ts';
import type { Dependencies } from './dependencies.ts';
import { createPageDoctor } from './doctor/pageDoctor.ts';
import { previewPath } from './editors/previewKeys.ts';
import type { BufferedResponse } from './http/bufferedResponse.ts';
import { createNameGuide, createProxyHint, sendRedirect } from './http/otherNames.ts';
import {
  createContext,
  type RequestContext,
  rememberContext,
  setResourceHeaders,
} from './http/requestContext.ts';
import { guardRequest, needsNoPage, shedRequest, takePathOfUrl } from './http/requestGuard.ts';
import { Publisher } from './publishing/publisher.ts';
import { PageCache, tightenPages } from './render/pageCache.ts';
import { PageFinder } from './render/pageFinder.ts';
import { PageRenderer } from './render/renderPage.tsx';
import { createSendPage, createServePage, serveCached } from './render/sendPage.ts';
import { createBrowserReportRoutes } from './routes/browserReports.ts';
import { createContactRoutes } from './routes/contact.ts';
import { createContentHookRoutes } from './routes/contentHook.ts';
import { createCrawlerRoutes } from './routes/crawlerFiles.ts';
import { handleErrors, sendMissingEndpoint, sendRefusal, sendWrongMethod } from './routes/errors.ts';
import { createHealthRoutes } from './routes/health.ts';
import { createMediaRoutes } from './routes/media.ts';
import { createPreviewRoutes } from './routes/preview.ts';
import { createSearchRoutes } from './routes/search.ts';
import { createStaticRoutes } from './routes/staticFiles.ts';
import { createTestErrorRoutes } from './routes/testErrors.tsx';
import { SiteSearch } from './search/siteSearch.ts';
import { type SiteRoute, routes as siteRoutes } from './site/routes.tsx';
import { resourceRoutesOf } from './site/seo/feeds.ts';
import type { SiteCounts } from './telemetry/siteCounts.ts';

/**
 * The application as one request listener. A cached page is sent before Express sees the request; Express hosts
 * everything else.
 *
 * @param routes the site's pages; a test may add one
 */
export function createApp(dependencies: Dependencies, routes: readonly SiteRoute[] = siteRoutes) {
  const { config, content, previews, logRequest, telemetry, counts } = dependencies;
  const parts = createParts(dependencies, routes);
  const { pages, finder, search, doctor, publisher } = parts;
  const stopTightening = tightenPages(pages, dependencies.reportError, dependencies.tightenRestMs);
  const locationFor = createNameGuide(config, dependencies.log);
  const noteProxy = createProxyHint(config, dependencies.log);
  const routed = hostRoutes(parts);
  content.onChange((change) => {
    void search.update(content.current());
    void publisher.publish([change]);
  });

  const listener: RequestListener = (request, response) => {
    if (!request.url?.startsWith('/')) takePathOfUrl(request);
    const context = createContext();
    noteProxy(request);
    const location = locationFor(request);
    const isPreview = previews !== null && previews.keys.readCookie(request.headers.cookie) !== null;
    const serve = (find: (url: string) => BufferedResponse | undefined) =>
      !isPreview && location === null && serveCached(request, response, context, find);
    // A URL that is a cache key as it stands needs none of the checks that other URLs need.
    const isHit = serve((url) => pages.get(url));
    const refusal = isHit ? null : guardRequest(request);
    const finish = (aborted: boolean) => {
      logRequest(request, response, context, aborted);
      countRequest(counts, context, response.statusCode);
    };
    const lookUp = () => mayBeCached(request.url) && serve((url) => finder.cachedAt(url));
    if (isHit || (refusal === null && lookUp())) {
      // The whole response has been handed to the socket: log it now, which saves a listener for `close`.
      finish(false);
      return;
    }
    rememberContext(request, context);
    response.once('close', () => finish(!response.writableFinished));
    const shed = location === null ? shedRequest(request, counts.pagesInFlight) : null;
    if (shed) counts.shed.inc();
    const refused = shed ?? refusal;
    if (refused) sendRefusal(parts, request, response, refused);
    else if (location !== null) sendRedirect(request, response, parts.security.resource, location);
    // Previews are not traced: a trace would name the page.
    else if (isPreview || request.url?.startsWith(previewPath)) routed(request, response);
    else telemetry.trace(request, response, context, () => routed(request, response));
  };
  return Object.assign(listener, {
    pages,
    search,
    doctor,
    publisher,
    /** Stops indexing pages for the search, and compressing cached ones. */
    close() {
      search.close();
      stopTightening();
    },
  });
}

/** Whether a cached page can be at a URL; the posts as JSON are cached like a page. */
const mayBeCached = (url = ''): boolean => !needsNoPage(url) || url.startsWith(postsApiPath);

/** The dependencies, and what is made of them. */
function createParts(dependencies: Dependencies, routes: readonly SiteRoute[]) {
  const { config, content, reportError } = dependencies;
  const pages = new PageCache(content, dependencies.pageCacheBytes);
  const resources = resourceRoutesOf({
    origin: config.externalApis.frontendUrl,
    productName: config.siteName,
    isNoIndex: config.isNoIndex,
  });
  const search = new SiteSearch(reportError);
  const finder = new PageFinder({ config, content, routes, resources, pages, search: search.findForVisitor });
  const renderer = new PageRenderer({ ...dependencies, pages, finder });
  const publisher = new Publisher({ ...dependencies, pages, renderer });
  const doctor = createPageDoctor({ ...dependencies, finder, renderer });
  const sendPage = createSendPage(renderer, dependencies.counts);
  return { ...dependencies, pages, resources, search, finder, renderer, publisher, doctor, sendPage };
}

/** Every route in the order in which Express tries them. */
function hostRoutes(parts: ReturnType<typeof createParts>): RequestListener {
  const { config, previews } = parts;
  const app = express();
  app.disable('x-powered-by');
  // The simple parser never turns a query into nested objects.
  app.set('query parser', 'simple');
  app.set('trust proxy', config.trustProxy);

  // Every response has a content security policy; a page replaces it with its own.
  app.use(setResourceHeaders(parts.security.resource));
  const searches = createSearchRoutes(parts);
  const preview = previews && createPreviewRoutes(parts, previews);
  if (preview) app.use(preview.exchange);
  app.use(createHealthRoutes(parts.isReady));
  if (config.contentHookSecret !== null) {
    const { frontendUrl: origin } = config.externalApis;
    const readUnseen = parts.unseenRows.read;
    app.use(createContentHookRoutes(config.contentHookSecret, { ...parts, origin, readUnseen }));
  } else {
    app.post(hookPath, sendMissingEndpoint);
  }
  app.use(createStaticRoutes(parts.staticFiles));
  app.use(createMediaRoutes(parts.pictures, parts.security.picture));
  // A strong ETag means that the body is encoded already.
  const isUnencoded = (response: Response) => !String(response.getHeader('ETag') ?? '').startsWith('"');
  app.use(
    compression({
      filter: (request, response) => isUnencoded(response) && compression.filter(request, response),
    }),
  );
  const servePage = createServePage(parts.renderer, parts.counts);
  for (const { path } of parts.resources) app.get(path, servePage);
  app.use(createCrawlerRoutes(parts));
  app.use(searches.api);
  app.all([postsApiPath, searchApiPath], sendWrongMethod);
  app.use(createBrowserReportRoutes(parts));
  // Before the pages, because it serves POST at an address that is a page too.
  app.use(createContactRoutes(parts));
  if (config.devPages) app.use(createTestErrorRoutes(parts));
  // After every endpoint, so that an unknown one gets JSON and not a page.
  app.use('/api', sendMissingEndpoint);
  app.use(searches.limit);
  if (preview) app.use(preview.pages);
  app.use(servePage);
  app.use(sendWrongMethod);
  app.use(handleErrors(parts));
  return app;
}

/** Counts one request that was served, or whose client has disconnected. */
function countRequest(
  counts: SiteCounts,
  { route, cache, startedAt, firstByteAt }: RequestContext,
  status: number,
): void {
  counts.requests.inc({ route, status });
  counts.firstByte.observe({ route }, ((firstByteAt ?? performance.now()) - startedAt) / 1_000);
  if (route === 'hook') {
    counts.hook.inc({ outcome: status === 401 ? 'wrongSecret' : status === 200 ? 'accepted' : 'failed' });
    if (status !== 401) counts.lastHookAt = Date.now();
  }
  if (cache !== 'none') (route === 'media' ? counts.pictures : counts.pageCache).inc({ outcome: cache });
}
