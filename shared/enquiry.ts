/**
 * The schema of an enquiry, shared by the form's script and the server. Names, labels and limits of the fields are
 * in `enquiryFields.ts`, so that a page that only shows the form does not load the parser.
 */
import * as v from 'valibot';
import {
  type Enquiry,
  type EnquiryErrors,
  type EnquiryField,
  type EnquiryValues,
  enquiryBounds,
  enquiryFields,
  honeypotField,
  type ServiceChoice,
  serviceOptions,
} from './enquiryFields.ts';
import { field } from './field.ts';

const tooLong = (field: keyof typeof enquiryBounds, name: string): string =>
  `Please shorten ${name} to ${enquiryBounds[field]} characters or fewer.`;

/**
 * A text that may end up in an e-mail header: browsers never send a line break from a one-line field, so a line
 * break is an attempt at header injection. Text that runs backwards, which can disguise an address, is rejected too.
 * The invisible direction marks around copied numbers and names are removed: a visitor could not see what to remove.
 */
const lineOf = (name: string) =>
  v.pipe(
    v.string(`Please enter ${name}.`),
    v.regex(/^[^\r\n]*$/, `Please enter ${name} on one line.`),
    v.transform((text) =>
      text.replace(/[\u200e\u200f\u202a-\u202d\u2066-\u2069]/g, '').replaceAll('\t', ' '),
    ),
    v.trim(),
    v.regex(/^[^\p{Cc}\p{Cs}\u2028\u2029\u202e]*$/u, `Please remove the special characters from ${name}.`),
  );

/** Forms send line breaks as CRLF, scripts as LF: normalized, both are the same text. Word processors paste \v. */
const withPlainLines = (text: string): string =>
  wellFormed(text)
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '');

const isChecked = (value: unknown): boolean => value === true || value === 'on' || value === 'true';
const checkboxValues: readonly unknown[] = [true, false, 'on', 'true', 'false', '', null, undefined];

const serviceValues: readonly ServiceChoice[] = ['', ...serviceOptions.map((option) => option.value)];

const likeAnAddress = 'Please enter an email address like name@example.com.';

const enquirySchema = v.object({
  name: v.pipe(
    v.nullish(lineOf('your name'), ''),
    v.nonEmpty('Please enter your name.'),
    v.maxLength(enquiryBounds.name, tooLong('name', 'your name')),
  ),
  email: v.pipe(
    v.nullish(lineOf('your email address'), ''),
    v.nonEmpty('Please enter your email address.'),
    v.regex(/^[^,;]*$/, 'Please enter one email address only.'),
    v.maxLength(enquiryBounds.email, tooLong('email', 'your email address')),
    // The regular expression of the HTML standard: accepts what a browser's own check accepts.
    v.rfcEmail(likeAnAddress),
    // The standard also accepts a domain without a dot, which is always a typo here.
    v.regex(/\.[^.]{2,}$/, likeAnAddress),
  ),
  phone: v.pipe(
    v.nullish(lineOf('your phone number'), ''),
    v.maxLength(enquiryBounds.phone, tooLong('phone', 'your phone number')),
  ),
  service: v.nullish(v.picklist(serviceValues, 'Please select a service from the list.'), ''),
  message: v.pipe(
    v.nullish(v.string('Please enter your message.'), ''),
    v.transform(withPlainLines),
    v.trim(),
    v.nonEmpty('Please enter your message.'),
    v.maxLength(enquiryBounds.message, tooLong('message', 'your message')),
  ),
  requestMeeting: v.pipe(
    v.unknown(),
    v.check((value) => checkboxValues.includes(value), 'Please tick the box or leave it empty.'),
    v.transform(isChecked),
  ),
});

/** Only the known fields, and only own properties: drops unknown names and inherited values. */
function ownFields(input: unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(enquiryFields.map((name) => [name, field(input, name)]));
}

/**
 * Parses an enquiry from any value: a parsed form, a parsed JSON body, the values of a form's fields.
 *
 * @returns the enquiry, or the first problem of each field in words for the visitor. Never throws; unknown
 *   names are dropped.
 */
export function parseEnquiry(
  input: unknown,
): { readonly enquiry: Enquiry } | { readonly errors: EnquiryErrors } {
  const result = v.safeParse(enquirySchema, ownFields(input), { abortPipeEarly: true });
  if (result.success) return { enquiry: result.output };
  const errors: Partial<Record<EnquiryField, string>> = {};
  for (const issue of result.issues) {
    const name = enquiryFields.find((one) => one === issue.path?.[0].key);
    if (name !== undefined) errors[name] ??= issue.message;
  }
  return { errors };
}

/**
 * The values to show in the form again: every text as it was typed, valid or not. A field sent twice gives its
 * first text; a value that is not a string gives an empty one. Never throws.
 */
export function enquiryValues(input: unknown): EnquiryValues {
  const text = (name: EnquiryField): string => {
    const value = field(input, name);
    const first: unknown = Array.isArray(value) ? value[0] : value;
    return typeof first === 'string' ? first : '';
  };
  return {
    name: text('name'),
    email: text('email'),
    phone: text('phone'),
    service: text('service'),
    message: text('message'),
    requestMeeting: isChecked(field(input, 'requestMeeting')),
  };
}

/** Whether the honeypot field is filled in, which means that a bot wrote this enquiry. */
export function isHoneypotFilled(input: unknown): boolean {
  const value = field(input, honeypotField);
  return value !== undefined && value !== null && value !== '';
}

/** Replaces each lone surrogate with U+FFFD, as encoding to UTF-8 would. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, '\ufffd');
}
