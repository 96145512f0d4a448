import { defineCollection, type RowOf } from './collection.ts';
import { day, id, line, mapped, needed, number, order, status, text } from './fields.ts';
import { inOrder } from './rowOrder.ts';

/** They stand on every page, in rows of three. */
const mostReviews = 6;

/** What clients say, at the foot of every page. */
export const reviews = defineCollection({
  name: 'reviews',
  marks: ['rating', 'service'],
  mayBeMissing: true,
  fields: {
    id: id(),
    status: status(),
    name: needed(line({ max: 80, required: true, width: 'half' })),
    location: line({ max: 80, width: 'half', placeholder: 'Town, state' }),
    rating: number({ most: 5, width: 'half', note: 'Stars, from 1 to 5.' }),
    date: mapped(day({ width: 'half' }), (date) => date?.shown ?? null),
    service: line({ max: 80, note: 'What was done for them.' }),
    text: needed(text({ max: 700, required: true, note: 'In their own words.', softLength: 300 })),
    displayOrder: order(),
  },
  toRow: (review) => review,
  arrange: (list) => inOrder(list, ({ name }) => name, mostReviews),
  form: {
    icon: 'reviews',
    label: 'Reviews',
    singular: 'Review',
    note: 'What clients have said. The first six published ones stand on every page; without any, the three built-in ones.',
    template: '{{name}}',
    columns: ['name', 'status', 'date', 'rating', 'text'],
  },
});

/** What a client has said. */
export type Review = RowOf<typeof reviews>;
