import { type Drawing, drawingsFor } from '../../../shared/drawings.ts';
import { rentalPath, rentalsPath } from '../../../shared/paths.ts';
import { A } from '../../../shared/ui/A.tsx';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { Picture } from '../../../shared/ui/Picture.tsx';
import { useStyles } from '../../../shared/useStyles.ts';
import { viewName } from '../../../shared/viewName.ts';
import type { Home } from '../../content/collections/homes.ts';
import { EditLink, editedRow, useEditable } from '../editing.tsx';
import { allHomes, type HomeQuery } from '../homeFilter.ts';
import { stayOf } from '../stay.ts';
import { leastText, leastTotal, stayTotal, totalText } from '../stayPrice.ts';
import { HomeFacts } from './HomeFacts.tsx';
import { Section } from './Section.tsx';

const half = '(min-width: 83rem) 36.5rem, (min-width: 40rem) 44vw, 90vw';
const third = '(min-width: 83rem) 24rem, (min-width: 61rem) 34vw, (min-width: 40rem) 50vw, 90vw';
/** The first of an odd number spans two columns. */
const thirdOrAll = '(min-width: 83rem) 24rem, (min-width: 61rem) 34vw, 90vw';

interface HomeListProps {
  readonly homes: readonly Home[];
  /** The number of columns where there is room, unless so few homes would leave one of them empty. */
  readonly columns: 2 | 3;
  /** What the visitor has chosen: the pages of the homes begin with it. */
  readonly query?: HomeQuery;
}

/** Homes as large cards, each leading to its page. */
export function HomeList({ homes, columns: most, query = allHomes }: HomeListProps) {
  useStyles('card', 'homes');
  const stay = stayOf(query);
  const columns = homes.length < 3 || homes.length === 4 ? 2 : most;
  const editable = useEditable();
  const drawingOf = drawingsFor(homes, ({ name, summary }) => `vacation ${name} ${summary ?? ''}`);
  // There are few drawings, and another list on the page uses them too: this one shows them mirrored.
  const viewOf = (drawing: Drawing | undefined): Drawing | undefined =>
    drawing && most === 3 ? { ...drawing, view: 'mirrored' } : drawing;
  const sizesAt = (position: number): string => {
    if (columns === 2) return half;
    return position === 0 && homes.length % 2 === 1 ? thirdOrAll : third;
  };
  return (
    <ul className={`home-list home-list-${columns}`}>
      {homes.map((home, position) => (
        <li key={home.id} {...editable(editedRow('homes', home), 'name', 'summary', 'pictures')}>
          <EditLink row={editedRow('homes', home)} />
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
              <Eyebrow home={home} />
              <h3 className="card-title" data-vt={viewName('title', home.slug)}>
                <A href={rentalPath(home.slug, query)} className="card-link">
                  {`${home.name} `}
                  <Icon name="arrow" />
                </A>
              </h3>
              {home.summary && <p>{home.summary}</p>}
              <HomeFacts home={home} />
              <CardPrice home={home} stay={stay} query={query} />
            </div>
          </article>
        </li>
      ))}
    </ul>
  );
}

/** The town of a home, and whether it takes dogs; nothing if content has neither. */
function Eyebrow({ home: { town, dogs } }: { readonly home: Home }) {
  const words = [town?.name, dogs ? 'Dogs welcome' : null].filter(Boolean);
  return words.length > 0 && <p className="eyebrow">{words.join(' · ')}</p>;
}

interface CardPriceProps {
  readonly home: Home;
  readonly stay: ReturnType<typeof stayOf>;
  readonly query: HomeQuery;
}

/** The price of the chosen stay in all, or why it has none; without dates the least that a stay costs. */
function CardPrice({ home, stay, query }: CardPriceProps) {
  const price = stayTotal(home, stay, query);
  if (price?.kind === 'none') return <p className="card-price">{price.why}</p>;
  const least = price ? null : leastTotal(home, query);
  const words = price ? totalText(price) : least && leastText(least);
  return words && <strong className="card-price">{words}</strong>;
}

/** The first three homes, with a link to all; nothing if there are none. */
export function FirstHomes({ homes }: { readonly homes: readonly Home[] }) {
  if (homes.length === 0) return null;
  return (
    <Section
      id="homes"
      title="Stay in one of our homes"
      lead="Book directly with the people who look after them."
      aside={<AllHomesLink />}
    >
      <HomeList homes={homes.slice(0, 3)} columns={3} />
    </Section>
  );
}

/** For the heading of a list that shows only some homes. */
export function AllHomesLink() {
  return (
    <A href={`${rentalsPath}#homes`} className="link-arrow">
      See all homes <Icon name="arrow" />
    </A>
  );
}
