import { rentalsPath, searchRentalsPath, strManagementPath } from '../../../shared/paths.ts';
import { A } from '../../../shared/ui/A.tsx';
import { words } from '../../../shared/words.ts';
import type { TitledText } from '../../content/collections/fields.ts';
import { pageOf, valueIn } from '../../content/siteContent.ts';
import { CallToActionBand } from '../blocks/CallToActionBand.tsx';
import { CheckList } from '../blocks/CheckList.tsx';
import { ComparedHomes } from '../blocks/ComparedHomes.tsx';
import { iconFor } from '../blocks/FeatureIcon.tsx';
import { FilteredHomes, findsNoHome } from '../blocks/FilteredHomes.tsx';
import { NamedTexts } from '../blocks/NamedTexts.tsx';
import { Points } from '../blocks/Points.tsx';
import { RentalsHero } from '../blocks/RentalsHero.tsx';
import { Section } from '../blocks/Section.tsx';
import { definePage } from '../definePage.tsx';
import { filteredTitle } from '../homeFilter.ts';

/** Vacation rentals: the search, the homes, and reasons to stay. */
export const rentalsPage = definePage({
  styles: 'booking',
  policy: 'booking',
  query: ['town', 'guests', 'dogs'],
  select: ({ content }) => ({ page: pageOf(content, 'rentals'), homes: content.homes }),
  findsNothing: ({ homes }, { query }) => findsNoHome(valueIn(homes), query),
  reviews: () => ({ readers: 'guests' }),
  describe: ({ page, homes }, { query }) => ({
    title: 'Vacation Rentals',
    windowTitle: filteredTitle(valueIn(homes) ?? [], query),
    description: `Vacation homes in ${words.rentalTowns}, booked directly with the people who look after them. Search your dates and see what is available.`,
    path: rentalsPath,
    kind: 'CollectionPage',
    picture: valueIn(page)?.heroPicture ?? null,
  }),
  View: ({ page, homes, query }) => {
    const list = { homes: valueIn(homes) ?? [], query, path: rentalsPath };
    return (
      <>
        <RentalsHero
          page={valueIn(page)}
          title="Vacation Rentals"
          subtitle={words.rentalsSubtitle}
          scene="lodge"
          list={list}
        />

        <FilteredHomes {...list} />

        <ComparedHomes homes={list.homes} />

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
            title: 'Is one of these houses yours?',
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
