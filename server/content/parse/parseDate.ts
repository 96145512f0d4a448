import type { ShownDate } from '../../../shared/content.ts';
import { timeZone } from '../../../shared/words.ts';

/** A date as it is shown, and the moment from which it is no longer in the future. */
export interface ContentDate {
  readonly shown: ShownDate;
  /** Milliseconds since 1970. */
  readonly dueAt: number;
}

const shape = { year: 'numeric', month: 'long', day: 'numeric' } as const;
const inZone = new Intl.DateTimeFormat('en-US', { ...shape, timeZone });
const asWritten = new Intl.DateTimeFormat('en-US', { ...shape, timeZone: 'UTC' });
const offsets = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });

const dateText =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/i;

/**
 * A date of the content service. `timestamp` fields are UTC with a Z and are shown as the day they fall on in the
 * company's time zone; `date` and `dateTime` fields have no zone and are the calendar day that the editor picked, which
 * starts at midnight in that zone. Null for everything else, including invalid days such as February 30.
 */
export function parseDate(value: unknown): ContentDate | null {
  const parts = typeof value === 'string' ? dateText.exec(value.trim()) : null;
  if (!parts) return null;
  const [, year = '', month = '', day = '', time, offset] = parts;
  const midnight = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const calendarDay = `${year}-${month}-${day}`;
  if (toDay(midnight) !== calendarDay) return null;
  if (time === undefined || offset === undefined) {
    return { shown: { machine: calendarDay, text: asWritten.format(midnight) }, dueAt: startOfDay(midnight) };
  }
  const moment = Date.parse(`${calendarDay}T${time}${offset.toUpperCase()}`);
  if (Number.isNaN(moment)) return null;
  const machine = new Date(moment).toISOString();
  return { shown: { machine, text: inZone.format(moment) }, dueAt: moment };
}

function toDay(moment: number): string | null {
  return Number.isNaN(moment) ? null : new Date(moment).toISOString().slice(0, 10);
}

/** Midnight in the company's time zone for a calendar day that is given as midnight UTC. */
function startOfDay(midnight: number): number {
  // Twice, because the clocks may change between the two midnights.
  return midnight - offsetMs(midnight - offsetMs(midnight));
}

/** How far the company's clocks are ahead of UTC. */
function offsetMs(moment: number): number {
  const [, sign, hours, minutes] = /GMT([+-])(\d{2}):(\d{2})/.exec(offsets.format(moment)) ?? [];
  const ms = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
  return sign === '-' ? -ms : ms;
}
