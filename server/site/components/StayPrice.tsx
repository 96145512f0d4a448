import type { StayQuery } from '../../../shared/stay.ts';
import { A } from '../../../shared/ui/A.tsx';
import { useStyles } from '../../../shared/useStyles.ts';
import type { Home } from '../../content/collections/homes.ts';
import { moneyText } from '../money.ts';
import { stayOf, stayText } from '../stay.ts';
import { leastText, leastTotal, stayTotal, totalText } from '../stayPrice.ts';

interface StayPriceProps {
  readonly home: Home;
  readonly query: StayQuery;
}

/**
 * What the chosen stay costs in all, opened into what it is made of, or why it has no price; without dates the least that
 * a stay costs. Nothing for a home without prices.
 */
export function StayPrice({ home, query }: StayPriceProps) {
  const least = leastTotal(home, query);
  const stay = stayOf(query);
  const price = stayTotal(home, stay, query);
  useStyles(price?.kind === 'total' && 'figures');
  if (least === null) return null;
  if (stay?.kind !== 'stay' || price?.kind !== 'total') {
    const why = price ?? stay;
    return (
      <div>
        <p className="home-price">
          <A href="#costs">{leastText(least)}</A>
        </p>
        {why?.kind === 'none' && (
          <p role="status">
            {stay?.kind === 'stay' && `${stayText(stay)}: `}
            {why.why}
          </p>
        )}
      </div>
    );
  }
  const amounts = [...price.lines.map(({ cost }) => cost), price.total].map(({ amount }) => amount);
  return (
    <details className="stay-price" open>
      <summary className="home-price">{`${stayText(stay)}: ${totalText(price)}`}</summary>
      <table className="figures">
        <tbody>
          {price.lines.map(({ name, cost }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{moneyText(cost, amounts)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
