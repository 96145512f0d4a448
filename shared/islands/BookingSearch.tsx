import { useEffect, useRef, useState } from 'react';
import { BookingForm } from '../ui/BookingForm.tsx';
import { drawBookingWidget } from './bookingWidget.ts';

interface BookingSearchProps {
  /** Ids within the search begin with it; the page has one. */
  readonly id: string;
  /** Where the search leads. */
  readonly resultsUrl: string;
}

/** The most guests that a search may name. */
export const maximumGuests = 30;

/** The length of a stay that the search proposes. */
export const daysBetweenDates = 7;

/** `loading` until the vendor's widget is there (`drawn`) or certainly not (`missing`). */
type WidgetState = 'loading' | 'drawn' | 'missing';

/**
 * The search for a vacation rental: the vendor's widget where it loads, and a plain form that opens the same
 * results everywhere else. The form is shown first, is never removed while a visitor uses it, and can always be had
 * back.
 */
export function BookingSearch({ id, resultsUrl }: BookingSearchProps) {
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
      onDrawn: (drawn) => {
        if (drawn && isInUse(stage.current)) setSimple(true);
        setWidget(drawn ? 'drawn' : 'missing');
      },
      onMissing: () => setWidget('missing'),
      signal: drawing.signal,
    });
    return () => drawing.abort();
  }, [resultsUrl]);

  const shown = widget === 'drawn' && !simple;
  return (
    <div className="booking-stage" ref={stage}>
      <div className="booking-part" data-shown={!shown}>
        <BookingForm {...{ id, resultsUrl, maximumGuests, daysBetweenDates }} />
      </div>
      <div className="booking-part booking-widget" data-shown={shown}>
        <h2 className="booking-search-title">Find your dates</h2>
        {/* The vendor owns what is in here. */}
        <div id="searchwidget" ref={container} suppressHydrationWarning />
      </div>
      <p className="booking-choice small" role="status">
        {widget === 'missing' && 'The booking calendar is not available. This search opens the same results.'}
        {widget === 'drawn' && (
          <button type="button" className="text-button" onClick={() => setSimple(!simple)}>
            {simple ? 'Use the booking calendar' : 'Use simple search'}
          </button>
        )}
      </p>
    </div>
  );
}

/** Whether a visitor has begun with the simple search. */
function isInUse(stage: HTMLElement | null): boolean {
  const form = stage?.querySelector('form');
  if (!form) return false;
  return (
    form.contains(document.activeElement) ||
    [...form.querySelectorAll('input')].some((input) => input.value !== '')
  );
}
