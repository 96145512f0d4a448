import { safeHref } from '../../../shared/safeHref.ts';
import { readLine } from '../../directus/readField.ts';

/** A path of this site as editors write it too: `about`, `blog/tags`, without a scheme and without dots. */
const pathWithoutSlash = /^[\w%-]+(\/[\w%-]+)*\/?([?#].*)?$/;

/** Where a link leads that an editor has entered in a field of its own; null where it may lead nowhere. */
export function readHref(value: unknown): string | null {
  const address = readLine(value, 2_000);
  const href = safeHref(address !== null && pathWithoutSlash.test(address) ? `/${address}` : address);
  // Pages have none at their end; with one, no link would be marked as that of the page.
  return href !== null && /^\/[^?#]+\/$/.test(href) ? href.slice(0, -1) : href;
}
