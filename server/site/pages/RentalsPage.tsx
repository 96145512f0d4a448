import { rentalsPath, searchRentalsPath, strManagementPath } from '../../../shared/paths.ts';
import { A } from '../../../shared/ui/A.tsx';
import { words } from '../../../shared/words.ts';
import type { TitledText } from '../../content/collections/fields.ts';
import { pageOf, valueIn } from '../../content/siteContent.ts';
import { BookingPanel } from '../components/BookingPanel.tsx';
import { CallToActionBand } from '../components/CallToActionBand.tsx';
import { CheckList } from '../components/CheckList.tsx';
import { ComparedHomes } from '../components/ComparedHomes.tsx';
import { iconFor } from '../components/FeatureIcon.tsx';
import { FilteredHomes } from '../components/FilteredHomes.tsx';
import { NamedTexts } from '../components/NamedTexts.tsx';
import { PageHero } from '../components/PageHero.tsx';
import { Points } from '../components/Points.tsx';
import { Section } from '../components/Section.tsx';
import { definePage } from '../definePage.tsx';
import { canonicalListPath, findsNoHome, listTitle } from '../homeFilter.ts';

/** Vacation rentals: the search, the homes, and reasons to stay. */
export const rentalsPage = definePage({
  policy: 'booking',
  query: ['town', 'guests', 'dogs', 'checkIn', 'checkOut', 'sort', 'page'],
  readers: 'guests',
  select: ({ content, query }) => {
    const page = pageOf(content, 'rentals');
    const { homes } = content;
    const kind = findsNoHome(valueIn(homes), query) ? 'noMatches' : 'found';
    return { kind, selected: { page, homes }, row: valueIn(page) };
  },
  describe: ({ page, homes }, { query }) => ({
    title: 'Vacation Rentals',
    windowTitle: listTitle('Vacation Rentals', valueIn(homes) ?? [], query),
    description: `Vacation homes in ${words.rentalTowns}, booked directly with the people who look after them. Search your dates and see what is available.`,
    path: canonicalListPath(rentalsPath, query),
    kind: 'CollectionPage',
    picture: valueIn(page)?.heroPicture ?? null,
  }),
  View: ({ page, homes, query }) => {
    const list = { homes: valueIn(homes) ?? [], query, path: rentalsPath };
    return (
      <>
        <PageHero
          page={valueIn(page)}
          title="Vacation Rentals"
          subtitle={words.rentalsSubtitle}
          scene="lake"
          shape="low"
        />

        <div className="stays">
          <BookingPanel {...list} />
          <FilteredHomes {...list} />
          <ComparedHomes homes={list.homes} query={query} />
        </div>

        <DirectReasons reasons={valueIn(page)?.points ?? []} />

        <section className="section section-tint" aria-labelledby="areas">
          <div className="container split split-wide rentals-split">
            <div>
              <h2 id="areas">{`Choose your corner of ${words.land}`}</h2>
              <p className="lead">{words.areasLead}</p>
              <p>
                <A href={searchRentalsPath}>How to find the right dates</A>
              </p>
            </div>
            <NamedTexts items={words.areas} className="rentals-places" />
          </div>
        </section>

        <Expectations lines={valueIn(page)?.checklist ?? []} />

        <CallToActionBand
          call={{
            title:
              list.homes.length > 0
                ? 'Have a house like these?'
                : 'Have a house that could be let to guests?',
            description:
              'We look after rentals for their owners too: guests, calendar, cleaning and repairs.',
            buttonText: 'See rental management',
            buttonUrl: strManagementPath,
          }}
        />
      </>
    );
  },
});

/** Why to book here, in the owner's words; nothing if there are none. */
function DirectReasons({ reasons }: { readonly reasons: readonly TitledText[] }) {
  if (reasons.length === 0) return null;
  return (
    <Section id="book-direct" title="Why book with us directly">
      <Points
        points={reasons.map((point) => ({ ...point, icon: iconFor(`${point.title} ${point.text}`) }))}
      />
    </Section>
  );
}

/** What the owner promises for a stay; nothing if content has no such list. */
function Expectations({ lines }: { readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <section className="section" aria-labelledby="expect">
      <div className="container split split-wide rentals-split">
        <h2 id="expect">What waits behind the door</h2>
        <CheckList lines={lines} />
      </div>
    </section>
  );
}
