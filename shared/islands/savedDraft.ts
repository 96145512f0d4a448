/**
 * The key of session storage: a draft of the contact form lasts as long as its tab. A form that asks about a service or
 * a home has one of its own.
 */
export const draftStorageKey = (): string => `enquiryDraft${location.search}`;

/** Whether this tab has a saved draft of the contact form; storage may be blocked. */
export function hasDraft(): boolean {
  try {
    return sessionStorage.getItem(draftStorageKey()) !== null;
  } catch {
    return false;
  }
}
