import { contactAbout, contactPath, rentalPath } from '../../../shared/paths.ts';
import { A } from '../../../shared/ui/A.tsx';
import { LinkButton } from '../../../shared/ui/LinkButton.tsx';
import { useStyles } from '../../../shared/useStyles.ts';
import type { Home } from '../../content/collections/homes.ts';
import { allHomes, filterChoices, findsNoHome } from '../homeFilter.ts';
import type { PageQuery } from '../pageQuery.ts';
import { useSite } from '../siteContext.ts';
import type { FilteredHomesProps } from './FilteredHomes.tsx';
import { Island } from './Island.tsx';
import { StayPrice } from './StayPrice.tsx';

/**
 * The search of a page with homes: it filters them and shows prices for the chosen stay, and opens the booking site's
 * results. Without homes it does the latter, or leads to the contact form if there is no booking site either.
 */
export function BookingPanel({ homes, query, path }: FilteredHomesProps) {
  useStyles('panel', 'rentals', 'bookingSearch');
  const { bookingSiteUrl } = useSite();
  const { towns, dogs } = filterChoices(homes);
  const resultsUrl = bookingSiteUrl === null ? null : resultsUrlOf(bookingSiteUrl);
  if (homes.length > 0 || resultsUrl !== null) {
    const own = homes.length > 0 ? { path, towns, takesDogs: dogs } : null;
    // Addresses that find nothing share one page, which repeats none of them.
    const { checkIn, checkOut, guests, town, dogs: withDog } = findsNoHome(homes, query) ? allHomes : query;
    const chosen = { checkIn, checkOut, guests, town, dogs: withDog };
    return (
      <div className="panel booking-bar">
        <Island name="bookingSearch" props={{ resultsUrl, own, chosen }} />
        {resultsUrl === null && (
          <p className="small">
            Online search is not open at the moment. <A href={contactPath}>Write to us</A> to book.
          </p>
        )}
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
    </div>
  );
}

interface HomeBookingPanelProps {
  readonly home: Home;
  /** The stay that the visitor has chosen. */
  readonly query: PageQuery;
}

/**
 * A home's price, and a search of its dates if it has prices or its booking address is on the booking site. An address
 * elsewhere becomes a link, because the page's policy allows forms to lead to the booking site only. Without an address,
 * guests ask us.
 */
export function HomeBookingPanel({ home, query }: HomeBookingPanelProps) {
  useStyles('panel', 'bookingSearch');
  const { bookingSiteUrl } = useSite();
  const { name, price, guests: sleeps, dogs } = home;
  const own = ownAddress(home.bookingAddress, bookingSiteUrl);
  const { checkIn, checkOut, guests, dogs: withDog } = query;
  const search = own !== null && bookingSiteUrl !== null && isSameOrigin(own, bookingSiteUrl) ? own : null;
  return (
    <aside id="book" className="panel home-panel" aria-label={`Book ${name}`}>
      <StayPrice home={home} query={query} />
      {search === null && price === null ? (
        <h2 className="booking-search-title">Stay here</h2>
      ) : (
        <Island
          name="bookingSearch"
          props={{
            resultsUrl: search,
            own: price && { path: rentalPath(home.slug), towns: [], takesDogs: (dogs ?? 0) > 0 },
            chosen: { checkIn, checkOut, guests, dogs: withDog, town: null },
            home: { sleeps },
          }}
        />
      )}
      {search === null && own !== null && <LinkButton href={own}>See available dates</LinkButton>}
      <LinkButton href={contactAbout('home', home.slug, query)} look="outline">
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
