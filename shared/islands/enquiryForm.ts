import { enquiryValues } from '../enquiry.ts';
import {
  type EnquiryErrors,
  type EnquiryField,
  type EnquiryValues,
  enquiryFields,
  meetingWords,
} from '../enquiryFields.ts';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The control of a field; null where the page has lost it. */
function controlOf(form: HTMLFormElement, name: string): Control | null {
  const found = form.elements.namedItem(name);
  return found instanceof HTMLInputElement ||
    found instanceof HTMLTextAreaElement ||
    found instanceof HTMLSelectElement
    ? found
    : null;
}

/** What a post of the form would send, without our question for the times of a meeting where it was not answered. */
export function fieldsOf(form: HTMLFormElement): object {
  const fields = Object.fromEntries(new FormData(form));
  const message = String(fields.message ?? '').trimEnd();
  if (!message.endsWith(meetingWords)) return fields;
  return { ...fields, message: message.slice(0, -meetingWords.length).trimEnd() };
}

/** Everything that a visitor has put into the form. */
export const readForm = (form: HTMLFormElement): EnquiryValues => enquiryValues(fieldsOf(form));

/** Lets the message go on with the days and times of a meeting, unless it does. */
export function askForTimes(form: HTMLFormElement): void {
  const control = controlOf(form, 'message');
  if (!control || control.value.includes(meetingWords)) return;
  control.value = `${control.value}\n\n${meetingWords} `.trimStart();
}

/** Writes all fields. */
export function fillForm(form: HTMLFormElement, values: EnquiryValues): void {
  for (const name of enquiryFields) {
    const control = controlOf(form, name);
    const value = values[name];
    if (control instanceof HTMLInputElement && control.type === 'checkbox') control.checked = value === true;
    else if (control && typeof value === 'string') control.value = value;
  }
}

/** Brings the visitor to the first field that needs another look, or to the reason why nothing was sent. */
export function focusProblem(form: HTMLFormElement, errors: EnquiryErrors): void {
  const name = enquiryFields.find((field) => errors[field] !== undefined);
  const place = name ? controlOf(form, name) : form.querySelector<HTMLElement>('.contact-failure');
  if (place) focusInSight(place, place.closest('.field'));
}

/** Brings the visitor to a field. */
export function focusField(form: HTMLFormElement, name: EnquiryField): void {
  const control = controlOf(form, name);
  if (control) focusInSight(control, name === 'name' ? form : control.closest('.field'));
}

/**
 * Focuses an element and brings all that belongs to it into sight. Browsers differ in how they scroll to what gets
 * the focus, and some leave it below the header that stays at the top.
 */
export function focusInSight(element: HTMLElement, all: Element | null): void {
  element.focus({ preventScroll: true });
  // WebKit ends a smooth scroll halfway, to show the caret.
  (all ?? element).scrollIntoView({ block: 'start', behavior: 'instant' });
}
