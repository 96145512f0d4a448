/** The dates of the demo are written as they were on this day. Later ones are scheduled posts. */
export const writtenOn = '2026-11-15';

/**
 * Moves a written date by whole years, so that the demo is never out of date and a post about snow stays in winter:
 * what was published in the year before `writtenOn` is published in the year before today, and so on backwards.
 * The result is the same all day and always lies before it. Scheduled dates stay as they are written.
 *
 * @param written a UTC timestamp or a calendar day, never February 29
 */
export function demoDate(written: string, today: Date): string {
  if (written >= writtenOn) return written;
  const years = lastAnniversary(written, today.toISOString()) - lastAnniversary(written, writtenOn);
  return `${Number(written.slice(0, 4)) + years}${written.slice(4)}`;
}

/** @returns the year in which month and day of a date came last before a day */
function lastAnniversary(written: string, day: string): number {
  const isBefore = written.slice(5, 10) < day.slice(5, 10);
  return Number(day.slice(0, 4)) - (isBefore ? 0 : 1);
}
