import type { StayQuery } from './stay.ts';

/** Every address of the site in one place, for links, routes, the sitemap and tests. */

export const frontPath = '/';
export const aboutPath = '/about';
export const servicesPath = '/services';
export const rentalsPath = '/rentals';
export const searchRentalsPath = '/search-rentals';
export const strManagementPath = '/str-management';
export const contactPath = '/contact';
export const blogPath = '/blog';
export const blogCategoriesPath = '/blog/categories';
export const blogTagsPath = '/blog/tags';
export const privacyPath = '/privacy';
export const searchPath = '/search';
export const doctorPath = '/doctor';
export const sentryExamplePath = '/sentry-example-page';
export const stylePath = '/style';
export const sitemapPath = '/sitemap.xml';
export const atomFeedPath = '/feed.xml';
export const jsonFeedPath = '/feed.json';

export const servicePath = (slug: string): string => `/services/${encodeURIComponent(slug)}`;
/** A home's page, with what a visitor has chosen in the list. */
export const rentalPath = (slug: string, chosen: Partial<HomeListQuery> = {}): string =>
  homeListPath(`/rentals/${encodeURIComponent(slug)}`, { ...chosen, sort: null, page: 1 });
export const postPath = (slug: string): string => `/blog/${encodeURIComponent(slug)}`;
export const contactSentPath = (id: string): string => `/contact/sent/${encodeURIComponent(id)}`;

/** The contact form, opened for a service or a home, with the stay there or for its neighbor. */
export const contactAbout = (
  subject: 'service' | 'home',
  slug: string,
  { guests, dogs, checkIn, checkOut, about }: Partial<StayQuery & { about: 'neighbor' | null }> = {},
): string => withQuery(contactPath, { guests, dogs: dogs && 1, checkIn, checkOut, about, [subject]: slug });

/** Adds the parameters that have a value to a path, in the given order. */
function withQuery(
  path: string,
  parameters: Readonly<Record<string, string | number | false | null | undefined>>,
): string {
  const given = Object.entries(parameters).flatMap(([name, value]) => (value ? [[name, String(value)]] : []));
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path;
}

const paged = (path: string, page: number): string => withQuery(path, { page: page > 1 && page });

/** A category's own page; `page` counts from 1. */
export const categoryPath = (slug: string, page = 1): string =>
  paged(`/blog/category/${encodeURIComponent(slug)}`, page);

/** A tag's own page; `page` counts from 1. */
export const tagPath = (slug: string, page = 1): string =>
  paged(`/blog/tag/${encodeURIComponent(slug)}`, page);

/** The posts of one year. */
export const yearPath = (year: string, page = 1): string =>
  paged(`/blog/year/${encodeURIComponent(year)}`, page);

/** The posts of one author, by the slug of the author's name. */
export const authorPath = (slug: string, page = 1): string =>
  paged(`/blog/author/${encodeURIComponent(slug)}`, page);

/** The blog with a filter in its query, in the canonical parameter order, which the page cache expects. */
export function blogListPath(query: {
  category?: string | null;
  tag?: string | null;
  page?: number;
}): string {
  const { category = null, tag = null, page = 1 } = query;
  return withQuery(blogPath, { category, tag: category ? null : tag, page: page > 1 && page });
}

interface HomeListQuery extends StayQuery {
  readonly town: string | null;
  readonly sort: string | null;
  readonly page: number;
}

/** A page with homes (`path`) with a filter, in the canonical parameter order, which the page cache expects. */
export function homeListPath(
  path: string,
  { town, guests, dogs, checkIn, checkOut, sort, page = 1 }: Partial<HomeListQuery>,
): string {
  const chosen = { town, guests, dogs: dogs && 1, checkIn, checkOut, sort };
  return withQuery(path, { page: page > 1 && page, ...chosen });
}

export const contactApiPath = '/api/contact';
export const postsApiPath = '/api/posts';
export const searchApiPath = '/api/search';
export const contactStatusApiPath = (id: string): string => `/api/contact/status/${encodeURIComponent(id)}`;

/** The address of the publish hook, to which the content service posts changes. */
export const hookPath = '/hooks/content';
/** The header in which a Directus Flow sends the secret: its request operation can only set fixed headers. */
export const hookSecretHeader = 'x-content-hook-secret';

/** Announced by a header of every page (`Speculation-Rules`), so that no page needs an inline script for it. */
export const speculationRulesPath = '/speculation-rules.json';
