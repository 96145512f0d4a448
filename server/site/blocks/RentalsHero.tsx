import { Picture } from '../../../shared/ui/Picture.tsx';
import type { Page } from '../../content/collections/pages.ts';
import { BookingPanel } from './BookingPanel.tsx';
import { Scene, type SceneName } from './Scene.tsx';

interface RentalsHeroProps {
  /** The page's row; its words go before those below. */
  readonly page: Page | null | undefined;
  readonly title: string;
  readonly subtitle: string;
  readonly scene: SceneName;
}

/** The top of a rental page: its title beside a picture, or over the sky of a scene; the search over the foreground. */
export function RentalsHero({ page, title, subtitle, scene }: RentalsHeroProps) {
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
