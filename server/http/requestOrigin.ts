import type { IncomingMessage } from 'node:http';
import { type Config, isLoopback } from '../process/config.ts';

/**
 * The hosts of `FRONTEND_URL` and `API_URL`; in development, or if the site itself has a loopback name, all loopback
 * names as well, because one server is opened under several of them.
 */
export function ownNames(config: Config) {
  const { frontendUrl } = config.externalApis;
  const site = new URL(frontendUrl);
  const api = new URL(config.apiUrl === '' ? frontendUrl : config.apiUrl);
  const isLocal = config.environment === 'development' || isLoopback(site.host);
  return {
    origin: frontendUrl,
    /** Whether browsers reach our endpoints at another origin (`API_URL`), for which our pages are cross-origin. */
    hasGateway: api.origin !== frontendUrl,
    /** Whether a host, from a `Host` header or a URL, is this site. */
    isOwnHost(host = '') {
      const name = host.toLowerCase();
      return name === site.host || name === api.host || (isLocal && isLoopback(name));
    },
  };
}

/**
 * Where a POST comes from, by headers that only a browser sets: `ours` a page of this site, `foreign` a page of another
 * one, `unknown` perhaps no browser, or one too old for both headers.
 */
type OriginVerdict = 'ours' | 'foreign' | 'unknown';

/**
 * Judges a POST by `Origin` (RFC 6454, sent by browsers with every POST) and `Sec-Fetch-Site` (Fetch Metadata; a page
 * cannot set either). `same-origin` says only that a page's host is the one that the browser connected to. So without
 * our own `Origin` the host must be ours: a foreign name that resolves to our address would pass (DNS rebinding).
 *
 * @param throughGateway whether the endpoint may also be reached through `API_URL`
 */
export function judgeOrigin(
  { headers }: Pick<IncomingMessage, 'headers'>,
  { origin: ownOrigin, hasGateway, isOwnHost }: ReturnType<typeof ownNames>,
  throughGateway = false,
): OriginVerdict {
  const { origin, host } = headers;
  if (throughGateway && hasGateway && origin === ownOrigin) return 'ours';
  const site = headers['sec-fetch-site'];
  const isSameOrigin = site === 'same-origin';
  if (site !== undefined && !isSameOrigin && site !== 'none') return 'foreign';
  if (origin === ownOrigin) return 'ours';
  if (origin === undefined && !isSameOrigin) return 'unknown';
  if (!isSameOrigin || !isOwnHost(host)) return 'foreign';
  // A strict referrer policy turns the origin of a page's own form into "null".
  if (origin === undefined || origin === 'null') return 'ours';
  // The same server under another of its names, as on a developer's machine: `same-origin` confirms it.
  return URL.canParse(origin) && new URL(origin).host === host ? 'ours' : 'foreign';
}
