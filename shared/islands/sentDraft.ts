import { enquiryFields } from '../enquiryFields.ts';
import { field } from '../field.ts';
import { jsonOf } from '../jsonOf.ts';
import { draftNames, recall, remember } from './tabMemory.ts';

/**
 * A number by which the page of a sent message recognizes the text without containing it (FNV-1a). White space and
 * invisible marks do not count: the server takes some away, and forms send other line breaks than scripts.
 */
export function fingerprintOf(values: unknown): number {
  const text = enquiryFields
    .map((name) => String(field(values, name)).replace(/[\s\p{Cf}]/gu, ''))
    .join('\n');
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}

/** Forgets the drafts with the text of a message that has been sent. */
export function dropDrafts(fingerprint: number): void {
  for (const name of draftNames()) {
    const values = field(jsonOf(recall(name)), 'values');
    if (fingerprintOf(values) === fingerprint) remember(name, null);
  }
}
