import type { Picture as PictureContent } from '../content.ts';
import { type Drawing, plainDrawing } from '../drawings.ts';
import { picturePath, pictureSourceSet, plainPictureWidth } from '../pictureLadder.ts';
import { PicturePlaceholder } from './PicturePlaceholder.tsx';

interface PictureProps {
  readonly picture: PictureContent | null;
  /** The width at which it will be shown, as the sizes attribute says it. */
  readonly sizes: string;
  /** The frame that holds its place before it has arrived. */
  readonly ratio: 'wide' | 'landscape' | 'portrait';
  /** The largest picture of the first screen: requested at once and before the others. */
  readonly priority?: boolean;
  /** Its text where the sentence beside it says the same: none. */
  readonly decorative?: boolean;
  /** What stands in its place where there is none; see `chooseDrawings`. */
  readonly drawing?: Drawing | undefined;
  /** Names it for the way to and from the page that it leads to; see `viewName`. */
  readonly transition?: string | undefined;
  /** What makes it editable in a preview. */
  readonly mark?: { readonly 'data-directus'?: string } | undefined;
}

/** A picture of the content in a frame of fixed proportions, or a drawing where there is none. */
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
    src: picturePath(source, plainPictureWidth),
  };
}

/** The editor's focal point in steps of ten per cent: there is a class for each, and no style attribute. */
function focusClasses({ focus }: PictureContent): string | undefined {
  if (!focus) return undefined;
  return `focus-x-${tenth(focus.x)} focus-y-${tenth(focus.y)}`;
}

function tenth(percent: number): number {
  return Math.min(100, Math.max(0, Math.round(percent / 10) * 10));
}
