import { contactPath, contactSentPath } from '../paths.ts';

/** Reads a text that this tab keeps until it is closed; null if there is none, or storage is blocked. */
export function recall(name: string): string | null {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Stores a text in this tab; null removes it. Does nothing if storage is full or blocked. */
export function remember(name: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, text);
  } catch {}
}

/**
 * The name of the contact form's draft: each page with a form has its own, and so has each subject that the form is
 * opened for. A text that the page of a sent message gives back is a draft of the contact page.
 */
export function draftName(): string {
  const { pathname, search } = location;
  const path = pathname.startsWith(contactSentPath('')) ? contactPath : pathname;
  const query = new URLSearchParams(search);
  const name = ['home', 'service'].find((each) => query.has(each));
  const subject = name ? `?${name}=${query.get(name)}` : '';
  return `enquiryDraft${path}${subject}`;
}
