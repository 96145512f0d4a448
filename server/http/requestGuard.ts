import type { IncomingMessage } from 'node:http';
import { contactPath } from '../../shared/paths.ts';

/** The status of a request that is refused before any route sees it. */
export type Refusal = 400 | 405 | 414 | 503;

const allowedMethods = new Set(['GET', 'HEAD', 'POST']);
/** As long as the request line may be that a proxy like nginx passes on. */
const longestAddress = 8_192;

/**
 * Refuses requests that no route should have to handle: methods that the site does not support, URLs that do not
 * decode or hold a fragment or control bytes, bad Host headers and HTTP/0.9 (Node accepts both).
 */
export function guardRequest(request: IncomingMessage): Refusal | null {
  const { method = '', url = '' } = request;
  if (!allowedMethods.has(method)) return 405;
  if (request.httpVersionMajor < 1) return 400;
  if (hasBadHost(request)) return 400;
  if (url.length > longestAddress) return 414;
  if (!url.startsWith('/')) return 400;
  // Browsers never send a fragment, and RFC 9112 (section 3.2) has no place for it.
  if (url.includes('#')) return 400;
  const path = decodePath(url);
  if (path === null) return 400;
  // U+2028 and U+2029 end a line for route patterns and log readers, though not for HTTP.
  if (/[\u0000-\u001f\u007f\u2028\u2029\\]/.test(path)) return 400;
  if (path.split('/').includes('..')) return 400;
  return null;
}

/** More concurrent renders than this delay each other by a third of a second. */
const mostRenders = 64;
/** Visitors who have filled in a form are refused last. */
const mostRendersForForm = 256;
const withoutPages = /^\/(?:(?:livez|readyz)$|(?:api|fonts|hooks|media|social|static)\/)/;

/** Whether a URL is that of a probe, an endpoint, a file or a picture: no page can be there. */
export const needsNoPage = (url: string): boolean => withoutPages.test(url.split('?', 1)[0] ?? '');

/** Refuses a request for a page while too many are being rendered. Cached pages have been sent before this. */
export function shedRequest({ method, url = '' }: IncomingMessage, pagesInFlight: number): Refusal | null {
  const [path = ''] = url.split('?', 1);
  const most = method === 'POST' && path === contactPath ? mostRendersForForm : mostRenders;
  // Endpoints need no render, and the hook's caller would not try again.
  if (pagesInFlight < most || needsNoPage(url)) return null;
  return 503;
}

/** A host name or IP address, and a port (RFC 3986, section 3.2.2), without escapes, which no name here needs. */
const hostPattern = /^([\w.~-]*|\[[\da-f:.]+\])(:\d{0,5})?$/i;

/**
 * Whether a request has more than one Host header, or an invalid one (RFC 9112, section 3.2). Reads the raw headers,
 * because Node drops all but the first.
 */
export function hasBadHost({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    if (name.length !== 4 || name.toLowerCase() !== 'host') continue;
    hosts += 1;
    if (hosts > 1 || !hostPattern.test(rawHeaders[i + 1] ?? '')) return true;
  }
  return false;
}

/**
 * Replaces an absolute URL by its path; every server must accept that form (RFC 9112, section 3.2.2). The host of such
 * a URL overrides the Host header, and is as little checked: it may be another name of this server.
 */
export function takePathOfUrl(request: IncomingMessage): void {
  const [, host = '', path = ''] = /^https?:\/\/([^/?#]*)(.*)/is.exec(request.url ?? '') ?? [];
  if (host === '' || !hostPattern.test(host)) return;
  request.url = path.startsWith('/') ? path : `/${path}`;
  request.headers.host = host;
}

/** The decoded path of an address; null: it cannot be decoded. */
export function decodePath(url: string): string | null {
  const end = url.indexOf('?');
  try {
    return decodeURIComponent(end < 0 ? url : url.slice(0, end));
  } catch {
    return null;
  }
}
