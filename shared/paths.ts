/** Every address of the site in one place: pages link through these, tests and the sitemap read them. */

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
/** A home; with the number of guests that its booking search begins with. */
export const rentalPath = (slug: string, guests: number | null = null): string =>
  `/rentals/${encodeURIComponent(slug)}${guests === null ? '' : `?guests=${guests}`}`;
export const postPath = (slug: string): string => `/blog/${encodeURIComponent(slug)}`;
export const contactSentPath = (id: string): string => `/contact/sent/${encodeURIComponent(id)}`;

/** The contact form, asked about a service or a home. */
export const contactAbout = (subject: 'service' | 'home', slug: string): string =>
  `${contactPath}?${subject}=${encodeURIComponent(slug)}`;

const paged = (path: string, page: number): string => (page > 1 ? `${path}?page=${page}` : path);

/** A category's own page; `page` counts from 1. */
export const categoryPath = (slug: string, page = 1): string =>
  paged(`/blog/category/${encodeURIComponent(slug)}`, page);

/** A tag's own page; `page` counts from 1. */
export const tagPath = (slug: string, page = 1): string =>
  paged(`/blog/tag/${encodeURIComponent(slug)}`, page);

/** The posts of one year. */
export const yearPath = (year: string, page = 1): string =>
  paged(`/blog/year/${encodeURIComponent(year)}`, page);

/** The posts of one author, by the slug of the name. */
export const authorPath = (slug: string, page = 1): string =>
  paged(`/blog/author/${encodeURIComponent(slug)}`, page);

/** The blog with a filter in its query, in the one order of parameters that the page cache knows. */
export function blogListPath(query: {
  category?: string | null;
  tag?: string | null;
  page?: number;
}): string {
  const parameters = new URLSearchParams();
  if (query.category) parameters.set('category', query.category);
  else if (query.tag) parameters.set('tag', query.tag);
  if (query.page && query.page > 1) parameters.set('page', String(query.page));
  const text = parameters.toString();
  return text ? `${blogPath}?${text}` : blogPath;
}

/** A page with homes (`path`) narrowed to some of them, in the one order of parameters that the page cache knows. */
export function homeListPath(
  path: string,
  {
    town,
    guests,
    dogs,
  }: { readonly town: string | null; readonly guests: number | null; readonly dogs: boolean },
): string {
  const parameters = new URLSearchParams();
  if (town) parameters.set('town', town);
  if (guests) parameters.set('guests', String(guests));
  if (dogs) parameters.set('dogs', '1');
  const text = parameters.toString();
  return text ? `${path}?${text}` : path;
}

export const contactApiPath = '/api/contact';
export const postsApiPath = '/api/posts';
export const searchApiPath = '/api/search';
export const contactStatusApiPath = (id: string): string => `/api/contact/status/${encodeURIComponent(id)}`;

/** Named by a header of every page, so that no page needs an inline script for it. */
export const speculationRulesPath = '/speculation-rules.json';
