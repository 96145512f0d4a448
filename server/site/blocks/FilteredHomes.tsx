import type { ReactNode } from 'react';
import { homeListPath } from '../../../shared/paths.ts';
import { A } from '../../../shared/ui/A.tsx';
import type { Home } from '../../content/collections/homes.ts';
import { countOfHomes } from '../../content/homeWords.ts';
import { allHomes, filterChoices, type HomeQuery, matchesFilter } from '../homeFilter.ts';
import { HomeList } from './HomeList.tsx';
import { Section } from './Section.tsx';

/** Whether no home matches a filter with a value that no link below has. There are endlessly many such addresses. */
export function findsNoHome(homes: readonly Home[] | undefined, query: HomeQuery): boolean {
  const offered = filterChoices(homes ?? []);
  const isOffered =
    (query.town === null || offered.towns.some(({ slug }) => slug === query.town)) &&
    (query.guests === null || offered.guests.includes(query.guests)) &&
    (!query.dogs || offered.dogs);
  return !isOffered && !homes?.some((home) => matchesFilter(home, query));
}

export interface FilteredHomesProps {
  readonly homes: readonly Home[];
  readonly query: HomeQuery;
  /** The path of its page, to which the filter links lead. */
  readonly path: string;
}

/** The homes that match a filter; nothing if there are no homes at all. */
export function FilteredHomes({ homes, query, path }: FilteredHomesProps) {
  if (homes.length === 0) return null;
  const found = homes.filter((home) => matchesFilter(home, query));
  return (
    <Section
      id="homes"
      title="Homes to rent"
      aside={<p className="small home-count">{countOfHomes(found.length)}</p>}
      className="homes-section"
    >
      {found.length > 0 ? (
        <HomeList homes={found} columns={2} guests={query.guests} />
      ) : (
        <NoHomes path={path} />
      )}
    </Section>
  );
}

/** A link for each town and number of guests, and for dogs; each link keeps the other choices. */
export function HomeFilterLinks({ homes, query: asked, path }: FilteredHomesProps) {
  if (homes.length === 0) return null;
  const { towns, guests, dogs } = filterChoices(homes);
  // No link is marked as current, and none keeps part of such a filter.
  const query = findsNoHome(homes, asked) ? null : asked;
  const choice = (name: string, unseen: string, change: Partial<HomeQuery>) => {
    const target = { ...(query ?? allHomes), ...change };
    const isCurrent =
      query !== null &&
      target.town === query.town &&
      target.guests === query.guests &&
      target.dogs === query.dogs;
    const address = `${homeListPath(path, target)}#homes`;
    return (
      <li key={address}>
        <A href={address} className="chip" aria-current={isCurrent ? 'page' : undefined}>
          {name}
          {unseen !== '' && <span className="visually-hidden">{unseen}</span>}
        </A>
      </li>
    );
  };
  return (
    <div className="home-filters">
      <Choices label="Town" id="home-town">
        {choice('All', ' towns', { town: null })}
        {towns.map(({ name, slug }) => choice(name, '', { town: slug }))}
      </Choices>
      <Choices label="Sleeps" id="home-guests">
        {choice('Any', ' number of guests', { guests: null })}
        {guests.map((number) => choice(`${number}+`, ' guests', { guests: number }))}
      </Choices>
      {dogs && (
        <Choices label="Dogs" id="home-dogs">
          {choice('Any', ' home, with a dog or without', { dogs: false })}
          {choice('With a dog', '', { dogs: true })}
        </Choices>
      )}
    </div>
  );
}

interface ChoicesProps {
  readonly label: string;
  readonly id: string;
  readonly children: ReactNode;
}

function Choices({ label, id, children }: ChoicesProps) {
  return (
    <nav className="home-choices" aria-labelledby={id}>
      <p id={id} className="small">
        {label}
      </p>
      <ul className="chips">{children}</ul>
    </nav>
  );
}

/** The empty state of the list. */
function NoHomes({ path }: Pick<FilteredHomesProps, 'path'>) {
  return (
    <div className="empty stack">
      <p>None of our homes fits. Try another town, fewer guests, or without a dog.</p>
      <p>
        <A href={`${homeListPath(path, allHomes)}#homes`} className="button">
          Show all homes
        </A>
      </p>
    </div>
  );
}
