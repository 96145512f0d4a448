import type { ReactNode } from 'react';
import type { Page } from '../../content/collections/pages.ts';
import { editedRow } from '../editing.tsx';
import { BookingPanel } from './BookingPanel.tsx';
import { Hero } from './Hero.tsx';
import type { SceneName } from './Scene.tsx';

interface RentalsHeroProps {
  /** The page's row; its texts override the title and subtitle below. */
  readonly page: Page | null | undefined;
  readonly title: string;
  readonly subtitle: string;
  readonly scene: SceneName;
  /** How many guests the visitor has chosen in the list. */
  readonly guests?: number | null;
  /** The filters of the list of homes, below the search. */
  readonly children?: ReactNode;
}

/** The top of a rental page, with the search. */
export function RentalsHero({ page, title, subtitle, scene, guests = null, children }: RentalsHeroProps) {
  return (
    <Hero
      title={page?.heroTitle ?? title}
      subtitle={page?.heroSubtitle ?? subtitle}
      picture={page?.heroPicture ?? null}
      row={editedRow('pages', page)}
      scene={scene}
      shape="wide"
      panel={<BookingPanel guests={guests}>{children}</BookingPanel>}
    />
  );
}
