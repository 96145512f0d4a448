import { orderField, statusField } from './choiceFields.ts';
import { planCollection } from './planCollection.ts';
import { groupField, pictureField, rowField, rowsField } from './relationFields.ts';
import { htmlField, idField, lineField, slugField, textField } from './textFields.ts';

/** The services that the company offers, each with a page of its own. */
export const serviceCollection = planCollection(
  'services',
  {
    icon: 'home_repair_service',
    name: 'Services',
    singular: 'Service',
    note: 'Each published service has a page; the first nine stand on the home page. Drag them into their order.',
    template: '{{title}}',
    sortField: 'display_order',
    hasStatus: true,
  },
  [
    idField(),
    statusField(),
    slugField('The page is at /services/ and this. Changing it breaks links from elsewhere.'),
    lineField('title', { required: true }),
    textField('short_description', {
      note: 'One or two sentences for the card on the home page.',
      softLength: 160,
    }),
    textField('description', { note: 'Shown on the page while there is no text below.' }),
    htmlField('content', { label: 'Text' }),
    rowsField('features', {
      label: 'What’s included',
      note: 'The lines with checkmarks.',
      template: '{{feature_text}}',
    }),
    groupField('presentation', 'Pictures and headings', { isOpen: true }),
    pictureField('thumbnail_image', { label: 'Picture of the card', group: 'presentation', width: 'half' }),
    pictureField('hero_image', { label: 'Picture at the top', group: 'presentation', width: 'half' }),
    lineField('hero_title', { label: 'Heading', note: 'Empty: the title.', group: 'presentation' }),
    lineField('hero_subtitle', { label: 'Line below the heading', group: 'presentation' }),
    lineField('features_title', {
      label: 'Heading of the list',
      note: 'Empty: What’s Included.',
      group: 'presentation',
    }),
    orderField('display_order'),
  ],
);

/** The lines of What's Included; edited in the form of their service. */
export const serviceFeatureCollection = planCollection(
  'service_features',
  {
    icon: 'checklist',
    name: 'Service features',
    singular: 'Service feature',
    note: 'The lines with checkmarks. It is easier to edit them in their service.',
    template: '{{feature_text}}',
    sortField: 'sort',
  },
  [
    idField(),
    rowField('service_id', {
      label: 'Service',
      required: true,
      template: '{{title}}',
      relation: {
        collection: 'services',
        onDelete: 'CASCADE',
        list: { field: 'features', sortField: 'sort' },
      },
    }),
    lineField('feature_text', { label: 'Line', required: true }),
    orderField('sort'),
  ],
);
