import type { IncomingMessage, ServerResponse } from 'node:http';
import express from 'express';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Config } from '../process/config.ts';
import { contextOf } from './requestContext.ts';
import { needsNoPage } from './requestGuard.ts';
import { ownNames } from './requestOrigin.ts';
import type { HeaderList } from './securityHeaders.ts';

/** Whether a request's connection comes from a proxy that TRUST_PROXY names, by Express's own reading of it. */
function createProxyTest({ trustProxy }: Pick<Config, 'trustProxy'>) {
  const isProxy: (address: string, hop: number) => boolean = express()
    .set('trust proxy', trustProxy)
    .get('trust proxy fn');
  return ({ remoteAddress = '' }: { readonly remoteAddress?: string | undefined }): boolean =>
    isProxy(remoteAddress, 0);
}

/** So often in so many milliseconds a URL is redirected before it counts as a loop: browsers follow 16 or more. */
const mostInRow = 10;
const rowMs = 10_000;

/**
 * Makes the function that says where a GET or HEAD request leads that came under another name of the site, or over http
 * as a trusted proxy says: to the same URL at `FRONTEND_URL`. Null: it is served as it is, as are all requests by an IP
 * address or an unknown name, for a probe, and for what pages load.
 *
 * A proxy that replaces the Host header, or that tells the scheme of its own connection, would make that a loop. So a
 * URL that keeps coming back, without being requested under the right name in between, is served.
 */
export function createNameGuide(config: Config, log: Pick<Logger, 'warn'>) {
  const { origin, isOtherHost } = ownNames(config);
  const site = new URL(origin);
  const isProxy = createProxyTest(config);
  const redirected = new LRUCache<string, number>({ max: 1_000, ttl: rowMs });
  let isLoopLogged = false;
  return ({ method, url = '', headers, socket }: IncomingMessage): string | null => {
    const host = headers.host === site.host ? site.host : headers.host?.toLowerCase();
    const isPlain =
      site.protocol === 'https:' &&
      headers['x-forwarded-proto']?.toString().split(',', 1)[0]?.trim() === 'http' &&
      isProxy(socket);
    if (host === site.host && !isPlain) {
      if (redirected.size > 0) redirected.delete(url);
      return null;
    }
    if (host !== site.host && !isOtherHost(host)) return null;
    if ((method !== 'GET' && method !== 'HEAD') || !url.startsWith('/') || needsNoPage(url)) return null;
    const times = (redirected.get(url) ?? 0) + 1;
    redirected.set(url, times);
    if (times <= mostInRow) return origin + url;
    if (!isLoopLogged)
      log.warn(
        'Redirects to FRONTEND_URL come back under another name or scheme: a proxy replaces the Host header or X-Forwarded-Proto.',
      );
    isLoopLogged = true;
    return null;
  };
}

/** Redirects to a URL for good. It is not stored, because the configuration of a proxy may be wrong for a while. */
export function sendRedirect(
  request: IncomingMessage,
  response: ServerResponse,
  headers: HeaderList,
  location: string,
): void {
  const context = contextOf(request);
  context.route = 'otherName';
  const own = ['Location', location, 'Cache-Control', 'no-store', 'Content-Length', '0'];
  response.writeHead(301, [...headers, ...own, 'X-Request-Id', context.id]).end();
}

/**
 * Makes the function that says once in the log that a proxy is in front which TRUST_PROXY does not name: its visitors
 * all count as one network, and their limits and connections are those of one.
 */
export function createProxyHint(config: Pick<Config, 'trustProxy'>, log: Pick<Logger, 'warn'>) {
  const isProxy = createProxyTest(config);
  // 0 says that there is none: then visitors send the header themselves.
  let isSilent = config.trustProxy === 0;
  return ({ headers, socket }: IncomingMessage): void => {
    if (isSilent || headers['x-forwarded-for'] === undefined || isProxy(socket)) return;
    isSilent = true;
    log.warn(
      'X-Forwarded-For came from an address that TRUST_PROXY does not name, and is ignored. If that is your proxy, name it: until then all its visitors share the limits of one. If there is no proxy, set TRUST_PROXY=0.',
    );
  };
}
