import MiniSearch from 'minisearch';
import SearchableMap from 'minisearch/SearchableMap';
import { stemmer } from 'stemmer';
import type { SearchDocument } from './searchDocuments.ts';

/** They say nothing about what is searched for. A query of nothing else is taken as it is. */
const stopWords = new Set(
  (
    'a about after again all along also am an and any anyone anything are as at be because been before being between but ' +
    'by can could did do does doing done each either else even ever every for from get gets getting give go goes going got ' +
    'had has have having he her here hers him his how i if im in into is it its itself ive just let lets like ll made make ' +
    'many may me might mine more most much must my need needs nor not now of off often on once one only or other our ours ' +
    'own per please put re s same she should since so some someone something still such t take than that the their them ' +
    'then there these they thing things this those though through to too until up upon us use used very want was way we ' +
    'well were what when where whether which while who whole whose why will with within without would you your yours'
  ).split(' '),
);

/** Words of a query that are used; further ones add nothing. */
const mostWords = 8;

/** A number with the commas of its groups and its decimals (1,250; 2.5), or a run of letters and digits. */
const word = String.raw`(?:\p{N}+(?:,\p{N}{3}(?!\p{N})|\.\p{N}{1,2}(?!\.?\p{N}))+|[\p{L}\p{N}\p{M}]+)`;
const wordPattern = new RegExp(word, 'gu');
/** Words joined by hyphens, apostrophes or an ampersand (AT&T). */
const joinedPattern = new RegExp(`${word}(?:[-&\u2010\u2011'\u2018\u2019\u02bc]${word})*`, 'gu');

/** A word with its place in a text. */
interface PlacedWord {
  readonly word: string;
  readonly from: number;
  readonly to: number;
}

/** The words of a text in order; before those that are joined, what they are as one (O'Malley: omalley). */
export function placedWordsOf(text: string): readonly PlacedWord[] {
  return [...text.matchAll(joinedPattern)].flatMap(({ 0: whole, index }) => {
    const parts = [...whole.matchAll(wordPattern)].map((part) => {
      const from = index + part.index;
      return { word: part[0], from, to: from + part[0].length };
    });
    if (parts.length < 2) return parts;
    const word = parts.map((part) => part.word).join('');
    return [{ word, from: index, to: index + whole.length }, ...parts];
  });
}

/** Cached stems: excerpts need the stems of many words of the pages found. Emptied when it is full. */
const stems = new Map<string, string>();
const mostStems = 20_000;

/**
 * A word as indexed: in lower case, without accents and the commas of numbers, reduced to its stem (Porter's algorithm
 * for English).
 */
export function stemOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const stem = makeStem(word);
  if (stems.size === mostStems) stems.clear();
  stems.set(word, stem);
  return stem;
}

function makeStem(word: string): string {
  const plain = word.normalize('NFKD').replace(/[\p{M},]/gu, '').toLowerCase();
  // No real word is longer, and the stemmer's time grows with the length.
  return plain.length > 40 ? plain.slice(0, 40) : stemmer(plain);
}

function wordsOf(text: string): string[] {
  return text.match(wordPattern) ?? [];
}

/** The words of a document, also those that are joined as one word. */
function wordsOfDocument(text: string): string[] {
  return placedWordsOf(text).map(({ word }) => word);
}

/** A word of a query, with its neighbors; empty: none. */
interface TypedWord {
  readonly word: string;
  readonly before: string;
  readonly after: string;
}

/** The words of a query that are searched for: the first ones that are no stop words. */
function wordsOfQuery(query: string): readonly TypedWord[] {
  const words = wordsOf(query.toLowerCase());
  const typed = words.map((word, at) => ({ word, before: words[at - 1] ?? '', after: words[at + 1] ?? '' }));
  const telling = typed.filter(({ word }) => !stopWords.has(word));
  return (telling.length > 0 ? telling : typed).slice(0, mostWords);
}

const indexedFields = ['title', 'names', 'summary', 'text'] as const;
type IndexedField = (typeof indexedFields)[number];

const fieldOf = (document: SearchDocument, field: IndexedField): string =>
  field === 'text' ? document.text() : document[field];

/** The stem under which a word of a field is indexed; null: it is not. */
function indexedStem(word: string, field: IndexedField): string | null {
  // Stop words are kept in `names`, which an editor wrote: somebody may ask "who are you".
  return field !== 'names' && stopWords.has(word.toLowerCase()) ? null : stemOf(word);
}

/**
 * A word that is in more texts than this says little about any: it is indexed for the first ones only, which are the
 * newest. This bounds memory and the time of a search; titles, names and summaries are indexed in full.
 */
const mostTexts = 500;

/** Documents by path, found by their words: ranked, by stem, with typing errors forgiven. */
export class SearchIndex extends MiniSearch<SearchDocument> {
  /** While true, a word that is in 500 texts is not indexed for further ones. False after the first build. */
  skipsCommonWords = true;
  /** How many documents have a stem, by field. */
  readonly #stems = new SearchableMap<Partial<Record<IndexedField, number>>>();
  /** The stems of the field that is being indexed. */
  #ofThisField = new Set<string>();

  constructor() {
    super({
      idField: 'path',
      // Automatic vacuuming would iterate over the terms while documents are added, and nothing would catch its error.
      autoVacuum: false,
      fields: [...indexedFields],
      // The library does not know that these fields, the id and what it stores are all that it asks for.
      extractField: (document, field) =>
        field === 'path' || field === 'kind' ? document[field] : fieldOf(document, field as IndexedField),
      storeFields: ['kind'],
      tokenize: (text) => {
        this.#ofThisField = new Set();
        return wordsOfDocument(text);
      },
      processTerm: (word, field) => {
        const stem = indexedStem(word, field as IndexedField);
        if (stem === null || this.#ofThisField.has(stem)) return stem;
        if (field === 'text' && this.skipsCommonWords && this.isCommon(stem)) return null;
        this.#count(stem, field as IndexedField);
        return stem;
      },
      searchOptions: {
        // Queries are passed in as stems.
        tokenize: (stems) => stems.split(' '),
        processTerm: (stem) => stem,
        boost: { title: 5, names: 5, summary: 2 },
        weights: { fuzzy: 0, prefix: 0.5 },
      },
    });
  }

  #count(stem: string, field: IndexedField): void {
    this.#ofThisField.add(stem);
    const counts = this.#stems.get(stem) ?? {};
    counts[field] = (counts[field] ?? 0) + 1;
    this.#stems.set(stem, counts);
  }

  /** Removes a document, as it was added. */
  override remove(document: SearchDocument): void {
    this.discard(document.path);
    for (const field of indexedFields) {
      for (const stem of new Set(
        wordsOfDocument(fieldOf(document, field)).map((word) => indexedStem(word, field)),
      )) {
        const counts = stem === null ? undefined : this.#stems.get(stem);
        if (stem === null || !counts?.[field]) continue;
        counts[field] -= 1;
        if (indexedFields.every((each) => !counts[each])) this.#stems.delete(stem);
      }
    }
  }

  /** Whether any document has the stem. */
  knows(stem: string): boolean {
    return this.#stems.has(stem);
  }

  /**
   * The stems that an unknown word may be a misspelling of: one with two letters swapped; otherwise those that differ
   * in the fewest letters, and two words that were written as one.
   */
  corrections(word: string): readonly string[] {
    const swapped = [...word].map(
      (_, at) => word.slice(0, at) + (word[at + 1] ?? '') + word[at] + word.slice(at + 2),
    );
    const transposed = swapped.map(stemOf).find((stem) => this.knows(stem));
    return transposed === undefined ? [...this.#nearest(word), ...this.#partsOf(word)] : [transposed];
  }

  #nearest(word: string): readonly string[] {
    // Stemming a misspelled word may keep an ending that the right word loses.
    const near = [word, stemOf(word), word.replace(/(ing|ed|er|s)$/, '')].flatMap((written) => {
      const slips = Math.min(3, Math.max(1, Math.floor(written.length * 0.3)));
      return [...this.#stems.fuzzyGet(written, slips)].map(([stem, [, distance]]) => ({ stem, distance }));
    });
    // People rarely mistype the first letter of a word.
    const likely = near.filter(({ stem }) => stem[0] === word[0]);
    const fewest = Math.min(...likely.map(({ distance }) => distance));
    const stems = new Set(likely.filter(({ distance }) => distance === fewest).map(({ stem }) => stem));
    return [...stems].sort((a, b) => this.weightOf(a) - this.weightOf(b)).slice(0, mostCorrectionsOfWord);
  }

  #partsOf(word: string): readonly string[] {
    for (let at = 3; at <= word.length - 3; at += 1) {
      const parts = [word.slice(0, at), word.slice(at)].map(stemOf);
      if (parts.every((stem) => this.knows(stem))) return parts;
    }
    return [];
  }

  /** The stems to search for a word: its own, and, if known, that of it joined with a neighbor (wood stove). */
  formsOf({ word, before, after }: TypedWord): readonly string[] {
    const joined = [before && before + word, after && word + after].map(stemOf);
    return [stemOf(word), ...joined.filter((stem) => this.knows(stem))];
  }

  /** The stem of the verb that a word for a person is derived from (cleaner: clean), if it is known. */
  verbStemOf(word: string): readonly string[] {
    const stem = stemOf(word);
    const verb = stem.replace(/er$/, '');
    return verb !== stem && this.knows(verb) ? [verb] : [];
  }

  /**
   * What stems begin with, if a word seems unfinished because somebody is still typing. Stemming turns a final y into i:
   * the stem of such a beginning (handi, of handyman) is another word's, or nobody's.
   */
  startOf(word: string): string | undefined {
    const stem = stemOf(word);
    const isKnown = this.knows(stem);
    if (isKnown && !word.endsWith('y')) return undefined;
    return [word, ...(isKnown ? [] : [stem])].find(
      (start) => start.length > 2 && this.#stems.atPrefix(start).size > 0,
    );
  }

  /** The weight of a stem: the higher, the fewer documents have it; 0: none has it. */
  weightOf(stem: string): number {
    const counts = this.#stems.get(stem);
    return counts ? Math.log(1 + this.documentCount / Math.max(...Object.values(counts))) : 0;
  }

  /** Whether a stem is in so many texts that it is not indexed for further ones. */
  isCommon(stem: string): boolean {
    return (this.#stems.get(stem)?.text ?? 0) >= mostTexts;
  }
}

/** Words of a query that are corrected at most: each costs a walk through all indexed words. */
const mostCorrectedWords = 3;
/** Corrections of one misspelled word at most. */
const mostCorrectionsOfWord = 3;

/** The weight of stems that were not typed themselves. */
const guessWeight = 0.4;

/** A page that offers what is searched for ranks above an article that mentions it. */
const kindWeights: Readonly<Record<SearchDocument['kind'], number>> = {
  service: 1.6,
  home: 1.6,
  page: 1.3,
  post: 1,
};

/**
 * The documents that match a query, the best first. A document with more of its words ranks above one with fewer; a
 * typing error is forgiven only in a word that no document has. Each is its path, with its stems that matched.
 */
export function findDocuments(index: SearchIndex, query: string) {
  const words = wordsOfQuery(query);
  const forms = words.map((typed) => index.formsOf(typed));
  const last = words.at(-1);
  const unfinished = last === undefined ? undefined : index.startOf(last.word);
  const typedStems = new Set([...forms.flat(), unfinished]);
  let corrected = 0;
  /** The stems that may stand for each word. */
  const stemsOfWords = words.map((typed, at) => {
    const { word } = typed;
    const own = [...(forms[at] ?? []), ...(typed === last && unfinished !== undefined ? [unfinished] : [])];
    if (own.some((stem) => index.knows(stem) || stem === unfinished))
      return [...own, ...index.verbStemOf(word)];
    // Short words and numbers are not corrected.
    if (word.length < 4 || /\p{N}/u.test(word) || corrected === mostCorrectedWords) return own;
    corrected += 1;
    return [...own, ...index.corrections(word)];
  });
  const results = index.search([...new Set(stemsOfWords.flat())].join(' '), {
    prefix: (stem) => stem === unfinished,
    boostTerm: (stem) => (typedStems.has(stem) ? 1 : guessWeight),
    // The library does not know the type of what `storeFields` keeps.
    boostDocument: (_path, _term, stored) => kindWeights[(stored as Pick<SearchDocument, 'kind'>).kind],
  });
  // A word that few documents have says more about what is searched for.
  const weights = stemsOfWords.map((stems) => Math.max(...stems.map((stem) => index.weightOf(stem))));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const shareOf = (matched: readonly string[]) => {
    const matchedWeights = weights.filter((_, at) =>
      stemsOfWords[at]?.some((stem) => matched.includes(stem)),
    );
    return matchedWeights.reduce((sum, weight) => sum + weight, 0) / whole;
  };
  return results
    .map((result) => ({ result, rank: result.score * shareOf(result.queryTerms) ** 2 }))
    .sort((a, b) => b.rank - a.rank)
    .map(({ result }) => ({ path: String(result.id), stems: new Set(result.terms) }));
}
