import { rentalPath } from '../../../shared/paths.ts';
import { parseHome, parseHomes } from '../parse/parseHome.ts';
import {
  type CollectionRows,
  defineCollection,
  hasSlugAndStatus,
  idsOf,
  type ListQuery,
  published,
} from './collection.ts';

const rows = {
  name: 'homes',
  isRow: hasSlugAndStatus,
  mayBeMissing: true,
} as const satisfies CollectionRows;

/** All published homes by display order, without their texts. */
const homesList: ListQuery<ReturnType<typeof parseHomes>> = {
  rows,
  key: 'homes',
  query: {
    filter: published,
    sort: ['display_order', 'id'],
    fields: 'id,slug,name,town,beds,baths,guests,short_text,pictures,status,display_order',
  },
  isSupporting: true,
  parse: parseHomes,
  pages: (homes) => homes.map(({ slug }) => ({ path: rentalPath(slug), lastModified: null })),
};

/** The homes that guests book, each with a page of its own. */
export const homes = defineCollection({
  ...rows,
  publicRows: published,
  lists: { homes: homesList },
  details: {
    home: {
      rows,
      prefix: 'home:',
      by: 'slug',
      query: { filter: published, sort: 'id', limit: 1 },
      ids: idsOf(homesList, (list) => list.map(({ slug }) => slug)),
      isListedOnly: true,
      parse: parseHome,
    },
  },
  schema: {
    icon: 'cottage',
    label: 'Homes',
    singular: 'Home',
    note: 'The homes that guests book. Each published one has a page; the first three stand on the home page. Drag them into their order.',
    template: '{{name}}',
    sortField: 'display_order',
    fields: {
      id: { kind: 'id' },
      status: { kind: 'status' },
      slug: {
        kind: 'slug',
        note: 'The page is at /rentals/ and this. Changing it breaks links from elsewhere.',
      },
      name: { kind: 'line', required: true, width: 'half' },
      town: {
        kind: 'line',
        width: 'half',
        note: 'Guests filter by it: write the same town in the same way.',
      },
      beds: { kind: 'number', width: 'half' },
      baths: { kind: 'number', step: 0.5, width: 'half' },
      guests: { kind: 'number', width: 'half', label: 'Sleeps', note: 'How many guests may stay.' },
      booking_url: {
        kind: 'line',
        label: 'Booking address',
        width: 'half',
        note: 'A full address, or a path of the booking site. Empty: guests search all homes, or ask.',
      },
      short_text: {
        kind: 'text',
        note: 'One or two sentences for cards and search results.',
        softLength: 160,
      },
      pictures: {
        kind: 'entries',
        note: 'The first one stands on the card and at the top of the page. Each needs a description in the file library.',
        template: '{{picture}}',
        addLabel: 'Add a picture',
        inputs: { picture: { kind: 'picture', required: true } },
      },
      description: { kind: 'html', label: 'Text' },
      features: { kind: 'words', note: 'What guests ask for first: hot tub, fast internet, dogs welcome.' },
      nearby: {
        kind: 'entries',
        label: 'What is near',
        template: '{{name}}: {{distance}}',
        addLabel: 'Add a place',
        inputs: {
          name: { kind: 'line', required: true, width: 'half' },
          distance: { kind: 'line', width: 'half', placeholder: '5 minutes on foot' },
        },
      },
      display_order: { kind: 'order' },
    },
  },
});
