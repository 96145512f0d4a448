import { defineCollection, type RowOf } from './collection.ts';
import { id, line, order, picture, requiredField, status, text } from './fields.ts';
import { inOrder } from './rowOrder.ts';

/** A page introduces no more people than this. */
const mostMembers = 24;

/** The people of the company, shown on About. */
export const team = defineCollection({
  name: 'team',
  offer: 'the people of the company',
  fields: {
    id: id(),
    status: status(undefined),
    name: requiredField(line({ max: 80, required: true, width: 'half' })),
    role: line({ max: 80, width: 'half', placeholder: 'Property manager' }),
    portrait: picture({ note: 'An upright picture of the face. Without it, the initials are shown.' }),
    words: text({ max: 600, note: 'Two or three sentences.', softLength: 240 }),
    displayOrder: order(),
  },
  toRow: (member) => member,
  arrange: (members) => inOrder(members, ({ name }) => name, mostMembers),
  form: {
    icon: 'groups',
    label: 'Team',
    singular: 'Team member',
    plural: 'Team members',
    note: 'The people of the company. About shows them in this order, and nothing if none is published.',
    template: '{{name}}',
    columns: ['portrait', 'name', 'status', 'role'],
    shownAt: '/about',
  },
});

/** A person of the company, as About introduces them. */
export type TeamMember = RowOf<typeof team>;
