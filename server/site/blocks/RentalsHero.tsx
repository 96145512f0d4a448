import type { Page } from '../../../shared/content.ts';
import type { Query } from '../../../shared/query.ts';
import { Picture } from '../../../shared/ui/Picture.tsx';
import { BookingPanel } from './BookingPanel.tsx';
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
