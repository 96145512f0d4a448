/** The key of session storage: a draft of the contact form lives as long as its tab. */
export const draftStorageKey = 'enquiryDraft';

/** Whether this tab keeps a draft of the contact form; storage may be blocked. */
export function hasDraft(): boolean {
  try {
    return sessionStorage.getItem(draftStorageKey) !== null;
  } catch {
    return false;
  }
}
