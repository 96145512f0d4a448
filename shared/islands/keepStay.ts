import { field } from '../field.ts';
import { jsonOf } from '../jsonOf.ts';
import { hasChanges } from './changedFields.ts';
import { todayText } from './stayDates.ts';
import { recall, remember } from './tabMemory.ts';

const memoryName = 'stay';

/**
 * Keeps the dates and guests of a search for the next search in this tab, and fills in what was kept before, unless the
 * visitor has already changed a field. A number of guests is kept for pages whose address gives the same number.
 *
 * @param given the number of guests in the address; null if there is none
 * @returns a function that stops keeping
 */
export function keepStay(form: HTMLFormElement, given: number | null): () => void {
  const controls = [...form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[type=date], select')];
  const keep = () => {
    const values = Object.fromEntries(controls.map(({ name, value }) => [name, value]));
    remember(memoryName, JSON.stringify({ ...values, given }));
  };
  if (hasChanges(form)) keep();
  else {
    const kept = jsonOf(recall(memoryName));
    // A stay that begins in the past is forgotten as a whole.
    const isAhead = String(field(kept, 'checkIn')) >= todayText();
    for (const control of controls) {
      const value = field(kept, control.name);
      if (typeof value !== 'string') continue;
      const isPossible =
        control instanceof HTMLInputElement
          ? isAhead
          : field(kept, 'given') === given && [...control.options].some((option) => option.value === value);
      if (isPossible) control.value = value;
    }
  }
  form.addEventListener('input', keep);
  return () => form.removeEventListener('input', keep);
}
