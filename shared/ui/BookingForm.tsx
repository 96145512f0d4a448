interface BookingFormProps {
  /** Ids within the form begin with it. */
  readonly id: string;
  /** Where the search leads. */
  readonly resultsUrl: string;
  /** The most guests that a search may name. */
  readonly maximumGuests: number;
  /** The length of a stay that the search proposes. */
  readonly daysBetweenDates: number;
}

/**
 * The simple search: a plain form that opens the booking site's results in the same tab. It names no date,
 * because the page is cached and the same for every visitor on every day.
 */
export function BookingForm({ id, resultsUrl, maximumGuests, daysBetweenDates }: BookingFormProps) {
  return (
    <form className="booking-search" action={resultsUrl} method="get" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="booking-search-title">
        Find your dates
      </h2>
      <div className="booking-search-fields">
        <div className="field">
          <label htmlFor={`${id}-check-in`}>Check-in</label>
          <input id={`${id}-check-in`} type="date" name="checkIn" required aria-describedby={`${id}-help`} />
        </div>
        <div className="field">
          <label htmlFor={`${id}-check-out`}>Check-out</label>
          <input
            id={`${id}-check-out`}
            type="date"
            name="checkOut"
            required
            aria-describedby={`${id}-help`}
          />
        </div>
        <div className="field">
          <label htmlFor={`${id}-guests`}>Guests</label>
          <select id={`${id}-guests`} name="guests" defaultValue="2">
            {Array.from({ length: maximumGuests }, (_, index) => (
              <option key={index + 1} value={index + 1}>
                {index + 1}
              </option>
            ))}
          </select>
        </div>
        <button type="submit" className="button">
          Search rentals
        </button>
      </div>
      <p id={`${id}-help`} className="small">
        Most stays last a week: choose a check-out {daysBetweenDates} days after your check-in, or other dates
        that suit you. A search takes up to {maximumGuests} guests and opens its results in this tab.
      </p>
    </form>
  );
}
