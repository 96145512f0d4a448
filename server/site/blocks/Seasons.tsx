import { Scene } from './Scene.tsx';

const seasons = [
  {
    name: 'Spring',
    text: 'Roofs and gutters after the thaw, irrigation started, and a list of what the winter left.',
  },
  {
    name: 'Summer',
    text: 'Dry needles cleared from the walls, decks oiled, filters changed when smoke drifts in.',
  },
  {
    name: 'Fall',
    text: 'Sprinklers blown out, hoses off the bibs, and the heat tried before anyone needs it.',
  },
  {
    name: 'Winter',
    text: 'Drives clear by morning, eaves watched for ice, and pipes kept warm while you are away.',
  },
];

/** The work of a year, season by season, above a drawn river. */
export function Seasons() {
  return (
    <section className="scenic seasons" aria-labelledby="seasons">
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
          {seasons.map(({ name, text }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </div>
      <Scene name="river" />
    </section>
  );
}
