import type { HeaderList } from '../http/securityHeaders.ts';

/**
 * How long a response may be reused. `cacheable`: a complete page; browsers revalidate each time (304), shared caches
 * store it for a minute and serve it stale while the site is unreachable. `degraded`: a block is missing, or a
 * fallback is in its place. `absent`: a real 404. `noStore`: errors, previews, streams, anything for one request alone.
 */
type Lifetime = 'cacheable' | 'degraded' | 'absent' | 'noStore';

const html = 'text/html; charset=utf-8';

const lifetimes: Readonly<Record<Lifetime, HeaderList>> = {
  cacheable: [
    'Cache-Control',
    'public, max-age=0, must-revalidate',
    'CDN-Cache-Control',
    'max-age=60, stale-while-revalidate=30, stale-if-error=86400',
  ],
  degraded: ['Cache-Control', 'public, max-age=0, must-revalidate', 'CDN-Cache-Control', 'max-age=5'],
  absent: ['Cache-Control', 'public, max-age=0, must-revalidate', 'CDN-Cache-Control', 'max-age=30'],
  noStore: ['Cache-Control', 'no-store'],
};

/** The lifetime of a whole page; `isComplete`: everything in it came from content. */
export function lifetimeOf(status: number, isComplete: boolean): Lifetime {
  if (status >= 500) return 'noStore';
  if (status === 404) return 'absent';
  return status === 200 && isComplete ? 'cacheable' : 'degraded';
}

/**
 * The headers of a lifetime and of a content type; `collections` become the tags by which a CDN can purge the page.
 */
export function lifetimeHeaders(
  lifetime: Lifetime,
  collections: readonly string[] = [],
  type: string | null = html,
): HeaderList {
  const tags = collections.join(',');
  return [
    ...(type === null ? [] : ['Content-Type', type]),
    ...lifetimes[lifetime],
    ...(tags === '' ? [] : ['Cache-Tag', tags]),
  ];
}

/**
 * Headers of every page except a listed one with status 200: crawlers must not index it. A 503 gets `Retry-After`,
 * since it may be available again soon.
 */
export function statusHeaders(status: number, isListed = true): HeaderList {
  if (status === 200 && isListed) return [];
  return ['X-Robots-Tag', 'noindex', ...(status === 503 ? ['Retry-After', '30'] : [])];
}
