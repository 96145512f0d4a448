/** The days of a season, each as month times 100 plus day (`615`); it may go past the end of the year. */
export interface YearSpan {
  readonly from: number;
  readonly to: number;
}

/** Every day of the year. */
export const wholeYear: YearSpan = { from: 101, to: 1231 };

/** In the locale of the site, in small letters. */
const monthNames = Array.from({ length: 12 }, (_, month) =>
  new Date(Date.UTC(2024, month, 1))
    .toLocaleString('en-US', { month: 'long', timeZone: 'UTC' })
    .toLowerCase(),
);

interface DayOfYear {
  readonly month: number;
  /** Null: the whole month. */
  readonly day: number | null;
}

/**
 * The days of the year that an editor has written: `June 15 to September 7`, `15 Jun – 7 Sep`, `6/15-9/7`, `July 1–15`,
 * `June to August`. Null for all that names other days or a year.
 */
export function parseSeasonDates(written: string): YearSpan | null {
  const words = plain(written).replace(/^from /, '');
  if (/^(all year|year[- ]round)$/.test(words)) return wholeYear;
  const [first = '', second = first, ...more] = words.split(
    / ?(?:\b(?:to|through|thru|until|till)\b|[-–—]) ?/,
  );
  const from = readDay(first);
  const to = /^\d{1,2}$/.test(second) && from ? readDay(`${from.month}/${second}`) : readDay(second);
  if (!from || !to || more.length > 0) return null;
  const end = to.day ?? lastDayOf(to.month);
  // The last day of February in every year.
  return {
    from: from.month * 100 + (from.day ?? 1),
    to: to.month === 2 && end === 28 ? 229 : to.month * 100 + end,
  };
}

/** A day or a month in words: `June 15`, `15th of Jun`. */
export const parseDayOfYear = (written: string): DayOfYear | null => readDay(plain(written));

const plain = (written: string): string =>
  written
    .toLowerCase()
    .replace(/(\d)(?:st|nd|rd|th)\b(?: of\b)?/g, '$1')
    .trim();

function readDay(words: string): DayOfYear | null {
  const [, first, second] = /^(\d{1,2}|[a-z]{3,9})\.?(?:[ /](\d{1,2}|[a-z]{3,9})\.?)?$/.exec(words) ?? [];
  if (first === undefined) return null;
  const isDayFirst = /\d/.test(first) && /[a-z]/.test(second ?? '');
  const [name = '', day] = isDayFirst ? [second, first] : [first, second];
  const month = monthOf(name);
  const number = day === undefined ? null : Number(day);
  const isDay = number === null ? !/\d/.test(name) : number >= 1 && number <= lastDayOf(month);
  return month > 0 && isDay ? { month, day: number } : null;
}

/** From 1; 0 for what is none. */
function monthOf(words: string): number {
  const number = /^\d+$/.test(words)
    ? Number(words)
    : monthNames.findIndex((name) => name.startsWith(words)) + 1;
  return number <= 12 ? number : 0;
}

/** In a leap year. */
const lastDayOf = (month: number): number => new Date(Date.UTC(2024, month, 0)).getUTCDate();
