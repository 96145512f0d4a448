import type { ReactNode } from 'react';
import type { Page } from '../../../shared/content.ts';
import { contactPath, rentalsPath, searchRentalsPath } from '../../../shared/paths.ts';
import type { Query } from '../../../shared/query.ts';
import { A } from '../../../shared/ui/A.tsx';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { findsNoHome, HomesSection } from '../blocks/HomeList.tsx';
import { NamedTexts } from '../blocks/NamedTexts.tsx';
import { Points } from '../blocks/Points.tsx';
import { LoadedRentalsHero } from '../blocks/RentalsHero.tsx';
import { Section } from '../blocks/Section.tsx';
import { definePage, loadedValue } from '../definePage.tsx';
import { useSite } from '../siteContext.ts';

const steps = [
  {
    title: 'Say when, and how many',
    text: 'Count everyone who will sleep in the house, small children included. Houses that are too small then stay out of your results.',
  },
  {
    title: 'Compare what is free',
    text: 'Our booking site lists the homes that are open for all of your nights, with photographs, beds and the total for the stay.',
  },
  {
    title: 'Reserve, or ask first',
    text: 'Confirm online when a house is right. If a question stands in the way, write to us before you pay.',
  },
  {
    title: 'Get your arrival letter',
    text: 'Directions, door code and parking come by email before you set out. Save them to your phone: reception is thin on some of the roads.',
  },
];

const seasons = [
  {
    name: 'December to March',
    text: 'Snow on the mountain and short, bright days in town. Holiday weeks fill first, midweek in January last.',
  },
  {
    name: 'April to mid-June',
    text: 'Skiing in the morning and a bicycle in the afternoon. Nights still freeze; the crowds have gone home.',
  },
  {
    name: 'Late June to August',
    text: 'Rivers, lakes and long evenings. Families plan these weeks early, so search wide and stay flexible by a day.',
  },
  {
    name: 'September to November',
    text: 'Golden larch and aspen, warm rock, quiet restaurants. For many who live here it is the best of the year.',
  },
];

/** Questions and answers about the search itself. */
const searchQuestions = [
  {
    question: 'Why do you suggest a week?',
    answer:
      'A week suits most of the houses and gives the crew a proper day between guests. Shorter stays are often possible; change the check-out date and search again.',
  },
  {
    question: 'We are more than thirty people.',
    answer:
      'The search ends at thirty guests. For a reunion or a wedding weekend, tell us the dates and we will put together houses that stand close to each other.',
  },
];

const questions = [
  {
    question: 'Nothing is free on my dates. What now?',
    answer:
      'Move the check-in by a day or two, or split a large party over two neighboring houses. Or write to us: we often hear of a change before the calendar does.',
  },
  {
    question: 'Can we bring the dog?',
    answer:
      'Some houses welcome dogs and some owners cannot. Each listing says so under its house rules, together with anything to pay for it.',
  },
];

/** The search for a vacation rental, with help to use it well. */
export const searchRentalsPage = definePage({
  styles: 'booking',
  policy: 'booking',
  query: ['town', 'guests'],
  load: ({ content }) => ({ page: content.page('search-rentals'), homes: content.homes() }),
  describe: ({ page, homes }, { query }) => ({
    title: 'Search Vacation Rentals',
    description:
      'Search vacation rentals in Central Oregon by check-in, check-out and number of guests, with advice on seasons, dates and what happens after you book.',
    path: searchRentalsPath,
    picture: loadedValue(page)?.heroPicture ?? null,
    unlisted: findsNoHome(loadedValue(homes), query),
  }),
  View: ({ queries, query }) => (
    <SearchRentalsView page={queries.page}>
      <HomesSection homes={queries.homes} query={query} path={searchRentalsPath} />
    </SearchRentalsView>
  ),
});

interface SearchRentalsViewProps {
  readonly page: Query<Page | null>;
  /** The homes, below the search. */
  readonly children: ReactNode;
}

function SearchRentalsView({ page, children }: SearchRentalsViewProps) {
  const isOpen = useSite().bookingSiteUrl !== null;
  return (
    <>
      <LoadedRentalsHero
        query={page}
        title="Search Vacation Rentals"
        subtitle={
          isOpen
            ? 'Tell us when you arrive, when you leave and how many are coming.'
            : 'Homes in Central Oregon, kept by people who live near them.'
        }
        scene="river"
      />

      {children}

      {isOpen && (
        <Section id="how" title="From search to doorstep">
          <Points points={steps} look="steps" />
        </Section>
      )}

      <section className="section section-tint" aria-labelledby="seasons">
        <div className="container split split-wide rentals-split">
          <div>
            <h2 id="seasons">When to come</h2>
            <p className="lead">
              At this elevation the calendar is only a suggestion. Here is what each part of the year is good
              for.
            </p>
          </div>
          <NamedTexts items={seasons} />
        </div>
      </section>

      <section className="section" aria-labelledby="questions">
        <div className="container split split-wide rentals-split">
          <div>
            <h2 id="questions">Asked before booking</h2>
            <p>
              Something else on your mind? <A href={contactPath}>Write to the people who keep the houses</A>,
              or read <A href={rentalsPath}>what to expect of a stay with us</A>.
            </p>
          </div>
          <div className="rentals-questions">
            {[...(isOpen ? searchQuestions : []), ...questions].map(({ question, answer }) => (
              <details key={question}>
                <summary>
                  {question} <Icon name="chevron" />
                </summary>
                <p>{answer}</p>
              </details>
            ))}
          </div>
        </div>
      </section>
    </>
  );
}
