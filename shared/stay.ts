/** The most guests that a search takes. */
export const mostGuests = 30;

/** The stay that a visitor has chosen, as in an address. */
export interface StayQuery {
  /** A calendar day: `2027-07-10`. Null: none was chosen, or there is no such day. */
  readonly checkIn: string | null;
  readonly checkOut: string | null;
  readonly guests: number | null;
  readonly dogs: boolean;
}

/** Nothing was chosen. */
export const noStay: StayQuery = { checkIn: null, checkOut: null, guests: null, dogs: false };

/** Reads the first value of each parameter of a stay; an invalid one counts as absent. */
export function readStayQuery(parameters: URLSearchParams): StayQuery {
  const read = (name: string): string => parameters.get(name)?.trim() ?? '';
  const guests = read('guests');
  return {
    guests: /^[1-9]\d?$/.test(guests) && Number(guests) <= mostGuests ? Number(guests) : null,
    dogs: read('dogs') === '1',
    checkIn: toDay(read('checkIn')),
    checkOut: toDay(read('checkOut')),
  };
}

function toDay(written: string): string | null {
  const date = /^[1-9]\d{3}-\d\d-\d\d$/.test(written) ? new Date(`${written}T00:00Z`) : null;
  const isDay = date && !Number.isNaN(date.valueOf()) && date.toISOString().startsWith(written);
  return isDay ? written : null;
}
