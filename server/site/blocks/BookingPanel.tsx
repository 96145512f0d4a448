import { contactAbout, contactPath } from '../../../shared/paths.ts';
import { LinkButton } from '../../../shared/ui/LinkButton.tsx';
import type { Home } from '../../content/collections/homes.ts';
import { useSite } from '../siteContext.ts';
import { Island } from './Island.tsx';

/** The booking search, or a link to the contact form where this site has no booking site behind it. */
export function BookingPanel() {
  const { bookingSiteUrl } = useSite();
  if (bookingSiteUrl !== null) {
    return (
      <div className="panel">
        <Island name="bookingSearch" props={{ id: 'booking', resultsUrl: resultsUrlOf(bookingSiteUrl) }} />
      </div>
    );
  }
  return (
    <div className="panel stack">
      <h2 className="booking-search-title">Tell us your dates</h2>
      <p>
        Online search is not open at the moment. Write to us with the days you have in mind and the number of
        guests.
      </p>
      <p>
        <LinkButton href={contactPath}>Ask About a Stay</LinkButton>
      </p>
    </div>
  );
}

/**
 * The search of one home: at its own address where that is on the booking site, else in all homes. An address
 * elsewhere is a link, because the page's policy lets a form lead to the booking site alone.
 */
export function HomeBookingPanel({ home }: { readonly home: Home }) {
  const { bookingSiteUrl } = useSite();
  const own = ownAddress(home.bookingAddress, bookingSiteUrl);
  const isOnBookingSite = bookingSiteUrl !== null && isSameOrigin(own, bookingSiteUrl);
  const search =
    isOnBookingSite || own === null ? bookingSiteUrl && (own ?? resultsUrlOf(bookingSiteUrl)) : null;
  return (
    <aside className="panel home-panel" aria-label={`Book ${home.name}`}>
      {search !== null && <Island name="bookingSearch" props={{ id: 'booking', resultsUrl: search }} />}
      {search === null && <h2 className="booking-search-title">Stay here</h2>}
      {search === null && own !== null && <LinkButton href={own}>See free dates</LinkButton>}
      <LinkButton href={contactAbout('home', home.slug)} look="outline">
        Ask about this home
      </LinkButton>
    </aside>
  );
}

/** The complete address at which a home is booked; a path is one of the booking site. */
function ownAddress(address: string | null, bookingSiteUrl: string | null): string | null {
  if (address === null || !address.startsWith('/')) return address;
  return bookingSiteUrl === null ? null : (URL.parse(address, bookingSiteUrl)?.href ?? null);
}

function isSameOrigin(address: string | null, other: string): boolean {
  return address !== null && URL.parse(address)?.origin === new URL(other).origin;
}

/**
 * Where a booking search leads. The booking service knows two forms of address: its own
 * (`https://host/vacation-rental-properties/agency`), which is complete, and a booking domain, whose
 * results stand at `/search`.
 */
function resultsUrlOf(bookingSiteUrl: string): string {
  const url = new URL(bookingSiteUrl);
  return url.pathname === '/' ? `${url.origin}/search` : bookingSiteUrl;
}
