const dayMs = 86_400_000;

/** Days are counted in UTC, as a date field counts them; which day it is, the visitor's own calendar says. */
function today(): number {
  const now = new Date();
  return Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
}

/** A day as a date field writes it; empty where it is beyond what a date field takes. */
function written(day: number): string {
  const longest = Date.UTC(9999, 11, 31);
  return day <= longest ? new Date(day).toISOString().slice(0, 10) : '';
}

/**
 * Keeps the two date fields of a search out of the past and in their order, and proposes a check-out so many days
 * after the check-in until the visitor has chosen one that is possible.
 *
 * @returns ends it
 */
export function proposeDates(
  checkIn: HTMLInputElement,
  checkOut: HTMLInputElement,
  days: number,
): () => void {
  let proposed = '';
  const update = () => {
    checkIn.min = written(today());
    // A year that is being typed is long over until its last digit.
    const arrival = Math.max(checkIn.valueAsNumber || today(), today());
    checkOut.min = written(arrival + dayMs);
    if (checkIn.value === '') return;
    if (checkOut.value !== proposed && checkOut.value >= checkOut.min) return;
    proposed = written(arrival + days * dayMs);
    checkOut.value = proposed;
  };
  checkIn.addEventListener('input', update);
  update();
  return () => checkIn.removeEventListener('input', update);
}
