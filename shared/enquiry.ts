/**
 * What a visitor sends us: one schema for the form's own script and for the server. Names, words and bounds
 * of the fields are in `enquiryFields.ts`, which costs a page that only shows the form no parser.
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
 * A text that may end in a header of an e-mail: browsers never send a line break from such a field, so one
 * is an attempt at another header. Direction overrides, which make an address read as another, go too.
 */
const lineOf = (name: string) =>
  v.pipe(
    v.string(`Please enter ${name}.`),
    v.regex(/^[^\r\n]*$/, `Please enter ${name} on one line.`),
    v.trim(),
    v.regex(
      /^[^\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u,
      `Please remove the special characters from ${name}.`,
    ),
  );

/** A form sends line breaks as CRLF and a script as LF; one form makes them one text. Word processors paste \v. */
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
    // The expression of the HTML standard: what a browser's own check accepts.
    v.rfcEmail(likeAnAddress),
    // Of a visitor's own domain it is nothing but a slip.
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

/** The named fields of an object's own, so that neither a prototype nor an unknown name gets any further. */
function ownFields(input: unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(enquiryFields.map((name) => [name, field(input, name)]));
}

/**
 * Reads an enquiry from anything: a parsed form, a parsed JSON body, the values of a form's fields.
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
 * What to show again in the form: every text as it was typed, valid or not. A field sent twice shows its
 * first text; what is no text shows nothing. Never throws.
 */
export function enquiryValues(input: unknown): EnquiryValues {
  const text = (name: EnquiryField): string => {
    const value = field(input, name);
    const first: unknown = Array.isArray(value) ? value[0] : value;
    return typeof first === 'string' ? first : '';
  };
  return {
    ...{ name: text('name'), email: text('email'), phone: text('phone') },
    ...{ service: text('service'), message: text('message') },
    requestMeeting: isChecked(field(input, 'requestMeeting')),
  };
}

/** Whether the hidden field came back filled in: a script wrote this enquiry. */
export function isFromScript(input: unknown): boolean {
  const value = field(input, honeypotField);
  return value !== undefined && value !== null && value !== '';
}

/** A text with the sign of what cannot be read in place of each half of a surrogate pair, as UTF-8 would have it. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, '\ufffd');
}
