import { frontPath } from './paths.ts';

/** Marks a link as current: `page` if it leads to the current page, `true` if to a page above it. */
interface CurrentMark {
  readonly 'aria-current'?: 'page' | 'true';
}

/** The mark of a link to `href` on the page `path`. "Above" is by path segments: the blog is above its posts. */
export function currentMark(href: string | null, path: string): CurrentMark {
  if (href === path) return { 'aria-current': 'page' };
  return isAbove(href, path) ? { 'aria-current': 'true' } : {};
}

function isAbove(href: string | null, path: string): boolean {
  return href !== null && href !== frontPath && path.startsWith(`${href}/`);
}
