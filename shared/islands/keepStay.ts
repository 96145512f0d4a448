import { field } from '../field.ts';
import { jsonOf } from '../jsonOf.ts';
import { hasChanges } from './changedFields.ts';
import { todayText } from './stayDates.ts';
import { recall, remember } from './tabMemory.ts';

const memoryName = 'stay';

/**
 * Keeps the dates and guests of a search for the next search in this tab, and fills in what was kept before: the guests
 * unless the visitor has already changed them, the dates unless any field was changed. A number of guests is kept for
 * pages whose address gives the same number. A home that sleeps fewer shows as many as it sleeps; the chosen number
 * stays kept.
 *
 * @param given the number of guests in the address; null if there is none
 * @returns a function that stops keeping
 */
export function keepStay(form: HTMLFormElement, given: number | null): () => void {
  const days = [...form.querySelectorAll<HTMLInputElement>('[type=date]')];
  const guests = form.querySelector('select');
  const offered = [...(guests?.options ?? [])];
  const initial = offered.find(({ defaultSelected }) => defaultSelected)?.value ?? '';
  const kept = jsonOf(recall(memoryName));
  const firstDay = field(kept, 'checkIn');
  let chosen = { guests: field(kept, 'guests'), given: field(kept, 'given') };
  const shownGuests = () => {
    const most = chosen.given === given ? Number(chosen.guests) : 0;
    return offered.filter(({ value }) => Number(value) <= most).at(-1)?.value ?? initial;
  };
  const keep = () => {
    // A number that the page shows by itself is no choice.
    if (guests && guests.value !== shownGuests()) chosen = { guests: guests.value, given };
    const dates = Object.fromEntries(days.map(({ name, value }) => [name, value]));
    remember(memoryName, JSON.stringify({ ...dates, ...chosen }));
  };
  const isTouched = hasChanges(form) || days.some(({ defaultValue }) => defaultValue !== '');
  if (guests?.value === initial) guests.value = shownGuests();
  if (isTouched) keep();
  // A stay that begins in the past is forgotten as a whole.
  else if (typeof firstDay === 'string' && firstDay >= todayText()) {
    for (const day of days) day.value = String(field(kept, day.name) ?? '');
  }
  form.addEventListener('input', keep);
  return () => form.removeEventListener('input', keep);
}
