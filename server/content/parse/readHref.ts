import { safeHref } from '../../../shared/safeHref.ts';
import { readLine } from '../../directus/readField.ts';

/** A path of this site written without its leading slash: `about`, `blog/tags`. No scheme, no dots. */
const pathWithoutSlash = /^[\w%-]+(\/[\w%-]+)*\/?([?#].*)?$/;

/** The target of a link that an editor has entered in a field for links; null if it is not allowed. */
export function readHref(value: unknown): string | null {
  const address = readLine(value, 2_000);
  const href = safeHref(address !== null && pathWithoutSlash.test(address) ? `/${address}` : address);
  // Page addresses have no trailing slash; with one, a link would not be marked as that of the current page.
  return href !== null && /^\/[^?#]+\/$/.test(href) ? href.slice(0, -1) : href;
}
