/**
 * The contact form's vocabulary: its fields, their words, their bounds.
 * Bounds are ours (the specification leaves them open) and stand on the page.
 */

/** The services that a visitor can choose: the value that is sent and the words that are read. */
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

/** A service as it is sent; empty: none was chosen. */
export type ServiceChoice = (typeof serviceOptions)[number]['value'] | '';

/** Longest text of each field in UTF-16 units, as the `maxlength` attribute counts. */
export const enquiryBounds = { name: 200, email: 254, phone: 40, message: 5000 } as const;

/** The words at each field, in the order of the form. */
export const enquiryLabels = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  service: 'Service',
  message: 'Message',
  requestMeeting: 'I would like to request a meeting',
} as const;

/** What the service field shows while nothing is chosen. */
export const servicePlaceholder = 'Select a service';

/** Below the wish for a meeting. */
export const meetingHelp = 'Tell us in your message which days and times suit you.';

/** How the message goes on where a meeting is wished for. */
export const meetingWords = 'Days and times that suit me:';

export type EnquiryField = keyof typeof enquiryLabels;

/** The fields in the order of the form: the first with an error takes the focus. */
export const enquiryFields = ['name', 'email', 'phone', 'service', 'message', 'requestMeeting'] as const;

/**
 * The honeypot: a field that visitors neither see nor reach, and that exposes scripts filling every field. No
 * browser fills a subject line by itself.
 */
export const honeypotField = 'subject_line';

/** Where the form's script says that the visitor came from: a path with the query of the form and of a campaign. */
export const fromField = 'from';

/** The request header that carries the key which the form's script makes for each draft. */
export const idempotencyHeader = 'Idempotency-Key';

/** Exactly the six fields of the contact API, trimmed; an optional one not given is empty. */
export interface Enquiry {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly service: ServiceChoice;
  readonly message: string;
  readonly requestMeeting: boolean;
}

/** One sentence for each field that needs another look. */
export type EnquiryErrors = Readonly<Partial<Record<EnquiryField, string>>>;

/** Anything that a visitor may have typed. */
export type EnquiryValues = Omit<Enquiry, 'service'> & { readonly service: string };

export const emptyEnquiryValues: EnquiryValues = {
  ...{ name: '', email: '', phone: '', service: '', message: '' },
  requestMeeting: false,
};

/** What the contact form shows: what was typed, what is wrong with it, and whether it could be sent. */
export interface EnquiryFormState {
  /** Everything that was typed, valid or not. */
  readonly values: EnquiryValues;
  /** Sentences for the fields; empty when the fields are not the reason. */
  readonly errors: EnquiryErrors;
  /** Why a well-filled form was not sent, in words for the visitor; null when the fields are the reason. */
  readonly failure: string | null;
}
