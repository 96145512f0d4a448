/** The dates in the demo are written as of this day. Later ones are those of scheduled posts. */
export const writtenOn = '2026-11-15';

/**
 * Moves a written date by whole years, so that the demo is never out of date and a post about snow stays in winter:
 * what was published in the year before `writtenOn` is published in the year before today, and so on backwards. The
 * result stays the same all day and is always before that day. Scheduled dates do not move.
 *
 * @param written a UTC timestamp or a calendar day, never February 29
 */
export function demoDate(written: string, today: Date): string {
  if (written >= writtenOn) return written;
  const years = lastAnniversary(written, today.toISOString()) - lastAnniversary(written, writtenOn);
  return `${Number(written.slice(0, 4)) + years}${written.slice(4)}`;
}

/** @returns the year of the last occurrence of the month and day of a date before a given day */
function lastAnniversary(written: string, day: string): number {
  const isBefore = written.slice(5, 10) < day.slice(5, 10);
  return Number(day.slice(0, 4)) - (isBefore ? 0 : 1);
}
