import { useEffect, useRef, useState } from 'react';
import { renderBookingWidget } from './bookingWidget.ts';
import { hasChanges } from './changedFields.ts';
import { keepStay } from './keepStay.ts';
import { latestDate, proposeDates } from './stayDates.ts';

/** Prefix of the ids within; a page has one search at most. */
const id = 'booking';

interface BookingSearchProps {
  /** Address of the results page. */
  readonly resultsUrl: string;
  /** The number of guests that the visitor has chosen before. */
  readonly guests: number | null;
  /** Limits the search to one home; how many guests it sleeps, null if unknown. */
  readonly home?: { readonly sleeps: number | null };
}

/** The most guests that a search takes. */
export const mostGuests = 30;

/** The length of stay that the search proposes. */
const daysBetweenDates = 7;

/** `loading` until the vendor's widget is usable (`ready`) or has failed (`missing`). */
type WidgetState = 'loading' | 'ready' | 'missing';

/**
 * The search for a vacation rental: the vendor's widget if it loads, else a plain form that opens the same results.
 * The form is shown first, is never hidden while a visitor uses it, and can always be brought back. A missing widget
 * is reported to operators, not to the visitor.
 */
export function BookingSearch({ resultsUrl, guests, home }: BookingSearchProps) {
  const maximumGuests = Math.min(home?.sleeps ?? mostGuests, mostGuests);
  const stage = useRef<HTMLDivElement>(null);
  const container = useRef<HTMLDivElement>(null);
  const [widget, setWidget] = useState<WidgetState>('loading');
  const [simple, setSimple] = useState(false);

  useEffect(() => {
    if (!container.current) return;
    const rendering = new AbortController();
    renderBookingWidget({
      container: container.current,
      resultsUrl,
      maximumGuests,
      daysBetweenDates,
      onReady: () => {
        if (isInUse(stage.current)) setSimple(true);
        setWidget('ready');
      },
      onMissing: (reason) => {
        setWidget('missing');
        window.noteError?.(reason, { kind: 'booking' });
      },
      signal: rendering.signal,
    });
    return () => rendering.abort();
  }, [resultsUrl, maximumGuests]);

  const shown = widget === 'ready' && !simple;
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
          data-shown={widget === 'ready'}
          onClick={() => setSimple(!simple)}
        >
          {simple ? 'Calendar' : 'Simple search'}
        </button>
      </div>
      <div className="booking-part" data-shown={!shown}>
        <SimpleSearch {...{ resultsUrl, guests, home, maximumGuests }} />
      </div>
      {/* The vendor's script owns the container's content. */}
      <div className="booking-part booking-widget" data-shown={shown}>
        <div id="searchwidget" ref={container} />
      </div>
    </div>
  );
}

/** Whether a visitor has started to use the simple search. */
function isInUse(stage: HTMLElement | null): boolean {
  const form = stage?.querySelector('form');
  if (!form) return false;
  return form.contains(document.activeElement) || hasChanges(form);
}

const dateFields = [
  { key: 'check-in', name: 'checkIn', label: 'Check-in' },
  { key: 'check-out', name: 'checkOut', label: 'Check-out' },
];

/** The parameters that the visitor chooses. */
const ownNames = new Set(['guests', ...dateFields.map(({ name }) => name)]);

interface SimpleSearchProps extends Pick<BookingSearchProps, 'resultsUrl' | 'guests'> {
  readonly home: BookingSearchProps['home'] | undefined;
  readonly maximumGuests: number;
}

/**
 * The simple search: a plain form that opens the booking site's results in the same tab. The server renders no dates,
 * because the cached page is the same for every visitor on every day; the hydrated form adds them.
 */
function SimpleSearch({ resultsUrl, guests, home, maximumGuests }: SimpleSearchProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => (form.current ? keepStay(form.current, guests) : undefined), [guests]);
  useEffect(() => {
    const [checkIn, checkOut] = form.current?.querySelectorAll<HTMLInputElement>('input[type="date"]') ?? [];
    return checkIn && checkOut && proposeDates(checkIn, checkOut, daysBetweenDates);
  }, []);
  const action = new URL(resultsUrl);
  const parameters = [...action.searchParams].filter(([name]) => !ownNames.has(name));
  action.search = '';
  return (
    <form
      className="booking-search"
      action={action.href}
      method="get"
      aria-labelledby={`${id}-title`}
      ref={form}
    >
      {/* A browser replaces the query of the action with the fields. */}
      {parameters.map(([name, value], at) => (
        <input key={at} type="hidden" name={name} value={value} />
      ))}
      <div className="booking-search-fields">
        {dateFields.map(({ key, name, label }) => (
          <div key={key} className="field">
            <label htmlFor={`${id}-${key}`}>{label}</label>
            {/* The maximum makes Chromium end a typed year after four digits. */}
            <input
              id={`${id}-${key}`}
              type="date"
              name={name}
              max={latestDate}
              required
              aria-describedby={`${id}-help`}
            />
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
