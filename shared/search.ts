/** The longest query that is heeded, in characters. */
export const longestQuery = 100;

/** A part of a text; whether it is what was looked for. */
export interface SearchPart {
  readonly text: string;
  readonly isMatch?: true;
}

/** A page that a search has found. */
export interface SearchHit {
  readonly kind: 'service' | 'home' | 'page' | 'post';
  readonly path: string;
  readonly title: readonly SearchPart[];
  readonly excerpt: readonly SearchPart[];
}

/** The best pages, and how many there are in all. */
export interface SearchResults {
  readonly hits: readonly SearchHit[];
  readonly total: number;
}

/** What a visitor looks for, as the parameter `q` says it; null: nothing. Control characters count as spaces. */
export function readSearchQuery(parameters: URLSearchParams): string | null {
  const text = (parameters.get('q') ?? '').slice(0, longestQuery).toWellFormed();
  return text.replace(/[\p{C}\s]+/gu, ' ').trim() || null;
}
