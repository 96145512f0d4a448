import type { IncomingMessage, ServerResponse } from 'node:http';
import { type RequestHandler, Router } from 'express';
import { doctorPath } from '../../shared/paths.ts';
import { doctorPage } from '../doctor/DoctorPage.tsx';
import type { PreviewMark } from '../editors/previewContent.ts';
import { type PreviewSubject, previewEndPath, previewPath } from '../editors/previewKeys.ts';
import type { Previews } from '../editors/previews.ts';
import { sendBuffered } from '../http/bufferedResponse.ts';
import { contextOf, requestHeaders } from '../http/requestContext.ts';
import type { Config } from '../process/config.ts';
import { sharedPath } from '../render/renderPage.tsx';
import { formAddress } from '../site/editing.tsx';
import { type PreviewNotice, previewNotices } from '../site/pages/PreviewNotices.tsx';
import { pathTo } from '../site/redirects.ts';
import type { SitePreview } from '../site/siteContext.ts';
import type { Collaborators } from './collaborators.ts';

/**
 * Makes the handlers of previews. `exchange`: turns the address that Directus opens into a cookie and a redirect to a
 * clean address, and ends a preview. `pages`: with that cookie, serves the pages of the site with the previewed
 * content, and the page doctor; other requests go on to the next handler.
 *
 * An address can be opened any number of times, because Directus opens the same one after each save. Its key protects
 * it, and the cookie that is made from it expires.
 */
export function createPreviewRoutes(
  { config, renderer, doctor, reportError }: Collaborators,
  { keys, content, tokenProblem }: Previews,
): Readonly<Record<'exchange' | 'pages', RequestHandler>> {
  /** Notices are the same for everybody, and cached: requests for made-up addresses cost no render. */
  const sendNotice = async (
    request: IncomingMessage,
    response: ServerResponse,
    name: PreviewNotice,
    headers: readonly string[] = [],
  ) => {
    const context = contextOf(request);
    const { buffered } = await renderer.respond({
      address: sharedPath,
      requestId: context.id,
      screen: { ...previewNotices[name], key: `preview ${name}` },
      preview: previewOf(config, null, null),
    });
    await sendBuffered(request, response, buffered, [...requestHeaders(context), ...headers]);
  };

  const exchange = Router();
  exchange.get(previewEndPath, (request, response) => {
    markAsPreview(request);
    redirectWithCookie(response, keys.endingCookie, pathTo(String(request.query.to)) ?? '/');
  });
  exchange.get(previewPath, async (request, response) => {
    markAsPreview(request);
    const subject = comesFromElsewhere(request, config)
      ? undefined
      : keys.readAddress(new URL(request.originalUrl, 'http://site').searchParams);
    if (subject === undefined) return sendNotice(request, response, 'refused');
    if ((await tokenProblem()) !== null) return sendNotice(request, response, 'off');
    const value = await content.load(subject, true);
    if (typeof value === 'string') return sendNotice(request, response, value);
    redirectWithCookie(response, keys.cookieFor(subject), value.path);
  });

  const pages: RequestHandler = async (request, response, next) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const access = isRead ? keys.readCookie(request.headers.cookie) : null;
    if (access === null) return next();
    markAsPreview(request);
    const { id } = contextOf(request);
    if (access === 'ended') return sendNotice(request, response, 'ended', ['Set-Cookie', keys.endingCookie]);
    if ((await tokenProblem()) !== null) return sendNotice(request, response, 'off');
    const { subject } = access;
    const value = await content.load(subject, isReload(request));
    if (typeof value === 'string') return sendNotice(request, response, value);
    const renewed = keys.renewed(access);
    const headers = [...requestHeaders(contextOf(request)), ...(renewed ? ['Set-Cookie', renewed] : [])];
    try {
      const preview = previewOf(config, subject, value.mark);
      const isDoctor = request.path.replace(/\/$/, '') === doctorPath;
      const result = isDoctor
        ? await renderer.respond({
            ...{ address: doctorPath, requestId: id, preview },
            screen: { page: doctorPage(await doctor.report()), status: 200 },
          })
        : await renderer.respond({
            ...{ address: request.originalUrl, requestId: id, preview },
            content: value.content,
          });
      if (result.kind === 'redirect') response.redirect(307, result.location);
      else if (result.kind === 'buffered') await sendBuffered(request, response, result.buffered, headers);
    } catch {
      // The error may quote a draft. If the published page fails too, that error is reported in full.
      reportError(new Error('A preview could not be rendered'), { route: 'preview', requestId: id });
      await sendNotice(request, response, 'unreachable');
    }
  };
  return { exchange, pages };
}

/** The log line names no page. */
function markAsPreview(request: IncomingMessage): void {
  Object.assign(contextOf(request), { route: 'preview', cache: 'bypass' });
}

function redirectWithCookie(response: ServerResponse, cookie: string, location: string): void {
  response.writeHead(303, {
    'Set-Cookie': cookie,
    Location: location,
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
  });
  response.end();
}

/**
 * Whether a site that is neither the content service nor ours links here, or it is loaded as a subresource or
 * prefetched. Our own notices link here, to try again.
 */
function comesFromElsewhere({ headers }: IncomingMessage, { backendUrl, externalApis }: Config): boolean {
  const isPart = !/^(document|iframe)$/.test(String(headers['sec-fetch-dest'] ?? 'document'));
  const from = URL.parse(headers.referer ?? '')?.origin;
  const isKnown =
    from === undefined ||
    backendUrl === null ||
    [externalApis.frontendUrl, new URL(backendUrl).origin].includes(from);
  return isPart || headers['sec-purpose'] !== undefined || !isKnown;
}

/** Browsers say so when a reader, or the visual editor after a save, reloads a page (RFC 9111, section 5.2.1). */
const isReload = ({ headers }: IncomingMessage): boolean =>
  /max-age=0|no-cache/.test(headers['cache-control'] ?? '');

function previewOf({ backendUrl }: Config, subject: PreviewSubject, mark: PreviewMark | null): SitePreview {
  const hasForm = subject !== null && backendUrl !== null;
  return {
    mark,
    backendUrl,
    formAddress: hasForm ? formAddress(backendUrl, subject, subject.version) : null,
  };
}
