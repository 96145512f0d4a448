import { timeZone } from '../words.ts';

const dayMs = 86_400_000;

/** Swedish dates are written as in ISO 8601. */
const townDay = new Intl.DateTimeFormat('sv-SE', { timeZone });

/** Today as the value of a date input. It is the homes' day: a visitor far away may have another one. */
export const todayText = (): string => townDay.format();

/** Today as midnight UTC: `valueAsNumber` of date inputs is in UTC. */
const today = (): number => Date.parse(todayText());

/** The last day of years with four digits, as the value of a date input. */
export const latestDate = '9999-12-31';

/** A day as the value of a date input; empty if it is later than a date input allows. */
function written(day: number): string {
  return day <= Date.parse(latestDate) ? new Date(day).toISOString().slice(0, 10) : '';
}

/**
 * Sets the minimum of both date fields (no past dates, check-out after check-in), and proposes a check-out `days` after
 * the check-in unless the visitor has chosen a valid one. A form that was left open until its dates have passed is not
 * sent: the browser asks for others.
 *
 * @returns a function that removes the listeners
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
  const listening = new AbortController();
  const { signal } = listening;
  checkIn.addEventListener('input', update, { signal });
  const { form } = checkIn;
  form?.addEventListener(
    'submit',
    (event) => {
      // The browser has checked the dates by the day on which they were chosen.
      update();
      const { submitter } = event;
      if (submitter instanceof HTMLButtonElement && submitter.formNoValidate) return;
      if (!form.reportValidity()) event.preventDefault();
    },
    { signal },
  );
  update();
  return () => listening.abort();
}
