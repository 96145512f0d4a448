/**
 * The address that a link from content may have, or null where it may have none.
 *
 * Allowed: a path of this site, `#fragment`, https, http, mailto and tel. Everything that a browser would resolve to
 * another origin without saying so (`//host`, `/\host`, control bytes, credentials) is refused, as is every other
 * scheme. What a page loads (pictures, frames) has to be https besides.
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
  return url.protocol === 'mailto:' || url.protocol === 'tel:' ? text : null;
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
