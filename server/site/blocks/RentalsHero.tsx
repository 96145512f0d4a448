import { BookingPanel } from './BookingPanel.tsx';
import { type FilteredHomesProps, findsNoHome, HomeFilterLinks } from './FilteredHomes.tsx';
import { PageHero, type PageHeroProps } from './PageHero.tsx';

interface RentalsHeroProps extends PageHeroProps {
  readonly list: FilteredHomesProps;
}

/** The top of a page with homes: the booking search, and below it the filters of the list. */
export function RentalsHero({ list, ...hero }: RentalsHeroProps) {
  const guests = findsNoHome(list.homes, list.query) ? null : list.query.guests;
  return (
    <PageHero
      {...hero}
      shape="wide"
      panel={
        <BookingPanel guests={guests}>
          <HomeFilterLinks {...list} />
        </BookingPanel>
      }
    />
  );
}
