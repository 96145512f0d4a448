import {
  type EnquiryErrors,
  type EnquiryField,
  type EnquiryValues,
  enquiryFields,
  honeypotField,
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

/** Everything that stands in the form. */
export function readForm(form: HTMLFormElement): EnquiryValues {
  const text = (name: EnquiryField) => controlOf(form, name)?.value ?? '';
  const meeting = controlOf(form, 'requestMeeting');
  return {
    name: text('name'),
    email: text('email'),
    phone: text('phone'),
    service: text('service'),
    message: text('message'),
    requestMeeting: meeting instanceof HTMLInputElement && meeting.checked,
  };
}

/** What stands in the field that no visitor fills in. */
export function readHoneypot(form: HTMLFormElement): string {
  return controlOf(form, honeypotField)?.value ?? '';
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
  place?.focus();
}
