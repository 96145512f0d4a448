import { enquiryValues } from '../enquiry.ts';
import { type EnquiryValues, emptyEnquiryValues, enquiryFields } from '../enquiryFields.ts';
import { field } from '../field.ts';
import { jsonOf } from '../jsonOf.ts';
import { draftStorageKey } from './savedDraft.ts';

/**
 * The enquiry that was sent last, as the server reads it, and the key by which the server recognises it. Stored
 * apart from what is typed since, so that an enquiry whose fate is unknown is never sent twice.
 */
export interface Attempt {
  readonly enquiry: EnquiryValues;
  /** Null where the page is not from a safe origin, and the server makes one of the text. */
  readonly key: string | null;
}

/** What this tab saves until it has certainly been sent. */
export interface EnquiryDraft {
  /** Everything as it was typed. */
  readonly values: EnquiryValues;
  readonly attempt: Attempt | null;
}

/** Whether two texts are one. */
export function isSameText(a: EnquiryValues, b: EnquiryValues): boolean {
  return enquiryFields.every((name) => a[name] === b[name]);
}

/** The draft of this tab; null where there is none, or storage is blocked or holds something else. */
export function readDraft(): EnquiryDraft | null {
  try {
    const json = jsonOf(sessionStorage.getItem(draftStorageKey()));
    const values = field(json, 'values');
    if (values === undefined) return null;
    const key = field(json, 'attempt', 'key');
    const enquiry = enquiryValues(field(json, 'attempt', 'enquiry'));
    return {
      values: enquiryValues(values),
      attempt: typeof key === 'string' ? { enquiry, key } : null,
    };
  } catch {
    return null;
  }
}

/** Saves a draft; an empty one is deleted. Storage that is full or blocked loses nothing but the reload. */
export function saveDraft(draft: EnquiryDraft): void {
  try {
    if (isSameText(draft.values, emptyEnquiryValues)) sessionStorage.removeItem(draftStorageKey());
    else sessionStorage.setItem(draftStorageKey(), JSON.stringify(draft));
  } catch {}
}

/** The attempt to send an enquiry: the last one again where it is the same enquiry, else one with a new key. */
export function attemptOf(enquiry: EnquiryValues, last: Attempt | null): Attempt {
  if (last !== null && isSameText(enquiry, last.enquiry)) return last;
  return { enquiry, key: 'randomUUID' in crypto ? crypto.randomUUID() : null };
}
