import { rentalsPath, searchRentalsPath, strManagementPath } from '../../../shared/paths.ts';
import { A } from '../../../shared/ui/A.tsx';
import { CallToActionBand } from '../blocks/CallToActionBand.tsx';
import { CheckList } from '../blocks/CheckList.tsx';
import { findsNoHome, HomesSection } from '../blocks/HomeList.tsx';
import { NamedTexts } from '../blocks/NamedTexts.tsx';
import { type Point, Points } from '../blocks/Points.tsx';
import { LoadedRentalsHero } from '../blocks/RentalsHero.tsx';
import { Section } from '../blocks/Section.tsx';
import { definePage, loadedValue } from '../definePage.tsx';

const directReasons: readonly Point[] = [
  {
    title: 'The people who answer have been inside',
    text: 'Ask whether the crib fits the small bedroom, or how steep the drive is in January. Whoever replies has carried towels through that door.',
    icon: 'people',
  },
  {
    title: 'One price, stated in full',
    text: 'Cleaning, taxes and deposits are in the quote before you confirm. Nothing is added at the key box.',
    icon: 'check',
  },
  {
    title: 'Changes are a conversation',
    text: 'Storms close the passes and flights slip. Call us and we will work it out together, without a ticket number in between.',
    icon: 'calendar',
  },
];

const areas = [
  {
    name: 'Bend',
    text: 'Breweries, river parks and a short drive to the lifts. Choose the west side for walking to dinner, the north for quiet streets and room to park.',
  },
  {
    name: 'Sunriver',
    text: 'Bicycle paths under tall pines, pools, and a village at the end of most of them. The easy choice with children and grandparents together.',
  },
  {
    name: 'Sisters and Black Butte',
    text: 'A small western town, wide meadows and the volcanoes close enough to fill a window. Evenings are cool, even in August.',
  },
  {
    name: 'Tumalo and Redmond',
    text: 'Juniper, horse fences and long views back to the mountains. Close to the climbing at Smith Rock and to the airport.',
  },
  {
    name: 'La Pine',
    text: 'Cabins near the Deschutes and the high lakes, with the darkest skies of all. Bring a coat in any month and stay up for the stars.',
  },
];

const expectations = [
  'Beds made with fresh cotton, and a spare blanket for the night that drops forty degrees.',
  'A kitchen that someone has cooked in: sharp knives, a pan large enough for pancakes, coffee for the first morning.',
  'Heat or cooling set before you arrive, and a short guide to the stove, the grill and the hot tub.',
  'A cleared drive after snow, with a shovel by the door for what falls overnight.',
  'A number to call when something drips, and a person who picks up.',
];

/** Vacation rentals: the search, and what makes one want to stay. */
export const rentalsPage = definePage({
  styles: 'booking',
  policy: 'booking',
  query: ['town', 'guests'],
  load: ({ content }) => ({ page: content.page('rentals'), homes: content.homes() }),
  describe: ({ page, homes }, { query }) => ({
    title: 'Vacation Rentals',
    description:
      'Vacation homes in Bend, Sunriver, Sisters and La Pine, booked directly with the people who look after them. Search your dates and see what is free.',
    path: rentalsPath,
    picture: loadedValue(page)?.heroPicture ?? null,
    unlisted: findsNoHome(loadedValue(homes), query),
  }),
  View: ({ queries, query }) => (
    <>
      <LoadedRentalsHero
        query={queries.page}
        title="Vacation Rentals"
        subtitle="Wake to frost on the juniper, spend the day on rock, snow or river, and come back to a house that was made ready for you this morning."
        scene="lodge"
      />

      <HomesSection homes={queries.homes} query={query} path={rentalsPath} />

      <Section id="book-direct" title="Why book with us directly">
        <Points points={directReasons} />
      </Section>

      <section className="section section-tint" aria-labelledby="areas">
        <div className="container split split-wide rentals-split">
          <div>
            <h2 id="areas">Choose your corner of the high desert</h2>
            <p className="lead">
              Forty miles of road hold very different vacations. These are the places where we keep houses.
            </p>
            <p>
              <A href={searchRentalsPath}>How to find the right dates</A>
            </p>
          </div>
          <NamedTexts items={areas} />
        </div>
      </section>

      <section className="section" aria-labelledby="expect">
        <div className="container split split-wide rentals-split">
          <div>
            <h2 id="expect">What waits behind the door</h2>
            <p className="lead">
              Our own crews clean, repair and stock these homes, so the same people answer for all of it.
            </p>
          </div>
          <CheckList lines={expectations} />
        </div>
      </section>

      <CallToActionBand
        call={{
          title: 'Is one of these houses yours?',
          description:
            'We look after rentals for their owners too: guests, calendar, cleaning and repairs, with your own weeks kept free.',
          buttonText: 'See Rental Management',
          buttonUrl: strManagementPath,
        }}
      />
    </>
  ),
});
