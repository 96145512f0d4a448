import { plainDrawing } from '../../../shared/drawings.ts';
import { contactAbout, contactPath, homeListPath, rentalPath, rentalsPath } from '../../../shared/paths.ts';
import { A } from '../../../shared/ui/A.tsx';
import { LinkButton } from '../../../shared/ui/LinkButton.tsx';
import { Picture } from '../../../shared/ui/Picture.tsx';
import { useStyles } from '../../../shared/useStyles.ts';
import { viewName } from '../../../shared/viewName.ts';
import type { Home } from '../../content/collections/homes.ts';
import type { Review } from '../../content/collections/reviews.ts';
import { homeFacts } from '../../content/homeWords.ts';
import { mapResult, valueIn } from '../../content/siteContent.ts';
import { HomeBookingPanel } from '../components/BookingPanel.tsx';
import { Breadcrumbs } from '../components/Breadcrumbs.tsx';
import { CheckList } from '../components/CheckList.tsx';
import { Gallery } from '../components/Gallery.tsx';
import { Hero, UnreachableHero } from '../components/Hero.tsx';
import { HomeCosts } from '../components/HomeCosts.tsx';
import { HomeFacts } from '../components/HomeFacts.tsx';
import { HomeGlance } from '../components/HomeGlance.tsx';
import { AllHomesLink, HomeList } from '../components/HomeList.tsx';
import { HomeMap } from '../components/HomeMap.tsx';
import { Person, type PersonFound, personOf } from '../components/Person.tsx';
import { SanitizedHtml } from '../components/SanitizedHtml.tsx';
import { Section } from '../components/Section.tsx';
import { definePage, judgeRow } from '../definePage.tsx';
import { EditLink, editedRow, useEditable } from '../editing.tsx';
import { ReviewList } from '../layout/Reviews.tsx';
import { noQuery, type PageQuery } from '../pageQuery.ts';
import type { TrailStep } from '../seo/pageDescription.ts';

const notFoundTitle = 'Home not found';
/** Not `notFoundTitle`, because the home may well exist. */
const unreachableTitle = 'This home is out of reach';
const mostOthers = 3;
const mostReviews = 6;

/** One home that guests book: its pictures, its facts, what is near, and the ways to book it or to ask. */
export const rentalPage = definePage({
  policy: 'booking',
  query: ['town', 'guests', 'dogs', 'checkIn', 'checkOut'],
  readers: 'guests',
  select: ({ content, params }) => {
    const named = mapResult(content.homes, (all) => all.find(({ slug }) => slug === params.slug) ?? null);
    const others = (valueIn(content.homes) ?? []).filter(({ slug }) => slug !== params.slug);
    const show = (home: Home) => ({
      selected: {
        home,
        others,
        reviews: (valueIn(content.reviews) ?? []).filter(({ about }) => about.includes(home.slug)),
        person: personOf(home.person, content),
      },
      row: home,
    });
    return judgeRow(named, show, {
      absent: { title: notFoundTitle, element: <HomeNotFound /> },
      unavailable: {
        title: unreachableTitle,
        element: <UnreachableHero title={unreachableTitle} scene="lodge" />,
      },
    });
  },
  describe: ({ home, reviews }) => ({
    title: home.name,
    description: home.summary ?? (homeFacts(home).join(', ') || null),
    path: rentalPath(home.slug),
    picture: home.picture,
    home,
    homeReviews: reviews.slice(0, mostReviews),
    trail: trailOf(home, noQuery),
  }),
  View: ({ home, others, query, reviews, person }) => (
    <>
      <HomeHeader home={home} query={query} />
      <HomePictures home={home} />
      <HomeBody home={home} query={query} reviews={reviews} person={person} />
      <OtherHomes current={home} others={others} query={query} />
    </>
  ),
});

interface HomeProps {
  readonly home: Home;
  /** What the visitor has chosen. */
  readonly query: PageQuery;
}

/** Back to the list as the visitor has filtered it. */
const trailOf = ({ slug, name }: Home, query: PageQuery): readonly TrailStep[] => [
  { name: 'Vacation Rentals', path: homeListPath(rentalsPath, query) },
  { name, path: rentalPath(slug) },
];

function HomeHeader({ home, query }: HomeProps) {
  useStyles('rental');
  const editable = useEditable();
  const row = editedRow('homes', home);
  return (
    <header className="container home-header">
      <Breadcrumbs trail={trailOf(home, query)} />
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

interface HomeBodyProps extends HomeProps {
  /** Those about this home. */
  readonly reviews: readonly Review[];
  readonly person: PersonFound | null;
}

function HomeBody({ home, query, reviews, person }: HomeBodyProps) {
  const editable = useEditable();
  const row = editedRow('homes', home);
  const { summary, description, features } = home;
  return (
    <div className="container home-body">
      {summary && (
        <p className="home-summary" {...editable(row, 'summary')}>
          {summary}
        </p>
      )}
      <HomeBookingPanel home={home} query={query} />
      <div className="home-text">
        <EditLink row={row} />
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
        {reviews.length > 0 && (
          <section aria-labelledby="stayed">
            <h2 id="stayed">From guests of this house</h2>
            <ReviewList reviews={reviews.slice(0, mostReviews)} isContent />
          </section>
        )}
        <Person person={person} answersFor="this house" />
        <p>
          <A href={contactAbout('home', home.slug, { about: 'neighbor' })}>Live next door to this house?</A>
        </p>
      </div>
    </div>
  );
}

/** What is near the home, with a map; nothing if content has neither. */
function Nearby({ home }: { readonly home: Home }) {
  const editable = useEditable();
  const { nearby, coordinates } = home;
  useStyles(nearby.length > 0 && 'facts');
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
  readonly query: PageQuery;
}

/** Up to three other homes: first those in the same town, then those that sleep about as many guests. */
function OtherHomes({ current, others, query }: OtherHomesProps) {
  const distance = ({ town, guests }: Home) =>
    (town !== null && town.slug === current.town?.slug ? 0 : 100) +
    Math.abs((guests ?? 0) - (current.guests ?? 0));
  const nearest = others.toSorted((a, b) => distance(a) - distance(b)).slice(0, mostOthers);
  if (nearest.length === 0) return null;
  return (
    <Section id="other-homes" title="Other homes" aside={<AllHomesLink />}>
      <HomeList homes={nearest} columns={3} query={{ ...query, town: null }} />
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
