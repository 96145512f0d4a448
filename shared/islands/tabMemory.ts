/** What this tab remembers by a name, until it is closed; null where that is nothing, or storage is blocked. */
export function recall(name: string): string | null {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Lets this tab remember a text; null: forget it. Storage that is full or blocked remembers nothing. */
export function remember(name: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, text);
  } catch {}
}

/** The name of the contact form's draft: a form that asks about a service or a home has one of its own. */
export const draftName = (): string => `enquiryDraft${location.search}`;
