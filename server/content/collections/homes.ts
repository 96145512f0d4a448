import type { Picture } from '../../../shared/content.ts';
import { rentalPath } from '../../../shared/paths.ts';
import { safeHref } from '../../../shared/safeHref.ts';
import { parseTerms } from '../parse/terms.ts';
import { titleOfSlug } from '../parse/titleOfSlug.ts';
import { defineCollection, type RowOf } from './collection.ts';
import {
  amount,
  changed,
  currency,
  entries,
  group,
  html,
  id,
  line,
  mapped,
  moneyOf,
  number,
  order,
  picture,
  requiredField,
  searchWords,
  sharingFields,
  slug,
  status,
  text,
  toPriceFrom,
  words,
} from './fields.ts';
import { firstOfEach, inOrder } from './rowOrder.ts';

const fact = (label: string, placeholder: string) =>
  line({ max: 80, label, placeholder, group: 'facts', width: 'half' });

const mostHomes = 1_000;
/** No house has more beds, baths or guests. */
const mostOfAnything = 99;

/** The homes that guests book, each with a page of its own. */
export const homes = defineCollection({
  name: 'homes',
  identifyingFields: ['short_text', 'town', 'beds', 'baths', 'guests'],
  shownIfMissing: 'no homes and no pages for them',
  fields: {
    id: id(),
    status: status(),
    slug: slug({ note: 'The page is at /rentals/ plus this. Old addresses redirect here automatically.' }),
    name: line({ max: 120, required: true, width: 'half' }),
    town: mapped(
      line({
        max: 60,
        width: 'half',
        note: 'Guests filter by it: always write the same town the same way.',
      }),
      (name) => parseTerms([name])[0] ?? null,
    ),
    bedrooms: number({ most: mostOfAnything, width: 'half' }),
    /** The former name of `bedrooms`. */
    beds: number({
      most: mostOfAnything,
      width: 'half',
      isOld: true,
      label: 'Bedrooms (old field)',
      note: 'Used while Bedrooms is empty.',
    }),
    baths: number({ most: mostOfAnything, step: 0.5, width: 'half' }),
    guests: number({
      most: mostOfAnything,
      width: 'half',
      label: 'Sleeps',
      note: 'How many guests may stay.',
    }),
    /** Where guests book it: a complete https address, or a path of the booking site. */
    bookingAddress: mapped(
      line({
        column: 'booking_url',
        max: 2_000,
        label: 'Booking address',
        width: 'half',
        note: 'A full address, or a path on the booking site. If empty, guests search all homes or contact you.',
      }),
      toBookingAddress,
    ),
    summary: text({
      column: 'short_text',
      max: 500,
      label: 'Summary',
      note: 'One or two sentences for cards and search results.',
      softLength: 160,
    }),
    costs: group({ label: 'What it costs', note: 'Empty fields are not shown.' }),
    nightFrom: amount({ label: 'Per night, from', group: 'costs' }),
    currency: currency({ group: 'costs' }),
    nightPrices: entries({
      most: 8,
      label: 'Per night by season',
      group: 'costs',
      template: '{{season}}: {{amount}}',
      addLabel: 'Add a season',
      inputs: {
        season: requiredField(line({ max: 60, required: true, width: 'half' })),
        dates: line({ max: 60, width: 'half', placeholder: 'June 15 to September 7' }),
        amount: requiredField(amount({ required: true, label: 'Per night' })),
      },
    }),
    cleaningFee: amount({ label: 'Cleaning fee, once', group: 'costs' }),
    leastNights: number({ most: 99, label: 'Minimum nights', group: 'costs', width: 'half' }),
    priceIncludes: text({
      max: 400,
      label: 'What the price includes',
      group: 'costs',
      softLength: 160,
    }),
    facts: group({
      label: 'Facts',
      note: 'Every home shows them in the same order. Empty fields are not shown.',
    }),
    rooms: entries({
      most: 20,
      label: 'Beds by room',
      group: 'facts',
      template: '{{room}}: {{beds}}',
      addLabel: 'Add a room',
      inputs: {
        room: requiredField(line({ max: 60, required: true, width: 'half' })),
        beds: requiredField(line({ max: 80, required: true, width: 'half', placeholder: 'One queen bed' })),
      },
    }),
    wifi: fact('Wi-Fi', '300 Mbps'),
    airConditioning: fact('Air conditioning', 'In every room'),
    parking: fact('Parking', 'Two cars beside the house'),
    stairs: fact('Stairs', 'None: all on one floor'),
    checkIn: fact('Check-in', 'From 4 pm'),
    checkOut: fact('Check-out', 'By 10 am'),
    dogs: number({
      least: 0,
      most: 9,
      label: 'Dogs',
      note: 'How many are allowed; 0 means none. Guests filter by it.',
      group: 'facts',
      width: 'half',
    }),
    leastAge: number({
      most: mostOfAnything,
      label: 'Minimum age to book',
      group: 'facts',
      width: 'half',
    }),
    cancellation: text({ max: 300, label: 'Cancellation', group: 'facts', softLength: 120 }),
    /** Its location, exact or approximate; null for coordinates that do not exist. */
    coordinates: mapped(
      line({
        max: 60,
        label: 'Location',
        note: 'Latitude and longitude, as maps show them. The page marks roughly that spot on a small map.',
        placeholder: '44.0582, -121.3153',
      }),
      toCoordinates,
    ),
    pictures: mapped(
      entries({
        most: 24,
        note: 'The first one is shown on the card and at the top of the page. Each needs a description in the file library.',
        template: '{{caption}}',
        addLabel: 'Add a picture',
        inputs: { picture: requiredField(picture({ required: true })), caption: line({ max: 160 }) },
        bare: 'picture',
      }),
      (list): readonly HomePicture[] => list.map((entry) => ({ ...entry.picture, caption: entry.caption })),
    ),
    description: html({ label: 'Text' }),
    features: mapped(
      words({ note: 'What guests ask for first: hot tub, fast internet, dogs welcome.' }),
      (terms): readonly string[] => terms.map(({ name }) => name),
    ),
    nearby: entries({
      most: 20,
      label: 'Nearby',
      template: '{{name}}: {{distance}}',
      addLabel: 'Add a place',
      inputs: {
        name: requiredField(line({ max: 120, required: true, width: 'half' })),
        distance: line({ max: 60, width: 'half', placeholder: '5 minutes on foot' }),
      },
    }),
    searchWords: searchWords(),
    ...sharingFields,
    displayOrder: order(),
    dateUpdated: changed(),
  },
  toRow({ name, description, beds, nightFrom, currency, nightPrices, cleaningFee, ...home }) {
    const money = (amount: number | null) => moneyOf(amount, currency);
    return {
      ...home,
      name: name ?? titleOfSlug(home.slug),
      picture: home.pictures[0] ?? null,
      bedrooms: home.bedrooms ?? beds,
      price: toPriceFrom(money(nightFrom), 'a night'),
      nightPrices: nightPrices.flatMap(({ season, dates, amount }) => {
        const night = money(amount);
        return night === null ? [] : [{ season, dates, night }];
      }),
      cleaningFee: money(cleaningFee),
      get description() {
        return description();
      },
    };
  },
  arrange(list, _now, { warn }) {
    const unique = firstOfEach(list, (home) => home.slug);
    if (unique.length > mostHomes) {
      warn('The list of homes is cut', { homes: unique.length, shown: mostHomes });
    }
    return inOrder(unique, ({ name }) => name, mostHomes);
  },
  pages: (list) =>
    list.map(({ slug, dateUpdated, pictures, noindex }) => ({
      path: rentalPath(slug),
      isUnlisted: noindex,
      lastModified: dateUpdated,
      pictures,
    })),
  form: {
    icon: 'cottage',
    label: 'Homes',
    singular: 'Home',
    note: 'The homes that guests book. Each published one has a page; the first three are on the home page. Drag them into order.',
    template: '{{name}}',
    columns: ['name', 'status', 'date_updated', 'town', 'guests'],
    pages: [{ path: '/rentals/{{slug}}' }],
  },
});

/** A published home. A fact that content lacks is null, and is shown nowhere. */
export type Home = RowOf<typeof homes>;

/** A picture of a home with its caption. */
export interface HomePicture extends Picture {
  readonly caption: string | null;
}

/** A location in degrees. */
export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

/** An angle in each form that maps give: `-121.3153`, `121.3153° W`, `121°18'55.1"W`. */
const angle = (sides: string) =>
  String.raw`(-?\d{1,3}(?:\.\d+)?)°? ?(?:(\d{1,2}(?:\.\d+)?)['′’] ?)?(?:(\d{1,2}(?:\.\d+)?)["″”] ?)?([${sides}]?)`;
const anglePair = new RegExp(`^${angle('NS')}[,; ]+${angle('EW')}$`, 'i');

function toCoordinates(written: string | null): Coordinates | null {
  const parts = anglePair.exec(written ?? '')?.slice(1) ?? [];
  const [latitude, longitude] = [toDegrees(parts.slice(0, 4)), toDegrees(parts.slice(4))];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

function toDegrees([degrees = '', minutes = '0', seconds = '0', side = '']: readonly string[]): number {
  const size = Math.abs(Number.parseFloat(degrees)) + Number(minutes) / 60 + Number(seconds) / 3_600;
  return (degrees.startsWith('-') || /[SW]/i.test(side) ? -1 : 1) * Number(size.toFixed(6));
}

function toBookingAddress(written: string | null): string | null {
  const address = safeHref(written);
  return address?.startsWith('/') || address?.startsWith('https:') ? address : null;
}
