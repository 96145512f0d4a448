import type { IncomingMessage, ServerResponse } from 'node:http';
import fresh from 'fresh';
import {
  type BufferedResponse,
  chooseEncoding,
  type Encoding,
  type ResponseVariant,
} from './bufferedResponse.ts';

/** The encoding in which a request wants its page. */
export function encodingFor(request: IncomingMessage): Encoding {
  return chooseEncoding(request.headers['accept-encoding']?.toString());
}

/** Sends one variant of a buffered response: 304 where the browser holds it, no body for HEAD. */
export function sendVariant(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  variant: ResponseVariant,
  requestHeaders: readonly string[],
): void {
  if (status === 200 && fresh(request.headers, { etag: variant.etag })) {
    response.writeHead(304, [...variant.notModifiedHeaders, ...requestHeaders]).end();
    return;
  }
  response.writeHead(status, [...variant.headers, ...requestHeaders]);
  response.end(request.method === 'HEAD' ? undefined : variant.body);
}

/** Sends a buffered response, compressing it first where that has not been done. */
export async function sendBuffered(
  request: IncomingMessage,
  response: ServerResponse,
  page: BufferedResponse,
  requestHeaders: readonly string[],
): Promise<void> {
  const encoding = encodingFor(request);
  const variant = page.ready(encoding) ?? (await page.encode(encoding));
  if (!response.destroyed) sendVariant(request, response, page.status, variant, requestHeaders);
}
