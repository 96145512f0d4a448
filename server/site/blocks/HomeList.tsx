import type { HomeQuery, HomeSummary } from '../../../shared/content.ts';
import { type Drawing, drawingsFor } from '../../../shared/drawings.ts';
import { allHomes, filterChoices, filteredBy, isWanted } from '../../../shared/homeFilter.ts';
import { homeListPath, rentalPath, rentalsPath } from '../../../shared/paths.ts';
import type { Query } from '../../../shared/query.ts';
import { A } from '../../../shared/ui/A.tsx';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { Picture } from '../../../shared/ui/Picture.tsx';
import { viewName } from '../../../shared/viewName.ts';
import { HomeFacts } from './HomeFacts.tsx';
import { Island } from './Island.tsx';
import { Section } from './Section.tsx';
import { WhenLoaded } from './WhenLoaded.tsx';

const half = '(min-width: 83rem) 36.5rem, (min-width: 40rem) 44vw, 90vw';
const third = '(min-width: 83rem) 24rem, (min-width: 61rem) 34vw, (min-width: 40rem) 50vw, 90vw';
/** The first of an odd number spans two columns. */
const thirdOrAll = '(min-width: 83rem) 24rem, (min-width: 61rem) 34vw, 90vw';

interface HomeListProps {
  readonly homes: readonly HomeSummary[];
  /** How many stand side by side where there is room. */
  readonly columns: 2 | 3;
  /** The homes that it shows; the others are in the page too, for the filter to show. */
  readonly query?: HomeQuery;
}

/** Homes as large cards, each leading to its page. */
export function HomeList({ homes, columns, query = allHomes }: HomeListProps) {
  const drawingOf = drawingsFor(homes, ({ name, summary }) => `vacation ${name} ${summary ?? ''}`);
  // Beside the drawings of another list, and there are few of them: the same from the other side.
  const viewOf = (drawing: Drawing | undefined): Drawing | undefined =>
    drawing && columns === 3 ? { ...drawing, view: 'mirrored' } : drawing;
  const sizesAt = (position: number): string => {
    if (columns === 2) return half;
    return position === 0 && homes.length % 2 === 1 ? thirdOrAll : third;
  };
  return (
    <ul className={`home-list home-list-${columns}`} id="home-list">
      {homes.map((home, position) => (
        <li key={home.id} hidden={!isWanted(filteredBy(home), query)}>
          <article className="card home-card">
            <Picture
              picture={home.picture}
              sizes={sizesAt(position)}
              ratio="landscape"
              decorative
              drawing={viewOf(drawingOf(home))}
              transition={viewName('picture', home.slug)}
            />
            <div className="card-body">
              {home.town && <p className="eyebrow">{home.town.name}</p>}
              <h3 className="card-title" data-vt={viewName('title', home.slug)}>
                <A href={rentalPath(home.slug)} className="card-link">
                  {home.name} <Icon name="arrow" />
                </A>
              </h3>
              {home.summary && <p>{home.summary}</p>}
              <HomeFacts home={home} />
            </div>
          </article>
        </li>
      ))}
    </ul>
  );
}

/** Whether a filter is set that no home passes: such a page is not cached or listed, for there are very many. */
export function findsNoHome(homes: readonly HomeSummary[] | undefined, query: HomeQuery): boolean {
  const isFiltered = query.town !== null || query.guests !== null;
  return isFiltered && homes !== undefined && !homes.some((home) => isWanted(filteredBy(home), query));
}

interface HomesSectionProps {
  readonly homes: Query<readonly HomeSummary[]>;
  readonly query: HomeQuery;
  /** The page that it stands on: the links of its filter lead there. */
  readonly path: string;
}

/** All homes with their filter. Where there are none, or none can be had, nothing stands there. */
export function HomesSection({ homes, query, path }: HomesSectionProps) {
  return (
    <WhenLoaded query={homes} notice="section" fallback={null} pending={null}>
      {(loaded) => loaded.length > 0 && <FilteredHomes homes={loaded} query={query} path={path} />}
    </WhenLoaded>
  );
}

interface FilteredHomesProps extends Omit<HomesSectionProps, 'homes'> {
  readonly homes: readonly HomeSummary[];
}

function FilteredHomes({ homes, query, path }: FilteredHomesProps) {
  const { towns, guests } = filterChoices(homes);
  return (
    <Section
      id="homes"
      title="Homes we look after"
      lead="Each has its own page: pictures, what is near, and a way to ask."
      className="homes-section"
    >
      <Island
        name="homeFilters"
        props={{
          path,
          query,
          towns,
          guests,
          homes: homes.map(filteredBy),
          listId: 'home-list',
        }}
      />
      <HomeList homes={homes} columns={2} query={query} />
    </Section>
  );
}

/** The first three homes, with a way to the others. */
export function FirstHomes({ homes }: Pick<HomesSectionProps, 'homes'>) {
  return (
    <WhenLoaded query={homes} notice="section" fallback={null} pending={null}>
      {(loaded) =>
        loaded.length > 0 && (
          <Section
            id="homes"
            title="Stay in one of our homes"
            lead="Booked with the people who look after them."
            aside={<AllHomesLink />}
          >
            <HomeList homes={loaded.slice(0, 3)} columns={3} />
          </Section>
        )
      }
    </WhenLoaded>
  );
}

/** Beside the heading of a list that shows some of them. */
export function AllHomesLink() {
  return (
    <A href={`${homeListPath(rentalsPath, allHomes)}#homes`} className="link-arrow">
      See all homes <Icon name="arrow" />
    </A>
  );
}
