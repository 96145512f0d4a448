import { choiceField, orderField } from './choiceFields.ts';
import { pageCollection } from './pageCollection.ts';
import { type CollectionPlan, planCollection } from './planCollection.ts';
import { postCollection } from './postCollection.ts';
import { rowField } from './relationFields.ts';
import { serviceCollection, serviceFeatureCollection } from './serviceCollections.ts';
import { idField, lineField, textField } from './textFields.ts';

const navigationCollection = planCollection(
  'navigation',
  {
    icon: 'menu',
    name: 'Navigation',
    singular: 'Menu entry',
    note: 'The menu of the site. Drag entries into their order.',
    template: '{{title}}',
    sortField: 'display_order',
  },
  [
    idField(),
    lineField('title', {
      required: true,
      width: 'half',
      note: 'An entry called Contact is drawn as a button.',
    }),
    lineField('url', {
      label: 'Link',
      width: 'half',
      placeholder: '/about',
      note: 'A path of this site or a full address. May be empty for an entry that only opens a submenu.',
    }),
    rowField('parent_id', {
      label: 'Below',
      width: 'half',
      note: 'The entry whose submenu holds this one. Empty: it stands in the menu itself.',
      template: '{{title}}',
      relation: { collection: 'navigation', onDelete: 'SET NULL' },
    }),
    orderField('display_order'),
  ],
);

const settingKeys = [
  { text: 'Name of the company', value: 'site_name' },
  { text: 'Tagline below the name', value: 'tagline' },
  { text: 'Short name in browser tabs', value: 'site_title' },
  { text: 'Telephone', value: 'phone' },
  { text: 'E-mail', value: 'email' },
  { text: 'Opening hours', value: 'hours' },
  { text: 'Postal address', value: 'address' },
  { text: 'Service area', value: 'service_area' },
];

const settingsCollection = planCollection(
  'site_settings',
  {
    icon: 'settings',
    name: 'Site settings',
    singular: 'Site setting',
    note: 'What the whole site says of the company: one row for each setting.',
    template: '{{key}}: {{value}}',
  },
  [
    idField(),
    choiceField(
      'key',
      { label: 'Setting', required: true, width: 'half', allowOther: true, choices: settingKeys },
      { is_unique: true, is_nullable: false },
    ),
    textField('value', { label: 'Text' }),
  ],
);

const callToActionCollection = planCollection(
  'cta_settings',
  {
    icon: 'campaign',
    name: 'Call to action',
    singular: 'Call to action',
    note: 'The invitation at the end of pages. The first row counts.',
    template: '{{title}}',
  },
  [
    idField(),
    lineField('title'),
    textField('description', { softLength: 200 }),
    lineField('button_text', { label: 'Button', width: 'half' }),
    lineField('button_url', { label: 'Button leads to', width: 'half', placeholder: '/contact' }),
  ],
);

/** The seven collections that the site reads. A collection stands after those that its fields point at. */
export const siteCollections: readonly CollectionPlan[] = [
  navigationCollection,
  settingsCollection,
  pageCollection,
  serviceCollection,
  serviceFeatureCollection,
  callToActionCollection,
  postCollection,
];
