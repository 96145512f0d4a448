import type { Picture as PictureContent } from '../content.ts';
import { type Drawing, plainDrawing } from '../drawings.ts';
import { fallbackPictureWidth, picturePath, pictureSourceSet } from '../pictureLadder.ts';
import { useStyles } from '../useStyles.ts';
import { PicturePlaceholder } from './PicturePlaceholder.tsx';

interface PictureProps {
  readonly picture: PictureContent | null;
  /** The displayed width, as the value of the `sizes` attribute. */
  readonly sizes: string;
  /** Aspect ratio of the frame, which reserves the space before the picture has loaded. */
  readonly ratio: 'wide' | 'landscape' | 'portrait';
  /** For the largest picture above the fold: loaded eagerly and with high priority. */
  readonly priority?: boolean;
  /** Leaves the alternative text empty, because the text beside the picture says the same. */
  readonly decorative?: boolean;
  /** Shown if there is no picture; see `chooseDrawings`. */
  readonly drawing?: Drawing | undefined;
  /** Its view transition name; see `viewName`. */
  readonly transition?: string | undefined;
  /** Attributes that make it editable in a preview. */
  readonly mark?: { readonly 'data-directus'?: string } | undefined;
}

/** A picture from content in a frame of fixed aspect ratio, or a drawing if there is no picture. */
export function Picture({
  picture,
  sizes,
  ratio,
  priority = false,
  decorative = false,
  drawing = plainDrawing,
  transition,
  mark,
}: PictureProps) {
  useStyles('picture', picture?.focus != null && 'focus');
  return (
    <div className={`picture ratio-${ratio}`} data-vt={transition} {...mark}>
      {picture === null ? (
        <PicturePlaceholder drawing={drawing} />
      ) : (
        <img
          className={focusClasses(picture)}
          {...sourceOf(picture, sizes)}
          alt={decorative ? '' : picture.alt}
          width={picture.width ?? undefined}
          height={picture.height ?? undefined}
          decoding={priority ? 'sync' : 'async'}
          {...(priority ? { fetchPriority: 'high' } : { loading: 'lazy' })}
        />
      )}
    </div>
  );
}

function sourceOf({ source }: PictureContent, sizes: string) {
  if ('address' in source) return { src: source.address };
  return {
    sizes,
    srcSet: pictureSourceSet(source),
    src: picturePath(source, fallbackPictureWidth),
  };
}

/** The focal point rounded to steps of ten percent, each with a class: our CSP forbids style attributes. */
function focusClasses({ focus }: PictureContent): string | undefined {
  if (!focus) return undefined;
  return `focus-x-${tenth(focus.x)} focus-y-${tenth(focus.y)}`;
}

function tenth(percent: number): number {
  return Math.min(100, Math.max(0, Math.round(percent / 10) * 10));
}
