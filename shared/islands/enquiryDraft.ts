import { type EnquiryValues, enquiryFields, enquiryValues } from '../enquiry.ts';
import { draftStorageKey } from './keptDraft.ts';

/**
 * What was typed and not yet sent, and the key by which the server knows the message again: made for one text,
 * kept until that text changes or is sent, so that a message whose fate is unknown is never sent twice.
 */
export interface EnquiryDraft {
  readonly values: EnquiryValues;
  readonly key: string | null;
}

/** Whether two texts are one. */
export function isSameText(a: EnquiryValues, b: EnquiryValues): boolean {
  return enquiryFields.every((name) => a[name] === b[name]);
}

/** The draft of this tab; null where there is none, or storage is blocked or holds something else. */
export function readDraft(): EnquiryDraft | null {
  try {
    const json: unknown = JSON.parse(sessionStorage.getItem(draftStorageKey) ?? 'null');
    if (typeof json !== 'object' || json === null || !('values' in json)) return null;
    const key = 'key' in json && typeof json.key === 'string' ? json.key : null;
    return { values: enquiryValues(json.values), key };
  } catch {
    return null;
  }
}

/** Keeps a draft; null forgets it. Storage that is full or blocked loses nothing but the reload. */
export function keepDraft(draft: EnquiryDraft | null): void {
  try {
    if (draft === null) sessionStorage.removeItem(draftStorageKey);
    else sessionStorage.setItem(draftStorageKey, JSON.stringify(draft));
  } catch {}
}

/** The draft of a text: with its key where it is the text that the key was made for. */
export function draftOf(values: EnquiryValues, last: EnquiryDraft | null): EnquiryDraft {
  return { values, key: last !== null && isSameText(values, last.values) ? last.key : null };
}

/** A new key; null where the page is not from a safe origin, and the server makes one of the text. */
export function newKey(): string | null {
  return 'randomUUID' in crypto ? crypto.randomUUID() : null;
}
