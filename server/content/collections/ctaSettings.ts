import { defineCollection, type RowOf } from './collection.ts';
import { href, line, optionalId, text } from './fields.ts';

/** The invitation at the end of pages. */
export const ctaSettings = defineCollection({
  name: 'cta_settings',
  fields: {
    id: optionalId(),
    title: line(),
    description: text({ max: 1_000, softLength: 200 }),
    buttonText: line({ max: 80, label: 'Button text', width: 'half' }),
    buttonUrl: href({ label: 'Button link', width: 'half', placeholder: '/contact' }),
  },
  toRow({ id: key, ...words }) {
    return Object.values(words).every((value) => value === null) ? null : { id: key, ...words };
  },
  arrange: (rows) => rows[0] ?? null,
  form: {
    icon: 'campaign',
    label: 'Call to action',
    singular: 'Call to action',
    note: 'The call to action at the end of pages. Only the first item is used.',
    template: '{{title}}',
    columns: ['title', 'button_text', 'button_url'],
  },
});

/** The first row of `cta_settings`. */
export type CallToAction = RowOf<typeof ctaSettings>;
