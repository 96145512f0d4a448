import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { SearchHit, SearchPart, SearchResults } from '../../shared/search.ts';
import type { Result, SiteContent } from '../content/siteContent.ts';
import type { ReportError } from '../process/errors.ts';
import { type SearchDocument, searchDocuments } from './searchDocuments.ts';
import { findDocuments, SearchIndex, stemOf, wordPattern } from './searchIndex.ts';

/** Finds pages for a query, so many of the best; nothing can be found before the first content was read. */
export type Search = (query: string, most?: number) => Result<SearchResults>;

interface SearchOptions {
  readonly reportError: ReportError;
  /** Called for each search of a visitor. */
  readonly onSearch: (isFound: boolean) => void;
}

const mostHits = 24;
/** Of the words around the first match, in characters. */
const excerptLength = 180;
/** Changes before all documents are read again, as a share of these: what is removed leaves its words behind. */
const mostChanged = 0.1;
/** Of a few documents all can change. */
const alwaysChanged = 50;
/** A process that starts renders its first pages before it reads all of them. */
const firstPauseMs = 500;
/** Documents that are read before other work has its turn. */
const atATime = 5;

/**
 * The search of the site: an index in memory of what its pages say. It follows the content: what did not change is
 * not read again, and requests are answered between two steps.
 */
export class SiteSearch {
  readonly #options: SearchOptions;
  #index = new SearchIndex();
  #documents = new Map<string, SearchDocument>();
  /** The words of searches that found nothing, those that were asked last. */
  readonly #missed = new LRUCache<string, number>({ max: 200 });
  #isReady = false;
  #updating: Promise<void> | null = null;
  #next: SiteContent | null = null;

  constructor(options: SearchOptions) {
    this.#options = options;
  }

  /** Takes content over. Resolves when it can be found; never rejects. A later content overtakes one that waits. */
  update(content: SiteContent): Promise<void> {
    this.#next = content;
    this.#updating ??= this.#run().finally(() => {
      this.#updating = null;
    });
    return this.#updating;
  }

  /** As `find`, for a search that somebody has sent: it is counted, and its words where it finds nothing. */
  readonly findForVisitor: Search = (query) => {
    const result = this.find(query);
    if (!('ok' in result)) return result;
    const isFound = result.ok.total > 0;
    this.#options.onSearch(isFound);
    if (!isFound) this.#missed.set(query.toLowerCase(), (this.#missed.get(query.toLowerCase()) ?? 0) + 1);
    return result;
  };

  /** What was looked for in vain, the most frequent first: words and how often, and nothing of who asked. */
  missed(): readonly { readonly words: string; readonly times: number }[] {
    return [...this.#missed.entries()]
      .map(([words, times]) => ({ words, times }))
      .sort((a, b) => b.times - a.times)
      .slice(0, 50);
  }

  /** The pages that match, the best first; see `Search`. Synchronous, and never throws. */
  readonly find: Search = (query, most = mostHits) => {
    if (!this.#isReady) return { unreachable: 'The search is not ready yet' };
    const found = findDocuments(this.#index, query);
    const hits = found.slice(0, most).flatMap(({ path, stems }) => {
      const document = this.#documents.get(path);
      return document ? [hitOf(document, stems)] : [];
    });
    return { ok: { hits, total: found.length } };
  };

  async #run(): Promise<void> {
    try {
      if (!this.#isReady) await pause(firstPauseMs, undefined, { ref: false });
      while (this.#next) {
        const content = this.#next;
        this.#next = null;
        await this.#follow(searchDocuments(content));
      }
      this.#isReady = true;
    } catch (error) {
      this.#options.reportError(error, { kind: 'search' });
    }
  }

  async #follow(documents: readonly SearchDocument[]): Promise<void> {
    const next = new Map(documents.map((document) => [document.path, document]));
    const differs = (one: SearchDocument, other: SearchDocument | undefined) => !other || !isSame(one, other);
    const removed = [...this.#documents.values()].filter((held) => differs(held, next.get(held.path)));
    const added = documents.filter((document) => differs(document, this.#documents.get(document.path)));
    const changes = this.#index.dirtCount + removed.length + added.length;
    const isAnew = changes > Math.max(alwaysChanged, documents.length * mostChanged);
    const index = isAnew ? new SearchIndex() : this.#index;
    if (!isAnew) for (const { path } of removed) index.discard(path);
    for (const [at, document] of (isAnew ? documents : added).entries()) {
      index.add(document);
      if (at % atATime === 0) await nextTurn();
    }
    // What is new later has to be found by every word.
    index.isBounded = false;
    this.#index = index;
    this.#documents = next;
  }
}

function isSame(one: SearchDocument, other: SearchDocument): boolean {
  return (
    one.sources.length === other.sources.length &&
    one.sources.every((source, at) => source === other.sources[at])
  );
}

function hitOf(document: SearchDocument, stems: ReadonlySet<string>): SearchHit {
  const { kind, path } = document;
  const { title, summary } = heads.memo(document);
  return {
    kind,
    path,
    title: marked(title, stems),
    excerpt: marked(excerptOf(document, summary, stems), stems),
  };
}

/** A text, and its words in order. */
interface ReadText {
  readonly text: string;
  readonly words: readonly { readonly stem: string; readonly from: number; readonly to: number }[];
}

function readText(text: string): ReadText {
  const words = [...text.matchAll(wordPattern)].map(({ 0: word, index }) => ({
    stem: stemOf(word),
    from: index,
    to: index + word.length,
  }));
  return { text, words };
}

/** Titles and summaries of what was found of late: reading their words is most of the time of a search. */
const heads = new LRUCache<SearchDocument, Readonly<Record<'title' | 'summary', ReadText>>>({
  max: 200,
  memoMethod: ({ title, summary }) => ({ title: readText(title), summary: readText(shortened(summary, 0)) }),
});

/** Texts of what was found of late, each made of markup, with where each stem stands first. */
const texts = new LRUCache<
  SearchDocument,
  { readonly text: string; readonly places: ReadonlyMap<string, number> }
>({
  max: 100,
  memoMethod(document) {
    const { text, words } = readText(document.text());
    return { text, places: new Map(words.toReversed().map(({ stem, from }) => [stem, from])) };
  },
});

/** The summary where it has a word of the query, else the words around the first one in the text. */
function excerptOf(document: SearchDocument, summary: ReadText, stems: ReadonlySet<string>): ReadText {
  if (summary.words.some(({ stem }) => stems.has(stem))) return summary;
  const { text, places } = texts.memo(document);
  const found = [...stems].flatMap((stem) => places.get(stem) ?? []);
  if (found.length > 0) return readText(shortened(text, Math.max(0, Math.min(...found) - excerptLength / 3)));
  return summary.text === '' ? readText(shortened(text, 0)) : summary;
}

/** A part of a text that begins and ends between words. */
function shortened(text: string, from: number): string {
  const start = from === 0 ? 0 : text.indexOf(' ', from) + 1;
  const rest = text.slice(start);
  if (rest.length <= excerptLength) return (start > 0 ? '… ' : '') + rest;
  const end = rest.lastIndexOf(' ', excerptLength);
  return `${start > 0 ? '… ' : ''}${rest.slice(0, end > 0 ? end : excerptLength)} …`;
}

/** A text in parts, of which those that match are marked. */
function marked({ text, words }: ReadText, stems: ReadonlySet<string>): readonly SearchPart[] {
  const parts: SearchPart[] = [];
  let end = 0;
  for (const { stem, from, to } of words) {
    if (!stems.has(stem)) continue;
    if (from > end) parts.push({ text: text.slice(end, from) });
    parts.push({ text: text.slice(from, to), isMatch: true });
    end = to;
  }
  return end === text.length ? parts : [...parts, { text: text.slice(end) }];
}
