import { randomBytes } from 'node:crypto';
import type { Writable } from 'node:stream';
import type { ReactNode } from 'react';
import { StaticRouter, useRoutes } from 'react-router-dom';
import type { Question } from '../../shared/contentSource.ts';
import type { Config } from '../config.ts';
import type { Content } from '../content/content.ts';
import type { ReportError } from '../reportError.ts';
import { known, type OpenedPage, type SitePage } from '../site/definePage.tsx';
import { ViewProvider } from '../site/OpenedView.tsx';
import { errorPage } from '../site/pages/ErrorPage.tsx';
import { routeTree } from '../site/routes.tsx';
import { documentHead } from '../site/seo/documentHead.ts';
import { type Site, SiteProvider } from '../site/siteContext.ts';
import type { AssetManifest } from './assetManifest.ts';
import type { HeaderList, SecurityHeaders } from './contentSecurityPolicy.ts';
import { Document } from './Document.tsx';
import { createFinishedPage, type FinishedPage } from './finishedPage.ts';
import { matchPage, type PageMatch } from './matchPage.ts';
import type { PageCache } from './pageCache.ts';
import { type Lifetime, lifetimeHeaders } from './pageLifetime.ts';
import { streamPage } from './streamPage.tsx';

/** One request for a page, already known to be well-formed. */
export interface PageAsk {
  readonly path: string;
  /** With its question mark, or empty. */
  readonly search: string;
  /** Answered only when everything is there, with the true status: crawlers, HEAD, warm-up. */
  readonly whole: boolean;
  readonly requestId: string;
  /** Aborted when the visitor has left. */
  readonly signal: AbortSignal;
}

export type PageAnswer =
  | { readonly kind: 'redirect'; readonly location: string }
  | {
      readonly kind: 'finished';
      readonly page: FinishedPage;
      readonly key: string | null;
      readonly route: string;
      readonly cache: 'hit' | 'shared' | 'miss' | 'pass';
    }
  | {
      readonly kind: 'stream';
      readonly status: number;
      readonly headers: HeaderList;
      readonly pipe: (destination: Writable) => void;
      readonly route: string;
    }
  | { readonly kind: 'abandoned' };

export interface PageRenderer {
  /** The answer to a request for a page. Never rejects: what throws becomes the error screen. */
  render(ask: PageAsk): Promise<PageAnswer>;
  /** A page outside of the route table: the error screen, or one that a form's answer needs. */
  renderStatus(page: SitePage, status: number, ask: PageAsk): Promise<FinishedPage>;
}

interface Collaborators {
  readonly config: Config;
  readonly content: Content;
  readonly assets: AssetManifest;
  readonly security: SecurityHeaders;
  readonly pages: PageCache;
  readonly reportError: ReportError;
}

/** Longest wait for the question that decides a page's status. Its own deadline is the same or shorter. */
const primaryDeadlineMs = 3_000;
const renderBudgetMs = 5_000;

/** Makes the renderer: URL in, answer out. */
export function createPageRenderer(collaborators: Collaborators): PageRenderer {
  const { config, content, assets, security, pages, reportError } = collaborators;
  /** Renders under way by key; each resolves to the page if others may share it. */
  const flights = new Map<string, Promise<FinishedPage | null>>();

  async function render(ask: PageAsk): Promise<PageAnswer> {
    const matched = matchPage(ask.path, ask.search, config.devPages);
    if ('redirect' in matched) return { kind: 'redirect', location: matched.redirect };
    const { match } = matched;
    const { key } = match;
    const route = match.route.name;
    const kept = key && pages.get(key);
    if (kept) return { kind: 'finished', page: kept, key, route, cache: 'hit' };
    const shared = await flights.get(key);
    if (shared) return { kind: 'finished', page: shared, key, route, cache: 'shared' };

    const flight = Promise.withResolvers<FinishedPage | null>();
    const leads = key !== '' && !flights.has(key);
    if (leads) flights.set(key, flight.promise);
    try {
      const answer = await renderMatch(match, ask);
      flight.resolve(answer.kind === 'finished' && answer.key ? answer.page : null);
      return answer;
    } finally {
      flight.resolve(null);
      if (leads) flights.delete(key);
    }
  }

  async function renderMatch(match: PageMatch, ask: PageAsk): Promise<PageAnswer> {
    const { route, params, query, key } = match;
    const reads = new Map<string, number | null>();
    const source = content.source((contentKey, version) => reads.set(contentKey, version));
    const opened = route.page.open({ content: source, params, query });
    const site = openSite(source, ask);
    const questions = [...opened.questions, site.menu, site.settings];
    await readyToStart(questions, opened, ask);
    if (ask.signal.aborted) return { kind: 'abandoned' };

    const complete = questions.every((question) => question.status === 'fulfilled');
    const status = statusOf(opened);
    const nonce = randomBytes(16).toString('base64');
    const document = drawDocument({
      page: route.page,
      opened,
      site,
      status,
      location: ask.path + ask.search,
    });
    const rendered = await streamPage(document, {
      nonce,
      whole: complete || ask.whole,
      budgetMs: renderBudgetMs,
      signal: ask.signal,
      onLateError: (error) => reportError(error, { route: route.name, requestId: ask.requestId, late: true }),
    });
    switch (rendered.kind) {
      case 'abandoned':
        return { kind: 'abandoned' };
      case 'failed': {
        reportError(rendered.error, { route: route.name, requestId: ask.requestId });
        return {
          kind: 'finished',
          page: await renderStatus(errorPage, 500, ask),
          key: null,
          route: route.name,
          cache: 'pass',
        };
      }
      case 'shell': {
        const headers = [
          ...security.streamed(route.page.policy, nonce),
          ...lifetimeHeaders('none'),
          ...unlisted(status),
        ];
        return { kind: 'stream', status, headers, pipe: rendered.pipe, route: route.name };
      }
      case 'whole': {
        const finalStatus = statusOf(opened);
        const whole = finalStatus === 200 && ![...reads.values()].includes(null);
        const lifetime: Lifetime =
          finalStatus >= 500 ? 'none' : finalStatus === 404 ? 'absent' : whole ? 'kept' : 'degraded';
        const page = createFinishedPage(route.name, finalStatus, rendered.body, [
          ...security.kept[route.page.policy],
          ...lifetimeHeaders(lifetime, whole ? [...reads.keys()] : []),
          ...unlisted(finalStatus),
        ]);
        if (whole && key)
          pages.set(
            key,
            page,
            [...reads].filter((read): read is [string, number] => read[1] !== null),
          );
        return { kind: 'finished', page, key: whole ? key : null, route: route.name, cache: 'miss' };
      }
    }
  }

  async function renderStatus(page: SitePage, status: number, ask: PageAsk): Promise<FinishedPage> {
    const source = content.source(() => undefined);
    const opened = page.open({ content: source, params: {}, query: { category: null, tag: null, page: 1 } });
    const site = openSite(source, ask);
    await readyToStart([...opened.questions, site.menu, site.settings], opened, ask);
    const document = drawDocument({ page, opened, site, status, location: ask.path });
    const rendered = await streamPage(document, {
      nonce: randomBytes(16).toString('base64'),
      whole: true,
      budgetMs: renderBudgetMs,
      // An answer to a post is finished even if nobody waits for it: what it did has been done.
      signal: new AbortController().signal,
      onLateError: () => undefined,
    });
    if (rendered.kind === 'whole') {
      const headers = [...security.kept[page.policy], ...lifetimeHeaders('none'), ...unlisted(status)];
      return createFinishedPage('status', status, rendered.body, headers);
    }
    if (rendered.kind === 'failed') reportError(rendered.error, { requestId: ask.requestId, status });
    if (page !== errorPage) return renderStatus(errorPage, 500, ask);
    return createFinishedPage('status', 500, lastResort(ask.requestId), [
      ...security.kept.plain,
      ...lifetimeHeaders('none'),
    ]);
  }

  function openSite(source: ReturnType<Content['source']>, ask: PageAsk): Site {
    return {
      productName: config.siteName,
      menu: source.menu(),
      settings: source.settings(),
      adminUrl: `${config.backendUrl}/admin`,
      contactEmail: config.emailConfig.to[0] ?? config.emailConfig.from,
      bookingSiteUrl: config.bookingSiteUrl,
      requestId: ask.requestId,
    };
  }

  /** Waits until everything is answered, or the shell deadline is over and the status is certain. */
  async function readyToStart(
    questions: readonly Question<unknown>[],
    opened: OpenedPage,
    ask: PageAsk,
  ): Promise<void> {
    const everything = Promise.all(questions);
    const { primary } = opened;
    await Promise.all([
      ask.whole ? everything : within(config.shellDeadlineMs, everything, ask.signal),
      primary && within(primaryDeadlineMs, primary, ask.signal),
    ]);
  }

  function drawDocument(parts: DocumentParts): ReactNode {
    const { page, opened, site, status, location } = parts;
    const head = documentHead({
      description: opened.describe(),
      settings: known(site.settings),
      productName: config.siteName,
      frontendUrl: config.externalApis.frontendUrl,
      found: status === 200,
    });
    return (
      <Document head={head} assets={assets} styles={page.styles}>
        <StaticRouter location={location}>
          <SiteProvider value={site}>
            <ViewProvider value={opened.view}>
              <SiteRoutes />
            </ViewProvider>
          </SiteProvider>
        </StaticRouter>
      </Document>
    );
  }

  return { render, renderStatus };
}

interface DocumentParts {
  readonly page: SitePage;
  readonly opened: OpenedPage;
  readonly site: Site;
  readonly status: number;
  readonly location: string;
}

function SiteRoutes() {
  return useRoutes(routeTree);
}

/** 503 when the page's own content cannot be had, 404 when it is known to be absent, else 200. */
function statusOf(opened: OpenedPage): number {
  const undecided = opened.primary !== null && opened.primary.status !== 'fulfilled';
  if (undecided || opened.hasFailed()) return 503;
  return opened.isAbsent() ? 404 : 200;
}

function unlisted(status: number): HeaderList {
  return status === 200 ? [] : ['X-Robots-Tag', 'noindex', ...(status === 503 ? ['Retry-After', '30'] : [])];
}

/** Waits for a promise that never rejects, but not longer than some milliseconds or until the signal aborts. */
async function within(ms: number, awaited: Promise<unknown>, signal: AbortSignal): Promise<void> {
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  const left = () => resolve();
  signal.addEventListener('abort', left, { once: true });
  await Promise.race([awaited, over]);
  clearTimeout(timer);
  signal.removeEventListener('abort', left);
}

/** What a visitor reads when even the error screen cannot be rendered. */
function lastResort(requestId: string): Buffer {
  return Buffer.from(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Something went wrong</title><h1>Oops! Something went wrong</h1><p>The error has been reported (${requestId}).</p><p><a href="/">Go Home</a></p>`,
  );
}
