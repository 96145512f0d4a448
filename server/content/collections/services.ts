import { servicePath } from '../../../shared/paths.ts';
import { parseService, parseServices } from '../parse/parseService.ts';
import {
  type CollectionRows,
  defineCollection,
  hasSlugAndStatus,
  idsOf,
  type ListQuery,
  published,
} from './collection.ts';
import { titledText } from './schema.ts';

const rows = {
  name: 'services',
  isRow: hasSlugAndStatus,
} as const satisfies CollectionRows;

type Services = ReturnType<typeof parseServices>;

/** All published services by display order. */
export const servicesList: ListQuery<Services> = {
  rows,
  key: 'services',
  query: {
    filter: published,
    sort: ['display_order', 'id'],
    fields: 'id,slug,title,short_description,thumbnail_image,hero_image,status,display_order',
  },
  parse: parseServices,
  pages: (services) => services.map(({ slug }) => ({ path: servicePath(slug), lastModified: null })),
};

/** The services that the company offers, each with a page of its own. */
export const services = defineCollection({
  ...rows,
  publicRows: published,
  lists: {
    services: servicesList,
    homeServices: {
      rows,
      key: 'homeServices',
      query: { filter: published, sort: 'display_order', limit: 9, fields: '*,thumbnail_image' },
      parse: (rows, context) => parseServices(rows, context).slice(0, 9),
    },
  },
  details: {
    service: {
      rows,
      prefix: 'service:',
      by: 'slug',
      query: { filter: published, sort: 'id', limit: 1 },
      ids: idsOf(servicesList, (list) => list.map(({ slug }) => slug)),
      isListedOnly: true,
      parse: parseService,
    },
  },
  schema: {
    icon: 'home_repair_service',
    label: 'Services',
    singular: 'Service',
    note: 'Each published service has a page; the first nine stand on the home page. Drag them into their order.',
    template: '{{title}}',
    sortField: 'display_order',
    fields: {
      id: { kind: 'id' },
      status: { kind: 'status' },
      slug: {
        kind: 'slug',
        note: 'The page is at /services/ and this. Changing it breaks links from elsewhere.',
      },
      title: { kind: 'line', required: true },
      short_description: {
        kind: 'text',
        note: 'One or two sentences for the card on the home page.',
        softLength: 160,
      },
      description: { kind: 'text', note: 'Shown on the page while there is no text below.' },
      content: { kind: 'html', label: 'Text' },
      features: {
        kind: 'rows',
        label: 'What’s included',
        note: 'The lines with checkmarks.',
        template: '{{feature_text}}',
      },
      presentation: { kind: 'group', label: 'Pictures and headings', isOpen: true },
      thumbnail_image: {
        kind: 'picture',
        label: 'Picture of the card',
        group: 'presentation',
        width: 'half',
      },
      hero_image: { kind: 'picture', label: 'Picture at the top', group: 'presentation', width: 'half' },
      hero_title: { kind: 'line', label: 'Heading', note: 'Empty: the title.', group: 'presentation' },
      hero_subtitle: { kind: 'line', label: 'Line below the heading', group: 'presentation' },
      features_title: {
        kind: 'line',
        label: 'Heading of the list',
        note: 'Empty: What’s Included.',
        group: 'presentation',
      },
      course: {
        kind: 'group',
        label: 'How it goes',
        note: 'What you promise of this service. Nothing of it is shown where it is empty.',
      },
      steps: {
        kind: 'entries',
        label: 'Steps',
        group: 'course',
        template: '{{title}}',
        addLabel: 'Add a step',
        inputs: titledText,
      },
      what_happens_next: {
        kind: 'text',
        note: 'What follows a first message, after how soon you answer (a site setting).',
        group: 'course',
      },
      related_services: {
        kind: 'words',
        label: 'Related services',
        note: 'Titles or addresses of up to three services to show below this one. Empty: those most alike.',
      },
      display_order: { kind: 'order' },
    },
  },
});
