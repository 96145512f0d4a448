import { readLine } from '../../directus/readField.ts';
import type { ParseContext } from '../parse/parseContext.ts';
import { parseMenu } from '../parse/parseMenu.ts';
import { type CollectionRows, defineCollection, settingsWindows } from './collection.ts';

const rows = {
  name: 'navigation',
  isRow: ({ title }) => readLine(title) !== null,
} as const satisfies CollectionRows;

/** The menu of the site. */
export const navigation = defineCollection({
  ...rows,
  lists: {
    menu: {
      rows,
      key: 'navigation',
      windows: settingsWindows,
      isSupporting: true,
      parse: parseRows,
    },
  },
  schema: {
    icon: 'menu',
    label: 'Navigation',
    singular: 'Menu entry',
    note: 'The menu of the site. Drag entries into their order.',
    template: '{{title}}',
    sortField: 'display_order',
    fields: {
      id: { kind: 'id' },
      title: {
        kind: 'line',
        required: true,
        width: 'half',
        note: 'An entry called Contact is drawn as a button.',
      },
      url: {
        kind: 'line',
        label: 'Link',
        width: 'half',
        placeholder: '/about',
        note: 'A path of this site or a full address. May be empty for an entry that only opens a submenu.',
      },
      parent_id: {
        kind: 'row',
        label: 'Below',
        width: 'half',
        note: 'The entry whose submenu holds this one. Empty: it stands in the menu itself.',
        template: '{{title}}',
        relation: { collection: 'navigation', onDelete: 'SET NULL' },
      },
      display_order: { kind: 'order' },
    },
  },
});

function parseRows(rows: unknown, context: ParseContext) {
  const menu = parseMenu(rows, context);
  if (menu) return menu;
  throw new Error('The menu is a list of bare ids');
}
