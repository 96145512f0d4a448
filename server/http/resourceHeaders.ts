import type { RequestHandler } from 'express';
import { contextOf } from './requestContext.ts';
import type { HeaderList } from './securityHeaders.ts';

/** Sets the headers of answers that are not pages, and the request's id. */
export function resourceHeaders(security: HeaderList): RequestHandler {
  const headers = new Map<string, string>();
  for (let i = 0; i < security.length; i += 2) headers.set(security[i] ?? '', security[i + 1] ?? '');
  return (request, response, next) => {
    response.setHeaders(headers);
    response.setHeader('X-Request-Id', contextOf(request).id);
    next();
  };
}
