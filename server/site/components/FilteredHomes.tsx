import { homeListPath } from '../../../shared/paths.ts';
import { A } from '../../../shared/ui/A.tsx';
import { Pagination } from '../../../shared/ui/Pagination.tsx';
import { useStyles } from '../../../shared/useStyles.ts';
import type { Home } from '../../content/collections/homes.ts';
import { countOfHomes } from '../../content/homeWords.ts';
import {
  allHomes,
  findsNoHome,
  type HomeQuery,
  homesOnPage,
  matchesFilter,
  pageCountOf,
} from '../homeFilter.ts';
import { orderHomes } from '../homeOrder.ts';
import { stayOf, stayText } from '../stay.ts';
import { HomeList } from './HomeList.tsx';
import { Section } from './Section.tsx';

export interface FilteredHomesProps {
  readonly homes: readonly Home[];
  readonly query: HomeQuery;
  /** The path of its page, to which the search and the links lead. */
  readonly path: string;
}

/** The homes that match a filter, in pages, with prices for the chosen stay; nothing if there are no homes at all. */
export function FilteredHomes({ homes, query, path }: FilteredHomesProps) {
  const findsNone = findsNoHome(homes, query);
  const stay = findsNone ? null : stayOf(query);
  useStyles('rentals', stay?.kind === 'none' && 'notices');
  if (homes.length === 0) return null;
  const matching = findsNone ? [] : homes.filter((home) => matchesFilter(home, query));
  const { homes: found, isSortable } = orderHomes(matching, query);
  const { page } = query;
  const pageCount = pageCountOf(found.length);
  return (
    <Section
      id="homes"
      title="Homes to rent"
      aside={
        <p className="small home-count">
          {countOfHomes(found.length)}
          {stay?.kind === 'stay' && `, ${stayText(stay)}`}
          {pageCount > 1 && `, page ${page} of ${pageCount}`}
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
      {found.length > 0 ? (
        <HomeList homes={homesOnPage(found, page)} columns={2} query={query} />
      ) : (
        <NoHomes path={path} />
      )}
      <Pagination
        list="homes"
        page={page}
        pageCount={pageCount}
        pathOf={(number) => `${homeListPath(path, { ...query, page: number })}#homes`}
      />
    </Section>
  );
}

function SortLink({ path, query }: Pick<FilteredHomesProps, 'path' | 'query'>) {
  const isSorted = query.sort === 'total';
  return (
    <p className="home-sort">
      <A href={`${homeListPath(path, { ...query, sort: isSorted ? null : 'total', page: 1 })}#homes`}>
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
