import { useEffect, useRef, useState } from 'react';
import { mostGuests, type StayQuery } from '../stay.ts';
import { useStyles } from '../useStyles.ts';
import { renderBookingWidget } from './bookingWidget.ts';
import { hasChanges } from './changedFields.ts';
import { keepStay } from './keepStay.ts';
import { latestDate, proposeDates } from './stayDates.ts';

/** Prefix of the ids within; a page has one search at most. */
const id = 'booking';

/** The page that has the search, if it shows prices for the chosen stay itself. */
interface OwnResults {
  /** Its address. */
  readonly path: string;
  readonly towns: readonly { readonly slug: string; readonly name: string }[];
  readonly takesDogs: boolean;
}

interface BookingSearchProps {
  /** Address of the booking site's results page; null: there is none. */
  readonly resultsUrl: string | null;
  readonly own: OwnResults | null;
  /** What the visitor has chosen before. */
  readonly chosen: StayQuery & { readonly town: string | null };
  /** Limits the search to one home; how many guests it sleeps, null if unknown. */
  readonly home?: { readonly sleeps: number | null };
}

/** The length of stay that the search proposes. */
const daysBetweenDates = 7;

/** `loading` until the vendor's widget is usable (`ready`) or has failed (`missing`). */
type WidgetState = 'loading' | 'ready' | 'missing';

/**
 * The search for a vacation rental: the vendor's widget if it loads, else a plain form that opens the same results.
 * The form is shown first, is never hidden while a visitor uses it, and can always be brought back. It stays where it also
 * shows our own prices, which the widget cannot; then a button shows the widget. A missing widget is reported to operators,
 * not to the visitor.
 */
export function BookingSearch({ resultsUrl, own, chosen, home }: BookingSearchProps) {
  useStyles('form', 'bookingSearch');
  const maximumGuests = Math.min(home?.sleeps ?? mostGuests, mostGuests);
  const stage = useRef<HTMLDivElement>(null);
  const container = useRef<HTMLDivElement>(null);
  const [widget, setWidget] = useState<WidgetState>('loading');
  const [simple, setSimple] = useState(own !== null);

  useEffect(() => {
    if (!container.current || resultsUrl === null) return;
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
        <h2 id={`${id}-title`} className={`booking-search-title${own && !home ? ' visually-hidden' : ''}`}>
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
        <SimpleSearch {...{ resultsUrl, own, chosen, home, maximumGuests }} />
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
] as const;

/** The parameters that the visitor chooses. */
const ownNames = new Set<string>(['guests', 'town', 'dogs', ...dateFields.map(({ name }) => name)]);

interface SimpleSearchProps extends Omit<BookingSearchProps, 'home'> {
  readonly home: BookingSearchProps['home'] | undefined;
  readonly maximumGuests: number;
}

/**
 * The simple search: a plain form that shows our own prices, or opens the booking site's results, in the same tab. The
 * server renders the dates of the address only, because a cached page is the same on every day; the hydrated form adds
 * others.
 */
function SimpleSearch({ resultsUrl, own, chosen, home, maximumGuests }: SimpleSearchProps) {
  const form = useRef<HTMLFormElement>(null);
  const { guests } = chosen;
  useEffect(() => (form.current ? keepStay(form.current, guests) : undefined), [guests]);
  useEffect(() => {
    const [checkIn, checkOut] = form.current?.querySelectorAll<HTMLInputElement>('input[type="date"]') ?? [];
    return checkIn && checkOut && proposeDates(checkIn, checkOut, daysBetweenDates);
  }, []);
  const results = resultsUrl === null ? null : new URL(resultsUrl);
  const parameters = [...(results?.searchParams ?? [])].filter(([name]) => !ownNames.has(name));
  if (results) results.search = '';
  return (
    <form
      className="booking-search"
      action={own ? `${own.path}#${home ? 'book' : 'homes'}` : results?.href}
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
              defaultValue={chosen[name] ?? ''}
              required
              aria-describedby={own ? undefined : `${id}-help`}
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
        {own && own.towns.length > 0 && (
          <div className="field">
            <label htmlFor={`${id}-town`}>Town</label>
            <select id={`${id}-town`} name="town" defaultValue={chosen.town ?? ''}>
              <option value="">All towns</option>
              {own.towns.map(({ slug, name }) => (
                <option key={slug} value={slug}>
                  {name}
                </option>
              ))}
            </select>
          </div>
        )}
        {own?.takesDogs && (
          <label className="choice booking-dog">
            <input type="checkbox" name="dogs" value="1" defaultChecked={chosen.dogs} />
            With a dog
          </label>
        )}
        {own && (
          // Without dates it filters a list; the price of one home needs them.
          <button type="submit" className="button" formNoValidate={!home}>
            {home ? 'Show the price' : 'Show homes'}
          </button>
        )}
        {results && (
          <button type="submit" className={own ? 'booking-elsewhere' : 'button'} formAction={results.href}>
            Search our booking site
          </button>
        )}
      </div>
      {own === null && (
        <p id={`${id}-help`} className="small">
          We suggest a week; change the check-out as you like.
        </p>
      )}
    </form>
  );
}
