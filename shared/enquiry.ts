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
  personField,
  type ServiceChoice,
  serviceOptions,
} from './enquiryFields.ts';
import { field } from './field.ts';

/** A pattern that a text must match; `v.check` alone is less script than an action for each kind of rule. */
const matches = (pattern: RegExp, words: string) => v.check((text: string) => pattern.test(text), words);

/** At most as many UTF-16 code units as the field takes; otherwise words that also say how many there are. */
const notTooLong = (field: keyof typeof enquiryBounds, name: string) =>
  v.check(
    (text: string) => text.length <= enquiryBounds[field],
    ({ input }) =>
      `Please shorten ${name} to ${enquiryBounds[field]} characters or fewer. It has ${input.length}.`,
  );

/** Removes what copied text holds and nobody sees: direction marks, zero-width spaces, soft hyphens, byte order marks. */
const withoutMarks = (text: string): string =>
  text.replace(/[\u00ad\u180e\u200b\u200e\u200f\u202a-\u202d\u2060-\u2064\u2066-\u2069\ufeff]/g, '');

/** Far more than an address or number has. Normalizing accents that follow each other takes the square of their time. */
const mostNormalized = 1_000;

/**
 * An address or number, which has no invisible characters at all, and has full-width signs from East Asian keyboards.
 * What turns text around stays, to be rejected.
 */
function withPlainSigns(text: string): string {
  const written = text.replace(/[^\P{DI}\u202e]/gu, '');
  return written.length > mostNormalized ? written : written.normalize('NFKC');
}

/** An e-mail address with its domain in ASCII, as mail is sent to it; one that cannot be converted as it is. */
function withAsciiDomain(address: string): string {
  const [, user = '', domain = ''] = /^(.*)@([^@]+)$/.exec(address) ?? [];
  if (!/[^ -~]/.test(domain) || /[\s/?#:\\%[\]]/.test(domain)) return address;
  try {
    return `${user}@${new URL(`http://${domain}`).hostname}`;
  } catch {
    return address;
  }
}

/**
 * A text that may end up in an e-mail header: browsers never send a line break from a one-line field, so a line
 * break is an attempt at header injection. Text that runs backwards, which can disguise an address, is rejected too.
 *
 * @param clean removes what the visitor cannot see, and so could not remove
 */
const lineOf = (name: string, clean: (text: string) => string) =>
  v.pipe(
    v.string(`Please enter ${name}.`),
    matches(/^[^\r\n]*$/, `Please enter ${name} on one line.`),
    v.transform((text) => clean(text).replaceAll('\t', ' ').trim()),
    matches(/^[^\p{Cc}\p{Cs}\u2028\u2029\u202e]*$/u, `Please remove the special characters from ${name}.`),
  );

/** Forms send line breaks as CRLF, scripts as LF: normalized, both are the same text. Word processors paste \v. */
const withPlainLines = (text: string): string =>
  wellFormed(text)
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '');

const isChecked = (value: unknown): boolean => value === true || value === 'on' || value === 'true';
const checkboxValues: readonly unknown[] = [true, false, 'on', 'true', 'false', ''];

const serviceValues: readonly unknown[] = ['', ...serviceOptions.map((option) => option.value)];

/** At least one character that can be seen. */
const visible = /[^\p{DI}\s]/u;

const likeAnAddress = 'Please enter an email address like name@example.com.';

const enquirySchema = v.object({
  name: v.pipe(
    lineOf('your name', withoutMarks),
    matches(visible, 'Please enter your name.'),
    notTooLong('name', 'your name'),
  ),
  email: v.pipe(
    lineOf('your email address', withPlainSigns),
    v.transform(withAsciiDomain),
    matches(/./s, 'Please enter your email address.'),
    matches(/^[^,;]*$/, 'Please enter one email address only.'),
    notTooLong('email', 'your email address'),
    // Few mail services can write to other addresses (SMTPUTF8), and ours could not answer them.
    matches(/^[ -~]*(@|$)/, 'Please enter an email address without special letters such as ö before the @.'),
    // The regular expression of the HTML standard: accepts what a browser's own check accepts.
    matches(v.RFC_EMAIL_REGEX, likeAnAddress),
    // The standard also accepts a domain without a dot, which is always a typo here.
    matches(/\.[^.]{2,}$/, likeAnAddress),
  ),
  phone: v.pipe(lineOf('your phone number', withPlainSigns), notTooLong('phone', 'your phone number')),
  service: v.custom<ServiceChoice>(
    (value) => serviceValues.includes(value),
    'Please select a service from the list.',
  ),
  message: v.pipe(
    v.string('Please enter your message.'),
    v.transform((text) => withPlainLines(text).trim()),
    matches(visible, 'Please enter your message.'),
    notTooLong('message', 'your message'),
  ),
  requestMeeting: v.pipe(
    v.custom((value) => checkboxValues.includes(value), 'Please tick the box or leave it empty.'),
    v.transform(isChecked),
  ),
});

/** Only the known fields, empty where they are missing, and only own properties: drops unknown names and inherited values. */
function ownFields(input: unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(enquiryFields.map((name) => [name, field(input, name) ?? '']));
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

/**
 * Whether the honeypot field is filled in, which means that a bot wrote this enquiry, or that an extension of the
 * browser fills in every field; then its sender has been asked, and has said so.
 */
export function isHoneypotFilled(input: unknown): boolean {
  const value = field(input, honeypotField);
  return value !== undefined && value !== null && value !== '' && field(input, personField) !== 'yes';
}

/** Replaces each lone surrogate with U+FFFD, as encoding to UTF-8 would. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, '\ufffd');
}
