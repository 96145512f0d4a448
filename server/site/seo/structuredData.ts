import type * as schema from 'schema-dts';
import { countWithNoun } from '../../../shared/countWithNoun.ts';
import { searchPath } from '../../../shared/paths.ts';
import { noStay } from '../../../shared/stay.ts';
import type { Article } from '../../content/collections/blogPosts.ts';
import type { PriceFrom, TitledText } from '../../content/collections/fields.ts';
import type { Home } from '../../content/collections/homes.ts';
import type { Review } from '../../content/collections/reviews.ts';
import type { Service } from '../../content/collections/services.ts';
import type { SiteSettings } from '../../content/collections/siteSettings.ts';
import { phoneLink } from '../../content/parse/phoneLink.ts';
import { isShare, moneyText } from '../money.ts';
import { leastText, leastTotal, type StayTotal } from '../stayPrice.ts';
import { openingHoursOf } from './openingHours.ts';
import type { PageDescription, TrailStep } from './pageDescription.ts';
import { companyPicturePath } from './socialPicture.ts';

/** The sources of one page's graph: only what the page also shows to people. */
interface GraphSources {
  readonly origin: string;
  /** The page's own address. */
  readonly address: string;
  readonly title: string;
  readonly siteName: string;
  readonly settings: SiteSettings | undefined;
  /** URLs of its pictures; the first one represents the page. */
  readonly pictures: readonly string[];
  readonly description: PageDescription;
}

interface Ids {
  readonly site: string;
  readonly company: string;
  readonly page: string;
  /** What the page is about. */
  readonly main: string;
  readonly trail: string;
}

/**
 * A page's structured data as one graph: the site, the company, the page, and what the page is about. Every
 * reference by `@id` leads to a member of the same graph.
 */
export function graphOf(sources: GraphSources): schema.Graph {
  const { origin, address, description, pictures } = sources;
  const { post, home, service, companyServices, trail = [], questions = [] } = description;
  const ids: Ids = {
    site: `${origin}/#site`,
    company: `${origin}/#business`,
    page: `${address}#page`,
    main: `${address}#main`,
    trail: `${address}#trail`,
  };
  return {
    '@context': 'https://schema.org',
    '@graph': [
      webSite(sources, ids),
      companyServices ? company(sources, companyServices, ids.company) : brief(sources, ids.company),
      webPage(sources, ids),
      ...(trail.length > 0 ? [breadcrumbs(trail, origin, ids.trail)] : []),
      ...(post ? [blogPosting(post, pictures, ids)] : []),
      ...(home ? [vacationRental(home, description.homeReviews ?? [], sources, ids.main)] : []),
      ...(service ? [serviceOffered(service, sources, ids)] : []),
      ...(questions.length > 0 ? [faqPage(questions, address, ids.page)] : []),
    ],
  };
}

function webSite({ origin, siteName }: GraphSources, ids: Ids): schema.WebSite {
  const search: schema.WithActionConstraints<schema.SearchAction> = {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${origin}${searchPath}?q={search_term_string}` },
    'query-input': 'required name=search_term_string',
  };
  return {
    '@type': 'WebSite',
    '@id': ids.site,
    name: siteName,
    url: `${origin}/`,
    publisher: { '@id': ids.company },
    potentialAction: search,
  };
}

function webPage({ address, title, description }: GraphSources, ids: Ids): schema.WebPage {
  const { kind, trail, companyServices } = description;
  const hasSubject = Boolean(description.post ?? description.home ?? description.service);
  return {
    '@type': kind ?? 'WebPage',
    '@id': ids.page,
    url: address,
    name: title,
    isPartOf: { '@id': ids.site },
    ...(trail?.length && { breadcrumb: { '@id': ids.trail } }),
    ...(hasSubject && { mainEntity: { '@id': ids.main } }),
    ...(!hasSubject && companyServices && { about: { '@id': ids.company } }),
  };
}

/** The company in short, on pages about something else. */
const brief = ({ siteName, origin }: GraphSources, id: string) =>
  ({
    '@type': 'Organization',
    '@id': id,
    name: siteName,
    url: `${origin}/`,
    logo: `${origin}/icon-512.png`,
  }) satisfies schema.Organization;

/**
 * The company with all of its settings; without an address it is not a place that people can visit. Reviews of the
 * company are left out: a company must not rate itself.
 */
function company(
  sources: GraphSources,
  services: readonly Service[],
  id: string,
): schema.LocalBusiness | schema.Organization {
  const { origin, settings } = sources;
  const { email, address, serviceArea, founded, hours } = settings ?? {};
  const phone = numberIn(settings?.phone ?? '');
  const emergencyPhone = numberIn(settings?.emergencyPhone ?? '');
  const openingHours = openingHoursOf(hours ?? '').map(
    (spec): schema.OpeningHoursSpecification => ({ '@type': 'OpeningHoursSpecification', ...spec }),
  );
  const prices = priceRange(services);
  const areas = (serviceArea ?? '').split(/[,;&]|\band\b/).flatMap((name) => name.trim() || []);
  const contacts = [
    ...(phone ? [contactPoint('customer service', phone)] : []),
    ...(emergencyPhone ? [contactPoint('emergency', emergencyPhone)] : []),
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
    image: origin + companyPicturePath,
    address: postalAddress(address),
    ...(openingHours.length > 0 && { openingHoursSpecification: openingHours }),
    ...(prices !== null && { priceRange: prices }),
  };
}

/** The telephone number in a setting: as it is written if that is nothing else, else as it is dialed. */
function numberIn(words: string): string | null {
  const link = phoneLink(words);
  return link === null || /^[\d\s().+\u2010-\u2015-]+$/.test(words)
    ? link && words
    : link.slice('tel:'.length);
}

const contactPoint = (contactType: string, telephone: string): schema.ContactPoint => ({
  '@type': 'ContactPoint',
  contactType,
  telephone,
});

/** Street, town, state and ZIP code; the name of a state, unlike its letters, needs a comma before it. */
const addressParts =
  /^(.+), ([^,]+?)(?:,? ([A-Z]{2})|, ([A-Z][A-Za-z. ]+?)),? (\d{5}(?:-\d{4})?)(?:,? (?:USA?|United States))?$/;

/** An address, split into its parts if it is written as in the United States. */
function postalAddress(text: string): schema.PostalAddress {
  const [, street, town, letters, name, code] = addressParts.exec(text.trim()) ?? [];
  const region = letters ?? name;
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

/** From the lowest to the highest starting price of a service; null without prices, or with several currencies. */
function priceRange(services: readonly Service[]): string | null {
  const prices = services.flatMap(({ price }) => (price && !isShare(price) ? [price.from] : []));
  const [first] = prices;
  if (!first || prices.some(({ currency }) => currency !== first.currency)) return null;
  const { currency } = first;
  const amounts = prices.map(({ amount }) => amount);
  const ends = new Set([Math.min(...amounts), Math.max(...amounts)]);
  return [...ends].map((amount) => moneyText({ amount, currency })).join('–');
}

function blogPosting(post: Article, pictures: readonly string[], ids: Ids): schema.BlogPosting {
  const { title, excerpt, published, lastModified, authorName } = post;
  return {
    '@type': 'BlogPosting',
    '@id': ids.main,
    headline: title,
    mainEntityOfPage: { '@id': ids.page },
    publisher: { '@id': ids.company },
    ...(pictures.length > 0 && { image: [...pictures] }),
    ...(excerpt !== null && { description: excerpt }),
    ...(published !== null && { datePublished: published.machine }),
    ...(lastModified !== null && { dateModified: lastModified }),
    author: authorName === null ? { '@id': ids.company } : { '@type': 'Person', name: authorName },
  };
}

/** A home that guests book, with those of its facts that content has. */
function vacationRental(
  home: Home,
  reviews: readonly Review[],
  { address, pictures }: GraphSources,
  id: string,
): schema.VacationRental | schema.LodgingBusiness {
  const { slug, name, town, summary, bedrooms, baths, guests, features, coordinates } = home;
  const least = leastTotal(home, noStay);
  const rated = reviews.filter(({ rating }) => rating !== null);
  const rooms: schema.Accommodation = {
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
  // What search engines require of a `VacationRental`; any other home is a place to stay.
  const isVacationRental =
    coordinates !== null && pictures.length > 0 && guests !== null && bedrooms !== null;
  return {
    '@type': isVacationRental ? 'VacationRental' : 'LodgingBusiness',
    '@id': id,
    identifier: slug,
    name,
    url: address,
    ...(summary !== null && { description: summary }),
    ...(pictures.length > 0 && { image: [...pictures] }),
    ...(coordinates !== null && { geo: { '@type': 'GeoCoordinates', ...coordinates } }),
    ...(least !== null && { priceRange: leastText(least), makesOffer: leastOffer(least) }),
    ...(town !== null && {
      address: { '@type': 'PostalAddress', addressLocality: town.name, addressCountry: 'US' },
    }),
    ...(Object.keys(rooms).length > 1 && { containsPlace: rooms }),
    ...(rated.length > 0 && { review: rated.map(reviewOf) }),
  };
}

/** One review, with only what its row says: search engines accept none without a rating. */
function reviewOf({ name, text, rating, date }: Review): schema.Review {
  return {
    '@type': 'Review',
    author: { '@type': 'Person', name },
    reviewBody: text,
    ...(rating !== null && { reviewRating: { '@type': 'Rating', ratingValue: rating, bestRating: 5 } }),
    ...(date !== null && { datePublished: date.machine }),
  };
}

function serviceOffered(
  { title, summary, price }: Service,
  { address, pictures }: GraphSources,
  ids: Ids,
): schema.Service {
  return {
    '@type': 'Service',
    '@id': ids.main,
    name: title,
    url: address,
    provider: { '@id': ids.company },
    ...(summary !== null && { description: summary }),
    ...(pictures.length > 0 && { image: [...pictures] }),
    ...(price !== null && !isShare(price) && { offers: offer(price) }),
  };
}

const offer = ({ from, unit }: PriceFrom): schema.Offer => ({
  '@type': 'Offer',
  priceSpecification: {
    '@type': 'UnitPriceSpecification',
    price: from.amount,
    minPrice: from.amount,
    priceCurrency: from.currency,
    ...(unit !== null && { unitText: unit }),
  },
});

/** The least that a stay costs, for as many nights as it must have. */
const leastOffer = ({ total, nights, isWithTax }: StayTotal): schema.Offer => ({
  '@type': 'Offer',
  priceSpecification: {
    '@type': 'UnitPriceSpecification',
    price: total.amount,
    minPrice: total.amount,
    priceCurrency: total.currency,
    valueAddedTaxIncluded: isWithTax,
    unitText: countWithNoun(nights, 'night'),
  },
});

/** The questions that the page visibly answers. */
function faqPage(questions: readonly TitledText[], address: string, page: string): schema.FAQPage {
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

/** The breadcrumb trail, which search results show instead of an address. */
function breadcrumbs(trail: readonly TrailStep[], origin: string, id: string): schema.BreadcrumbList {
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
export function renderStructuredData(graph: schema.Graph): string {
  return JSON.stringify(graph).replaceAll('<', '\\u003c');
}
