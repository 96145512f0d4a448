import { type Drawing, drawingAddress } from '../drawings.ts';

/** Shown instead of a missing picture: a drawing in the colors of the theme. */
export function PicturePlaceholder({ drawing }: { readonly drawing: Drawing }) {
  return (
    <svg
      className={drawing.view === 'plain' ? 'placeholder' : `placeholder view-${drawing.view}`}
      aria-hidden="true"
    >
      <use href={drawingAddress(drawing.name)} />
    </svg>
  );
}
