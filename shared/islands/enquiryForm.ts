import { enquiryValues } from '../enquiry.ts';
import {
  type EnquiryErrors,
  type EnquiryField,
  type EnquiryValues,
  enquiryFields,
  keyField,
  meetingWords,
} from '../enquiryFields.ts';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The control of a field; null if it is missing from the document. */
function controlOf(form: HTMLFormElement, name: string): Control | null {
  const found = form.elements.namedItem(name);
  return found instanceof HTMLInputElement ||
    found instanceof HTMLTextAreaElement ||
    found instanceof HTMLSelectElement
    ? found
    : null;
}

/** The fields as a POST of the form would send them, without an unanswered prompt for meeting times. */
export function fieldsOf(form: HTMLFormElement): object {
  const fields = Object.fromEntries(new FormData(form));
  const message = String(fields.message ?? '').trimEnd();
  if (!message.endsWith(meetingWords)) return fields;
  return { ...fields, message: message.slice(0, -meetingWords.length).trimEnd() };
}

/** The current values of the form. */
export const readForm = (form: HTMLFormElement): EnquiryValues => enquiryValues(fieldsOf(form));

/** The key under which the form may have been sent; null: it was not. */
export const keyIn = (form: HTMLFormElement): string | null => controlOf(form, keyField)?.value || null;

/** Keeps that key in the form, so that a post without script has it too. */
export function keepKey(form: HTMLFormElement, key: string | null): void {
  const control = controlOf(form, keyField);
  if (control) control.value = key ?? '';
}

/** Appends the prompt for days and times of a meeting to the message, unless it is already there. */
export function askForTimes(form: HTMLFormElement): void {
  const control = controlOf(form, 'message');
  if (!control || control.value.includes(meetingWords)) return;
  control.value = `${control.value}\n\n${meetingWords} `.trimStart();
}

/** Sets the values of these fields. */
export function fillForm(
  form: HTMLFormElement,
  values: EnquiryValues,
  names: readonly EnquiryField[] = enquiryFields,
): void {
  for (const name of names) {
    const control = controlOf(form, name);
    const value = values[name];
    if (control instanceof HTMLInputElement && control.type === 'checkbox') control.checked = value === true;
    else if (control && typeof value === 'string') control.value = value;
  }
}

/** Focuses the first invalid field, or the reason why the message was not sent. */
export function focusProblem(form: HTMLFormElement, errors: EnquiryErrors): void {
  const name = enquiryFields.find((field) => errors[field] !== undefined);
  const place = name ? controlOf(form, name) : form.querySelector<HTMLElement>('.contact-failure');
  if (place) focusInSight(place, place.closest('.field'));
}

/**
 * Runs what disables or removes the submit button, from which a browser then takes the focus: some at once, others with
 * the next frame. If the button had it, the status beside it gets it.
 */
export function keepFocus(form: HTMLFormElement, disable: () => void): void {
  const hadFocus = document.activeElement?.matches('[type=submit]');
  disable();
  if (hadFocus) form.querySelector<HTMLElement>('.contact-sending')?.focus({ preventScroll: true });
}

/** Focuses a field; for the first one, the whole form is scrolled into view. */
export function focusField(form: HTMLFormElement, name: EnquiryField): void {
  const control = controlOf(form, name);
  if (control) focusInSight(control, name === 'name' ? form : control.closest('.field'));
}

/**
 * Focuses an element and scrolls `all`, the element around it, into view. Browsers differ in how they scroll to a
 * focused element, and some leave it behind the sticky header.
 */
export function focusInSight(element: HTMLElement, all: Element | null): void {
  element.focus({ preventScroll: true });
  // WebKit interrupts a smooth scroll halfway to reveal the caret.
  (all ?? element).scrollIntoView({ block: 'start', behavior: 'instant' });
}
