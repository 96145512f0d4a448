import type { Term } from '../../../shared/content.ts';
import { termSlug } from '../../../shared/terms.ts';
import { readLine } from '../../directus/readField.ts';

const maxTerms = 20;
const maxTermLength = 60;

/** Categories or tags of one post: comma-separated text, or a list (fields of type CSV or tags). */
export function parseTerms(value: unknown): readonly Term[] {
  const names = typeof value === 'string' ? value.slice(0, 10_000).split(',') : value;
  // A Map, because a tag may be called `constructor`.
  const terms = new Map<string, Term>();
  for (const member of Array.isArray(names) ? names.slice(0, 1_000) : []) {
    const name = readLine(member, maxTermLength);
    const slug = name === null ? '' : termSlug(name);
    if (name === null || slug === '.' || slug === '..' || terms.has(slug)) continue;
    terms.set(slug, { name, slug });
    if (terms.size === maxTerms) break;
  }
  return [...terms.values()];
}
