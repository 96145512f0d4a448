import type { IncomingMessage } from 'node:http';

/**
 * Where a POST comes from, by headers that only a browser sets: `ours` a page of this site, `foreign` a page of
 * another one, `unproven` unknown (no browser, or one from before both headers).
 */
type OriginVerdict = 'ours' | 'foreign' | 'unproven';

/**
 * Judges a POST by `Origin` (RFC 6454, sent by browsers with every POST) and `Sec-Fetch-Site` (Fetch Metadata;
 * a page cannot set either).
 *
 * @param ownOrigin the site's configured origin
 * @param throughGateway whether browsers find this endpoint under another origin (`API_URL`), to which a page of
 *   ours is another site
 */
export function judgeOrigin(
  { headers }: Pick<IncomingMessage, 'headers'>,
  ownOrigin: string,
  throughGateway = false,
): OriginVerdict {
  const { origin, host } = headers;
  if (throughGateway && origin === ownOrigin) return 'ours';
  const site = headers['sec-fetch-site'];
  const sameOrigin = site === 'same-origin';
  if (site !== undefined && !sameOrigin && site !== 'none') return 'foreign';
  // A strict referrer policy turns the origin of a page's own form into "null".
  if (origin === undefined || origin === 'null') {
    if (sameOrigin) return 'ours';
    return origin === undefined ? 'unproven' : 'foreign';
  }
  if (origin === ownOrigin) return 'ours';
  // The same server under another of its names, as on a developer's machine: the browser confirms it.
  const named = URL.canParse(origin) ? new URL(origin).host : null;
  return sameOrigin && named !== null && named === host ? 'ours' : 'foreign';
}
