import type { PostSummary, PriceFrom } from '../../../shared/content.ts';
import { priceText } from '../../../shared/money.ts';
import type { Home } from '../../content/collections/homes.ts';
import type { Review } from '../../content/collections/reviews.ts';
import type { Service } from '../../content/collections/services.ts';
import type { SiteSettings } from '../../content/collections/siteSettings.ts';

/** One thing that a page says of itself to programs, in the words of schema.org. */
export type StructuredThing = { readonly '@type': string } & Readonly<Record<string, unknown>>;

/** A page on the way from the home page to the one that says it. */
export interface TrailStep {
  readonly name: string;
  readonly path: string;
}

/**
 * The company, from its settings: null where they name no way to reach it. Opening hours stay out, because settings
 * hold them as free text.
 *
 * @param reviews those of the content service; the built-in ones are nobody's and stay out
 */
export function localBusiness(
  settings: SiteSettings,
  name: string,
  origin: string,
  reviews: readonly Review[],
): StructuredThing | null {
  const { phone, email, address, serviceArea, founded } = settings;
  if (phone === null && address === null) return null;
  return {
    '@type': 'LocalBusiness',
    '@id': `${origin}/#business`,
    name,
    url: `${origin}/`,
    image: `${origin}/social.png`,
    ...(phone !== null && { telephone: phone }),
    ...(email !== null && { email }),
    ...(address !== null && { address }),
    ...(serviceArea !== null && { areaServed: serviceArea }),
    ...(founded !== null && /^\d{4}$/.test(founded) && { foundingDate: founded }),
    ...(reviews.length > 0 && { review: reviews.map(reviewThing) }),
  };
}

/** One review, with what its row says and no more. */
const reviewThing = ({ name, text, rating, date }: Review): StructuredThing => ({
  '@type': 'Review',
  author: { '@type': 'Person', name },
  reviewBody: text,
  ...(rating !== null && { reviewRating: { '@type': 'Rating', ratingValue: rating, bestRating: 5 } }),
  ...(date !== null && { datePublished: date.machine }),
});

/** A post: its title, and what else is known of it. */
export function blogPosting(post: PostSummary, address: string, picture: string): StructuredThing {
  return {
    '@type': 'BlogPosting',
    headline: post.title.slice(0, 110),
    mainEntityOfPage: address,
    image: picture,
    ...(post.excerpt !== null && { description: post.excerpt }),
    ...(post.published !== null && { datePublished: post.published.machine }),
    ...(post.authorName !== null && { author: { '@type': 'Person', name: post.authorName } }),
  };
}

/** A home that guests book: its name and address, and of its facts those that content has. */
export function vacationRental(home: Home, address: string, pictures: readonly string[]): StructuredThing {
  const { slug, name, town, summary, bedrooms, baths, guests, features, price } = home;
  const hasRooms = bedrooms !== null || baths !== null || guests !== null;
  return {
    '@type': 'VacationRental',
    '@id': `${address}#home`,
    identifier: slug,
    name,
    url: address,
    ...(summary !== null && { description: summary }),
    ...(pictures.length > 0 && { image: pictures }),
    ...(home.coordinates !== null && { geo: { '@type': 'GeoCoordinates', ...home.coordinates } }),
    ...(price !== null && { priceRange: priceText(price), makesOffer: offerThing(price) }),
    ...(town !== null && { address: { '@type': 'PostalAddress', addressLocality: town.name } }),
    ...(hasRooms && {
      containsPlace: {
        '@type': 'Accommodation',
        ...(bedrooms !== null && { numberOfBedrooms: bedrooms }),
        // An integer, in which a half bathroom counts as one: https://schema.org/numberOfBathroomsTotal
        ...(baths !== null && { numberOfBathroomsTotal: Math.ceil(baths) }),
        ...(guests !== null && { occupancy: { '@type': 'QuantitativeValue', maxValue: guests } }),
      },
    }),
    ...(features.length > 0 && {
      amenityFeature: features.map((feature) => ({
        '@type': 'LocationFeatureSpecification',
        name: feature,
        value: true,
      })),
    }),
  };
}

/** A service that the company offers, with the least that it costs where content says it. */
export function serviceThing(service: Service, address: string, origin: string): StructuredThing {
  const { title, summary, price } = service;
  return {
    '@type': 'Service',
    name: title,
    url: address,
    provider: { '@id': `${origin}/#business` },
    ...(summary !== null && { description: summary }),
    ...(price !== null && { offers: offerThing(price) }),
  };
}

const offerThing = ({ from, unit }: PriceFrom): StructuredThing => ({
  '@type': 'Offer',
  priceSpecification: {
    '@type': 'UnitPriceSpecification',
    minPrice: from.amount,
    priceCurrency: from.currency,
    ...(unit !== null && { unitText: unit }),
  },
});

/** The way from the home page, as search results show it instead of an address. */
export function breadcrumbList(trail: readonly TrailStep[], origin: string): StructuredThing {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ name, path }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: origin + path,
    })),
  };
}

/** The text of a data block. `<` is escaped, because the parser ends the block at the first `</script`. */
export function renderStructuredData(things: readonly StructuredThing[]): string {
  const json = JSON.stringify({ '@context': 'https://schema.org', '@graph': things });
  return json.replaceAll('<', '\\u003c');
}
