const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
type DayName = (typeof dayNames)[number];

/** The opening and closing time (`HH:MM`, 24 hours) of these days. */
interface OpeningHours {
  readonly dayOfWeek: readonly DayName[];
  readonly opens: string;
  readonly closes: string;
}

/** A part of a text about opening hours. */
type Token =
  | { readonly kind: 'days'; readonly days: readonly DayName[] }
  | { readonly kind: 'time'; readonly time: WrittenTime }
  /** The words that connect them. */
  | { readonly kind: 'between' | 'to' | 'and' | 'closed' | 'unknown' };

/** A time as it is written; without `am` or `pm` it may mean either. */
interface WrittenTime {
  readonly hour: number;
  readonly minute: number;
  /** `24`: it is written as clocks with 24 hours show it. */
  readonly half: 'am' | 'pm' | '24' | null;
}

/**
 * Parses opening hours from an editor's text, such as `Mon–Fri 8 am – 12 pm and 1–5 pm; Saturday 9 am to noon`. If
 * anything that it says about days or times is not understood (`except in June`), the result is empty: no hours are better
 * than wrong ones.
 */
export function openingHoursOf(text: string): readonly OpeningHours[] {
  const read: DaysWithHours[] = [];
  for (const sentence of tidy(text).split(/[;|\n]|\.(?=\s|$)/)) {
    const tokens = tokensOf(sentence);
    const isAboutHours = tokens.some(({ kind }) => kind === 'days' || kind === 'time');
    if (!isAboutHours) continue;
    const ofSentence = readSentence(tokens);
    if (ofSentence === null) return [];
    read.push(...ofSentence);
  }
  // "Daily 8 am to 5 pm, closed Sundays" takes a day back.
  const closed = new Set(read.flatMap(({ days, stretches }) => (stretches.length === 0 ? days : [])));
  const hours = read.flatMap(({ days, stretches }) => {
    const dayOfWeek = days.filter((day) => !closed.has(day));
    return dayOfWeek.length === 0 ? [] : stretches.map((stretch) => ({ dayOfWeek, ...stretch }));
  });
  return haveOverlap(hours) ? [] : hours;
}

/** Whether two stretches name the same hour of a day, so that one of them means something else. */
function haveOverlap(hours: readonly OpeningHours[]): boolean {
  return dayNames.some((day) => {
    const ofDay = hours
      .filter(({ dayOfWeek }) => dayOfWeek.includes(day))
      .toSorted((a, b) => a.opens.localeCompare(b.opens));
    return ofDay.some(({ opens }, at) => opens < (ofDay[at - 1]?.closes ?? ''));
  });
}

const dayWords: readonly (readonly [RegExp, readonly DayName[]])[] = [
  ...dayNames.map((name, at): readonly [RegExp, readonly DayName[]] => {
    const short = ['mon?', 'tu(?:es?)?', 'we(?:ds?)?', 'th(?:urs?|u)?', 'fri?', 'sat?', 'sun?'][at];
    return [new RegExp(`^(?:${name}|${short})s?$`, 'i'), [name]];
  }),
  [/^weekdays?$/i, dayNames.slice(0, 5)],
  [/^weekends?$/i, dayNames.slice(5)],
  [/^daily$/i, dayNames],
];

/** Words that change nothing about the hours beside them. */
const fillers =
  /^(?:our|the|office|offices|front|desk|phones?|calls?|hours?|opening|business|open|from|at|on|is|are|we|each|every|pacific|pt|pst|pdt)$/i;

/** One spelling for what can be written in several ways. */
function tidy(text: string): string {
  return (
    text
      .replace(/[\u2010-\u2015\u2212~]/g, '-')
      // The last dot of "p.m." may also end the sentence.
      .replace(/\b([ap])\.\s?m\.(?=\s(?!Mon|Tue|Wed|Thu|Fri|Sat|Sun|Week)[A-Z])/g, '$1m.')
      .replace(/\b([ap])\.\s?m\b\.?(?!\w)/gi, '$1m')
      .replace(/(?<=[a-z])\/(?=[a-z])/gi, ' and ')
      .replace(/\b(mon|tues?|wed|thurs?|thu|fri|sat|sun)s?\./gi, '$1')
      .replace(/\bm ?- ?f\b/gi, 'Monday-Friday')
      .replace(/\b(?:every ?day|(?:7|seven) days(?: a week)?)\b/gi, 'daily')
      .replace(/\b(?:12 )?(noon|midnight)\b/gi, (_, word: string) => (/noon/i.test(word) ? '12 pm' : '12 am'))
      .replace(/,? (?:(?:except|excluding|closed)(?: on)?|but not on)(?: [a-z]+)? holidays\b/gi, '')
      .replace(/,? (?:or|and|also) by appointment\b(?! only)/gi, '')
      .replace(/\bby appointment(?: only)?\b/gi, 'closed')
  );
}

function tokensOf(sentence: string): readonly Token[] {
  const words = sentence.match(/\d{1,2}(?:[:.]\d{2})?(?:\s?[ap]m\b)?|[\p{L}\d'’/]+|[-&+]/giu) ?? [];
  return words.flatMap((word): readonly Token[] => {
    if (/^(?:-|to|thru|through|until|till?)$/i.test(word)) return [{ kind: 'to' }];
    if (/^(?:&|\+|and)$/i.test(word)) return [{ kind: 'and' }];
    if (/^between$/i.test(word)) return [{ kind: 'between' }];
    if (/^closed$/i.test(word)) return [{ kind: 'closed' }];
    if (fillers.test(word)) return [];
    const days = dayWords.find(([pattern]) => pattern.test(word))?.[1];
    if (days) return [{ kind: 'days', days }];
    const time = timeOf(word);
    return [time === null ? { kind: 'unknown' } : { kind: 'time', time }];
  });
}

function timeOf(word: string): WrittenTime | null {
  const [, digits = '', minutes, half = null] =
    /^(\d{1,2})(?:[:.](\d{2}))?(?:\s?([ap])m)?$/i.exec(word) ?? [];
  const [hour, minute] = [Number(digits), Number(minutes ?? 0)];
  if (digits === '' || minute > 59 || hour > 24) return null;
  if (half !== null) {
    return hour >= 1 && hour <= 12 ? { hour, minute, half: /p/i.test(half) ? 'pm' : 'am' } : null;
  }
  const is24 = minutes !== undefined && (digits.startsWith('0') || hour > 12);
  return { hour, minute, half: is24 ? '24' : null };
}

/** Days, and when they are open; never: they are closed. */
interface DaysWithHours {
  readonly days: readonly DayName[];
  readonly stretches: readonly Stretch[];
}

/** What a sentence says: days with their times, or times with their days; null: not understood. */
function readSentence(tokens: readonly Token[]): readonly DaysWithHours[] | null {
  const reader = new TokenReader(tokens);
  const read: DaysWithHours[] = [];
  const timesFirst = tokens.find(({ kind }) => kind === 'days' || kind === 'time')?.kind === 'time';
  while (!reader.isAtEnd()) {
    const isClosed = reader.skip('closed');
    const before = timesFirst && !isClosed ? reader.stretches() : [];
    const days = reader.days();
    const after = timesFirst || isClosed || reader.skip('closed') ? [] : reader.stretches();
    if (before === null || days === null || after === null) return null;
    read.push({ days, stretches: [...before, ...after] });
    reader.skip('and');
  }
  return read;
}

type Stretch = Pick<OpeningHours, 'opens' | 'closes'>;

class TokenReader {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  isAtEnd(): boolean {
    return this.#at >= this.#tokens.length;
  }

  /** Goes past a token of this kind, if it is the next one. */
  skip(kind: Token['kind']): boolean {
    const isNext = this.#tokens[this.#at]?.kind === kind;
    if (isNext) this.#at += 1;
    return isNext;
  }

  /** A list of days and of ranges of days; null: there is none. */
  days(): readonly DayName[] | null {
    const found = new Set<DayName>();
    for (;;) {
      const first = this.#days();
      const last = first && this.skip('to') ? this.#days() : first;
      const range = first && last && daysFrom(first, last);
      if (!range) return null;
      for (const day of range) found.add(day);
      if (this.#tokens[this.#at]?.kind === 'days') continue;
      if (this.#tokens[this.#at]?.kind !== 'and' || this.#tokens[this.#at + 1]?.kind !== 'days') break;
      this.#at += 1;
    }
    return dayNames.filter((name) => found.has(name));
  }

  /** One stretch of time or several; null: there is none. */
  stretches(): readonly Stretch[] | null {
    const found: Stretch[] = [];
    for (;;) {
      const isBetween = this.skip('between');
      const from = this.#time();
      const until = from && this.skip(isBetween ? 'and' : 'to') ? this.#time() : null;
      const stretch = from && until && stretchOf(from, until);
      if (!stretch) return null;
      found.push(stretch);
      if (this.#tokens[this.#at]?.kind === 'time') continue;
      if (this.#tokens[this.#at]?.kind !== 'and' || this.#tokens[this.#at + 1]?.kind !== 'time') break;
      this.#at += 1;
    }
    return found;
  }

  #days(): readonly DayName[] | null {
    const token = this.#tokens[this.#at];
    if (token?.kind !== 'days') return null;
    this.#at += 1;
    return token.days;
  }

  #time(): WrittenTime | null {
    const token = this.#tokens[this.#at];
    if (token?.kind !== 'time') return null;
    this.#at += 1;
    return token.time;
  }
}

/** The days from one to another. A week may begin on Sunday; any other range over its end is a slip. */
function daysFrom(first: readonly DayName[], last: readonly DayName[]): readonly DayName[] | null {
  if (first === last) return first;
  const [from = 'Monday', until = 'Monday'] = [first[0], last[0]];
  if (first.length > 1 || last.length > 1) return null;
  const [start, end] = [dayNames.indexOf(from), dayNames.indexOf(until)];
  if (from === 'Sunday') return [...dayNames.slice(0, end + 1), 'Sunday'];
  return start <= end ? dayNames.slice(start, end + 1) : null;
}

/** Null if it is not clear which half of the day is meant. */
function stretchOf(from: WrittenTime, until: WrittenTime): Stretch | null {
  const halves = [from.half, until.half];
  const is24 = halves.includes('24');
  if (is24 ? halves.includes('am') || halves.includes('pm') : until.half === null || from.hour > 12)
    return null;
  const half = is24 ? '24' : until.half;
  const closes = minutesOf(until, half);
  const same = minutesOf(from, from.half ?? half);
  // "8–5 pm" begins in the morning, "1–5 pm" in the afternoon.
  const opens = !is24 && from.half === null && same >= closes ? minutesOf(from, 'am') : same;
  // "08:00 to 5:00" ends in the afternoon.
  if (opens === closes || (is24 && until.half === null && closes < opens)) return null;
  // For search engines, a day from 00:00 to 00:00 is closed.
  return { opens: clock(opens), closes: clock(opens === 0 ? Math.min(closes, lastMinute) : closes) };
}

function minutesOf({ hour, minute }: WrittenTime, half: WrittenTime['half']): number {
  if (half === '24') return hour * 60 + minute;
  return ((hour % 12) + (half === 'pm' ? 12 : 0)) * 60 + minute;
}

const lastMinute = 24 * 60 - 1;

const clock = (minutes: number): string =>
  [Math.floor(minutes / 60) % 24, minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
