import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { reportTunnelPath, vitalsPath } from '../../shared/browserTelemetry.ts';
import { field } from '../../shared/field.ts';
import { contactApiPath, contactPath, hookPath, sentryExamplePath } from '../../shared/paths.ts';
import { contextOf } from '../http/requestContext.ts';
import type { Refusal } from '../http/requestGuard.ts';
import { policyReportPath } from '../http/securityHeaders.ts';
import { badRequestPage, busyPage, errorPage } from '../site/pages/ErrorPage.tsx';
import type { Collaborators } from './collaborators.ts';

/**
 * The last middleware: handles what a route threw. A 4xx of Express or its parsers is the visitor's fault; everything
 * else is ours and is reported once. The response tells no more than a request id.
 */
export function handleErrors({ sendPage, reportError }: Collaborators): ErrorRequestHandler {
  return async (error: unknown, request, response, _next) => {
    const context = contextOf(request);
    const given = field(error, 'status');
    const status = typeof given === 'number' && given >= 400 && given < 500 ? given : 500;
    if (status === 500) reportError(error, { requestId: context.id, route: context.route });
    if (response.headersSent) {
      response.destroy();
      return;
    }
    if (request.path.startsWith('/api/')) {
      const text = status === 500 ? 'Something went wrong.' : 'The request could not be read.';
      response.status(status).json({ error: text, requestId: context.id });
      return;
    }
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    if (status === 500) await sendPage(request, response, errorPage, status);
    else await sendPage(request, response, badRequestPage, status, `refused ${status}`);
  };
}

/** Responds to a request that is refused before any route sees it: with a page (400, 503) or one line of text. */
export function sendRefusal(
  { sendPage, security, reportError }: Collaborators,
  request: IncomingMessage,
  response: ServerResponse,
  status: Refusal,
): void {
  const context = contextOf(request);
  context.route = status === 503 ? 'shed' : 'refused';
  if (status === 400 || status === 503) {
    const page = status === 400 ? badRequestPage : busyPage;
    sendPage(request, response, page, status, `refused ${status}`).catch((error: unknown) => {
      reportError(error, { requestId: context.id });
      response.destroy();
    });
    return;
  }
  const headers = ['Content-Type', 'text/plain; charset=utf-8', 'Cache-Control', 'no-store'];
  if (status === 405) headers.push('Allow', allowedMethods(request.url ?? ''));
  response
    .writeHead(status, [...security.resource, ...headers, 'X-Request-Id', context.id])
    .end(status === 405 ? 'Method not allowed.\n' : 'The address is too long.\n');
}

/** Responds to a request for an unknown endpoint. */
export const sendMissingEndpoint: RequestHandler = (_request, response) => {
  response.status(404).json({ error: 'There is no such endpoint.' });
};

/** Responds to a method that the address does not support. */
export const sendWrongMethod: RequestHandler = ({ originalUrl }, response) => {
  response.status(405).set('Allow', allowedMethods(originalUrl));
  const error = 'Method not allowed.';
  if (originalUrl.startsWith('/api/')) response.json({ success: false, error });
  else response.type('text').send(`${error}\n`);
};

const postOnly: readonly string[] = [
  contactApiPath,
  hookPath,
  policyReportPath,
  reportTunnelPath,
  vitalsPath,
];

/** The methods that an address supports, as an `Allow` header names them (RFC 9110, section 10.2.1). */
function allowedMethods(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1);
  if (path === contactPath || path.startsWith(`${sentryExamplePath}/`)) return 'GET, HEAD, POST';
  return postOnly.includes(path) ? 'POST' : 'GET, HEAD';
}
