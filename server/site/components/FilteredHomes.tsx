import { homeListPath } from '../../../shared/paths.ts';
import { A } from '../../../shared/ui/A.tsx';
import { useStyles } from '../../../shared/useStyles.ts';
import type { Home } from '../../content/collections/homes.ts';
import { countOfHomes } from '../../content/homeWords.ts';
import { allHomes, filterChoices, type HomeQuery, matchesFilter } from '../homeFilter.ts';
import { orderHomes } from '../homeOrder.ts';
import { stayOf, stayText } from '../stay.ts';
import { HomeList } from './HomeList.tsx';
import { Section } from './Section.tsx';

/** Whether no home matches a filter with a value that none of them offers. There are endlessly many such addresses. */
export function findsNoHome(homes: readonly Home[] | undefined, query: HomeQuery): boolean {
  if (homes?.some((home) => matchesFilter(home, query))) return false;
  const offered = filterChoices(homes ?? []);
  const isOffered =
    (query.town === null || offered.towns.some(({ slug }) => slug === query.town)) &&
    (query.guests === null || offered.guests.includes(query.guests)) &&
    (!query.dogs || offered.dogs);
  return !isOffered;
}

export interface FilteredHomesProps {
  readonly homes: readonly Home[];
  readonly query: HomeQuery;
  /** The path of its page, to which the search and the links lead. */
  readonly path: string;
}

/** The homes that match a filter, with prices for the chosen stay; nothing if there are no homes at all. */
export function FilteredHomes({ homes, query, path }: FilteredHomesProps) {
  const stay = findsNoHome(homes, query) ? null : stayOf(query);
  useStyles('rentals', stay?.kind === 'none' && 'notices');
  if (homes.length === 0) return null;
  const matching = homes.filter((home) => matchesFilter(home, query));
  const { homes: found, isSortable } = orderHomes(matching, query);
  return (
    <Section
      id="homes"
      title="Homes to rent"
      aside={
        <p className="small home-count">
          {countOfHomes(found.length)}
          {stay?.kind === 'stay' && `, ${stayText(stay)}`}
        </p>
      }
      className="homes-section"
    >
      {stay?.kind === 'none' && (
        <p className="notice" role="status">
          {stay.why}
        </p>
      )}
      {isSortable && <SortLink path={path} query={query} />}
      {found.length > 0 ? <HomeList homes={found} columns={2} query={query} /> : <NoHomes path={path} />}
    </Section>
  );
}

function SortLink({ path, query }: Pick<FilteredHomesProps, 'path' | 'query'>) {
  const isSorted = query.sort === 'total';
  return (
    <p className="home-sort">
      <A href={`${homeListPath(path, { ...query, sort: isSorted ? null : 'total' })}#homes`}>
        {isSorted ? 'In our own order' : 'Lowest price first'}
      </A>
    </p>
  );
}

/** The empty state of the list. */
function NoHomes({ path }: Pick<FilteredHomesProps, 'path'>) {
  useStyles('notices');
  return (
    <div className="empty stack">
      <p>None of our homes fits. Try another town, fewer guests or no dog.</p>
      <p>
        <A href={`${homeListPath(path, allHomes)}#homes`} className="button">
          Show all homes
        </A>
      </p>
    </div>
  );
}
