import type { Page } from '../../../shared/content.ts';
import { contactPath } from '../../../shared/paths.ts';
import type { Query } from '../../../shared/query.ts';
import { LinkButton } from '../../../shared/ui/LinkButton.tsx';
import { Picture } from '../../../shared/ui/Picture.tsx';
import { useSite } from '../siteContext.ts';
import { Island } from './Island.tsx';
import { Scene, type SceneName } from './Scene.tsx';
import { WhenLoaded } from './WhenLoaded.tsx';

interface RentalsHeroProps {
  /** The words of the page where content has none. */
  readonly title: string;
  readonly subtitle: string;
  readonly scene: SceneName;
}

/** The top of a rental page once its row is known, or known to be missing. */
export function LoadedRentalsHero({
  query,
  ...words
}: RentalsHeroProps & { readonly query: Query<Page | null> }) {
  return (
    <WhenLoaded query={query} notice="hero" fallback={<RentalsHero page={null} {...words} />}>
      {(page) => <RentalsHero page={page} {...words} />}
    </WhenLoaded>
  );
}

/** Its title beside a picture, or over the sky of a scene; the search over the foreground. */
function RentalsHero({ page, title, subtitle, scene }: RentalsHeroProps & { readonly page: Page | null }) {
  const picture = page?.heroPicture ?? null;
  return (
    <header className={picture ? 'hero rentals-hero' : 'hero hero-scene rentals-hero'}>
      <div className="hero-inner container">
        <div className="hero-text">
          <h1 className="hero-title">{page?.heroTitle ?? title}</h1>
          <p className="hero-subtitle">{page?.heroSubtitle ?? subtitle}</p>
        </div>
        {picture && (
          <div className="hero-media">
            <Picture picture={picture} sizes="(min-width: 83rem) 76rem, 92vw" ratio="wide" priority />
          </div>
        )}
        <BookingPanel />
      </div>
      {!picture && <Scene name={scene} />}
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
