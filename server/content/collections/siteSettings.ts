import { parseSettings } from '../parse/parseSettings.ts';
import { type CollectionRows, defineCollection, settingsWindows } from './collection.ts';

const rows = {
  name: 'site_settings',
  isRow: (row) => ['key', 'site_name', 'tagline', 'site_title'].some((name) => name in row),
  mayBeSingleton: true,
} as const satisfies CollectionRows;

/** What the whole site says of the company: one row for each setting. */
export const siteSettings = defineCollection({
  ...rows,
  lists: {
    settings: {
      rows,
      key: 'settings',
      windows: settingsWindows,
      isSupporting: true,
      parse: parseSettings,
    },
  },
  schema: {
    icon: 'settings',
    label: 'Site settings',
    singular: 'Site setting',
    note: 'What the whole site says of the company: one row for each setting.',
    template: '{{key}}: {{value}}',
    fields: {
      id: { kind: 'id' },
      key: {
        kind: 'choice',
        label: 'Setting',
        required: true,
        width: 'half',
        isKey: true,
        allowOther: true,
        choices: [
          { text: 'Name of the company', value: 'site_name' },
          { text: 'Tagline below the name', value: 'tagline' },
          { text: 'Short name in browser tabs', value: 'site_title' },
          { text: 'Telephone', value: 'phone' },
          { text: 'E-mail', value: 'email' },
          { text: 'Opening hours', value: 'hours' },
          { text: 'Postal address', value: 'address' },
          { text: 'Service area', value: 'service_area' },
          { text: 'Founded (a year)', value: 'founded' },
          { text: 'Number of homes in your care', value: 'homes_in_care' },
          { text: 'License number', value: 'licence_number' },
          { text: 'Insurance (yes, or words like “Bonded and insured”)', value: 'insured' },
          { text: 'Emergency telephone', value: 'emergency_phone' },
          { text: 'How soon you answer (a sentence)', value: 'answer_promise' },
          { text: 'What you say of places further out (a sentence)', value: 'area_note' },
        ],
      },
      value: { kind: 'text', label: 'Text' },
    },
  },
});
