/**
 * The fields of the contact form, with their labels and limits.
 * The limits are our choice (the specification leaves them open) and are part of the page.
 */

/** The services that a visitor can choose: the value that is sent and the label that is shown. */
export const serviceOptions = [
  { value: 'property-management', label: 'Property Management' },
  { value: 'maintenance', label: 'Maintenance' },
  { value: 'handyman', label: 'Handyman' },
  { value: 'housekeeping', label: 'Housekeeping' },
  { value: 'window-cleaning', label: 'Window Cleaning' },
  { value: 'snow-removal', label: 'Snow Removal' },
  { value: 'deck-restoration', label: 'Deck Restoration' },
  { value: 'hvac-enclosures', label: 'HVAC Enclosures' },
  { value: 'painting', label: 'Painting' },
  { value: 'staging-str', label: 'Short-Term Rental Staging' },
  { value: 'other', label: 'Other' },
] as const;

/** The value sent for the chosen service; empty if none was chosen. */
export type ServiceChoice = (typeof serviceOptions)[number]['value'] | '';

/** Maximum length of each field in UTF-16 code units. */
export const enquiryBounds = { name: 200, email: 254, phone: 40, message: 5000 } as const;

/** The label of each field, in the order of the form. */
export const enquiryLabels = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  service: 'Service',
  message: 'Message',
  requestMeeting: 'I would like to request a meeting',
} as const;

/** Shown in the service field while nothing is chosen. */
export const servicePlaceholder = 'Select a service';

/** Help text below the meeting checkbox. */
export const meetingHelp = 'Tell us in your message which days and times suit you.';

/** Appended to the message when the visitor ticks the meeting checkbox. */
export const meetingWords = 'Days and times that suit me:';

/** The id of the form, of which a page has one. */
export const enquiryFormId = 'enquiry';

export type EnquiryField = keyof typeof enquiryLabels;

/** The fields in the order of the form: the first one with an error gets the focus. */
export const enquiryFields = ['name', 'email', 'phone', 'service', 'message', 'requestMeeting'] as const;

/**
 * The honeypot: a field that visitors can neither see nor reach, to detect bots that fill in every field. Browsers
 * do not autofill a subject line.
 */
export const honeypotField = 'subject_line';

/** The field with which the sender of a held message says that a person has written it. */
export const personField = 'person';

/** The field for where the visitor came from, set by the form's script: a path with the form's and campaign's query. */
export const fromField = 'from';

/** The field with the key under which a form may have been sent: whoever sends it again, uses the same. */
export const keyField = 'key';

/** The request header with that key. */
export const idempotencyHeader = 'Idempotency-Key';

/** Exactly the six fields of the contact API, trimmed; a missing optional field is empty. */
export interface Enquiry {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly service: ServiceChoice;
  readonly message: string;
  readonly requestMeeting: boolean;
}

/** One sentence for each invalid field. */
export type EnquiryErrors = Readonly<Partial<Record<EnquiryField, string>>>;

/** The values as a visitor may have typed them, valid or not. */
export type EnquiryValues = Omit<Enquiry, 'service'> & { readonly service: string };

export const emptyEnquiryValues: EnquiryValues = {
  name: '',
  email: '',
  phone: '',
  service: '',
  message: '',
  requestMeeting: false,
};

/** What the contact form shows: the typed values, their errors, and why it could not be sent. */
export interface EnquiryFormState {
  readonly values: EnquiryValues;
  /** Empty if the fields are not the reason for the failure. */
  readonly errors: EnquiryErrors;
  /** Why a valid form was not sent, in words for the visitor; null if the fields are the reason. */
  readonly failure: string | null;
  /** The idempotency key of a post without script that may have been sent all the same; null for any other form. */
  readonly key: string | null;
  /** Whether the message is held until its sender says that a person has written it. */
  readonly isHeld: boolean;
}

/** The form in its initial state. */
export const untouchedForm: EnquiryFormState = {
  values: emptyEnquiryValues,
  errors: {},
  failure: null,
  key: null,
  isHeld: false,
};

/** The label of the chosen service; an unknown one as it is, empty if none was chosen. */
export const serviceLabel = ({ service }: EnquiryValues) =>
  (serviceOptions.find(({ value }) => value === service)?.label ?? service).trim();

/** The filled-in lines of an enquiry, all but its message, each with its label. */
export function writtenLines(
  values: EnquiryValues,
): readonly { readonly label: string; readonly text: string }[] {
  const { name, email, phone, service } = enquiryLabels;
  return [
    { label: name, text: values.name.trim() },
    { label: email, text: values.email.trim() },
    { label: phone, text: values.phone.trim() },
    { label: service, text: serviceLabel(values) },
    // Shorter than the label of its box, beside which the other lines would have no room on a phone.
    { label: 'Meeting', text: values.requestMeeting ? 'Requested' : '' },
  ].filter(({ text }) => text !== '');
}
