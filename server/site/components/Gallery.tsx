import { Icon } from '../../../shared/ui/Icon.tsx';
import { Picture } from '../../../shared/ui/Picture.tsx';
import { useStyles } from '../../../shared/useStyles.ts';
import type { HomePicture } from '../../content/collections/homes.ts';
import type { EditMark } from '../editing.tsx';

/** The most pictures shown side by side; the enlarged view has all of them. */
const mostShown = 5;

/** On a portrait screen the enlarged picture is wider than the screen: see `.gallery-strip`. */
const enlargedSizes = '(max-aspect-ratio: 1) and (max-width: 48rem) 96vh, 100vw';

interface GalleryProps {
  /** What the pictures show, for the gallery's accessible name. */
  readonly of: string;
  /** At least one; the first is the largest. */
  readonly pictures: readonly HomePicture[];
  /** The view transition name that the first picture shares with the card that links here. */
  readonly transition: string;
  /** The attributes that make it editable in a preview. */
  readonly mark: EditMark;
}

/**
 * Pictures side by side, on a phone in a strip. All of them open as large as the window, in a strip that visitors
 * swipe, scroll, or step through by links. It is a native popover, so that it works without script and closes with
 * Escape. `client/gallery.ts` opens it at the picture that was clicked, handles the arrow keys, and names in
 * the status each picture that it turns to.
 */
export function Gallery({ of, pictures, transition, mark }: GalleryProps) {
  useStyles('gallery');
  const count = pictures.length;
  const all = `All ${count} pictures`;
  const hasMore = (at: number) => at === mostShown - 1 && count > mostShown;
  return (
    <section className="gallery container" aria-label={`Pictures of ${of}`} {...mark}>
      <ul className={`gallery-pictures gallery-${Math.min(count, mostShown)}`}>
        {pictures.map((picture, at) => (
          <li key={at}>
            <Picture
              picture={picture}
              sizes={sizesOf(at, count)}
              ratio="landscape"
              priority={at === 0}
              decorative
              transition={at === 0 ? transition : undefined}
            />
            <button type="button" className="gallery-open" popoverTarget="pictures" value={at + 1}>
              <span className="visually-hidden">
                {`${hasMore(at) ? `${all}. ` : ''}Enlarge picture ${at + 1} of ${count}${nameOf(picture)}`}
              </span>
            </button>
            {hasMore(at) && (
              <span className="gallery-more" aria-hidden="true">
                {all}
              </span>
            )}
          </li>
        ))}
      </ul>
      <div
        id="pictures"
        popover="auto"
        className="gallery-view"
        role="dialog"
        aria-label={`Pictures of ${of}`}
      >
        {/* Before what fills the window: below it, it would be scrolled to. */}
        <p className="visually-hidden" role="status" />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard */}
        {/* biome-ignore lint/a11y/noAutofocus: takes the focus when the dialog opens, not when the page loads */}
        <ul className="gallery-strip" aria-label="Enlarged pictures" tabIndex={0} autoFocus>
          {pictures.map((picture, at) => (
            <li key={at} id={`picture-${at + 1}`}>
              <Picture picture={picture} sizes={enlargedSizes} ratio="landscape" />
              <p className="gallery-caption">
                {at > 0 && <Turn to={at} name="Previous" />}
                <span>
                  {at + 1} of {count}
                  {picture.caption !== null && `: ${picture.caption}`}
                </span>
                {at < count - 1 && <Turn to={at + 2} name="Next" />}
              </p>
            </li>
          ))}
        </ul>
        <button type="button" className="gallery-close" popoverTarget="pictures" popoverTargetAction="hide">
          <Icon name="close" /> Close
        </button>
      </div>
    </section>
  );
}

/** The name of a picture in that of its button, so that a screen reader says it once. */
function nameOf({ alt, caption }: HomePicture): string {
  const name = alt || caption;
  return name ? `: ${name}` : '';
}

interface TurnProps {
  /** The number of a picture, from 1. */
  readonly to: number;
  readonly name: 'Previous' | 'Next';
}

function Turn({ to, name }: TurnProps) {
  return (
    <a href={`#picture-${to}`} className={`gallery-turn gallery-${name.toLowerCase()}`}>
      <Icon name={name === 'Next' ? 'arrow' : 'back'} />
      <span className="visually-hidden">{name} picture</span>
    </a>
  );
}

/** How wide a picture is shown: the first of several takes half of the page or more. */
function sizesOf(at: number, count: number): string {
  if (count === 1) return '(min-width: 83rem) 76rem, 92vw';
  if (at === 0) return '(min-width: 83rem) 47rem, (min-width: 48rem) 57vw, 84vw';
  // The second of two is cropped to a portrait frame, and is wider than its visible part.
  if (count === 2) return '(min-width: 83rem) 50rem, (min-width: 48rem) 60vw, 84vw';
  return count > 4
    ? '(min-width: 83rem) 19rem, (min-width: 48rem) 24vw, 84vw'
    : '(min-width: 83rem) 29rem, (min-width: 48rem) 36vw, 84vw';
}
