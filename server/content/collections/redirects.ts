import { hostAddress } from '../parse/hostAddress.ts';
import { hrefOf, pathOnSite, withoutPasted } from '../parse/readHref.ts';
import { defineCollection, type RowOf } from './collection.ts';
import { flag, id, line, mapped, remark, requiredField } from './fields.ts';

const longestAddress = 255;

/** The redirects of addresses that no longer have a page. */
export const redirects = defineCollection({
  name: 'redirects',
  offer: 'redirects from old addresses',
  fields: {
    id: id(),
    from: requiredField(
      mapped(
        line({
          max: longestAddress,
          required: true,
          width: 'half',
          placeholder: '/old-page',
          note: 'The path that no longer has a page. An existing page always takes precedence over a redirect.',
        }),
        (from, context) => {
          const path = from && withoutPasted(from);
          return path && (pathOnSite(hostAddress(path) ?? path, context) ?? path);
        },
      ),
    ),
    to: mapped(
      line({
        max: longestAddress,
        required: true,
        width: 'half',
        placeholder: '/contact',
        note: 'A path of this site.',
      }),
      (to, context) => to && (hrefOf(to, context) ?? to),
    ),
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
