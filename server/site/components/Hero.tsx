import type { ReactNode } from 'react';
import type { Picture as PictureContent } from '../../../shared/content.ts';
import { contactPath } from '../../../shared/paths.ts';
import { LinkButton } from '../../../shared/ui/LinkButton.tsx';
import { Picture } from '../../../shared/ui/Picture.tsx';
import { useStyles } from '../../../shared/useStyles.ts';
import { viewName } from '../../../shared/viewName.ts';
import { type EditedRow, EditLink, useEditable } from '../editing.tsx';
import { ConnectionError } from './ConnectionError.tsx';
import { Scene, type SceneName } from './Scene.tsx';

/** The `sizes` of the picture in each shape. */
const pictureSizes = {
  beside: '(min-width: 76rem) 33rem, (min-width: 46rem) 43vw, 90vw',
  wide: '(min-width: 83rem) 76rem, 92vw',
  low: '(min-width: 83rem) 76rem, 92vw',
} as const;

export interface HeroProps {
  readonly title: string;
  readonly subtitle?: string | null;
  /** The breadcrumbs, above the title. */
  readonly above?: ReactNode;
  /** Says below the title that the page's own content is missing. */
  readonly notice?: ReactNode;
  readonly picture?: PictureContent | null;
  /** Drawn if there is no picture. */
  readonly scene: SceneName;
  /**
   * Where the picture is: beside the text; below it at full width (the page shows a place or many things); or the same
   * as a low strip (what follows is more urgent than the picture).
   */
  readonly shape?: keyof typeof pictureSizes;
  /** The slug of the page's subject, if lists link to it: title and picture have view transitions from there. */
  readonly transition?: string;
  /** The row that it shows. */
  readonly row?: EditedRow<'pages' | 'services'> | null;
  /** The next step, below the text. */
  readonly children?: ReactNode;
}

/** The top of a page: its title beside a picture, or in the sky of a drawn scene. */
export function Hero({
  title,
  subtitle,
  above,
  notice,
  picture = null,
  scene,
  shape = 'beside',
  transition,
  row = null,
  children,
}: HeroProps) {
  const isWide = shape === 'low' || (shape === 'wide' && picture !== null);
  useStyles('hero', isWide && 'heroWide', picture === null && 'scene');
  const editable = useEditable();
  return (
    <header
      className={[
        'hero',
        picture === null ? 'hero-scene' : shape === 'beside' ? 'hero-beside' : 'hero-wide',
        shape === 'low' ? 'hero-low' : '',
      ].join(' ')}
    >
      <div className="hero-inner container">
        <div className="hero-text">
          {above}
          <EditLink row={row} />
          <h1
            className="hero-title"
            data-vt={transition && viewName('title', transition)}
            {...editable(row, 'heroTitle')}
          >
            {title}
          </h1>
          {subtitle && (
            <p className="hero-subtitle" {...editable(row, 'heroSubtitle')}>
              {subtitle}
            </p>
          )}
          {notice}
          {children && <div className="cluster">{children}</div>}
        </div>
        {picture && (
          <div className="hero-media">
            <Picture
              picture={picture}
              sizes={pictureSizes[shape]}
              ratio={shape === 'beside' ? 'landscape' : 'wide'}
              priority
              transition={transition && viewName('picture', transition)}
              mark={editable(row, 'heroPicture')}
            />
          </div>
        )}
      </div>
      {!picture && <Scene name={scene} />}
    </header>
  );
}

/**
 * The top of a page whose own content is missing: what the page is about, the notice, and a link to the contact
 * form.
 */
export function UnreachableHero({ title, scene }: Pick<HeroProps, 'title' | 'scene'>) {
  return (
    <Hero title={title} scene={scene} notice={<ConnectionError variant="hero" />}>
      <LinkButton href={contactPath}>Ask us directly</LinkButton>
    </Hero>
  );
}
