import type { ReactNode } from 'react';
import { contactAbout, contactPath } from '../../../shared/paths.ts';
import { A } from '../../../shared/ui/A.tsx';
import { LinkButton } from '../../../shared/ui/LinkButton.tsx';
import type { Home } from '../../content/collections/homes.ts';
import { priceText } from '../money.ts';
import { useSite } from '../siteContext.ts';
import { Island } from './Island.tsx';

interface BookingPanelProps {
  /** How many guests the visitor has chosen in the list. */
  readonly guests: number | null;
  /** The filters of the list of homes, in the same bar. */
  readonly children?: ReactNode;
}

/** The booking search, or a link to the contact form if no booking site is configured. */
export function BookingPanel({ guests, children }: BookingPanelProps) {
  const { bookingSiteUrl } = useSite();
  if (bookingSiteUrl !== null) {
    return (
      <div className="panel booking-bar">
        <Island name="bookingSearch" props={{ resultsUrl: resultsUrlOf(bookingSiteUrl), guests }} />
        {children}
      </div>
    );
  }
  return (
    <div className="panel booking-bar">
      <h2 className="booking-search-title">Tell us your dates</h2>
      <p>
        Online search is not open at the moment. Write to us with the days you have in mind and the number of
        guests.
      </p>
      <p>
        <LinkButton href={contactPath}>Ask about a stay</LinkButton>
      </p>
      {children}
    </div>
  );
}

interface HomeBookingPanelProps {
  readonly home: Home;
  /** How many guests the visitor has chosen in the list. */
  readonly guests: number | null;
}

/**
 * A home's price, and a search of its dates if its booking address is on the booking site. An address elsewhere becomes
 * a link, because the page's policy allows forms to lead to the booking site only. Without an address, guests ask us.
 */
export function HomeBookingPanel({ home, guests }: HomeBookingPanelProps) {
  const { bookingSiteUrl } = useSite();
  const { name, price, leastNights } = home;
  const own = ownAddress(home.bookingAddress, bookingSiteUrl);
  const search = own !== null && bookingSiteUrl !== null && isSameOrigin(own, bookingSiteUrl) ? own : null;
  return (
    <aside className="panel home-panel" aria-label={`Book ${name}`}>
      {price && (
        <p className="home-price">
          <A href="#costs">{priceText(price)}</A>
          {leastNights !== null && leastNights > 1 && `, ${leastNights} nights or more`}
        </p>
      )}
      {search === null ? (
        <h2 className="booking-search-title">Stay here</h2>
      ) : (
        <Island name="bookingSearch" props={{ resultsUrl: search, guests, home: { sleeps: home.guests } }} />
      )}
      {search === null && own !== null && <LinkButton href={own}>See available dates</LinkButton>}
      <LinkButton href={contactAbout('home', home.slug)} look={own === null ? 'solid' : 'outline'}>
        {own === null ? 'Ask about your dates' : 'Ask about this home'}
      </LinkButton>
    </aside>
  );
}

/** The absolute URL at which a home is booked; a path is resolved against the booking site. */
function ownAddress(address: string | null, bookingSiteUrl: string | null): string | null {
  if (address === null || !address.startsWith('/')) return address;
  return bookingSiteUrl === null ? null : (URL.parse(address, bookingSiteUrl)?.href ?? null);
}

function isSameOrigin(address: string | null, other: string): boolean {
  return address !== null && URL.parse(address)?.origin === new URL(other).origin;
}

/**
 * The results page of a booking search. The booking service has two forms of address: its own
 * (`https://host/vacation-rental-properties/agency`), which is used as it is, and a booking domain, whose
 * results are at `/search`.
 */
function resultsUrlOf(bookingSiteUrl: string): string {
  const url = new URL(bookingSiteUrl);
  return url.pathname === '/' ? `${url.origin}/search` : bookingSiteUrl;
}
