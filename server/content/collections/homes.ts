import type { Picture } from '../../../shared/content.ts';
import { rentalPath } from '../../../shared/paths.ts';
import { safeHref } from '../../../shared/safeHref.ts';
import { secureAddress } from '../parse/hostAddress.ts';
import { parseSeasonDates, wholeYear } from '../parse/seasonDates.ts';
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
  percent,
  picture,
  requiredField,
  row,
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

const unclearDates = 'The dates of a season are not like "June 15 to September 7", so no stay has a total';

const mostHomes = 1_000;
/** No house has more beds, baths or guests. */
const mostOfAnything = 99;

/** The homes that guests book, each with a page of its own. */
export const homes = defineCollection({
  name: 'homes',
  offer: 'homes with a page each',
  fields: {
    id: id(),
    status: status(undefined),
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
        label: 'Booking link',
        width: 'half',
        note: 'A full address, or a path on the booking site. If empty, guests see a price for their dates and ask you about them.',
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
    person: row({
      label: 'Who answers for it',
      template: '{{name}}',
      width: 'half',
      relation: { collection: 'team', onDelete: 'SET NULL' },
    }),
    costs: group({ label: 'What it costs', note: 'Empty fields are not shown.' }),
    nightFrom: amount({ label: 'Price per night, from', group: 'costs' }),
    currency: currency({ group: 'costs' }),
    nightPrices: entries({
      most: 8,
      label: 'Price per night by season',
      group: 'costs',
      template: '{{season}}: {{amount}}',
      addLabel: 'Add a season',
      inputs: {
        season: requiredField(line({ max: 60, required: true, width: 'half' })),
        dates: mapped(
          line({ max: 60, width: 'half', placeholder: 'June 15 to September 7' }),
          (written, { warn }) => {
            const span = written === null ? null : parseSeasonDates(written);
            if (written !== null && span === null) warn(unclearDates, { dates: written });
            return { written, span };
          },
        ),
        amount: requiredField(amount({ required: true, label: 'Price per night' })),
      },
    }),
    cleaningFee: amount({ label: 'Cleaning fee per stay', group: 'costs' }),
    guestFee: amount({ label: 'Fee per guest and stay', group: 'costs' }),
    dogFee: amount({ label: 'Fee per dog and stay', group: 'costs' }),
    tax: percent({
      column: 'tax_percent',
      label: 'Tax in percent',
      note: 'All taxes on a stay together: 11, or 0 if there is none. If empty, prices say that tax is not included.',
      group: 'costs',
    }),
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
  toRow({ name, description, nightFrom, currency, nightPrices, cleaningFee, guestFee, dogFee, ...home }) {
    const money = (amount: number | null) => moneyOf(amount, currency);
    const lowest = nightPrices.length > 0 ? Math.min(...nightPrices.map(({ amount }) => amount)) : null;
    return {
      ...home,
      name: name ?? titleOfSlug(home.slug),
      picture: home.pictures[0] ?? null,
      price: toPriceFrom(money(nightFrom ?? lowest), 'a night'),
      nightPrices: nightPrices.flatMap(({ season, dates, amount }) => {
        const night = money(amount);
        // A single price without dates is for the whole year.
        const isForAll = nightPrices.length === 1 && dates.written === null;
        const span = isForAll ? wholeYear : dates.span;
        return night === null ? [] : [{ season, dates: dates.written, span, night }];
      }),
      cleaningFee: money(cleaningFee),
      guestFee: money(guestFee),
      dogFee: money(dogFee),
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
  const address = safeHref(secureAddress(written ?? '') ?? written);
  return address?.startsWith('/') || address?.startsWith('https:') ? address : null;
}
