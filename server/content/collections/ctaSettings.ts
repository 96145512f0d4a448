import { parseCallToAction } from '../parse/parseSettings.ts';
import { type CollectionRows, defineCollection } from './collection.ts';

const rows = {
  name: 'cta_settings',
  isRow: (row) => ['title', 'description', 'button_text', 'button_url'].some((name) => name in row),
  mayBeSingleton: true,
} as const satisfies CollectionRows;

/** The invitation at the end of pages. */
export const ctaSettings = defineCollection({
  ...rows,
  lists: {
    callToAction: { rows, key: 'cta', isSupporting: true, parse: parseCallToAction },
  },
  schema: {
    icon: 'campaign',
    label: 'Call to action',
    singular: 'Call to action',
    note: 'The invitation at the end of pages. The first row counts.',
    template: '{{title}}',
    fields: {
      id: { kind: 'id' },
      title: { kind: 'line' },
      description: { kind: 'text', softLength: 200 },
      button_text: { kind: 'line', label: 'Button', width: 'half' },
      button_url: { kind: 'line', label: 'Button leads to', width: 'half', placeholder: '/contact' },
    },
  },
});
