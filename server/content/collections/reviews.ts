import type { Review } from '../../../shared/content.ts';
import { byPlace, readId, readLine, readNumber, readRows, readText } from '../../directus/readField.ts';
import { parseDate } from '../parse/parseDate.ts';
import { type CollectionRows, defineCollection, published } from './collection.ts';

const rows = {
  name: 'reviews',
  isRow: (row) => 'text' in row && 'status' in row,
  mayBeMissing: true,
} as const satisfies CollectionRows;

/** They stand on every page, in rows of three. */
const mostReviews = 6;

/** The published reviews by display order; one without a name or without words is none. */
function parseReviews(value: unknown): readonly Review[] {
  const reviews = readRows(value).flatMap((row) => {
    const [id, name, text] = [readId(row.id), readLine(row.name, 80), readText(row.text, 700)];
    if (id === null || name === null || text === null || row.status !== 'published') return [];
    const review: Review = {
      id,
      name,
      location: readLine(row.location, 80),
      rating: readRating(row.rating),
      date: parseDate(row.date)?.shown ?? null,
      text,
      service: readLine(row.service, 80),
    };
    return [{ id, name, place: readNumber(row.display_order), review }];
  });
  return reviews
    .sort(byPlace)
    .slice(0, mostReviews)
    .map(({ review }) => review);
}

/** One to five whole stars; null for everything else, because no rating is made up. */
function readRating(value: unknown): number | null {
  const rating = readNumber(value);
  return rating !== null && Number.isInteger(rating) && rating >= 1 && rating <= 5 ? rating : null;
}

/** What clients say, at the foot of every page. */
export const reviews = defineCollection({
  ...rows,
  publicRows: published,
  lists: {
    reviews: {
      rows,
      key: 'reviews',
      query: { filter: published, sort: ['display_order', 'id'], limit: 30 },
      isSupporting: true,
      parse: parseReviews,
    },
  },
  schema: {
    icon: 'reviews',
    label: 'Reviews',
    singular: 'Review',
    note: 'What clients have said. The first six published ones stand on every page; without any, the three built-in ones.',
    template: '{{name}}',
    sortField: 'display_order',
    fields: {
      id: { kind: 'id' },
      status: { kind: 'status' },
      name: { kind: 'line', required: true, width: 'half' },
      location: { kind: 'line', width: 'half', placeholder: 'Sunriver, OR' },
      rating: { kind: 'number', width: 'half', note: 'Stars, from 1 to 5.' },
      date: { kind: 'day', width: 'half' },
      service: { kind: 'line', note: 'What was done for them.' },
      text: { kind: 'text', required: true, note: 'In their own words.', softLength: 300 },
      display_order: { kind: 'order' },
    },
  },
});
