import { countWithNoun } from '../../../shared/countWithNoun.ts';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { useStyles } from '../../../shared/useStyles.ts';
import type { Home } from '../../content/collections/homes.ts';
import { moneyText } from '../money.ts';
import { monthPrices } from '../stayPrice.ts';

/** A stay's prices per night by season, its one-time costs and what is included; nothing if content has none of it. */
export function HomeCosts({ home }: { readonly home: Home }) {
  const { price, nightPrices, cleaningFee, guestFee, dogFee, tax, leastNights, priceIncludes } = home;
  const fees = [
    { name: 'Cleaning', fee: cleaningFee, unit: 'once' },
    { name: 'Each guest', fee: guestFee, unit: 'a stay' },
    { name: 'Each dog', fee: dogFee, unit: 'a stay' },
  ];
  const nights =
    nightPrices.length > 0
      ? nightPrices
      : price
        ? [{ season: 'All year', dates: null, night: price.from }]
        : [];
  const hasCosts = nights.length > 0 || fees.some(({ fee }) => fee !== null) || tax !== null;
  const isEmpty = !hasCosts && priceIncludes === null;
  useStyles(!isEmpty && 'figures');
  if (isEmpty) return null;
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
            <Cost key={at} name={season} detail={dates} unit="a night">
              {`${nightPrices.length === 0 ? 'From ' : ''}${moneyText(night)}`}
            </Cost>
          ))}
          {fees.map(
            ({ name, fee, unit }) =>
              fee && (
                <Cost key={name} name={name} unit={unit}>
                  {moneyText(fee)}
                </Cost>
              ),
          )}
          {tax !== null && (
            <Cost name="Tax" unit="on all of the above">
              {`${tax}%`}
            </Cost>
          )}
          {leastNights !== null && <Cost name="Shortest stay">{countWithNoun(leastNights, 'night')}</Cost>}
        </tbody>
      </table>
      {priceIncludes && <p className="small">{priceIncludes}</p>}
      <MonthPrices home={home} />
    </section>
  );
}

interface CostProps {
  readonly name: string;
  /** Which days it is for. */
  readonly detail?: string | null;
  readonly unit?: string;
  readonly children: string;
}

/** A line of the table. */
function Cost({ name, detail = null, unit, children }: CostProps) {
  return (
    <tr>
      <th scope="row">
        {name} {detail && <small>{detail}</small>}
      </th>
      <td>
        {children} {unit && <small>{unit}</small>}
      </td>
    </tr>
  );
}

/** The height and width of the drawing, in its own units; a bar with its gap is 10 wide. */
const chart = { height: 40, width: 118 };

/** What a night costs in each month, as bars with their table; nothing if it is not clear or never changes. */
function MonthPrices({ home }: { readonly home: Home }) {
  const months = monthPrices(home);
  if (months === null) return null;
  const highest = Math.max(...months.map(({ most }) => most.amount));
  const heightOf = (amount: number) => Math.round((amount / highest) * chart.height);
  const bars = months.flatMap(({ least, most }, at) =>
    [most, least].map(
      ({ amount }) => `M${at * 10} ${chart.height}v-${heightOf(amount)}h8v${heightOf(amount)}z`,
    ),
  );
  const part = (which: number) => bars.filter((_, at) => at % 2 === which).join('');
  return (
    <details className="month-prices">
      <summary>
        <span className="home-price">
          A night, month by month <Icon name="chevron" />
        </span>
        <svg viewBox={`0 0 ${chart.width} ${chart.height}`} aria-hidden="true">
          <path d={part(0)} />
          <path d={part(1)} />
        </svg>
        <span className="month-letters" aria-hidden="true">
          {months.map(({ name }, at) => (
            <span key={at}>{name[0]}</span>
          ))}
        </span>
      </summary>
      <table className="figures">
        <tbody>
          {months.map(({ name, least, most }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>
                {moneyText(least)}
                {least.amount !== most.amount && ` to ${moneyText(most)}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
