import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import express, { type ErrorRequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { ContactService } from './contact/contactService.ts';
import type { Content } from './content/content.ts';
import { beginRequest, contextOf, visitorSignal } from './middleware/requestContext.ts';
import { guardRequest, hasTwoHosts } from './middleware/requestGuard.ts';
import { logRequest } from './middleware/requestLog.ts';
import type { AssetManifest } from './render/assetManifest.ts';
import { createSecurityHeaders } from './render/contentSecurityPolicy.ts';
import { createPageCache } from './render/pageCache.ts';
import { createPageRenderer, type PageAsk } from './render/renderPage.tsx';
import { encodingFor, sendPage, sendVariant } from './render/sendPage.ts';
import type { ReportError } from './reportError.ts';
import { createContactRoutes } from './routes/contact.ts';
import { createContentApiRoutes } from './routes/contentApi.ts';
import { createCrawlerRoutes } from './routes/crawlerFiles.ts';
import { createCspReportRoutes } from './routes/cspReport.ts';
import { createDevReloadRoutes } from './routes/devReload.ts';
import { createHealthRoutes } from './routes/health.ts';
import { createPageRoutes, requestHeaders } from './routes/pages.ts';
import { createStaticRoutes, type StaticFiles } from './routes/staticFiles.ts';
import { createTestErrorRoutes } from './routes/testErrors.tsx';
import type { SitePage } from './site/definePage.tsx';
import { contactPageWith } from './site/pages/ContactPage.tsx';
import { contactSentPageWith } from './site/pages/ContactSentPage.tsx';
import { badRequestPage, errorPage } from './site/pages/ErrorPage.tsx';

/** Everything that the application stands on; `main.ts` builds it, and tests build it with other servers. */
export interface Collaborators {
  readonly config: Config;
  readonly content: Content;
  readonly contact: ContactService;
  readonly assets: AssetManifest;
  readonly staticFiles: StaticFiles;
  readonly log: Logger;
  readonly reportError: ReportError;
  /** Whether traffic should come here. */
  readonly isReady: () => boolean;
}

/**
 * The application as one request listener. A kept page is answered before Express sees the request; Express
 * hosts everything else, in the order that stands here.
 */
export function createApp(collaborators: Collaborators): RequestListener {
  const { config, content, contact, assets, log, reportError } = collaborators;
  const security = createSecurityHeaders(config, assets);
  const pages = createPageCache(content);
  const renderer = createPageRenderer({ config, content, assets, security, pages, reportError });

  const app = express();
  app.disable('x-powered-by');
  // Pages bring their own tags; hashing every other answer is work for nothing.
  app.disable('etag');
  app.set('query parser', 'simple');
  app.set('trust proxy', config.trustProxy);

  // First, so that no answer goes out without a policy; pages bring their own, which replaces this one.
  app.use((request, response, next) => {
    for (let i = 0; i < security.resource.length; i += 2)
      response.setHeader(security.resource[i] ?? '', security.resource[i + 1] ?? '');
    response.setHeader('X-Request-Id', contextOf(request).id);
    next();
  });
  app.use(createHealthRoutes(collaborators.isReady));
  app.use(createStaticRoutes(collaborators.staticFiles));
  app.use(createCrawlerRoutes({ config, content }));
  app.use(createCspReportRoutes(log));
  app.use(createContentApiRoutes(content));
  app.use(
    createContactRoutes({
      config,
      contact,
      log,
      renderForm: (request, response, { status, values, errors, failure }) =>
        show(
          request,
          response,
          contactPageWith({ values, errors, failure: failure?.text ?? null, sending: false }),
          status,
        ),
      renderSent: (request, response, { status, id, delivery, notice, refreshSeconds }) =>
        show(
          request,
          response,
          contactSentPageWith({ id, delivery, notice, refreshing: refreshSeconds !== null }),
          status,
        ),
    }),
  );
  if (config.devPages) app.use(createTestErrorRoutes({ content, reportError, show }));
  app.use('/api', (_request, response) => {
    response.status(404).set('Cache-Control', 'no-store').json({ error: 'There is no such endpoint.' });
  });
  if (config.environment === 'development') app.use(createDevReloadRoutes());
  // Last: its route table ends with a catch-all.
  app.use(createPageRoutes({ renderer, pages }));
  app.use((_request, response) => {
    response
      .status(405)
      .set({ Allow: 'GET, HEAD', 'Cache-Control': 'no-store' })
      .type('text')
      .send('Method not allowed.\n');
  });
  app.use(handleError());

  function handleError(): ErrorRequestHandler {
    return async (error: unknown, request, response, _next) => {
      const { id, route } = contextOf(request);
      const status = clientErrorStatus(error) ?? 500;
      if (status === 500) reportError(error, { requestId: id, route });
      if (response.headersSent) {
        response.destroy();
        return;
      }
      if (request.path.startsWith('/api/')) {
        const text = status === 500 ? 'Something went wrong.' : 'The request could not be read.';
        response.status(status).set('Cache-Control', 'no-store').json({ error: text, requestId: id });
        return;
      }
      await refuse(request, response, status);
    };
  }

  /** Answers with a page of its own status, which nobody else gets. */
  async function show(request: IncomingMessage, response: ServerResponse, page: SitePage, status: number) {
    const context = contextOf(request);
    const [path = '/'] = (request.url ?? '/').split('?');
    const ask: PageAsk = {
      path,
      search: '',
      whole: false,
      requestId: context.id,
      signal: visitorSignal(response),
    };
    await sendPage(
      request,
      response,
      await renderer.renderStatus(page, status, ask),
      requestHeaders(context),
    );
  }

  async function refuse(request: IncomingMessage, response: ServerResponse, status: number): Promise<void> {
    contextOf(request).route = 'error';
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    request.url = '/';
    await show(request, response, status < 500 ? badRequestPage : errorPage, status);
  }

  /** Answers with a page that is kept under exactly this address; false leaves the request to Express. */
  function answerKept(request: IncomingMessage, response: ServerResponse): boolean {
    const { method, url = '' } = request;
    if (method !== 'GET' && method !== 'HEAD') return false;
    const page = pages.get(url);
    if (!page || hasTwoHosts(request)) return false;
    const encoding = encodingFor(request);
    const variant = page.ready(encoding);
    if (!variant) return false;
    const context = contextOf(request);
    context.route = 'kept';
    context.cache = 'hit';
    sendVariant(request, response, page.status, variant, requestHeaders(context));
    pages.served(url, page, encoding);
    return true;
  }

  return (request, response) => {
    const context = beginRequest(request);
    response.once('close', () => logRequest(log, request, response, context));
    if (answerKept(request, response)) return;
    const refusal = guardRequest(request);
    if (!refusal) return app(request, response);
    context.route = 'refused';
    if (refusal.status === 405) response.setHeader('Allow', 'GET, HEAD, POST');
    if (refusal.status === 400) {
      refuse(request, response, 400).catch((error) => {
        reportError(error, { requestId: context.id });
        response.destroy();
      });
      return;
    }
    response
      .writeHead(refusal.status, [
        ...security.resource,
        'Content-Type',
        'text/plain; charset=utf-8',
        'Cache-Control',
        'no-store',
        'X-Request-Id',
        context.id,
      ])
      .end(`${refusal.reason}\n`);
  };
}

/** The 4xx status that a body parser gave an error, if it did. */
function clientErrorStatus(error: unknown): number | null {
  if (typeof error !== 'object' || error === null || !('status' in error)) return null;
  const { status } = error;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : null;
}
