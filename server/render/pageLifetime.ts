import type { HeaderList } from './contentSecurityPolicy.ts';

/**
 * How long an answer may be used again. `kept`: a complete page; browsers ask each time (304), shared caches
 * hold it a minute and serve it on while we cannot be reached. `degraded`: a secondary block is missing.
 * `absent`: a real 404. `none`: errors, fallbacks, streams, anything personal.
 */
export type Lifetime = 'kept' | 'degraded' | 'absent' | 'none';

const html = ['Content-Type', 'text/html; charset=utf-8'];

const lifetimes: Readonly<Record<Lifetime, HeaderList>> = {
  kept: [
    ...html,
    'Cache-Control',
    'public, max-age=0, must-revalidate',
    'CDN-Cache-Control',
    'max-age=60, stale-while-revalidate=30, stale-if-error=86400',
  ],
  degraded: [
    ...html,
    'Cache-Control',
    'public, max-age=0, must-revalidate',
    'CDN-Cache-Control',
    'max-age=5',
  ],
  absent: [...html, 'Cache-Control', 'public, max-age=0, must-revalidate', 'CDN-Cache-Control', 'max-age=30'],
  none: [...html, 'Cache-Control', 'no-store'],
};

/** The headers of a lifetime; `contentKeys` become the tags by which a CDN can purge the page. */
export function lifetimeHeaders(lifetime: Lifetime, contentKeys: readonly string[] = []): HeaderList {
  if (contentKeys.length === 0) return lifetimes[lifetime];
  return [...lifetimes[lifetime], 'Cache-Tag', contentKeys.map((key) => encodeURIComponent(key)).join(',')];
}
