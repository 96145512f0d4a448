import { enquiryValues } from '../enquiry.ts';
import { type EnquiryValues, emptyEnquiryValues, enquiryFields } from '../enquiryFields.ts';
import { field } from '../field.ts';
import { jsonOf } from '../jsonOf.ts';
import { draftName, recall, remember } from './tabMemory.ts';

/** What this tab keeps until it has certainly been sent. */
interface Draft {
  /** As they were typed. */
  readonly values: EnquiryValues;
  /**
   * The idempotency key under which it was sent, if it was; with it, the server recognizes each text that it got before.
   */
  readonly key: string | null;
}

/** Whether two forms have the same values. */
export function isSameText(a: EnquiryValues, b: EnquiryValues): boolean {
  return enquiryFields.every((name) => a[name] === b[name]);
}

/** The draft of this page; null if there is none. */
export function readDraft(): Draft | null {
  const json = jsonOf(recall(draftName()));
  if (json === null) return null;
  const key = field(json, 'key');
  return { values: enquiryValues(field(json, 'values')), key: typeof key === 'string' ? key : null };
}

/** Saves a draft; an empty one is removed. */
export function saveDraft(draft: Draft): void {
  const isEmpty = isSameText(draft.values, emptyEnquiryValues);
  remember(draftName(), isEmpty ? null : JSON.stringify(draft));
}
