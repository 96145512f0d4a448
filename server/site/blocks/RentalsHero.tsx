import type { Page } from '../../content/collections/pages.ts';
import { editedRow } from '../editing.tsx';
import { BookingPanel } from './BookingPanel.tsx';
import { type FilteredHomesProps, findsNoHome, HomeFilterLinks } from './FilteredHomes.tsx';
import { Hero } from './Hero.tsx';
import type { SceneName } from './Scene.tsx';

interface RentalsHeroProps extends FilteredHomesProps {
  /** The page's row; its texts override the title and subtitle below. */
  readonly page: Page | null | undefined;
  readonly title: string;
  readonly subtitle: string;
  readonly scene: SceneName;
}

/** The top of a page with homes: the booking search, and below it the filters of the list. */
export function RentalsHero({ page, title, subtitle, scene, ...list }: RentalsHeroProps) {
  const guests = findsNoHome(list.homes, list.query) ? null : list.query.guests;
  return (
    <Hero
      title={page?.heroTitle ?? title}
      subtitle={page?.heroSubtitle ?? subtitle}
      picture={page?.heroPicture ?? null}
      row={editedRow('pages', page)}
      scene={scene}
      shape="wide"
      panel={
        <BookingPanel guests={guests}>
          <HomeFilterLinks {...list} />
        </BookingPanel>
      }
    />
  );
}
