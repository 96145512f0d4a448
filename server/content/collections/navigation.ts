import { defineCollection } from './collection.ts';
import { href, id, line, order, requiredField, row, rows } from './fields.ts';
import { menuTree } from './menuTree.ts';

/** The menu of the site. */
export const navigation = defineCollection({
  name: 'navigation',
  fields: {
    id: id(),
    title: requiredField(
      line({
        required: true,
        width: 'half',
        note: 'An entry called Contact is shown as a button; All Services is left out of submenus.',
      }),
    ),
    url: href({
      label: 'Link',
      width: 'half',
      placeholder: '/about',
      note: 'A path of this site or a full address. May be empty for an entry that only opens a submenu.',
    }),
    parentId: row({
      label: 'Parent entry',
      width: 'half',
      note: 'The entry whose submenu contains this one. If empty, it is in the menu itself.',
      template: '{{title}}',
      relation: {
        collection: 'navigation',
        onDelete: 'SET NULL',
        list: { field: 'children', sortField: 'display_order' },
      },
    }),
    children: rows({
      label: 'Submenu',
      template: '{{title}}',
      isTree: true,
      note: 'Drag entries into order. When an entry is deleted, its submenu moves into the menu.',
    }),
    displayOrder: order(),
  },
  toRow: (entry) => entry,
  arrange: (entries, _now, context) => menuTree(entries, context),
  form: {
    icon: 'menu',
    label: 'Navigation',
    singular: 'Menu entry',
    plural: 'Menu entries',
    note: 'The menu of the site. Drag entries into order; a submenu is in the form of its entry.',
    template: '{{title}}',
    columns: ['title', 'url', 'children'],
    listed: { parent_id: { _null: true } },
    onEveryPage: {},
  },
});
