/**
 * A link address from content if it is safe to link to, else null.
 *
 * Allowed: a path of this site, `#fragment`, https, http, mailto, tel and sms. Refused: addresses that look local or
 * trusted but lead to another origin (`//host`, `/\host`, control characters, credentials), and every other scheme.
 * For resources that a page loads (pictures, frames), callers must also require https.
 */
export function safeHref(address: string | null | undefined): string | null {
  if (!address) return null;
  const text = address.trim();
  // Browsers drop tabs and newlines inside an address and read a backslash as a slash.
  if (text === '' || /[\u0000-\u001f\u007f\\]/.test(text)) return null;
  if (text.startsWith('#')) return text;
  if (text.startsWith('/')) return text.startsWith('//') ? null : text;
  const url = parsed(text);
  if (url === null || url.username || url.password) return null;
  if (isExternal(url.href)) return url.href;
  return /^(?:mailto|tel|sms):$/.test(url.protocol) ? text : null;
}

function parsed(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/** Whether a safe address leaves this site. */
export function isExternal(href: string): boolean {
  return /^https?:/.test(href);
}
