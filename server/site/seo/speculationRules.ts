import {
  contactPath,
  doctorPath,
  rentalsPath,
  searchPath,
  searchRentalsPath,
  sentryExamplePath,
  stylePath,
} from '../../../shared/paths.ts';

/** Pages that are never the same twice, act when they are opened, or are for developers; and what is not a page. */
const neverPrefetched = [
  contactPath,
  `${contactPath}/*`,
  searchPath,
  searchRentalsPath,
  sentryExamplePath,
  stylePath,
  '/api/*',
  '/media/*',
  '/static/*',
  '/feed.*',
  // For one editor alone.
  '/preview',
  '/preview/*',
  doctorPath,
];

/** Pages with a vendor's script, which must run only for visitors who open the page. */
const neverPrerendered = [rentalsPath, `${rentalsPath}/*`];

const without = (paths: readonly string[]) => ({
  and: [{ href_matches: '/*' }, ...paths.map((path) => ({ not: { href_matches: path } }))],
});

/**
 * What browsers may prerender or prefetch (https://wicg.github.io/nav-speculation/speculation-rules.html): the page
 * whose link a visitor is about to follow. Its telemetry waits until it is opened, so that each view counts once.
 */
export const speculationRules = JSON.stringify({
  prerender: [{ where: without([...neverPrefetched, ...neverPrerendered]), eagerness: 'moderate' }],
  prefetch: [{ where: without(neverPrefetched), eagerness: 'moderate' }],
});
