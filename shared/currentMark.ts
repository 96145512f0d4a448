import { frontPath } from './paths.ts';

/** The mark of a link that leads to where one is: `page` on the page itself, `true` on one above it. */
interface CurrentMark {
  readonly 'aria-current'?: 'page' | 'true';
}

/** Marks a link that leads to a page, or to one above it in the tree of addresses, as the blog is above its posts. */
export function currentMark(href: string | null, path: string): CurrentMark {
  if (href === path) return { 'aria-current': 'page' };
  return isAbove(href, path) ? { 'aria-current': 'true' } : {};
}

function isAbove(href: string | null, path: string): boolean {
  return href !== null && href !== frontPath && path.startsWith(`${href}/`);
}
