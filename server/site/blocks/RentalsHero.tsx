import { BookingPanel } from './BookingPanel.tsx';
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
