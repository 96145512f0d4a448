import { enquiryValues, parseEnquiry } from '../enquiry.ts';
import {
  type Enquiry,
  type EnquiryFormState,
  type EnquiryValues,
  emptyEnquiryValues,
  enquiryFields,
} from '../enquiryFields.ts';
import { field } from '../field.ts';
import { jsonOf } from '../jsonOf.ts';
import { draftName, recall, remember } from './tabMemory.ts';

/**
 * The enquiry that was sent last, serialized, and its idempotency key. Kept separate from what is typed since, so that
 * an enquiry with an unknown outcome is never delivered twice.
 */
export interface Attempt {
  readonly text: string;
  /** Null in an insecure context, which has no `randomUUID`; then the server derives a key from the text. */
  readonly key: string | null;
}

/** Whether two forms have the same values. */
export function isSameText(a: EnquiryValues, b: EnquiryValues): boolean {
  return enquiryFields.every((name) => a[name] === b[name]);
}

/** The draft that this tab keeps until it has certainly been sent, as it was typed; null if there is none. */
export function readDraft(): { readonly values: EnquiryValues; readonly attempt: Attempt | null } | null {
  const json = jsonOf(recall(draftName()));
  if (json === null) return null;
  const [text, key] = [field(json, 'attempt', 'text'), field(json, 'attempt', 'key')];
  const attempt = typeof text === 'string' && typeof key === 'string' ? { text, key } : null;
  return { values: enquiryValues(field(json, 'values')), attempt };
}

/** Saves a draft; an empty one is removed. */
export function saveDraft(values: EnquiryValues, attempt: Attempt | null): void {
  const isEmpty = isSameText(values, emptyEnquiryValues);
  remember(draftName(), isEmpty ? null : JSON.stringify({ values, attempt }));
}

/** The attempt to send an enquiry: the last one if the enquiry is unchanged, else one with a new key. */
export function attemptOf(enquiry: Enquiry, last: Attempt | null): Attempt {
  const text = JSON.stringify(enquiry);
  if (text === last?.text) return last;
  return { text, key: 'randomUUID' in crypto ? crypto.randomUUID() : null };
}

/** The attempt that was a post without script, of which the server has rendered the form again; null if there is none. */
export function postedAttempt({ values, key }: EnquiryFormState): Attempt | null {
  if (key === null) return null;
  const read = parseEnquiry(values);
  return 'enquiry' in read ? { text: JSON.stringify(read.enquiry), key } : null;
}
