import { type Drawing, drawingsPath } from '../drawings.ts';

/** What stands where a picture is missing: a drawing of the sheet, in the colors of the theme. */
export function PicturePlaceholder({ drawing: { name, view } }: { readonly drawing: Drawing }) {
  return (
    <svg className={view === 'plain' ? 'placeholder' : `placeholder view-${view}`} aria-hidden="true">
      <use href={`${drawingsPath}#${name}`} />
    </svg>
  );
}
