import type { ShownDate } from '../../../shared/content.ts';
import { timeZone } from '../../../shared/words.ts';
import { parseDayOfYear } from './seasonDates.ts';

/** A date as it is shown, and when it begins and is over: a day at its midnights, a time at that moment. */
export interface ContentDate {
  readonly shown: ShownDate;
  /** Milliseconds since 1970. */
  readonly dueAt: number;
  readonly overAt: number;
  /** Whether it is written as a time without a zone. */
  readonly isLocal?: true;
}

const shape = { year: 'numeric', month: 'long', day: 'numeric' } as const;
const inZone = new Intl.DateTimeFormat('en-US', { ...shape, timeZone });
const asWritten = new Intl.DateTimeFormat('en-US', { ...shape, timeZone: 'UTC' });
const withTime = new Intl.DateTimeFormat('en-US', {
  ...shape,
  hour: 'numeric',
  minute: '2-digit',
  timeZone,
  timeZoneName: 'short',
});
const offsets = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });

const dayMs = 24 * 60 * 60_000;

const dateText =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?) ?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/**
 * A date of the content service. A `date` is the calendar day that the editor picked, which starts at midnight in the
 * company's time zone. A `timestamp` is UTC with a Z; a `dateTime` has no zone and means that minute on the company's
 * clocks: both are shown as the day they fall on there. In a column of text, people write a day in words. Null for
 * everything else, including invalid days such as February 30, and 5/1/2024, which is another day in other countries.
 */
export function parseDate(value: unknown): ContentDate | null {
  const parts = typeof value === 'string' ? dateText.exec(inDigits(value.trim())) : null;
  if (!parts) return null;
  const [, year = '', month = '', day = '', time, offset] = parts;
  const midnight = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const calendarDay = `${year}-${month}-${day}`;
  if (!new Date(midnight).toISOString().startsWith(calendarDay)) return null;
  if (time === undefined) {
    return {
      shown: { machine: calendarDay, text: asWritten.format(midnight) },
      dueAt: inCompanyZone(midnight),
      overAt: inCompanyZone(midnight + dayMs),
    };
  }
  const zone = offset?.toUpperCase().replace(/^.\d{2}$/, '$&:00') ?? 'Z';
  const written = Date.parse(`${calendarDay}T${time}${zone}`);
  if (Number.isNaN(written)) return null;
  const moment = offset === undefined ? inCompanyZone(written) : written;
  const machine = new Date(moment).toISOString();
  const date = { shown: { machine, text: inZone.format(moment) }, dueAt: moment, overAt: moment };
  return offset === undefined ? { ...date, isLocal: true } : date;
}

/** A moment in milliseconds since 1970 as the company's clocks show it: `May 1, 2024 at 9:00 AM PDT`. */
export const momentText = (at: number): string => withTime.format(at);

/** `May 1, 2024` as `2024-05-01`; what is no such day stays as it is. */
function inDigits(written: string): string {
  const [, words = '', year] = /^(?=.{0,20}[a-z])([\w. ]{5,20}),? (\d{4})$/i.exec(written) ?? [];
  const { month, day } = parseDayOfYear(words) ?? {};
  const twoDigits = (number: number) => String(number).padStart(2, '0');
  return month && day ? `${year}-${twoDigits(month)}-${twoDigits(day)}` : written;
}

/** When the company's clocks show what those of UTC show at a moment. */
function inCompanyZone(moment: number): number {
  // Twice, because the clocks may change between the two moments.
  return moment - offsetMs(moment - offsetMs(moment));
}

/** How far the company's clocks are ahead of UTC. */
function offsetMs(moment: number): number {
  const [, sign, hours, minutes] = /GMT([+-])(\d{2}):(\d{2})/.exec(offsets.format(moment)) ?? [];
  const ms = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
  return sign === '-' ? -ms : ms;
}
