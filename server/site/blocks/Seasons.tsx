import { type Page, seasonNames } from '../../../shared/content.ts';
import { Picture } from '../../../shared/ui/Picture.tsx';
import { Scene } from './Scene.tsx';

const seasons = {
  spring: {
    name: 'Spring',
    text: 'Roofs and gutters after the thaw, irrigation started, and a list of what the winter left.',
  },
  summer: {
    name: 'Summer',
    text: 'Dry needles cleared from the walls, decks oiled, filters changed when smoke drifts in.',
  },
  fall: {
    name: 'Fall',
    text: 'Sprinklers blown out, hoses off the bibs, and the heat tried before anyone needs it.',
  },
  winter: {
    name: 'Winter',
    text: 'Drives clear by morning, eaves watched for ice, and pipes kept warm while you are away.',
  },
} as const;

/** Twice its frame, which stands upright, because a lying picture is cut to it. */
const pictureSizes = '(min-width: 83rem) 36rem, (min-width: 60rem) 46vw, 96vw';

/** The work of a year, season by season: each with its picture, or all above a drawn river. */
export function Seasons({ page }: { readonly page: Page | null }) {
  const pictures = page?.seasonPictures;
  // A picture is missed beside the others, so that they are shown all or not at all.
  const hasPictures = pictures !== undefined && seasonNames.every((season) => pictures[season] !== null);
  return (
    <section
      className={hasPictures ? 'section seasons' : 'scenic seasons seasons-scene'}
      aria-labelledby="seasons"
    >
      <div className="container">
        <div className="section-head">
          <div>
            <h2 id="seasons">A year in the high desert</h2>
            <p className="lead">
              Four seasons, sometimes within one week. We watch for what each of them brings.
            </p>
          </div>
        </div>
        <dl className="season-list">
          {seasonNames.map((season) => (
            <div key={season}>
              <dt>
                {hasPictures && (
                  <Picture picture={pictures[season]} sizes={pictureSizes} ratio="portrait" decorative />
                )}
                {seasons[season].name}
              </dt>
              <dd>{seasons[season].text}</dd>
            </div>
          ))}
        </dl>
      </div>
      {!hasPictures && <Scene name="river" />}
    </section>
  );
}
