import { words } from '../../../shared/words.ts';
import { type Review, type ReviewFilter, reviewsAt } from '../../content/collections/reviews.ts';
import { valueIn } from '../../content/siteContent.ts';
import { EditLink, editedRow, useEditable } from '../editing.tsx';
import { useSite } from '../siteContext.ts';

/** The fields of a review that are shown. */
type ShownReview = Omit<Review, 'status' | 'displayOrder' | 'about'>;

const places = [1, 2, 3, 4, 5];

const star = 'M10 2l2.5 5.3 5.7.7-4.2 4 1.1 5.7-5.1-2.8-5.1 2.8L6 12 1.8 8l5.7-.7z';

/** What leaves only a star's rim. It runs the other way around, so that it is not filled. */
const starHole = 'M10 5.5L8.5 8.7l-3.4.4 2.5 2.4-.6 3.4 3-1.7 3 1.7-.6-3.4 2.5-2.4-3.4-.4z';

/**
 * Reviews by clients, below every page: those about the page, else those for its kind of readers, else others; the
 * built-in reviews if content has none at all.
 */
export function Reviews({ filter }: { readonly filter: ReviewFilter }) {
  const published = valueIn(useSite().reviews) ?? [];
  const shown = published.length > 0 ? reviewsAt(published, filter) : words.reviews;
  return (
    <section className="reviews section section-tint" aria-labelledby="reviews">
      <div className="container">
        <h2 id="reviews">What Our Clients Say</h2>
        <ReviewList reviews={shown} isContent={published.length > 0} />
      </div>
    </section>
  );
}

interface ReviewListProps {
  readonly reviews: readonly ShownReview[];
  /** Whether they come from content; false for the built-in ones. */
  readonly isContent: boolean;
}

/** Reviews one below or beside the other. */
export function ReviewList({ reviews, isContent }: ReviewListProps) {
  const editable = useEditable();
  const rowOf = (id: string) => (isContent ? editedRow('reviews', { id }) : null);
  return (
    <ul className="review-list">
      {reviews.map(({ id, rating, text, name, location, service, date }) => (
        <li key={id} {...editable(rowOf(id), 'text', 'name', 'location', 'service', 'date', 'rating')}>
          <EditLink row={rowOf(id)} />
          <div className="review">
            {rating !== null && <Stars rating={rating} />}
            <blockquote>
              <p>{text}</p>
            </blockquote>
            <p className="review-by">
              <strong>{name}</strong>
              {location !== null && <span>{location}</span>}
              {(service !== null || date !== null) && (
                <span>
                  {service !== null && date !== null ? `${service}, ` : service}
                  {date !== null && <time dateTime={date.machine}>{date.text}</time>}
                </span>
              )}
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** A rating as stars, and in words for screen readers. */
function Stars({ rating }: { readonly rating: number }) {
  return (
    <p className="stars">
      <span className="visually-hidden">{`Rated ${rating} out of 5`}</span>
      {places.map((place) => (
        <svg key={place} className="star" viewBox="0 0 20 20" aria-hidden="true">
          <path d={place <= rating ? star : star + starHole} />
        </svg>
      ))}
    </p>
  );
}
