import type { Term } from '../../../shared/content.ts';
import { termSlug } from '../../../shared/terms.ts';
import { readLine, readList } from '../../directus/readField.ts';
import { withoutMarkup } from './withoutMarkup.ts';

/** How many categories or tags a post has at most. */
export const mostTerms = 20;
/** The characters of a category or tag. */
export const longestTerm = 60;

/**
 * The members of comma-separated text, or of a list (fields of type CSV or tags), also of one in JSON text. People also
 * write one a line.
 */
function namesIn(value: unknown): readonly unknown[] {
  const text = typeof value === 'string' ? value.slice(0, 10_000) : '';
  const names = readList(value)?.map(withoutMarkup) ?? withoutMarkup(text).split(/[,\n]/);
  return names.slice(0, 1_000).map((name) => (typeof name === 'string' ? withoutBullet(name) : name));
}

const bullet = /^\s*[-*+\u2022\u00b7\u25aa\u25cf\u2713\u2714\u2705]\ufe0f?\s+/;

/** An entry of a list without the sign that an editor has put before it: the site has its own. */
export const withoutBullet = (entry: string): string => entry.replace(bullet, '');

/** Categories or tags of one post, or other names, cut to `max` characters. */
export function parseTerms(value: unknown, max = longestTerm, most = mostTerms): readonly Term[] {
  // A Map, because a tag may be called `constructor`.
  const terms = new Map<string, Term>();
  for (const member of namesIn(value)) {
    const name = readLine(member, max);
    const slug = name === null ? '' : termSlug(name);
    if (name === null || slug === '.' || slug === '..' || terms.has(slug)) continue;
    terms.set(slug, { name, slug });
    if (terms.size === most) break;
  }
  return [...terms.values()];
}
