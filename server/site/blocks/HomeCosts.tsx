import type { Home } from '../../content/collections/homes.ts';
import { moneyText } from '../money.ts';

/** A stay's prices per night by season, its one-time costs and what is included; nothing if content has none of it. */
export function HomeCosts({ home }: { readonly home: Home }) {
  const { price, nightPrices, cleaningFee, leastNights, priceIncludes } = home;
  const nights =
    nightPrices.length > 0
      ? nightPrices
      : price
        ? [{ season: 'All year', dates: null, night: price.from }]
        : [];
  if (nights.length === 0 && cleaningFee === null && priceIncludes === null) return null;
  return (
    <section aria-labelledby="costs">
      <h2 id="costs">What it costs</h2>
      <table className="figures">
        <thead className="visually-hidden">
          <tr>
            <th scope="col">For what</th>
            <th scope="col">Price</th>
          </tr>
        </thead>
        <tbody>
          {nights.map(({ season, dates, night }, at) => (
            // By position: an editor may write a season twice.
            <tr key={at}>
              <th scope="row">
                {season} {dates && <small>{dates}</small>}
              </th>
              <td>
                {nightPrices.length === 0 && 'From '}
                {moneyText(night)} <small>a night</small>
              </td>
            </tr>
          ))}
          {cleaningFee && (
            <tr>
              <th scope="row">Cleaning</th>
              <td>
                {moneyText(cleaningFee)} <small>once</small>
              </td>
            </tr>
          )}
          {leastNights !== null && (
            <tr>
              <th scope="row">Shortest stay</th>
              <td>{leastNights === 1 ? '1 night' : `${leastNights} nights`}</td>
            </tr>
          )}
        </tbody>
      </table>
      {priceIncludes && <p className="small">{priceIncludes}</p>}
    </section>
  );
}
