import type {
  Accommodation,
  BlogPosting,
  BreadcrumbList,
  ContactPoint,
  FAQPage,
  Graph,
  LocalBusiness,
  LodgingBusiness,
  Offer,
  OpeningHoursSpecification,
  Organization,
  PostalAddress,
  Review as ReviewThing,
  SearchAction,
  Service as ServiceThing,
  VacationRental,
  WebPage,
  WebSite,
  WithActionConstraints,
} from 'schema-dts';
import type { PriceFrom } from '../../../shared/content.ts';
import { moneyText, priceText } from '../../../shared/money.ts';
import { searchPath } from '../../../shared/paths.ts';
import type { Post } from '../../content/collections/blogPosts.ts';
import type { TitledText } from '../../content/collections/fields.ts';
import type { Home } from '../../content/collections/homes.ts';
import type { Review } from '../../content/collections/reviews.ts';
import type { Service } from '../../content/collections/services.ts';
import type { SiteSettings } from '../../content/collections/siteSettings.ts';
import { openingHoursOf } from './openingHours.ts';

/** A page on the way from the home page to the one that says it. */
export interface TrailStep {
  readonly name: string;
  readonly path: string;
}

/** What a page is in the words of schema.org, where it is more than a page. */
export type PageKind = 'AboutPage' | 'ContactPage' | 'CollectionPage';

/** What the graph of one page is made of: only what the page shows to people too. */
export interface GraphSources {
  readonly origin: string;
  /** The page's own address. */
  readonly address: string;
  readonly title: string;
  readonly kind: PageKind | null;
  readonly siteName: string;
  readonly settings: SiteSettings | undefined;
  /** Addresses of its pictures; the first one stands for the page. */
  readonly pictures: readonly string[];
  readonly trail: readonly TrailStep[];
  readonly questions: readonly TitledText[];
  readonly post: Post | null;
  readonly home: Home | null;
  readonly homeReviews: readonly Review[];
  readonly service: Service | null;
  /** The services whose prices say what the company costs; null on a page that is not about the company. */
  readonly companyServices: readonly Service[] | null;
}

/**
 * What a page says to programs, as one graph: the site, the company, the page, and what the page is about. Every
 * reference by `@id` leads to a member of the same graph.
 */
export function graphOf(sources: GraphSources): Graph {
  const { origin, address, title, kind, siteName, pictures, trail, questions } = sources;
  const { post, home, service } = sources;
  const ids = {
    ...{ site: `${origin}/#site`, company: `${origin}/#business` },
    ...{ page: `${address}#page`, main: `${address}#main` },
  };
  const subject = post ?? home ?? service;
  const trailId = `${address}#trail`;
  const search: WithActionConstraints<SearchAction> = {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${origin}${searchPath}?q={search_term_string}` },
    'query-input': 'required name=search_term_string',
  };
  const site: WebSite = {
    '@type': 'WebSite',
    '@id': ids.site,
    name: siteName,
    url: `${origin}/`,
    publisher: { '@id': ids.company },
    potentialAction: search,
  };
  const page: WebPage = {
    '@type': kind ?? 'WebPage',
    '@id': ids.page,
    url: address,
    name: title,
    isPartOf: { '@id': ids.site },
    ...(trail.length > 0 && { breadcrumb: { '@id': trailId } }),
    ...(subject && { mainEntity: { '@id': ids.main } }),
    ...(!subject && sources.companyServices && { about: { '@id': ids.company } }),
  };
  return {
    '@context': 'https://schema.org',
    '@graph': [
      site,
      sources.companyServices === null ? brief(sources, ids.company) : company(sources, ids.company),
      page,
      ...(trail.length > 0 ? [breadcrumbs(trail, origin, trailId)] : []),
      ...(post ? [blogPosting(post, sources, ids)] : []),
      ...(home ? [vacationRental(home, sources, ids.main)] : []),
      ...(service ? [serviceThing(service, address, ids, pictures)] : []),
      ...(questions.length > 0 ? [faqPage(questions, address, ids.page)] : []),
    ],
  };
}

/** The company where the page is about something else. */
const brief = ({ siteName, origin }: GraphSources, id: string) =>
  ({
    '@type': 'Organization',
    '@id': id,
    name: siteName,
    url: `${origin}/`,
    logo: `${origin}/icon-512.png`,
  }) satisfies Organization;

/**
 * The company with all that its settings say; without an address it is no place that anybody can come to. What clients
 * say of it stays out: nobody rates himself.
 */
function company(sources: GraphSources, id: string): LocalBusiness | Organization {
  const { origin, settings, companyServices } = sources;
  const { phone, email, address, serviceArea, founded, hours, emergencyPhone } = settings ?? {};
  const openingHours = openingHoursOf(hours ?? '').map(
    (spec): OpeningHoursSpecification => ({ '@type': 'OpeningHoursSpecification', ...spec }),
  );
  const prices = priceRange(companyServices ?? []);
  const areas = (serviceArea ?? '').split(/,|\band\b/).flatMap((name) => name.trim() || []);
  const contacts: ContactPoint[] = [
    ...(phone
      ? [{ '@type': 'ContactPoint' as const, contactType: 'customer service', telephone: phone }]
      : []),
    ...(emergencyPhone
      ? [{ '@type': 'ContactPoint' as const, contactType: 'emergency', telephone: emergencyPhone }]
      : []),
  ];
  const organization = {
    ...brief(sources, id),
    ...(phone && { telephone: phone }),
    ...(email && { email }),
    ...(areas.length > 0 && { areaServed: areas.map((name) => ({ '@type': 'Place' as const, name })) }),
    ...(founded && /^\d{4}$/.test(founded) && { foundingDate: founded }),
    ...(contacts.length > 0 && { contactPoint: contacts }),
  };
  if (!address) return organization;
  return {
    ...organization,
    '@type': 'LocalBusiness',
    image: `${origin}/social.png`,
    address: postalAddress(address),
    ...(openingHours.length > 0 && { openingHoursSpecification: openingHours }),
    ...(prices !== null && { priceRange: prices }),
  };
}

/** An address in its parts where it is written as in the United States: street, town, state and code. */
function postalAddress(text: string): PostalAddress {
  const [, street, town, region, code] =
    /^(.+), ([^,]+), ([A-Z]{2}) (\d{5}(?:-\d{4})?)$/.exec(text.trim()) ?? [];
  return street && town && region && code
    ? {
        '@type': 'PostalAddress',
        streetAddress: street,
        addressLocality: town,
        addressRegion: region,
        postalCode: code,
        addressCountry: 'US',
      }
    : { '@type': 'PostalAddress', streetAddress: text };
}

/** From the least to the most that a service begins at; null where prices are none, or in several currencies. */
function priceRange(services: readonly Service[]): string | null {
  const prices = services.flatMap(({ price }) => (price ? [price.from] : []));
  const [first] = prices;
  if (!first || prices.some(({ currency }) => currency !== first.currency)) return null;
  const { currency } = first;
  const amounts = prices.map(({ amount }) => amount);
  const text = (amount: number) => moneyText({ amount, currency });
  return `${text(Math.min(...amounts))}–${text(Math.max(...amounts))}`;
}

interface Ids {
  readonly main: string;
  readonly page: string;
  readonly company: string;
}

function blogPosting(post: Post, { pictures }: GraphSources, ids: Ids): BlogPosting {
  const { title, excerpt, published, lastModified, authorName } = post;
  return {
    '@type': 'BlogPosting',
    '@id': ids.main,
    headline: title.slice(0, 110),
    mainEntityOfPage: { '@id': ids.page },
    publisher: { '@id': ids.company },
    ...(pictures.length > 0 && { image: [...pictures] }),
    ...(excerpt !== null && { description: excerpt }),
    ...(published !== null && { datePublished: published.machine }),
    ...(lastModified !== null && { dateModified: lastModified }),
    author: authorName === null ? { '@id': ids.company } : { '@type': 'Person', name: authorName },
  };
}

/** A home that guests book: of its facts those that content has. */
function vacationRental(
  home: Home,
  { address, pictures, homeReviews }: GraphSources,
  id: string,
): VacationRental | LodgingBusiness {
  const { slug, name, town, summary, bedrooms, baths, guests, features, price, coordinates } = home;
  const rated = homeReviews.filter(({ rating }) => rating !== null);
  const rooms: Accommodation = {
    '@type': 'Accommodation',
    ...(bedrooms !== null && { numberOfBedrooms: bedrooms }),
    // An integer, in which a half bathroom counts as one: https://schema.org/numberOfBathroomsTotal
    ...(baths !== null && { numberOfBathroomsTotal: Math.ceil(baths) }),
    ...(guests !== null && { occupancy: { '@type': 'QuantitativeValue', value: guests } }),
    ...(features.length > 0 && {
      amenityFeature: features.map((feature) => ({
        '@type': 'LocationFeatureSpecification' as const,
        name: feature,
        value: true,
      })),
    }),
  };
  // What search engines ask of one; another home is a place to stay.
  const isWhole = coordinates !== null && pictures.length > 0 && guests !== null && bedrooms !== null;
  return {
    '@type': isWhole ? 'VacationRental' : 'LodgingBusiness',
    '@id': id,
    identifier: slug,
    name,
    url: address,
    ...(summary !== null && { description: summary }),
    ...(pictures.length > 0 && { image: [...pictures] }),
    ...(coordinates !== null && { geo: { '@type': 'GeoCoordinates', ...coordinates } }),
    ...(price !== null && { priceRange: priceText(price), makesOffer: offer(price) }),
    ...(town !== null && {
      address: { '@type': 'PostalAddress', addressLocality: town.name, addressCountry: 'US' },
    }),
    ...(Object.keys(rooms).length > 1 && { containsPlace: rooms }),
    ...(rated.length > 0 && { review: rated.map(reviewThing) }),
  };
}

/** One review, with what its row says and no more: search engines take none without a rating. */
function reviewThing({ name, text, rating, date }: Review): ReviewThing {
  return {
    '@type': 'Review',
    author: { '@type': 'Person', name },
    reviewBody: text,
    ...(rating !== null && { reviewRating: { '@type': 'Rating', ratingValue: rating, bestRating: 5 } }),
    ...(date !== null && { datePublished: date.machine }),
  };
}

function serviceThing(
  { title, summary, price }: Service,
  address: string,
  ids: Ids,
  pictures: readonly string[],
): ServiceThing {
  return {
    '@type': 'Service',
    '@id': ids.main,
    name: title,
    url: address,
    provider: { '@id': ids.company },
    ...(summary !== null && { description: summary }),
    ...(pictures.length > 0 && { image: [...pictures] }),
    ...(price !== null && { offers: offer(price) }),
  };
}

const offer = ({ from, unit }: PriceFrom): Offer => ({
  '@type': 'Offer',
  priceSpecification: {
    '@type': 'UnitPriceSpecification',
    price: from.amount,
    minPrice: from.amount,
    priceCurrency: from.currency,
    ...(unit !== null && { unitText: unit }),
  },
});

/** The questions that the page answers in sight. */
function faqPage(questions: readonly TitledText[], address: string, page: string): FAQPage {
  return {
    '@type': 'FAQPage',
    '@id': `${address}#questions`,
    isPartOf: { '@id': page },
    mainEntity: questions.map(({ title, text }) => ({
      '@type': 'Question' as const,
      name: title,
      acceptedAnswer: { '@type': 'Answer' as const, text },
    })),
  };
}

/** The way from the home page, as search results show it instead of an address. */
function breadcrumbs(trail: readonly TrailStep[], origin: string, id: string): BreadcrumbList {
  return {
    '@type': 'BreadcrumbList',
    '@id': id,
    itemListElement: trail.map(({ name, path }, at) => ({
      '@type': 'ListItem' as const,
      position: at + 1,
      name,
      item: origin + path,
    })),
  };
}

/** The text of a data block. `<` is escaped, because the parser ends the block at the first `</script`. */
export function renderStructuredData(graph: Graph): string {
  return JSON.stringify(graph).replaceAll('<', '\\u003c');
}
