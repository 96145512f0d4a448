import { defineCollection, type RowOf } from './collection.ts';
import { flag, id, line, remark, requiredField } from './fields.ts';

const longestAddress = 255;

/** The redirects of addresses that no longer have a page. */
export const redirects = defineCollection({
  name: 'redirects',
  identifyingFields: ['permanent'],
  shownIfMissing: 'no redirects: changed addresses return 404',
  fields: {
    id: id(),
    from: requiredField(
      line({
        max: longestAddress,
        required: true,
        width: 'half',
        placeholder: '/blog/an-old-title',
        note: 'The path that no longer has a page. An existing page always takes precedence over a redirect.',
      }),
    ),
    to: line({
      max: longestAddress,
      required: true,
      width: 'half',
      placeholder: '/blog/the-new-title',
      note: 'A path of this site.',
    }),
    permanent: flag({ isOn: true, width: 'half', note: 'Search engines switch to the new address.' }),
    note: remark({ width: 'half', note: 'For editors only.' }),
  },
  toRow: (redirect) => redirect,
  arrange: (rows) => rows,
  // The notes that editors write for each other are not public.
  publicFields: ['id', 'from', 'to', 'permanent'],
  form: {
    icon: 'alt_route',
    label: 'Redirects',
    singular: 'Redirect',
    note: 'Addresses that have moved. A redirect is created automatically when the address of a service, post, home or page changes.',
    template: '{{from}}',
    columns: ['from', 'to', 'permanent', 'note'],
  },
});

/** An address that has moved, as written by an editor or by the Flow. */
export type Redirect = RowOf<typeof redirects>;
