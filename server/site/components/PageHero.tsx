import type { Page } from '../../content/collections/pages.ts';
import { editedRow } from '../editing.tsx';
import { Hero, type HeroProps } from './Hero.tsx';

interface PageHeroProps extends Omit<HeroProps, 'picture' | 'row'> {
  /** Its texts override the title and subtitle, and it has the picture. */
  readonly page: Page | null | undefined;
}

/** The top of a page that editors may have written a row for. */
export function PageHero({ page, title, subtitle = null, ...rest }: PageHeroProps) {
  return (
    <Hero
      {...rest}
      title={page?.heroTitle ?? title}
      subtitle={page?.heroSubtitle ?? subtitle}
      picture={page?.heroPicture ?? null}
      row={editedRow('pages', page)}
    />
  );
}
