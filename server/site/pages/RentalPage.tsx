import { plainDrawing } from '../../../shared/drawings.ts';
import { contactPath, rentalPath, rentalsPath } from '../../../shared/paths.ts';
import { LinkButton } from '../../../shared/ui/LinkButton.tsx';
import { Picture } from '../../../shared/ui/Picture.tsx';
import { viewName } from '../../../shared/viewName.ts';
import type { Home } from '../../content/collections/homes.ts';
import { type ReviewFilter, reviewsAt } from '../../content/collections/reviews.ts';
import { homeFacts } from '../../content/homeWords.ts';
import { mapResult, valueIn } from '../../content/siteContent.ts';
import { HomeBookingPanel } from '../blocks/BookingPanel.tsx';
import { Breadcrumbs } from '../blocks/Breadcrumbs.tsx';
import { CheckList } from '../blocks/CheckList.tsx';
import { Gallery } from '../blocks/Gallery.tsx';
import { Hero, UnreachableHero } from '../blocks/Hero.tsx';
import { HomeCosts } from '../blocks/HomeCosts.tsx';
import { HomeFacts } from '../blocks/HomeFacts.tsx';
import { HomeGlance } from '../blocks/HomeGlance.tsx';
import { AllHomesLink, HomeList } from '../blocks/HomeList.tsx';
import { HomeMap } from '../blocks/HomeMap.tsx';
import { SanitizedHtml } from '../blocks/SanitizedHtml.tsx';
import { Section } from '../blocks/Section.tsx';
import { WhenLoaded } from '../blocks/WhenLoaded.tsx';
import { definePage } from '../definePage.tsx';
import { EditLink, editedRow, useEditable } from '../editing.tsx';
import type { TrailStep } from '../seo/pageDescription.ts';

const notFoundTitle = 'Home not found';
/** Not `notFoundTitle`, because the home may well exist. */
const unreachableTitle = 'This home is out of reach';
const mostOthers = 3;

/** The reviews for the page of a home: its own, else those for guests. */
const reviewsOf = (slug: string): ReviewFilter => ({ slug, readers: 'guests' });

/** One home that guests book: its pictures, its facts, what is near, and the ways to book it or to ask. */
export const rentalPage = definePage({
  styles: 'rental',
  absentStyles: 'plain',
  policy: 'booking',
  query: ['guests'],
  select: ({ content, params }) => ({
    home: mapResult(content.homes, (all) => all.find(({ slug }) => slug === params.slug) ?? null),
    reviews: content.reviews,
    others: mapResult(content.homes, (all) => all.filter(({ slug }) => slug !== params.slug)),
  }),
  primary: 'home',
  reviews: ({ home }) => reviewsOf(valueIn(home)?.slug ?? ''),
  describe: ({ home, reviews }) => {
    const found = valueIn(home);
    if (!found)
      return { title: found === null ? notFoundTitle : unreachableTitle, description: null, path: null };
    return {
      title: found.name,
      description: found.summary ?? (homeFacts(found).join(', ') || null),
      path: rentalPath(found.slug),
      picture: found.picture,
      home: found,
      // Those that the page shows, if they are about this home.
      homeReviews: reviewsAt(valueIn(reviews) ?? [], reviewsOf(found.slug)).filter(({ about }) =>
        about.includes(found.slug),
      ),
      trail: trailOf(found),
    };
  },
  View: ({ home, others, query }) => (
    <WhenLoaded
      result={home}
      fallback={<UnreachableHero title={unreachableTitle} scene="lodge" />}
      absent={<HomeNotFound />}
    >
      {(found) => (
        <>
          <HomeHeader home={found} />
          <HomePictures home={found} />
          <HomeBody home={found} guests={query.guests} />
          <OtherHomes current={found} others={valueIn(others) ?? []} />
        </>
      )}
    </WhenLoaded>
  ),
});

const trailOf = ({ slug, name }: Home): readonly TrailStep[] => [
  { name: 'Vacation Rentals', path: rentalsPath },
  { name, path: rentalPath(slug) },
];

function HomeHeader({ home }: { readonly home: Home }) {
  const editable = useEditable();
  const row = editedRow('homes', home);
  return (
    <header className="container home-header">
      <Breadcrumbs trail={trailOf(home)} />
      {home.town && <p className="eyebrow">{home.town.name}</p>}
      <EditLink row={row} />
      <h1 data-vt={viewName('title', home.slug)} {...editable(row, 'name')}>
        {home.name}
      </h1>
      <HomeFacts home={home} />
    </header>
  );
}

function HomePictures({ home }: { readonly home: Home }) {
  const mark = useEditable()(editedRow('homes', home), 'pictures');
  const transition = viewName('picture', home.slug);
  if (home.pictures.length > 0) {
    return <Gallery of={home.name} pictures={home.pictures} transition={transition} mark={mark} />;
  }
  return (
    <div className="container">
      <Picture
        picture={null}
        sizes=""
        ratio="wide"
        drawing={plainDrawing}
        transition={transition}
        mark={mark}
      />
    </div>
  );
}

interface HomeBodyProps {
  readonly home: Home;
  /** How many guests the visitor has chosen in the list. */
  readonly guests: number | null;
}

function HomeBody({ home, guests }: HomeBodyProps) {
  const editable = useEditable();
  const row = editedRow('homes', home);
  const { summary, description, features } = home;
  return (
    <div className="container home-body">
      <HomeBookingPanel home={home} guests={guests} />
      <div className="home-text">
        <EditLink row={row} />
        {summary && (
          <p className="home-summary" {...editable(row, 'short_text')}>
            {summary}
          </p>
        )}
        {description && <SanitizedHtml html={description} mark={editable(row, 'description')} />}
        {features.length > 0 && (
          <section aria-labelledby="features" {...editable(row, 'features')}>
            <h2 id="features">In the house</h2>
            <CheckList lines={features} />
          </section>
        )}
        <HomeGlance home={home} />
        <HomeCosts home={home} />
        <Nearby home={home} />
      </div>
    </div>
  );
}

/** What is near the home, with a map; nothing if content has neither. */
function Nearby({ home }: { readonly home: Home }) {
  const editable = useEditable();
  const { nearby, coordinates } = home;
  if (nearby.length === 0 && coordinates === null) return null;
  return (
    <section aria-labelledby="nearby">
      <h2 id="nearby">What’s nearby</h2>
      <ul className="fact-rows" {...editable(editedRow('homes', home), 'nearby')}>
        {nearby.map(({ name, distance }, at) => (
          // By position: an editor may write a place twice.
          <li key={at}>
            <span>{name}</span> {distance && <span className="nearby-distance">{distance}</span>}
          </li>
        ))}
      </ul>
      <HomeMap home={home} />
    </section>
  );
}

interface OtherHomesProps {
  readonly current: Home;
  readonly others: readonly Home[];
}

/** Up to three other homes: first those in the same town, then those that sleep about as many guests. */
function OtherHomes({ current, others }: OtherHomesProps) {
  const distance = ({ town, guests }: Home) =>
    (town !== null && town.slug === current.town?.slug ? 0 : 100) +
    Math.abs((guests ?? 0) - (current.guests ?? 0));
  const nearest = others.toSorted((a, b) => distance(a) - distance(b)).slice(0, mostOthers);
  if (nearest.length === 0) return null;
  return (
    <Section id="other-homes" title="Other homes" aside={<AllHomesLink />}>
      <HomeList homes={nearest} columns={3} />
    </Section>
  );
}

function HomeNotFound() {
  return (
    <Hero
      title={notFoundTitle}
      subtitle="We keep no home under this address. It may have a new name, or the link may be incomplete."
      scene="river"
    >
      <LinkButton href={rentalsPath}>See all homes</LinkButton>
      <LinkButton href={contactPath} look="outline">
        Ask us about it
      </LinkButton>
    </Hero>
  );
}
