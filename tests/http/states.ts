import type { CollectionName } from '../../server/content/collections/collections.ts';
import type { ContactService } from '../support/contactService.ts';
import type { ContentService } from '../support/contentService.ts';
import { siteAddresses } from '../support/siteAddresses.ts';

/** What can be the matter with what a page is made of. */
export const states = ['ok', 'slow', 'empty', 'absent', 'unreachable', 'malformed'] as const;
export type State = (typeof states)[number];

/** How long a response may be used again: a word for its `Cache-Control` and `CDN-Cache-Control`. */
export type Lifetime = 'cached' | 'degraded' | 'fallback' | 'absent' | 'none';

/** What one reader gets: the status, the whole title, a sentence of the page, its lifetime. */
export interface Seen {
  readonly status: number;
  readonly title: string;
  readonly sentence: string;
  readonly lifetime: Lifetime;
}

/** The services behind the site, to take something away from. */
export interface Services {
  readonly content: ContentService;
  readonly contact: ContactService;
}

interface RouteStates {
  readonly address: string;
  /** The collection that is its own content: without it the status is 503. */
  readonly ownCollection?: CollectionName;
  /** What is absent in the state `absent`: another address, or something that is taken away. */
  readonly absentAddress?: string;
  readonly takeAway?: (services: Services) => Promise<void> | void;
  /** Variables of the environment in the state `absent`. */
  readonly absentEnvironment?: Readonly<Record<string, string>>;
  /** Two where a visitor, who gets a stream, and a crawler, who waits, see something different. */
  readonly states: Readonly<Record<State, Seen | { readonly visitor: Seen; readonly crawler: Seen }>>;
}

const unreachable = 'Directus is unreachable.';
const notFound = 'Page not found';

/** Titles end with the site's title where settings are known, else with the product's name. */
const titled = (title: string): string => `${title} - Juniper Ridge`;
const product = 'Juniper Ridge Property Services';
const productTitled = (title: string): string => `${title} - ${product}`;

const seen = (status: number, title: string, sentence: string, lifetime: Lifetime): Seen => ({
  status,
  title,
  sentence,
  lifetime,
});

/** A streamed page is never cached, and its title cannot wait for the settings; who waits gets the cached page. */
const streamed = (title: string, whole: Seen) => ({
  visitor: seen(200, title, whole.sentence, 'none'),
  crawler: whole,
});

/** What could not be loaded from the start: the notice with the true status, the same for everybody. */
const outage = (title: string, sentence = unreachable): Seen => seen(503, title, sentence, 'none');

const removePage =
  (slug: string) =>
  ({ content }: Services) => {
    content.rows.pages = content.rows.pages.filter((row) => row.slug !== slug);
  };

/** Directus says of a collection that is not there what it says of one that nobody may read. */
const forbid =
  (collection: CollectionName) =>
  ({ content }: Services) =>
    content.fault(collection, { kind: 'status', status: 403 });

const home = seen(200, titled(product), 'A well-kept home under a wide sky', 'cached');
const about = seen(200, titled('About'), 'The people behind the porch light', 'cached');
const services = seen(200, titled('Services'), 'Deck Restoration', 'cached');
const service = seen(200, titled('Snow Removal'), 'Wake up to a clear driveway', 'cached');
const management = seen(200, titled('STR Management'), 'Staging and Photographs', 'cached');
const rentals = seen(200, titled('Vacation Rentals'), 'Find your dates', 'cached');
const rental = seen(200, titled('Meadow Cabin'), 'Four bicycles', 'cached');
const searchRentals = seen(200, titled('Search Vacation Rentals'), 'Find your dates', 'cached');
const blog = seen(200, titled('Blog'), 'Notes from the ridge', 'cached');
const categories = seen(200, titled('Blog categories'), 'Owner Guides', 'cached');
const tags = seen(200, titled('Blog tags'), 'Popular tags', 'cached');
const category = seen(200, titled('Seasonal Care posts'), 'Opening the Cabin in April', 'cached');
const tag = seen(200, titled('Posts tagged Winter'), 'Read More', 'cached');
const post = seen(200, titled('Opening the Cabin in April, One System at a Time'), 'Back to Blog', 'cached');
const contact = seen(200, titled('Contact'), 'Let us know what the house needs', 'cached');
const privacy = seen(200, titled('Privacy'), 'Reading this site sets no cookies.', 'cached');
const errorTest = seen(200, titled('Error reporting test'), 'Fail a server render', 'cached');
const style = seen(200, titled('Style'), 'Colors', 'cached');
const sent = seen(
  200,
  titled('Message sent'),
  'Thank you for your message! We will get back to you soon.',
  'none',
);
const unread = 'The delivery status cannot be read at the moment.';
const offline = 'Online search is not open at the moment.';

/** Every route, and what its readers get in every state. */
export const routeStates: Readonly<Record<string, RouteStates>> = {
  home: {
    address: siteAddresses.home,
    ownCollection: 'pages',
    takeAway: removePage('home'),
    states: {
      ok: home,
      slow: streamed(product, home),
      empty: seen(200, product, 'Our list of services is being rewritten.', 'fallback'),
      absent: seen(200, titled(product), unreachable, 'fallback'),
      unreachable: outage(product),
      malformed: outage(product),
    },
  },
  about: {
    address: siteAddresses.about,
    ownCollection: 'pages',
    takeAway: removePage('about'),
    states: {
      ok: about,
      slow: streamed(productTitled('About'), about),
      empty: seen(200, productTitled('About'), unreachable, 'fallback'),
      absent: seen(200, titled('About'), unreachable, 'fallback'),
      unreachable: outage(productTitled('About')),
      malformed: outage(productTitled('About')),
    },
  },
  services: {
    address: siteAddresses.services,
    ownCollection: 'services',
    takeAway: forbid('services'),
    states: {
      ok: services,
      slow: streamed(productTitled('Services'), services),
      empty: seen(200, productTitled('Services'), 'Our list of services is being rewritten.', 'cached'),
      absent: outage(titled('Services')),
      unreachable: outage(productTitled('Services')),
      malformed: outage(productTitled('Services')),
    },
  },
  service: {
    address: siteAddresses.service,
    ownCollection: 'services',
    absentAddress: '/services/no-such-service',
    states: {
      ok: service,
      // The status waits for the service; by then the settings are known.
      slow: { visitor: { ...service, lifetime: 'none' }, crawler: service },
      empty: seen(404, productTitled('Service not found'), 'Service not found', 'absent'),
      absent: seen(404, titled('Service not found'), 'Service not found', 'absent'),
      unreachable: outage(productTitled('Service not found')),
      malformed: outage(productTitled('Service not found')),
    },
  },
  strManagement: {
    address: siteAddresses.strManagement,
    ownCollection: 'pages',
    takeAway: removePage('str-management'),
    states: {
      ok: management,
      slow: streamed(productTitled('Short-Term Rental Management'), management),
      empty: seen(200, productTitled('Short-Term Rental Management'), unreachable, 'fallback'),
      absent: seen(200, titled('Short-Term Rental Management'), unreachable, 'fallback'),
      unreachable: outage(productTitled('Short-Term Rental Management')),
      malformed: outage(productTitled('Short-Term Rental Management')),
    },
  },
  rentals: {
    address: siteAddresses.rentals,
    absentEnvironment: { BOOKING_SITE_URL: '' },
    states: {
      ok: rentals,
      slow: streamed(productTitled('Vacation Rentals'), rentals),
      empty: { ...rentals, title: productTitled('Vacation Rentals') },
      absent: { ...rentals, sentence: offline },
      unreachable: { ...rentals, title: productTitled('Vacation Rentals'), lifetime: 'degraded' },
      malformed: { ...rentals, title: productTitled('Vacation Rentals'), lifetime: 'degraded' },
    },
  },
  rental: {
    address: siteAddresses.rental,
    ownCollection: 'homes',
    // A Directus that does not have the collection responds like this.
    takeAway: forbid('homes'),
    states: {
      ok: rental,
      // The status waits for the home; by then everything else is there.
      slow: rental,
      empty: seen(404, productTitled('Home not found'), 'Home not found', 'absent'),
      absent: seen(404, titled('Home not found'), 'Home not found', 'absent'),
      unreachable: outage(productTitled('Home not found')),
      malformed: outage(productTitled('Home not found')),
    },
  },
  searchRentals: {
    address: siteAddresses.searchRentals,
    absentEnvironment: { BOOKING_SITE_URL: '' },
    states: {
      ok: searchRentals,
      slow: streamed(productTitled('Search Vacation Rentals'), searchRentals),
      empty: { ...searchRentals, title: productTitled('Search Vacation Rentals') },
      absent: { ...searchRentals, sentence: offline },
      unreachable: {
        ...searchRentals,
        title: productTitled('Search Vacation Rentals'),
        lifetime: 'degraded',
      },
      malformed: { ...searchRentals, title: productTitled('Search Vacation Rentals'), lifetime: 'degraded' },
    },
  },
  blog: {
    address: siteAddresses.blog,
    ownCollection: 'blog_posts',
    absentAddress: '/blog?page=99',
    states: {
      ok: blog,
      slow: streamed(productTitled('Blog'), blog),
      empty: seen(200, productTitled('Blog'), 'No posts found', 'cached'),
      absent: seen(404, titled('No posts found'), 'No posts found', 'absent'),
      // The four built-in samples, which must never be taken for content.
      unreachable: outage(productTitled('Blog'), 'Getting an Empty House Ready for Winter'),
      malformed: outage(productTitled('Blog'), 'Getting an Empty House Ready for Winter'),
    },
  },
  blogCategories: {
    address: siteAddresses.blogCategories,
    ownCollection: 'blog_posts',
    takeAway: forbid('blog_posts'),
    states: {
      ok: categories,
      slow: streamed(productTitled('Blog categories'), categories),
      empty: seen(200, productTitled('Blog categories'), 'No categories are in use yet.', 'cached'),
      absent: outage(titled('Blog categories'), 'Owner Guides'),
      unreachable: outage(productTitled('Blog categories'), 'Owner Guides'),
      malformed: outage(productTitled('Blog categories'), 'Owner Guides'),
    },
  },
  blogTags: {
    address: siteAddresses.blogTags,
    ownCollection: 'blog_posts',
    takeAway: forbid('blog_posts'),
    states: {
      ok: tags,
      slow: streamed(productTitled('Blog tags'), tags),
      empty: seen(200, productTitled('Blog tags'), 'No tags are in use yet.', 'cached'),
      absent: outage(titled('Blog tags'), 'Checklists'),
      unreachable: outage(productTitled('Blog tags'), 'Checklists'),
      malformed: outage(productTitled('Blog tags'), 'Checklists'),
    },
  },
  blogCategory: {
    address: siteAddresses.blogCategory,
    ownCollection: 'blog_posts',
    absentAddress: '/blog/category/no-such-category',
    states: {
      ok: category,
      slow: category,
      empty: seen(404, productTitled('No posts found'), 'No posts found', 'absent'),
      absent: seen(404, titled('No posts found'), 'No posts found', 'absent'),
      unreachable: outage(productTitled('Seasonal Care posts')),
      malformed: outage(productTitled('Seasonal Care posts')),
    },
  },
  blogTag: {
    address: siteAddresses.blogTag,
    ownCollection: 'blog_posts',
    absentAddress: '/blog/tag/no-such-tag',
    states: {
      ok: tag,
      slow: tag,
      empty: seen(404, productTitled('No posts found'), 'No posts found', 'absent'),
      absent: seen(404, titled('No posts found'), 'No posts found', 'absent'),
      unreachable: outage(productTitled('Posts tagged Winter')),
      malformed: outage(productTitled('Posts tagged Winter')),
    },
  },
  post: {
    address: siteAddresses.post,
    ownCollection: 'blog_posts',
    absentAddress: '/blog/no-such-post',
    states: {
      ok: post,
      slow: post,
      empty: seen(404, productTitled('Post not found'), unreachable, 'absent'),
      absent: seen(404, titled('Post not found'), unreachable, 'absent'),
      unreachable: outage(product),
      malformed: outage(product),
    },
  },
  contact: {
    address: siteAddresses.contact,
    takeAway: removePage('contact'),
    states: {
      ok: contact,
      slow: streamed(productTitled('Contact'), contact),
      // Whatever is missing, the form is there.
      empty: seen(200, productTitled('Contact'), 'Send us a message', 'cached'),
      absent: seen(200, titled('Contact'), 'Send us a message', 'cached'),
      unreachable: seen(200, productTitled('Contact'), 'Send us a message', 'degraded'),
      malformed: seen(200, productTitled('Contact'), 'Send us a message', 'degraded'),
    },
  },
  contactSent: {
    // The test puts the number of a message that was sent in the place of the colon.
    address: '/contact/sent/:id',
    absentAddress: '/contact/sent/00000000-0000-4000-8000-000000000000',
    states: {
      ok: sent,
      slow: { ...sent, title: productTitled('Message sent') },
      empty: { ...sent, title: productTitled('Message sent') },
      absent: seen(404, titled('Your message'), 'We have no delivery status for this number.', 'none'),
      unreachable: seen(502, productTitled('Your message'), unread, 'none'),
      malformed: seen(502, productTitled('Your message'), unread, 'none'),
    },
  },
  privacy: {
    address: siteAddresses.privacy,
    takeAway: removePage('privacy'),
    states: {
      ok: privacy,
      slow: streamed(productTitled('Privacy'), privacy),
      empty: seen(
        200,
        productTitled('Privacy'),
        'You need no account here, and we set no cookies.',
        'cached',
      ),
      absent: seen(200, titled('Privacy'), 'You need no account here, and we set no cookies.', 'cached'),
      unreachable: seen(
        200,
        productTitled('Privacy'),
        'You need no account here, and we set no cookies.',
        'degraded',
      ),
      malformed: seen(
        200,
        productTitled('Privacy'),
        'You need no account here, and we set no cookies.',
        'degraded',
      ),
    },
  },
  sentryExample: {
    address: siteAddresses.sentryExample,
    absentEnvironment: { DEV_PAGES: '0' },
    states: {
      ok: errorTest,
      slow: streamed(productTitled('Error reporting test'), errorTest),
      empty: { ...errorTest, title: productTitled('Error reporting test') },
      absent: seen(404, titled(notFound), notFound, 'absent'),
      unreachable: { ...errorTest, title: productTitled('Error reporting test'), lifetime: 'degraded' },
      malformed: { ...errorTest, title: productTitled('Error reporting test'), lifetime: 'degraded' },
    },
  },
  style: {
    address: siteAddresses.style,
    absentEnvironment: { DEV_PAGES: '0' },
    states: {
      ok: style,
      slow: streamed(productTitled('Style'), style),
      empty: { ...style, title: productTitled('Style') },
      absent: seen(404, titled(notFound), notFound, 'absent'),
      unreachable: { ...style, title: productTitled('Style'), lifetime: 'degraded' },
      malformed: { ...style, title: productTitled('Style'), lifetime: 'degraded' },
    },
  },
  notFound: {
    address: siteAddresses.notFound,
    absentAddress: '/services/snow-removal/no-such-part',
    states: {
      ok: seen(404, titled(notFound), notFound, 'absent'),
      slow: {
        visitor: seen(404, productTitled(notFound), notFound, 'none'),
        crawler: seen(404, titled(notFound), notFound, 'absent'),
      },
      empty: seen(404, productTitled(notFound), notFound, 'absent'),
      absent: seen(404, titled(notFound), notFound, 'absent'),
      unreachable: seen(404, productTitled(notFound), notFound, 'absent'),
      malformed: seen(404, productTitled(notFound), notFound, 'absent'),
    },
  },
};
