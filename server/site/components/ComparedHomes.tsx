import { countWithNoun } from '../../../shared/countWithNoun.ts';
import { rentalPath } from '../../../shared/paths.ts';
import { A } from '../../../shared/ui/A.tsx';
import { useStyles } from '../../../shared/useStyles.ts';
import type { Home } from '../../content/collections/homes.ts';
import { allHomes, findsNoHome, type HomeQuery } from '../homeFilter.ts';
import { orderHomes } from '../homeOrder.ts';
import { moneyText } from '../money.ts';
import { stayOf, stayText } from '../stay.ts';
import { leastTotal, type StayTotal, stayTotal, totalText } from '../stayPrice.ts';
import { Section } from './Section.tsx';

interface Column {
  readonly name: string;
  readonly of: (home: Home) => string | number | null;
}

/** The columns of the comparison; one that is empty for all homes is left out. */
const columnsFor = (query: HomeQuery, stay: ReturnType<typeof stayOf>): readonly Column[] => [
  stay?.kind === 'stay'
    ? { name: stayText(stay), of: (home) => totalCell(stayTotal(home, stay, query)) }
    : { name: 'In all, from', of: (home) => leastCell(leastTotal(home, query)) },
  { name: 'Sleeps', of: ({ guests }) => guests },
  { name: 'Dogs', of: ({ dogs }) => (dogs === 0 ? 'No' : dogs) },
  { name: 'Bedrooms', of: ({ bedrooms }) => bedrooms },
  { name: 'Baths', of: ({ baths }) => baths },
  { name: 'Min. nights', of: ({ leastNights }) => leastNights },
];

const totalCell = (price: ReturnType<typeof stayTotal>) =>
  price && (price.kind === 'total' ? totalText(price) : price.why);

/** The heading says that it is in all. */
const leastCell = (least: StayTotal | null) =>
  least &&
  `${moneyText(least.total)}${least.isWithTax ? '' : ' before tax'}, ${countWithNoun(least.nights, 'night')}`;

/** A table with more rows is too long to compare. */
const mostCompared = 24;

interface ComparedHomesProps {
  readonly homes: readonly Home[];
  readonly query: HomeQuery;
}

/** All homes in one table; nothing for fewer than two homes, for too many, or with nothing to compare. */
export function ComparedHomes({ homes, query }: ComparedHomesProps) {
  if (homes.length < 2 || homes.length > mostCompared) return null;
  return <Comparison homes={homes} query={findsNoHome(homes, query) ? allHomes : query} />;
}

function Comparison({ homes: inOrder, query }: ComparedHomesProps) {
  useStyles('comparedHomes', 'tableScroll', 'figures');
  const { homes } = orderHomes(inOrder, query);
  const columns = columnsFor(query, stayOf(query));
  const shown = columns.filter(({ of }) => homes.some((home) => of(home) !== null));
  if (shown.length === 0) return null;
  return (
    <Section id="compare" title="All homes side by side">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard */}
      <section className="compared-homes" aria-label="Table of homes" tabIndex={0}>
        <table className="figures">
          <thead>
            <tr>
              <th scope="col">Home</th>
              {shown.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {homes.map((home) => (
              <tr key={home.id}>
                <th scope="row">
                  <A href={rentalPath(home.slug, { ...query, town: null })}>{home.name}</A>
                </th>
                {shown.map(({ name, of }) => (
                  <td key={name}>{of(home)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Section>
  );
}
