import { contactPath, rentalsPath, searchRentalsPath } from '../../../shared/paths.ts';
import { A } from '../../../shared/ui/A.tsx';
import { words } from '../../../shared/words.ts';
import type { TitledText } from '../../content/collections/fields.ts';
import { pageOf, valueIn } from '../../content/siteContent.ts';
import { BookingPanel } from '../components/BookingPanel.tsx';
import { FilteredHomes } from '../components/FilteredHomes.tsx';
import { NamedTexts } from '../components/NamedTexts.tsx';
import { PageHero } from '../components/PageHero.tsx';
import { Points } from '../components/Points.tsx';
import { QuestionList } from '../components/Questions.tsx';
import { Section } from '../components/Section.tsx';
import { definePage } from '../definePage.tsx';
import { canonicalListPath, findsNoHome, listTitle } from '../homeFilter.ts';

/** The search for a vacation rental, with help to use it well. */
export const searchRentalsPage = definePage({
  policy: 'booking',
  query: ['town', 'guests', 'dogs', 'checkIn', 'checkOut', 'sort', 'page'],
  readers: 'guests',
  select: ({ content, query, bookingSiteUrl }) => {
    const page = pageOf(content, 'search-rentals');
    const { homes } = content;
    const kind = findsNoHome(valueIn(homes), query) ? 'noMatches' : 'found';
    return { kind, selected: { page, homes, isOpen: bookingSiteUrl !== null }, row: valueIn(page) };
  },
  describe: ({ page, homes, isOpen }, { query }) => ({
    title: 'Search Vacation Rentals',
    windowTitle: listTitle('Search Vacation Rentals', valueIn(homes) ?? [], query),
    description: `Search vacation rentals in ${words.region} by check-in, check-out and number of guests, with advice on seasons, dates and what happens after you book.`,
    path: canonicalListPath(searchRentalsPath, query),
    picture: valueIn(page)?.heroPicture ?? null,
    questions: isOpen ? (valueIn(page)?.questions ?? []) : [],
  }),
  View: ({ page, homes, query, isOpen }) => {
    const list = { homes: valueIn(homes) ?? [], query, path: searchRentalsPath };
    return (
      <>
        <PageHero
          page={valueIn(page)}
          title="Search Vacation Rentals"
          subtitle={
            isOpen
              ? 'Tell us when you arrive, when you leave and how many are coming.'
              : `Homes to stay in, across ${words.region}.`
          }
          scene="river"
          shape="low"
        />

        <div className="stays">
          <BookingPanel {...list} />
          <FilteredHomes {...list} />
        </div>

        {isOpen && <Steps steps={valueIn(page)?.points ?? []} />}

        <section className="section section-tint" aria-labelledby="seasons">
          <div className="container split split-wide rentals-split">
            <div>
              <h2 id="seasons">When to come</h2>
              <p className="lead">
                At this elevation the calendar is only a suggestion. Here is what each part of the year is
                good for.
              </p>
            </div>
            <NamedTexts items={words.seasons} className="rentals-places" />
          </div>
        </section>

        {isOpen && <Questions questions={valueIn(page)?.questions ?? []} />}
      </>
    );
  },
});

/** How a stay is booked, in the owner's words; nothing if there are none. */
function Steps({ steps }: { readonly steps: readonly TitledText[] }) {
  if (steps.length === 0) return null;
  return (
    <Section id="how" title="From search to doorstep">
      <Points points={steps} look="steps" />
    </Section>
  );
}

/** What guests ask, with the owner's answers; nothing if there are none. */
function Questions({ questions }: { readonly questions: readonly TitledText[] }) {
  if (questions.length === 0) return null;
  return (
    <section className="section" aria-labelledby="questions">
      <div className="container split split-wide rentals-split">
        <div>
          <h2 id="questions">Asked before booking</h2>
          <p>
            Something else on your mind? <A href={contactPath}>Write to the people who keep the houses</A>, or
            read <A href={rentalsPath}>what to expect of a stay with us</A>.
          </p>
        </div>
        <QuestionList questions={questions} />
      </div>
    </section>
  );
}
