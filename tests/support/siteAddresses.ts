import { type RouteName, routes } from '../../server/site/routes.tsx';

export type { RouteName };

/** One real address for each route with a parameter. */
const examples = {
  service: '/services/snow-removal',
  rental: '/rentals/meadow-cabin',
  blogCategory: '/blog/category/seasonal-care',
  blogTag: '/blog/tag/winter',
  blogYear: '/blog/year/2025',
  blogAuthor: '/blog/author/maren-holt',
  landingPage: '/second-homes',
  post: '/blog/opening-the-cabin-in-april',
  notFound: '/no-such-page/of-ours',
} as const;

/** One real address of each route of the demo content, by the route's name in the route table. */
export const siteAddresses: Readonly<Record<RouteName, string>> = Object.assign(
  {},
  ...routes.map(({ name, path }) => ({ [name]: path })),
  examples,
);

/** Pages for developers: only where `DEV_PAGES` is on, and never indexed. */
export const devAddresses: readonly string[] = [siteAddresses.sentryExample, siteAddresses.style];

/** The addresses of the pages that exist: every route but the catch-all. */
export const pageAddresses: readonly string[] = Object.entries(siteAddresses)
  .filter(([name]) => name !== 'notFound')
  .map(([, address]) => address);
