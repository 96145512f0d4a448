import { contactPath } from '../../../shared/paths.ts';
import { LinkButton } from '../../../shared/ui/LinkButton.tsx';
import { useSite } from '../siteContext.ts';
import { Island } from './Island.tsx';
import { Scene, type SceneName } from './Scene.tsx';

interface RentalsHeroProps {
  readonly title: string;
  readonly subtitle: string;
  readonly scene: SceneName;
}

/** The top of a rental page: its title over the sky of a scene, the search over its foreground. */
export function RentalsHero({ title, subtitle, scene }: RentalsHeroProps) {
  return (
    <header className="hero hero-scene rentals-hero">
      <div className="hero-inner container">
        <div className="hero-text">
          <h1 className="hero-title">{title}</h1>
          <p className="hero-subtitle">{subtitle}</p>
        </div>
        <BookingPanel />
      </div>
      <Scene name={scene} />
    </header>
  );
}

/** The booking search, or a link to the contact form where this site has no booking site behind it. */
function BookingPanel() {
  const { bookingSiteUrl } = useSite();
  if (bookingSiteUrl !== null) {
    const resultsUrl = bookingResultsUrl(bookingSiteUrl);
    return (
      <div className="panel">
        <Island name="bookingSearch" props={{ id: 'booking', resultsUrl }} />
      </div>
    );
  }
  return (
    <div className="panel stack">
      <h2 className="booking-search-title">Tell us your dates</h2>
      <p>
        Online search is not open at the moment. Write to us with the days you have in mind and the number of
        guests, and we will answer with the houses that are free.
      </p>
      <p>
        <LinkButton href={contactPath}>Ask About a Stay</LinkButton>
      </p>
    </div>
  );
}

/**
 * Where a booking search leads. The booking service knows two forms of address: its own
 * (`https://host/vacation-rental-properties/agency`), which is complete, and a booking domain, whose
 * results stand at `/search`.
 */
function bookingResultsUrl(bookingSiteUrl: string): string {
  const url = new URL(bookingSiteUrl);
  return url.pathname === '/' ? `${url.origin}/search` : bookingSiteUrl;
}
