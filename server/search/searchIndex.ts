import MiniSearch from 'minisearch';
import { stemmer } from 'stemmer';
import type { SearchDocument } from './searchDocuments.ts';

/** Words that say nothing of what is looked for; a query of nothing else is taken as it is. */
const fillers = new Set(
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

/** More words than this tell no more. */
const mostWords = 8;

export const wordPattern = /[\p{L}\p{N}]+/gu;

/** Stems of words that were met: a search looks at many words of what it has found. Forgotten when it is full. */
const stems = new Map<string, string>();
const mostStems = 20_000;

/** A word as the index holds it: in lower case, without accents, by its stem (Porter's for English). */
export function stemOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const stem = makeStem(word);
  if (stems.size === mostStems) stems.clear();
  stems.set(word, stem);
  return stem;
}

function makeStem(word: string): string {
  const plain = word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  // No word of a language is longer; the stemmer's time grows with it.
  return plain.length > 40 ? plain.slice(0, 40) : stemmer(plain);
}

/** The words of a text. */
function wordsOf(text: string): string[] {
  return text.match(wordPattern) ?? [];
}

/** The words of a document: of those that a hyphen joins, the whole as well (Wi-Fi, wifi). */
function wordsOfDocument(text: string): string[] {
  const whole = (text.match(/[\p{L}\p{N}-]+/gu) ?? []).filter((word) => word.includes('-'));
  return [...wordsOf(text), ...whole.map((word) => word.replaceAll('-', ''))];
}

/** A word of a query, with the words beside it; empty: none. */
interface TypedWord {
  readonly word: string;
  readonly before: string;
  readonly after: string;
}

/** What of a query is looked for: its first words that say something. */
function wordsOfQuery(query: string): readonly TypedWord[] {
  const words = wordsOf(query.toLowerCase());
  const typed = words.map((word, at) => ({ word, before: words[at - 1] ?? '', after: words[at + 1] ?? '' }));
  const telling = typed.filter(({ word }) => !fillers.has(word));
  return (telling.length > 0 ? telling : typed).slice(0, mostWords);
}

type IndexedField = 'title' | 'names' | 'summary' | 'text';

/** What a search has found: the document's address, and the stems of it that matched, best first. */
export interface FoundDocument {
  readonly path: string;
  readonly stems: ReadonlySet<string>;
}

/**
 * A word that stands in more texts than this says little of any: it is held of the first ones, which are the newest.
 * So memory and time of a search are bounded; titles, names and summaries are held whole.
 */
const mostTexts = 500;

/**
 * Documents by their addresses, found by their words: ranked, by the stem, with typing errors forgiven. What is known
 * of its words is read from members of MiniSearch that it keeps to itself: its version is exact.
 */
export class SearchIndex extends MiniSearch<SearchDocument> {
  /** Whether words that stand in many texts are left out of more of them: while the first documents are added. */
  isBounded = true;

  constructor() {
    super({
      idField: 'path',
      // By itself it walks through the terms while documents are added, and its iterator throws into nowhere.
      autoVacuum: false,
      fields: ['title', 'names', 'summary', 'text'] satisfies IndexedField[],
      extractField: (document, field) =>
        field === 'text' ? document.text() : String(document[field as Exclude<IndexedField, 'text'>]),
      storeFields: ['kind'],
      tokenize: wordsOfDocument,
      processTerm: (word, field) => {
        // What an editor calls a page is kept whole: somebody may ask "who are you".
        const stem = field !== 'names' && fillers.has(word.toLowerCase()) ? null : stemOf(word);
        return stem !== null && field === 'text' && this.isBounded && this.isCommon(stem) ? null : stem;
      },
      searchOptions: {
        // A query comes as stems.
        tokenize: (stems) => stems.split(' '),
        processTerm: (stem) => stem,
        boost: { title: 5, names: 5, summary: 2 },
        weights: { fuzzy: 0, prefix: 0.5 },
      },
    });
  }

  /** Whether any document has the stem. */
  knows(stem: string): boolean {
    return this._index.has(stem);
  }

  /**
   * What a word that stands nowhere may stand for: one in which two letters changed places; else those that differ in
   * the fewest letters, and two words that were written as one.
   */
  corrections(word: string): readonly string[] {
    const swapped = [...word].map(
      (_, at) => word.slice(0, at) + (word[at + 1] ?? '') + word[at] + word.slice(at + 2),
    );
    const turned = swapped.map(stemOf).find((stem) => this.knows(stem));
    return turned === undefined ? [...this.#nearest(word), ...this.#partsOf(word)] : [turned];
  }

  #nearest(word: string): readonly string[] {
    // The stem of a misspelt word may have kept an ending that the right one loses.
    const near = [word, stemOf(word), word.replace(/(ing|ed|er|s)$/, '')].flatMap((written) => {
      const slips = Math.min(3, Math.max(1, Math.floor(written.length * 0.3)));
      return [...this._index.fuzzyGet(written, slips)].map(([stem, [, distance]]) => ({ stem, distance }));
    });
    // Few miss the first letter of a word.
    const likely = near.filter(({ stem }) => stem[0] === word[0]);
    const fewest = Math.min(...likely.map(({ distance }) => distance));
    const stems = new Set(likely.filter(({ distance }) => distance === fewest).map(({ stem }) => stem));
    return [...stems].sort((a, b) => this.weightOf(a) - this.weightOf(b)).slice(0, mostCorrections);
  }

  #partsOf(word: string): readonly string[] {
    for (let at = 3; at <= word.length - 3; at += 1) {
      const parts = [word.slice(0, at), word.slice(at)].map(stemOf);
      if (parts.every((stem) => this.knows(stem))) return parts;
    }
    return [];
  }

  /** The stems that a word is looked for by: its own, and those of it as one word with a neighbour (wood stove). */
  formsOf({ word, before, after }: TypedWord): readonly string[] {
    const joined = [before && before + word, after && word + after].map(stemOf);
    return [stemOf(word), ...joined.filter((stem) => this.knows(stem))];
  }

  /** The stem of what somebody does whom a word names (cleaner: clean), if it is known. */
  deedOf(word: string): readonly string[] {
    const stem = stemOf(word);
    const deed = stem.replace(/er$/, '');
    return deed !== stem && this.knows(deed) ? [deed] : [];
  }

  /** Whether a stem begins so. */
  begins(start: string): boolean {
    return this._index.atPrefix(start).size > 0;
  }

  /** How much a stem says: the more, the fewer documents have it; 0: none has. */
  weightOf(stem: string): number {
    const fields = this._index.get(stem);
    return fields
      ? Math.log(1 + this.documentCount / Math.max(...[...fields.values()].map(({ size }) => size)))
      : 0;
  }

  /** Whether the stem is not held of all texts that have it. */
  isCommon(stem: string): boolean {
    const held = this._index.get(stem)?.get(this._fieldIds.text ?? -1);
    return held !== undefined && held.size >= mostTexts;
  }
}

/** As many words of a query are read in another way: each costs a walk through all of them. */
const mostCorrected = 3;
/** As many ways to read a word that is misspelt. */
const mostCorrections = 3;

/** What was not typed counts for less. */
const guessWeight = 0.4;

/** A page that answers a wish stands before an article that mentions it. */
const kindWeights: Readonly<Record<SearchDocument['kind'], number>> = {
  service: 1.6,
  home: 1.6,
  page: 1.3,
  post: 1,
};

/**
 * The documents that match a query, the best first. A document with more of its words stands before one with fewer;
 * a typing error is forgiven only in a word that stands nowhere.
 */
export function findDocuments(index: SearchIndex, query: string): readonly FoundDocument[] {
  const words = wordsOfQuery(query);
  const forms = words.map((typed) => index.formsOf(typed));
  const typedStems = new Set(forms.flat());
  // Whoever types has not finished the last word.
  const last = forms.at(-1)?.[0] ?? '';
  const isUnfinished = (stem: string) => stem === last && index.begins(stem);
  let corrected = 0;
  /** What stands for each word. */
  const ways = words.map(({ word }, at) => {
    const own = forms[at] ?? [];
    if (own.some((stem) => index.knows(stem) || isUnfinished(stem))) return [...own, ...index.deedOf(word)];
    // A number has no other spelling.
    if (word.length < 4 || /\p{N}/u.test(word) || corrected === mostCorrected) return own;
    corrected += 1;
    return [...own, ...index.corrections(word)];
  });
  const results = index.search([...new Set(ways.flat())].join(' '), {
    prefix: (stem) => stem.length > 2 && stem === last && !index.knows(stem),
    boostTerm: (stem) => (typedStems.has(stem) ? 1 : guessWeight),
    boostDocument: (_path, _term, stored) => kindWeights[(stored as Pick<SearchDocument, 'kind'>).kind],
  });
  // A word that few documents have says more of what is looked for.
  const weights = ways.map((stems) => Math.max(...stems.map((stem) => index.weightOf(stem))));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const shareOf = (matched: readonly string[]) => {
    const met = weights.filter((_, at) => ways[at]?.some((stem) => matched.includes(stem)));
    return met.reduce((sum, weight) => sum + weight, 0) / whole;
  };
  return results
    .map((result) => ({ result, rank: result.score * shareOf(result.queryTerms) ** 2 }))
    .sort((a, b) => b.rank - a.rank)
    .map(({ result }) => ({ path: String(result.id), stems: new Set(result.terms) }));
}
