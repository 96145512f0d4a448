import { Picture } from '../../../shared/ui/Picture.tsx';
import { useStyles } from '../../../shared/useStyles.ts';
import { words } from '../../../shared/words.ts';
import { type Page, seasonNames } from '../../content/collections/pages.ts';
import { EditLink, editedRow, useEditable } from '../editing.tsx';
import { Scene } from './Scene.tsx';

const names = { spring: 'Spring', summer: 'Summer', fall: 'Fall', winter: 'Winter' } as const;

/** Twice the width of the portrait frame, because a landscape picture is cropped to it. */
const pictureSizes = '(min-width: 83rem) 36rem, (min-width: 60rem) 46vw, 96vw';

/**
 * The work of a year in an editor's words, season by season: each with its picture, or all above a drawn river. Nothing
 * if no season has a text.
 */
export function Seasons({ page }: { readonly page: Page | null | undefined }) {
  const editable = useEditable();
  const row = editedRow('pages', page);
  const seasons = seasonNames.flatMap((season) => {
    const { text = null, picture = null } = page?.seasons[season] ?? {};
    return text === null ? [] : [{ season, text, picture }];
  });
  useStyles(seasons.length > 0 && 'seasons');
  if (seasons.length === 0) return null;
  // A single missing picture would stand out, so either all are shown or none.
  const hasPictures = seasons.every(({ picture }) => picture !== null);
  return (
    <section
      className={hasPictures ? 'section seasons' : 'scenic seasons seasons-scene'}
      aria-labelledby="seasons"
    >
      <div className="container">
        <EditLink row={row} />
        <div className="section-head">
          <div>
            <h2 id="seasons">{`A year in ${words.land}`}</h2>
            <p className="lead">{words.seasonsLead}</p>
          </div>
        </div>
        <dl className="season-list">
          {seasons.map(({ season, text, picture }) => (
            <div key={season} {...editable(row, `${season}Text`, `${season}Picture`)}>
              <dt>
                {hasPictures && (
                  <Picture picture={picture} sizes={pictureSizes} ratio="portrait" decorative />
                )}
                {names[season]}
              </dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </div>
      {!hasPictures && <Scene name="river" />}
    </section>
  );
}
