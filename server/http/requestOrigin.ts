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
  const others = otherHostsOf(site).filter((host) => host !== api.host);
  const isOtherHost = (host = ''): boolean => others.includes(host.toLowerCase());
  return {
    origin: frontendUrl,
    /** Whether a host is this site under another spelling of its name, from which visitors are led to the right one. */
    isOtherHost,
    /** Whether an origin is that of such a host, or of the site without https. */
    isOtherOrigin(text = ''): boolean {
      const origin = URL.parse(text);
      if (origin === null || !/^https?:$/.test(origin.protocol)) return false;
      return isOtherHost(origin.host) || (text !== frontendUrl && origin.host === site.host);
    },
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
 * The other spellings of a site's host: with or without `www.`, and with the dot that ends a full name. None for an IP
 * address or a name without a domain.
 */
function otherHostsOf({ hostname, host }: URL): readonly string[] {
  if (isLoopback(hostname) || !/[^.]\.[a-z][a-z0-9-]*$/.test(hostname)) return [];
  const bare = hostname.replace(/^www\./, '');
  const port = host.slice(hostname.length);
  const names = [...(bare.includes('.') ? [bare] : []), `www.${bare}`];
  return names.flatMap((name) => [name + port, `${name}.${port}`]).filter((other) => other !== host);
}

/**
 * Where a POST comes from, by headers that only a browser sets: `ours` a page of this site, `otherName` a page of this
 * site under another name, `foreign` a page of another one, `unknown` perhaps no browser, or one too old for both headers.
 */
type OriginVerdict = 'ours' | 'otherName' | 'foreign' | 'unknown';

/**
 * Judges a POST by `Origin` (RFC 6454, sent by browsers with every POST) and `Sec-Fetch-Site` (Fetch Metadata; a page
 * cannot set either). `same-origin` says only that a page's host is the one that the browser connected to. So without
 * our own `Origin` the host must be ours: a foreign name that resolves to our address would pass (DNS rebinding).
 *
 * @param throughGateway whether the endpoint may also be reached through `API_URL`
 */
export function judgeOrigin(
  { headers }: Pick<IncomingMessage, 'headers'>,
  { origin: ownOrigin, hasGateway, isOwnHost, isOtherHost, isOtherOrigin }: ReturnType<typeof ownNames>,
  throughGateway = false,
): OriginVerdict {
  const { origin, host } = headers;
  if (throughGateway && hasGateway && origin === ownOrigin) return 'ours';
  const site = headers['sec-fetch-site'];
  const isSameOrigin = site === 'same-origin';
  // The form that was shown again under another name is posted to the right one.
  if (isOtherOrigin(origin) && isOwnHost(host)) return 'ours';
  if (site !== undefined && !isSameOrigin && site !== 'none') return 'foreign';
  if (origin === ownOrigin) return 'ours';
  if (origin === undefined && !isSameOrigin) return 'unknown';
  if (isOtherHost(host) && (isOtherOrigin(origin) || (isSameOrigin && (origin ?? 'null') === 'null')))
    return 'otherName';
  if (!isSameOrigin || !isOwnHost(host)) return 'foreign';
  // A strict referrer policy turns the origin of a page's own form into "null".
  if (origin === undefined || origin === 'null') return 'ours';
  // The same server under another of its names, as on a developer's machine: `same-origin` confirms it.
  return URL.canParse(origin) && new URL(origin).host === host ? 'ours' : 'foreign';
}
