import { useEffect, useRef, useState } from 'react';
import { drawBookingWidget } from './bookingWidget.ts';
import { proposeDates } from './stayDates.ts';

interface BookingSearchProps {
  /** Prefix of the ids within; a page has one search at most. */
  readonly id: string;
  /** Address of the results page. */
  readonly resultsUrl: string;
  /** The number of guests that the visitor has chosen before. */
  readonly guests: number | null;
  /** Limits the search to one home; how many guests it sleeps, null if unknown. */
  readonly home?: { readonly sleeps: number | null };
}

const mostGuests = 30;

/** The length of stay that the search proposes. */
const daysBetweenDates = 7;

/** `loading` until the vendor's widget is usable (`drawn`) or has failed (`missing`). */
type WidgetState = 'loading' | 'drawn' | 'missing';

/**
 * The search for a vacation rental: the vendor's widget if it loads, else a plain form that opens the same results.
 * The form is shown first, is never hidden while a visitor uses it, and can always be brought back. A missing widget
 * is reported to operators, not to the visitor.
 */
export function BookingSearch({ id, resultsUrl, guests, home }: BookingSearchProps) {
  const maximumGuests = Math.min(home?.sleeps ?? mostGuests, mostGuests);
  const stage = useRef<HTMLDivElement>(null);
  const container = useRef<HTMLDivElement>(null);
  const [widget, setWidget] = useState<WidgetState>('loading');
  const [simple, setSimple] = useState(false);

  useEffect(() => {
    if (!container.current) return;
    const drawing = new AbortController();
    drawBookingWidget({
      container: container.current,
      resultsUrl,
      maximumGuests,
      daysBetweenDates,
      onReady: () => {
        if (isInUse(stage.current)) setSimple(true);
        setWidget('drawn');
      },
      onMissing: (reason) => {
        setWidget('missing');
        window.noteError?.(reason, { kind: 'booking' });
      },
      signal: drawing.signal,
    });
    return () => drawing.abort();
  }, [resultsUrl, maximumGuests]);

  const shown = widget === 'drawn' && !simple;
  return (
    <div className="booking-stage" ref={stage}>
      <div className="booking-head">
        <h2 id={`${id}-title`} className="booking-search-title">
          {home ? 'Your dates' : 'Find your dates'}
        </h2>
        {/* Its space is reserved from the start, to avoid a layout shift when the widget appears. */}
        <button
          type="button"
          className="text-button small"
          data-shown={widget === 'drawn'}
          onClick={() => setSimple(!simple)}
        >
          {simple ? 'Calendar' : 'Simple search'}
        </button>
      </div>
      <div className="booking-part" data-shown={!shown}>
        <SimpleSearch {...{ id, resultsUrl, guests, home, maximumGuests }} />
      </div>
      {/* The vendor's script owns the container's content. */}
      <div className="booking-part booking-widget" data-shown={shown}>
        <div id="searchwidget" ref={container} suppressHydrationWarning />
      </div>
    </div>
  );
}

/** Whether a visitor has started to use the simple search. */
function isInUse(stage: HTMLElement | null): boolean {
  const form = stage?.querySelector('form');
  if (!form) return false;
  return (
    form.contains(document.activeElement) ||
    [...form.querySelectorAll('input')].some((input) => input.value !== '')
  );
}

const dateFields = [
  { key: 'check-in', name: 'checkIn', label: 'Check-in' },
  { key: 'check-out', name: 'checkOut', label: 'Check-out' },
];

interface SimpleSearchProps extends Pick<BookingSearchProps, 'id' | 'resultsUrl' | 'guests'> {
  readonly home: BookingSearchProps['home'] | undefined;
  readonly maximumGuests: number;
}

/**
 * The simple search: a plain form that opens the booking site's results in the same tab. The server renders no dates,
 * because the cached page is the same for every visitor on every day; the hydrated form adds them.
 */
function SimpleSearch({ id, resultsUrl, guests, home, maximumGuests }: SimpleSearchProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const [checkIn, checkOut] = form.current?.querySelectorAll<HTMLInputElement>('input[type="date"]') ?? [];
    return checkIn && checkOut && proposeDates(checkIn, checkOut, daysBetweenDates);
  }, []);
  return (
    <form
      className="booking-search"
      action={resultsUrl}
      method="get"
      aria-labelledby={`${id}-title`}
      ref={form}
    >
      <div className="booking-search-fields">
        {dateFields.map(({ key, name, label }) => (
          <div key={key} className="field">
            <label htmlFor={`${id}-${key}`}>{label}</label>
            <input id={`${id}-${key}`} type="date" name={name} required aria-describedby={`${id}-help`} />
          </div>
        ))}
        <div className="field">
          <label htmlFor={`${id}-guests`}>Guests</label>
          <select id={`${id}-guests`} name="guests" defaultValue={Math.min(guests ?? 2, maximumGuests)}>
            {Array.from({ length: maximumGuests }, (_, index) => (
              <option key={index + 1} value={index + 1}>
                {index + 1}
              </option>
            ))}
          </select>
        </div>
        <button type="submit" className="button">
          {home ? 'Check these dates' : 'Search rentals'}
        </button>
      </div>
      <p id={`${id}-help`} className="small">
        Choose a check-out {daysBetweenDates} days after your check-in, or other dates that suit you. A search
        takes up to {maximumGuests} guests and opens its results in this tab.
      </p>
    </form>
  );
}
