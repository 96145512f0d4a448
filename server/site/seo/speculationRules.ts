import {
  contactPath,
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
];

/**
 * What browsers may fetch ahead (https://wicg.github.io/nav-speculation/speculation-rules.html): the page whose
 * link a visitor is about to follow. Fetched only, never run: a page that is not opened is not a view.
 */
export const speculationRules = JSON.stringify({
  prefetch: [
    {
      where: {
        and: [{ href_matches: '/*' }, ...neverAhead.map((path) => ({ not: { href_matches: path } }))],
      },
      eagerness: 'moderate',
    },
  ],
});
