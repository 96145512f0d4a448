import { LRUCache } from 'lru-cache';
import MiniSearch from 'minisearch';
import { stemmer } from 'stemmer';
import type { SearchDocument, SearchKind } from './searchDocuments.ts';

/** Words that say nothing of what is looked for; a query of nothing else is taken as it is. */
const fillers = new Set(
  'a about an and any are at be by can do does for from get has have how i if in is it me my of on or our s so some t that the their there they this to us was we what when where which who why will with would you your'.split(
    ' ',
  ),
);

/** More words than this tell no more. */
const mostWords = 8;

const wordPattern = /[\p{L}\p{N}]+/gu;

/** Stems of words that were met: a search looks at every word of what it has found. */
const stems = new LRUCache<string, string>({ max: 20_000 });

/** A word as the index holds it: in lower case, without accents, by its stem (Porter's for English). */
export function stemOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const stem = makeStem(word);
  stems.set(word, stem);
  return stem;
}

function makeStem(word: string): string {
  const plain = word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  // No word of a language is longer; the stemmer's time grows with it.
  return plain.length > 40 ? plain.slice(0, 40) : stemmer(plain);
}

/** The words of a text. */
export function wordsOf(text: string): string[] {
  return text.match(wordPattern) ?? [];
}

/** What of a query is looked for: its first words that say something. */
function wordsOfQuery(query: string): readonly string[] {
  const words = wordsOf(query);
  const telling = words.filter((word) => !fillers.has(word.toLowerCase()));
  return (telling.length > 0 ? telling : words).slice(0, mostWords);
}

type IndexedField = 'title' | 'names' | 'summary' | 'text';

/** What a search has found: the document's address, and the stems of it that matched, best first. */
export interface FoundDocument {
  readonly path: string;
  readonly stems: ReadonlySet<string>;
}

/** Documents by their addresses, found by their words: ranked, by the stem, with typing errors forgiven. */
export function createSearchIndex() {
  return new MiniSearch<SearchDocument>({
    idField: 'path',
    // By itself it walks through the terms while documents are added, and its iterator throws into nowhere.
    autoVacuum: false,
    fields: ['title', 'names', 'summary', 'text'] satisfies IndexedField[],
    extractField: (document, field) =>
      field === 'text' ? document.text() : String(document[field as Exclude<IndexedField, 'text'>]),
    storeFields: ['kind'],
    tokenize: wordsOf,
    processTerm: (word) => (fillers.has(word) ? null : stemOf(word)),
    searchOptions: {
      // What a query leaves out was left out before.
      processTerm: stemOf,
      boost: { title: 5, names: 4, summary: 2 },
      weights: { fuzzy: 0.3, prefix: 0.5 },
    },
  });
}

/** A page that answers a wish stands before an article that mentions it. */
const kindWeights: Readonly<Record<SearchKind, number>> = { service: 1.6, home: 1.3, page: 1.3, post: 1 };

/**
 * The documents that match a query, the best first. A document with more of its words stands before one with fewer;
 * a typing error is forgiven only in a word that stands nowhere.
 */
export function findDocuments(index: MiniSearch<SearchDocument>, query: string): readonly FoundDocument[] {
  const words = wordsOfQuery(query);
  const last = stemOf(words.at(-1) ?? '');
  const isKnown = (stem: string) => index.search(stem, { processTerm: (same) => same }).length > 0;
  const unknown = words.filter((word) => word.length > 3 && !isKnown(stemOf(word)));
  const misspelt = new Set(unknown.map(stemOf));
  // A wood stove is a woodstove as well, and a hottub a hot tub.
  const joined = words
    .map((word, at) => word + (words[at + 1] ?? ''))
    .filter((word) => isKnown(stemOf(word)));
  const parted = unknown.flatMap((word) => partsOf(word, isKnown));
  const results = index.search([...words, ...joined, ...parted].join(' '), {
    // Whoever types has not finished the last word.
    prefix: (stem) => stem.length > 2 && (stem === last || misspelt.has(stem)),
    fuzzy: (stem) => (misspelt.has(stem) ? 0.3 : false),
    boostDocument: (_path, _term, stored) => kindWeights[(stored as Pick<SearchDocument, 'kind'>).kind],
  });
  const shareOf = (terms: readonly string[]) => Math.min(1, terms.length / words.length);
  return results
    .map((result) => ({ result, rank: result.score * shareOf(result.queryTerms) ** 2 }))
    .sort((a, b) => b.rank - a.rank)
    .map(({ result }) => ({ path: String(result.id), stems: new Set(result.terms) }));
}

/** The two words that are written as one, if they are known. */
function partsOf(word: string, isKnown: (stem: string) => boolean): readonly string[] {
  for (let at = 3; at <= word.length - 3; at += 1) {
    const parts = [word.slice(0, at), word.slice(at)];
    if (parts.every((part) => isKnown(stemOf(part)))) return parts;
  }
  return [];
}
