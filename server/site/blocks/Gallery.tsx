import type { Picture as PictureContent } from '../../../shared/content.ts';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { Picture } from '../../../shared/ui/Picture.tsx';

interface GalleryProps {
  /** What the pictures show, for its name. */
  readonly of: string;
  /** At least one; the first is the largest. */
  readonly pictures: readonly PictureContent[];
  /** Names the first one for the way from the card that leads here. */
  readonly transition: string;
}

/**
 * Pictures side by side, on a phone one after the other. Each opens as large as the window: by the browser's own
 * popover, so that it works without script, with the keyboard, and closes with Escape.
 */
export function Gallery({ of, pictures, transition }: GalleryProps) {
  const count = pictures.length;
  return (
    <section className="gallery container" aria-label={`Pictures of ${of}`}>
      <ul className={`gallery-pictures gallery-${Math.min(count, 4)}`}>
        {pictures.map((picture, at) => {
          const name = `Picture ${at + 1} of ${count}${picture.alt && `: ${picture.alt}`}`;
          return (
            <li key={at}>
              <Picture
                picture={picture}
                sizes={sizesOf(at, count)}
                ratio="landscape"
                priority={at === 0}
                transition={at === 0 ? transition : undefined}
              />
              <button type="button" className="gallery-open" popoverTarget={`picture-${at + 1}`}>
                <span className="visually-hidden">
                  Enlarge picture {at + 1} of {count}
                </span>
              </button>
              <div
                id={`picture-${at + 1}`}
                popover="auto"
                className="gallery-view"
                role="dialog"
                aria-label={name}
              >
                <Picture picture={picture} sizes="100vw" ratio="landscape" />
                <button
                  type="button"
                  className="gallery-close"
                  popoverTarget={`picture-${at + 1}`}
                  popoverTargetAction="hide"
                >
                  <Icon name="close" /> Close
                </button>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** How wide a picture is shown: the first of several takes the golden part of the page. */
function sizesOf(at: number, count: number): string {
  if (count === 1) return '(min-width: 83rem) 76rem, 92vw';
  if (at === 0) return '(min-width: 83rem) 47rem, (min-width: 48rem) 57vw, 84vw';
  // The second of two fills an upright frame, and is wider than what is seen of it.
  if (count === 2) return '(min-width: 83rem) 50rem, (min-width: 48rem) 60vw, 84vw';
  return '(min-width: 83rem) 29rem, (min-width: 48rem) 36vw, 84vw';
}
