import { todayText } from '../../shared/islands/stayDates.ts';
import type { StayQuery } from '../../shared/stay.ts';

const dayMs = 86_400_000;
/** A longer one is a lease. */
const mostNights = 365;

/** A stay as a list of nights. */
export interface Stay {
  readonly kind: 'stay';
  readonly checkIn: string;
  readonly checkOut: string;
  /** The day on which each night begins, in UTC. */
  readonly nights: readonly Date[];
}

/** Days that are no stay, and why in a sentence. */
interface NoStay {
  readonly kind: 'none';
  readonly why: string;
}

/** Makes a stay of chosen days; null if none were chosen. `today` is the homes' day. */
export function stayOf(
  { checkIn, checkOut }: Pick<StayQuery, 'checkIn' | 'checkOut'>,
  today = todayText(),
): Stay | NoStay | null {
  if (checkIn === null && checkOut === null) return null;
  const none = (why: string): NoStay => ({ kind: 'none', why });
  if (checkIn === null || checkOut === null)
    return none('Choose a check-in and a check-out to see full prices.');
  if (checkOut <= checkIn) return none('The check-out must be after the check-in.');
  if (checkIn < today) return none('These dates have passed. Choose later ones to see full prices.');
  const first = Date.parse(checkIn);
  const count = Math.round((Date.parse(checkOut) - first) / dayMs);
  if (count > mostNights) return none('For more than a year, ask us for a price.');
  const nights = Array.from({ length: count }, (_, at) => new Date(first + at * dayMs));
  return { kind: 'stay', checkIn, checkOut, nights };
}

const inUtc = { month: 'long', day: 'numeric', timeZone: 'UTC' } as const;
const days = new Intl.DateTimeFormat('en-US', inUtc);
const daysOfYear = new Intl.DateTimeFormat('en-US', { ...inUtc, year: 'numeric' });

/** The days of a stay: `July 10 – 17`, with `isWhole` also the year, which a range over its end has anyway. */
export function stayText({ checkIn, checkOut }: Stay, isWhole = false): string {
  const format = isWhole ? daysOfYear : days;
  // Mail programs do not all show thin spaces.
  return format.formatRange(Date.parse(checkIn), Date.parse(checkOut)).replace(/\s/g, ' ');
}

/** A night: `July 10`. */
export const nightText = (night: Date): string => days.format(night);
