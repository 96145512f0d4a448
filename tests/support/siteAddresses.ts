/** One real address of each route of the demo content, by the route's name in the route table. */
export const siteAddresses = {
  home: '/',
  about: '/about',
  services: '/services',
  service: '/services/snow-removal',
  strManagement: '/str-management',
  rentals: '/rentals',
  searchRentals: '/search-rentals',
  blog: '/blog',
  blogCategories: '/blog/categories',
  blogTags: '/blog/tags',
  blogCategory: '/blog/category/seasonal-care',
  blogTag: '/blog/tag/winter',
  post: '/blog/opening-the-cabin-in-april',
  contact: '/contact',
  privacy: '/privacy',
  sentryExample: '/sentry-example-page',
  style: '/style',
  notFound: '/no-such-page',
} as const;

export type RouteName = keyof typeof siteAddresses;

/** Pages for developers: only where `DEV_PAGES` is on, and never indexed. */
export const devAddresses: readonly string[] = [siteAddresses.sentryExample, siteAddresses.style];

/** The addresses of the pages that exist: every route but the catch-all. */
export const pageAddresses: readonly string[] = Object.entries(siteAddresses)
  .filter(([name]) => name !== 'notFound')
  .map(([, address]) => address);
