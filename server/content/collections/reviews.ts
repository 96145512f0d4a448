import { defineCollection, type RowOf } from './collection.ts';
import { chosen, day, id, line, mapped, number, order, requiredField, status, text } from './fields.ts';
import { inOrder } from './rowOrder.ts';

const mostReviews = 300;
/** They are shown in rows of three. */
const mostShown = 6;

/** What clients say, at the bottom of pages. */
export const reviews = defineCollection({
  name: 'reviews',
  offer: 'reviews of your own',
  fields: {
    id: id(),
    status: status(undefined),
    name: requiredField(line({ max: 80, required: true, width: 'half' })),
    location: line({ max: 80, width: 'half', placeholder: 'Town, state' }),
    rating: number({ most: 5, width: 'half', note: 'Stars, from 1 to 5.' }),
    date: mapped(day({ width: 'half' }), (date) => date?.shown ?? null),
    service: line({ max: 80, note: 'What was done for them.' }),
    text: requiredField(text({ max: 700, required: true, note: 'In their own words.', softLength: 300 })),
    /** Where it is shown: `owners`, `guests`, or the slugs of services and homes. */
    about: mapped(
      chosen({
        rowsOf: ['services', 'homes'],
        label: 'Show to',
        note: 'The word owners or guests, or addresses of services and homes whose pages should show it. If empty, owners.',
      }),
      (slugs): readonly string[] => (slugs.length > 0 ? slugs : ['owners']),
    ),
    displayOrder: order(),
  },
  toRow: (review) => review,
  arrange: (list) => inOrder(list, ({ name }) => name, mostReviews),
  form: {
    icon: 'reviews',
    label: 'Reviews',
    singular: 'Review',
    note: 'What clients have said. Every page shows up to six: those about it, else those for its readers, else others; if none is published, the three built-in ones.',
    template: '{{name}}',
    columns: ['name', 'status', 'date', 'rating', 'text'],
  },
});

/** What a client has said. */
export type Review = RowOf<typeof reviews>;

/** A place for reviews: the slug of its service or home, if any, and the readers of the page. */
export interface ReviewFilter {
  readonly slug?: string;
  readonly readers: 'owners' | 'guests';
}

/** The reviews for a page: those about it, else those for its readers, else any. Empty only without reviews. */
export function reviewsAt(reviews: readonly Review[], { slug, readers }: ReviewFilter): readonly Review[] {
  const subjects = slug === undefined ? [readers] : [slug, readers];
  const fitting = subjects.map((subject) => reviews.filter(({ about }) => about.includes(subject)));
  return (fitting.find(({ length }) => length > 0) ?? reviews).slice(0, mostShown);
}
