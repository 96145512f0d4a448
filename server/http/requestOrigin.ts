import type { IncomingMessage } from 'node:http';
import { type Config, isLoopback } from '../process/config.ts';

/** The names of this site. */
export interface OwnNames {
  /** The site's configured origin. */
  readonly origin: string;
  /** Whether browsers find our endpoints under another origin (`API_URL`), to which a page of ours is foreign. */
  readonly hasGateway: boolean;
  /** Whether a host, as a `Host` header or an address names it, is this site. */
  isOwnHost(host: string | undefined): boolean;
}

/**
 * The hosts of `FRONTEND_URL` and `API_URL`; in development, or where the site itself has a loopback name, all
 * loopback names: one server is opened under several of them.
 */
export function ownNames(config: Pick<Config, 'apiUrl' | 'environment' | 'externalApis'>): OwnNames {
  const { frontendUrl } = config.externalApis;
  const site = new URL(frontendUrl);
  const api = new URL(config.apiUrl === '' ? frontendUrl : config.apiUrl);
  const isLocal = config.environment === 'development' || isLoopback(site.host);
  return {
    origin: frontendUrl,
    hasGateway: api.origin !== frontendUrl,
    isOwnHost(host = '') {
      const name = host.toLowerCase();
      return name === site.host || name === api.host || (isLocal && isLoopback(name));
    },
  };
}

/**
 * Where a POST comes from, by headers that only a browser sets: `ours` a page of this site, `foreign` a page of
 * another one, `unproven` unknown (no browser, or one from before both headers).
 */
type OriginVerdict = 'ours' | 'foreign' | 'unproven';

/**
 * Judges a POST by `Origin` (RFC 6454, sent by browsers with every POST) and `Sec-Fetch-Site` (Fetch Metadata;
 * a page cannot set either). "Same origin" says only that a page's host is the one that the browser connected to:
 * without our origin, the host must be ours, or a foreign name that leads to our address would do (DNS rebinding).
 *
 * @param throughGateway whether the endpoint may be posted to by way of `API_URL`
 */
export function judgeOrigin(
  { headers }: Pick<IncomingMessage, 'headers'>,
  { origin: ownOrigin, hasGateway, isOwnHost }: OwnNames,
  throughGateway = false,
): OriginVerdict {
  const { origin, host } = headers;
  if (throughGateway && hasGateway && origin === ownOrigin) return 'ours';
  const site = headers['sec-fetch-site'];
  const isSameOrigin = site === 'same-origin';
  if (site !== undefined && !isSameOrigin && site !== 'none') return 'foreign';
  if (origin === ownOrigin) return 'ours';
  if (origin === undefined && !isSameOrigin) return 'unproven';
  if (!isSameOrigin || !isOwnHost(host)) return 'foreign';
  // A strict referrer policy turns the origin of a page's own form into "null".
  if (origin === undefined || origin === 'null') return 'ours';
  // The same server under another of its names, as on a developer's machine: the browser confirms it.
  return URL.canParse(origin) && new URL(origin).host === host ? 'ours' : 'foreign';
}
