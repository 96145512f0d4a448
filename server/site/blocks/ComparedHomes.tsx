import { rentalPath } from '../../../shared/paths.ts';
import { A } from '../../../shared/ui/A.tsx';
import type { Home } from '../../content/collections/homes.ts';
import { moneyText } from '../money.ts';
import { Section } from './Section.tsx';

/** The columns of the comparison; one that is empty for all homes is left out. */
const columns: readonly { readonly name: string; readonly of: (home: Home) => string | number | null }[] = [
  { name: 'A night, from', of: ({ price }) => price && moneyText(price.from) },
  { name: 'Cleaning', of: ({ cleaningFee }) => cleaningFee && moneyText(cleaningFee) },
  { name: 'Min. nights', of: ({ leastNights }) => leastNights },
  { name: 'Sleeps', of: ({ guests }) => guests },
  { name: 'Bedrooms', of: ({ bedrooms }) => bedrooms },
  { name: 'Baths', of: ({ baths }) => baths },
  { name: 'Dogs', of: ({ dogs }) => dogs },
];

/** A table with more rows is too long to compare. */
const mostCompared = 24;

/** All homes in one table; nothing for fewer than two homes, for too many, or with nothing to compare. */
export function ComparedHomes({ homes }: { readonly homes: readonly Home[] }) {
  const shown = columns.filter(({ of }) => homes.some((home) => of(home) !== null));
  if (homes.length < 2 || homes.length > mostCompared || shown.length === 0) return null;
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
                  <A href={rentalPath(home.slug)}>{home.name}</A>
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
