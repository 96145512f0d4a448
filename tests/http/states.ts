import { type CollectionName, collectionOf } from '../../server/content/collections/collections.ts';
import type { ContentService } from '../support/contentService.ts';
import { type RouteName, siteAddresses } from '../support/siteAddresses.ts';

/** The states of the content that a page is made of. `empty`: the content service has no rows at all. */
export const states = ['ok', 'slow', 'empty', 'absent', 'unreachable'] as const;
export type State = (typeof states)[number];
export type Reader = 'visitor' | 'crawler';

/** How long a response may be cached. `fallback`: like `degraded`, and not to be indexed. */
export type Lifetime = 'cached' | 'degraded' | 'fallback' | 'absent' | 'none';

/** What one reader gets: the status, a sentence of the page, its lifetime, the whole title. */
export interface Seen {
  readonly status: number;
  readonly sentence: string;
  readonly lifetime: Lifetime;
  readonly title: string;
}

/** Status, sentence, lifetime; and the page's part of the title when it differs from the route's. */
type Part = readonly [status: number, sentence: string, lifetime: Lifetime, title?: string];
/** The address of a page, the page's part of its title, and a sentence of it. */
type Words = readonly [address: string, title: string, sentence: string];

interface RouteStates {
  readonly address: string;
  /** The page's part of the title; empty when the title is the site's. */
  readonly title: string;
  /** The same while the row that it is made of is not known. */
  readonly unknownTitle?: string;
  readonly ok: Part;
  /**
   * What a visitor gets before anything is loaded: the page in a stream; the same as a crawler, later; or a page with
   * its own status, which waits for no content.
   */
  readonly slow: 'streams' | 'waits' | 'alone';
  /** The collection that is its own content: without it the status is 503. */
  readonly ownCollection?: CollectionName;
  readonly empty: Part;
  readonly absent: Part;
  /** What is absent: the row of another address, some content, or a variable of the environment. */
  readonly without: {
    readonly address?: string;
    readonly content?: (service: ContentService) => void | Promise<void>;
    readonly environment?: Readonly<Record<string, string>>;
  };
  /** While content cannot be loaded. */
  readonly failed: Part;
}

const unreachable = 'Directus is unreachable.';
const offline = 'Online search is not open at the moment.';
const account = 'You need no account here, and we set no cookies.';
const missing = 'Page not found';
const product = 'Juniper Ridge Property Services';

/** Content that could never be loaded: the true status, the same for every reader. */
const outage = (sentence = unreachable): Part => [503, sentence, 'none'];
const notFound = (sentence: string, title = sentence): Part => [404, sentence, 'absent', title];

const withoutPage = (slug: string) => ({
  content({ rows }: ContentService) {
    rows.pages = rows.pages.filter((row) => row.slug !== slug);
  },
});
const withoutRows = (collection: CollectionName) => ({
  content({ rows }: ContentService) {
    rows[collection] = [];
  },
});

/** A page whose words are in `pages`. */
const editedPage = ([address, title, sentence]: Words, slug: string): RouteStates => ({
  address,
  title,
  slow: 'streams',
  ownCollection: 'pages',
  without: withoutPage(slug),
  ok: [200, sentence, 'cached'],
  empty: [200, unreachable, 'fallback'],
  absent: [200, unreachable, 'fallback'],
  failed: outage(),
});

/** A page that has built-in words, whatever is missing. */
const fixedPage = (
  [address, title, sentence]: Words,
  without: RouteStates['without'],
  { empty, absent, failed }: Partial<Pick<RouteStates, 'empty' | 'absent' | 'failed'>> = {},
): RouteStates => ({
  address,
  title,
  slow: 'streams',
  without,
  ok: [200, sentence, 'cached'],
  empty: empty ?? [200, sentence, 'cached'],
  absent: absent ?? [200, sentence, 'cached'],
  failed: failed ?? [200, sentence, 'degraded'],
});

/**
 * A page that lists rows: without its own it has none to list. Without any content at all that is an outage, if the rows
 * have pages.
 */
const listing = (
  [address, title, sentence]: Words,
  ownCollection: CollectionName,
  none: string,
  outageShows?: string,
): RouteStates => ({
  address,
  title,
  slow: 'streams',
  ownCollection,
  without: withoutRows(ownCollection),
  ok: [200, sentence, 'cached'],
  empty: collectionOf(ownCollection).pages ? outage(outageShows) : [200, none, 'cached'],
  absent: [200, none, 'cached'],
  failed: outage(outageShows),
});

/** A page that exists only while content has a row for its address. */
const rowPage = (
  [address, title, sentence]: Words,
  ownCollection: CollectionName,
  without: RouteStates['without'],
  absent: Part,
  unknownTitle: string,
): RouteStates => ({
  address,
  title,
  unknownTitle,
  slow: 'waits',
  ownCollection,
  without,
  absent,
  ok: [200, sentence, 'cached'],
  empty: outage(),
  failed: outage(),
});

const withoutDevelopers = { environment: { DEV_PAGES: '0' } };
const noPage = { absent: notFound(missing) };
const withoutBooking = { environment: { BOOKING_SITE_URL: '' } };
/** These pages list homes too: without any content at all that list is missing. */
const noBooking = (sentence: string) => ({
  empty: [200, sentence, 'degraded'] as const,
  absent: [200, offline, 'cached'] as const,
});
const dates = 'Find your dates';
const at = siteAddresses;

/** Every route, and what its readers get in every state. */
export const routeStates: Readonly<Record<string, RouteStates>> = {
  front: editedPage([at.front, '', 'A well-kept home under a wide sky'], 'home'),
  about: editedPage([at.about, 'About', 'The people behind the porch light'], 'about'),
  services: listing(
    [at.services, 'Services', 'Deck Restoration'],
    'services',
    'No services are listed at the moment.',
  ),
  service: rowPage(
    [at.service, 'Snow Removal', 'Wake up to a clear driveway'],
    'services',
    { address: '/services/no-such-service' },
    notFound('Service not found'),
    'Service not found',
  ),
  strManagement: {
    ...editedPage(
      [at.strManagement, 'Short-Term Rental Management', 'Short-Term Rental Staging'],
      'str-management',
    ),
    unknownTitle: 'Short-Term Rental Management',
  },
  rentals: fixedPage([at.rentals, 'Vacation Rentals', dates], withoutBooking, noBooking(dates)),
  rental: rowPage(
    [at.rental, 'Meadow Cabin', 'Four bicycles'],
    'homes',
    { address: '/rentals/no-such-home' },
    notFound('Home not found'),
    'This home is out of reach',
  ),
  landingPage: {
    ...rowPage(
      [at.landingPage, 'Second Homes', 'Do you keep a key?'],
      'pages',
      { address: '/no-such-page-of-ours' },
      notFound('Page not found'),
      'Page not found',
    ),
    // A site need not have landing pages.
    empty: notFound('Page not found'),
  },
  searchRentals: fixedPage(
    [at.searchRentals, 'Search Vacation Rentals', dates],
    withoutBooking,
    noBooking(dates),
  ),
  // An outage shows the four built-in samples, which must never be taken for content.
  blog: listing(
    [at.blog, 'Blog', 'Notes from the ridge'],
    'blog_posts',
    'No posts found',
    'Getting an empty house ready for winter',
  ),
  blogCategories: listing(
    [at.blogCategories, 'Blog categories', 'Owner Guides'],
    'blog_posts',
    'No categories are in use yet.',
    'Owner Guides',
  ),
  blogTags: listing(
    [at.blogTags, 'Blog tags', 'Popular tags'],
    'blog_posts',
    'No tags are in use yet.',
    'Checklists',
  ),
  blogCategory: rowPage(
    [at.blogCategory, 'Seasonal Care posts', 'Opening the cabin in April'],
    'blog_posts',
    { address: '/blog/category/no-such-category' },
    notFound('No posts found'),
    'Posts by category',
  ),
  blogTag: rowPage(
    [at.blogTag, 'Posts tagged Winter', 'Read More'],
    'blog_posts',
    { address: '/blog/tag/no-such-tag' },
    notFound('No posts found'),
    'Posts by tag',
  ),
  blogYear: rowPage(
    [at.blogYear, 'Posts of 2025', 'Read More'],
    'blog_posts',
    { address: '/blog/year/1066' },
    notFound('No posts found'),
    'Posts by year',
  ),
  blogAuthor: rowPage(
    [at.blogAuthor, 'Posts by Maren Holt', 'Read More'],
    'blog_posts',
    { address: '/blog/author/nobody' },
    notFound('No posts found'),
    'Posts by author',
  ),
  search: {
    address: at.search,
    title: 'Search',
    slow: 'streams',
    ok: [200, 'Or begin here:', 'none'],
    empty: [200, 'Or begin here:', 'none'],
    without: { address: '/search?q=' },
    absent: [200, 'Or begin here:', 'none'],
    failed: [200, 'Or begin here:', 'none'],
  },
  post: rowPage(
    [at.post, 'Opening the cabin in April, one system at a time', 'Back to Blog'],
    'blog_posts',
    { address: '/blog/no-such-post' },
    notFound(unreachable, 'Post not found'),
    'This post is out of reach',
  ),
  contact: fixedPage(
    [at.contact, 'Contact', 'Let us know what the house needs'],
    withoutPage('contact'),
    // Whatever is missing, the form is there.
    {
      empty: [200, 'Send us a message', 'cached'],
      absent: [200, 'Send us a message', 'cached'],
      failed: [200, 'Send us a message', 'degraded'],
    },
  ),
  contactSent: {
    // The test replaces `:id` by the number of a message that was sent.
    address: '/contact/sent/:id',
    title: 'Message sent',
    slow: 'alone',
    ok: [200, 'Thank you for your message! We will get back to you soon.', 'none'],
    empty: [200, 'Thank you for your message! We will get back to you soon.', 'none'],
    without: { address: '/contact/sent/00000000-0000-4000-8000-000000000000' },
    absent: [404, 'We have no delivery status for this number.', 'none', 'Your message'],
    failed: [200, 'Thank you for your message! We will get back to you soon.', 'none'],
  },
  privacy: fixedPage(
    [at.privacy, 'Privacy', 'We set no cookies; only the booking search, described below, may.'],
    withoutPage('privacy'),
    {
      empty: [200, account, 'cached'],
      absent: [200, account, 'cached'],
      failed: [200, account, 'degraded'],
    },
  ),
  sentryExample: fixedPage(
    [at.sentryExample, 'Error reporting test', 'Fail a server render'],
    withoutDevelopers,
    noPage,
  ),
  style: fixedPage([at.style, 'Style', 'Colors'], withoutDevelopers, noPage),
  notFound: {
    address: at.notFound,
    title: missing,
    slow: 'waits',
    ok: notFound(missing),
    empty: notFound(missing),
    without: { address: '/services/snow-removal/no-such-part' },
    absent: notFound(missing),
    failed: notFound(missing),
  },
} satisfies Record<RouteName | 'contactSent', RouteStates>;

/** What a reader of a route gets in a state. */
export function expectedOf(route: string, state: State, reader: Reader): Seen {
  const row = routeStates[route];
  if (!row) throw new Error(`No route ${route}.`);
  const isWhole = state === 'ok' || state === 'slow';
  const part = isWhole ? row.ok : state === 'empty' || state === 'absent' ? row[state] : row.failed;
  const isStreamed = state === 'slow' && row.slow === 'streams' && reader === 'visitor';
  const { title, unknownTitle = title } = row;
  const [status, sentence, lifetime, own = isWhole && !isStreamed ? title : unknownTitle] = part;
  // Titles end with the site's title when settings are known: the head of a stream cannot wait for them.
  const hasSettings =
    state === 'ok' || state === 'absent' || (state === 'slow' && !isStreamed && row.slow !== 'alone');
  const siteTitle = hasSettings ? 'Juniper Ridge' : product;
  const words = own === '' && hasSettings ? product : own;
  return {
    status,
    sentence,
    lifetime: isStreamed ? 'none' : lifetime,
    title: words === '' ? siteTitle : `${words} - ${siteTitle}`,
  };
}
