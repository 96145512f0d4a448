import {
  contactPath,
  doctorPath,
  rentalsPath,
  searchPath,
  searchRentalsPath,
  sentryExamplePath,
  stylePath,
} from '../../../shared/paths.ts';

/** Pages that are never the same twice, act when they are opened, or exist for developers; and what is no page. */
const neverAhead = [
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
  // Of one editor alone.
  '/preview',
  '/preview/*',
  doctorPath,
];

/** Pages that run the script of a vendor: only whoever opens them does. */
const neverRunAhead = [rentalsPath];

const without = (paths: readonly string[]) => ({
  and: [{ href_matches: '/*' }, ...paths.map((path) => ({ not: { href_matches: path } }))],
});

/**
 * What browsers may render ahead (https://wicg.github.io/nav-speculation/speculation-rules.html): the page whose link
 * a visitor is about to follow. What it reports waits until it is opened, so that each view counts once.
 */
export const speculationRules = JSON.stringify({
  prerender: [{ where: without([...neverAhead, ...neverRunAhead]), eagerness: 'moderate' }],
  prefetch: [{ where: without(neverAhead), eagerness: 'moderate' }],
});
