const dayMs = 86_400_000;

/** Today as the value of a date input. */
export const todayText = (): string => written(today());

/** Today by the visitor's calendar, as midnight UTC: `valueAsNumber` of date inputs is in UTC. */
function today(): number {
  const now = new Date();
  return Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
}

/** The last day of years with four digits, as the value of a date input. */
export const latestDate = '9999-12-31';

/** A day as the value of a date input; empty if it is later than a date input allows. */
function written(day: number): string {
  return day <= Date.parse(latestDate) ? new Date(day).toISOString().slice(0, 10) : '';
}

/**
 * Sets the minimum of both date fields (no past dates, check-out after check-in), and proposes a check-out `days` after
 * the check-in unless the visitor has chosen a valid one.
 *
 * @returns a function that removes the listener
 */
export function proposeDates(
  checkIn: HTMLInputElement,
  checkOut: HTMLInputElement,
  days: number,
): () => void {
  const proposalFor = (arrival: number) => written(arrival + days * dayMs);
  // Dates that were kept from an earlier search may have been a proposal.
  let proposed = checkIn.value === '' ? '' : proposalFor(checkIn.valueAsNumber);
  const update = () => {
    // Even the same minimum makes Chromium discard a date of which the year is still being typed.
    if (checkIn.min !== todayText()) checkIn.min = todayText();
    // While a year is being typed, its value is far in the past until the last digit.
    const arrival = Math.max(checkIn.valueAsNumber || today(), today());
    checkOut.min = written(arrival + dayMs);
    if (checkIn.value === '') return;
    if (checkOut.value !== proposed && checkOut.value >= checkOut.min) return;
    proposed = proposalFor(arrival);
    checkOut.value = proposed;
  };
  checkIn.addEventListener('input', update);
  update();
  return () => checkIn.removeEventListener('input', update);
}
