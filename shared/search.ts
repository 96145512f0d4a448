import { normalizeText } from './normalizeText.ts';

/** Longer queries are cut to this many UTF-16 code units. */
export const longestQuery = 100;

/** A part of a text, marked if it matches the query. */
export interface SearchPart {
  readonly text: string;
  readonly isMatch?: true;
}

export interface SearchHit {
  readonly kind: 'service' | 'home' | 'page' | 'post';
  readonly path: string;
  readonly title: readonly SearchPart[];
  readonly excerpt: readonly SearchPart[];
}

/** The best hits, and the number of all hits. */
export interface SearchResults {
  readonly hits: readonly SearchHit[];
  readonly total: number;
}

/** The search query from the parameter `q`; null if empty. Control characters count as spaces. */
export function readSearchQuery(parameters: URLSearchParams): string | null {
  const text = normalizeText((parameters.get('q') ?? '').slice(0, longestQuery).toWellFormed());
  return text.replace(/[\p{C}\s]+/gu, ' ').trim() || null;
}
