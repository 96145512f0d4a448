import type { Picture } from '../../../shared/content.ts';
import { rentalPath } from '../../../shared/paths.ts';
import { safeHref } from '../../../shared/safeHref.ts';
import { parseTerms } from '../parse/terms.ts';
import { titleOfSlug } from '../parse/titleOfSlug.ts';
import { defineCollection, type RowOf } from './collection.ts';
import {
  changed,
  entries,
  html,
  id,
  line,
  mapped,
  needed,
  number,
  order,
  picture,
  searchWords,
  slug,
  status,
  text,
  words,
} from './fields.ts';
import { firstOfEach, inOrder } from './rowOrder.ts';

const mostHomes = 1_000;
/** No house has more beds, baths or guests. */
const mostOfAnything = 99;

/** The homes that guests book, each with a page of its own. */
export const homes = defineCollection({
  name: 'homes',
  marks: ['short_text', 'town', 'beds', 'baths', 'guests'],
  mayBeMissing: true,
  fields: {
    id: id(),
    status: status(),
    slug: slug({ note: 'The page is at /rentals/ and this. Changing it breaks links from elsewhere.' }),
    name: line({ max: 120, required: true, width: 'half' }),
    town: mapped(
      line({
        max: 60,
        width: 'half',
        note: 'Guests filter by it: write the same town in the same way.',
      }),
      (name) => parseTerms([name])[0] ?? null,
    ),
    beds: number({ most: mostOfAnything, width: 'half' }),
    baths: number({ most: mostOfAnything, step: 0.5, width: 'half' }),
    guests: number({
      most: mostOfAnything,
      width: 'half',
      label: 'Sleeps',
      note: 'How many guests may stay.',
    }),
    /** Where it is booked: a complete https address, or a path of the booking site. */
    bookingAddress: mapped(
      line({
        column: 'booking_url',
        max: 2_000,
        label: 'Booking address',
        width: 'half',
        note: 'A full address, or a path of the booking site. Empty: guests search all homes, or ask.',
      }),
      toBookingAddress,
    ),
    summary: text({
      column: 'short_text',
      max: 500,
      note: 'One or two sentences for cards and search results.',
      softLength: 160,
    }),
    pictures: mapped(
      entries({
        most: 24,
        note: 'The first one stands on the card and at the top of the page. Each needs a description in the file library.',
        template: '{{picture}}',
        addLabel: 'Add a picture',
        inputs: { picture: needed(picture({ required: true })) },
        bare: 'picture',
      }),
      (list): readonly Picture[] => list.map((entry) => entry.picture),
    ),
    description: html({ label: 'Text' }),
    features: mapped(
      words({ note: 'What guests ask for first: hot tub, fast internet, dogs welcome.' }),
      (terms): readonly string[] => terms.map(({ name }) => name),
    ),
    nearby: entries({
      most: 20,
      label: 'What is near',
      template: '{{name}}: {{distance}}',
      addLabel: 'Add a place',
      inputs: {
        name: needed(line({ max: 120, required: true, width: 'half' })),
        distance: line({ max: 60, width: 'half', placeholder: '5 minutes on foot' }),
      },
    }),
    searchWords: searchWords(),
    displayOrder: order(),
    dateUpdated: changed(),
  },
  toRow: ({ name, description, ...home }) => ({
    ...home,
    name: name ?? titleOfSlug(home.slug),
    picture: home.pictures[0] ?? null,
    get description() {
      return description();
    },
  }),
  arrange(list, _now, { warn }) {
    const unique = firstOfEach(list, (home) => home.slug);
    if (unique.length > mostHomes) {
      warn('The list of homes is cut', { homes: unique.length, shown: mostHomes });
    }
    return inOrder(unique, ({ name }) => name, mostHomes);
  },
  pages: (list) =>
    list.map(({ slug, dateUpdated, pictures }) => ({
      path: rentalPath(slug),
      lastModified: dateUpdated,
      pictures,
    })),
  form: {
    icon: 'cottage',
    label: 'Homes',
    singular: 'Home',
    note: 'The homes that guests book. Each published one has a page; the first three stand on the home page. Drag them into their order.',
    template: '{{name}}',
    columns: ['name', 'status', 'town', 'guests', 'date_updated'],
    pages: [{ path: '/rentals/{{slug}}' }],
  },
});

/** A published home as its own page shows it. */
export type Home = RowOf<typeof homes>;

/** Something near a home, and how far it is in an editor's words. */
export type NearbyPlace = Home['nearby'][number];

function toBookingAddress(written: string | null): string | null {
  const address = safeHref(written);
  return address?.startsWith('/') || address?.startsWith('https:') ? address : null;
}
