import { LRUCache } from 'lru-cache';
import MiniSearch from 'minisearch';
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
/** Hyphens, apostrophes and an ampersand join words (AT&T). */
const joiner = /[-&\u2010\u2011'\u2018\u2019\u02bc]/;
const joinedPattern = new RegExp(`${word}(?:${joiner.source}${word})*`, 'gu');

/** A word with its place in a text. */
export interface PlacedWord {
  readonly word: string;
  readonly from: number;
  readonly to: number;
}

/**
 * The words of a text in order, each read when it is asked for; before those that are joined, what they are as one
 * (O'Malley: omalley).
 */
export function* placedWordsOf(text: string): Generator<PlacedWord> {
  for (const { 0: whole, index } of text.matchAll(joinedPattern)) {
    // Most words are not joined, and looking for parts takes longer than reading the word.
    const parts = joiner.test(whole) ? [...whole.matchAll(wordPattern)] : [];
    const isJoined = parts.length > 1;
    const word = isJoined ? parts.map(([part]) => part).join('') : whole;
    yield { word, from: index, to: index + whole.length };
    if (!isJoined) continue;
    for (const { 0: word, index: place } of parts) {
      const from = index + place;
      yield { word, from, to: from + word.length };
    }
  }
}

/** Cached stems: excerpts need the stems of many words of the pages found. */
const stems = new LRUCache<string, string>({ max: 20_000, memoMethod: makeStem });

/**
 * A word as indexed: in lower case, without accents and the commas of numbers, reduced to its stem (Porter's algorithm
 * for English).
 */
export const stemOf = (word: string): string => stems.memo(word);

function makeStem(word: string): string {
  const plain = word
    .normalize('NFKD')
    .replace(/[\p{M},]/gu, '')
    .toLowerCase();
  // No real word is longer, and the stemmer's time grows with the length.
  return plain.length > 40 ? plain.slice(0, 40) : stemmer(plain);
}

/** A word of a query, with its neighbors; empty: none. */
interface TypedWord {
  readonly word: string;
  readonly before: string;
  readonly after: string;
}

/** The end of a denial: without it, the word before is a stop word (don't, can't), or none that is known (won't). */
const denial = /(?<!\bca)n['\u2018\u2019\u02bc]t\b|(?<=\bcan)['\u2018\u2019\u02bc]t\b/g;

/** The words of a query that are searched for: the first ones that are no stop words. */
function wordsOfQuery(query: string): readonly TypedWord[] {
  const words = query.toLowerCase().replace(denial, '').match(wordPattern) ?? [];
  const typed = words.map((word, at) => ({ word, before: words[at - 1] ?? '', after: words[at + 1] ?? '' }));
  const telling = typed.filter(({ word }) => !stopWords.has(word));
  return (telling.length > 0 ? telling : typed).slice(0, mostWords);
}

/**
 * A word that is in more texts than this says little about any. Where many are added at once, it is indexed for the
 * first ones only, which are the newest: this bounds memory and the time of a search.
 */
const mostTexts = 500;

/** Documents by path, found by their words: ranked, by stem, with typing errors forgiven. */
export class SearchIndex extends MiniSearch<SearchDocument> {
  /** What is indexed, by path. */
  readonly documents = new Map<string, SearchDocument>();
  #skipsCommonWords = false;

  constructor() {
    super({
      idField: 'path',
      fields: ['title', 'names', 'summary', 'text'],
      tokenize: (text) =>
        placedWordsOf(text)
          .map(({ word }) => word)
          .toArray(),
      processTerm: (word, field) => this.#indexedStem(word, field),
      // It would warn that a document which is removed has words that were not indexed, as those in 500 texts.
      logger: () => undefined,
      searchOptions: {
        // Queries are passed in as stems.
        tokenize: (stems) => stems.split(' '),
        processTerm: (stem) => stem,
        boost: { title: 5, names: 5, summary: 2 },
        weights: { fuzzy: 0, prefix: 0.5 },
      },
    });
  }

  /**
   * Adds a document, in place of an earlier one with its path.
   *
   * @param skipsCommonWords whether words of its text that are in 500 texts are not indexed
   */
  override add(document: SearchDocument, skipsCommonWords = false): void {
    const before = this.documents.get(document.path);
    if (before) this.remove(before);
    this.#skipsCommonWords = skipsCommonWords;
    super.add(document);
    this.documents.set(document.path, document);
  }

  /** Removes a document, as it was added. */
  override remove(document: SearchDocument): void {
    this.#skipsCommonWords = false;
    super.remove(document);
    this.documents.delete(document.path);
  }

  /** The stem under which a word of a field is indexed; null: it is not. */
  #indexedStem(word: string, field = ''): string | null {
    const stem = stemOf(word);
    // Stop words are kept in `names`, which an editor wrote: somebody may ask "who are you".
    if (field !== 'names' && stopWords.has(word.toLowerCase())) return null;
    return field === 'text' && this.#skipsCommonWords && this.#isCommon(stem) ? null : stem;
  }

  /** Whether any document has the stem. */
  knows(stem: string): boolean {
    return this._index.has(stem);
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
      return [...this._index.fuzzyGet(written, slips)].map(([stem, [, distance]]) => ({ stem, distance }));
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
      (start) => start.length > 2 && this._index.atPrefix(start).size > 0,
    );
  }

  /** The weight of a stem: the higher, the fewer documents have it; 0: none has it. */
  weightOf(stem: string): number {
    const counts = this._index.get(stem)?.values() ?? [];
    const most = Math.max(0, ...Array.from(counts, ({ size }) => size));
    return most === 0 ? 0 : Math.log(1 + this.documentCount / most);
  }

  #isCommon(stem: string): boolean {
    const { text = -1 } = this._fieldIds;
    return (this._index.get(stem)?.get(text)?.size ?? 0) >= mostTexts;
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
 * typing error is forgiven only in a word that no document has. Each comes with its stems that matched.
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
    .flatMap(({ id, score, queryTerms, terms }) => {
      const document = index.documents.get(id);
      if (document === undefined) return [];
      const rank = score * kindWeights[document.kind] * shareOf(queryTerms) ** 2;
      return { document, rank, stems: new Set(terms) };
    })
    .sort((a, b) => b.rank - a.rank);
}
