import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { SearchHit, SearchPart, SearchResults } from '../../shared/search.ts';
import type { Result, SiteContent } from '../content/siteContent.ts';
import type { ReportError } from '../process/errors.ts';
import { type SearchDocument, searchDocuments } from './searchDocuments.ts';
import { findDocuments, placedWordsOf, SearchIndex, stemOf } from './searchIndex.ts';

/** Finds at most `most` pages for a query; unreachable until the first content is indexed. */
export type Search = (query: string, most?: number) => Result<SearchResults>;

const mostHits = 24;
/** Length of an excerpt, in characters. */
const excerptLength = 180;
/** Removed documents leave words in the index. When more than this share has changed, it is built anew. */
const mostChanged = 0.1;
/** So many changes never cause that: on a small site an edit may change every document. */
const alwaysChanged = 50;
/** A starting process renders its first pages before it indexes all of them. */
const firstPauseMs = 500;
/** How long a search waits for the first index: as long as a page waits for the first load of content. */
const longestWaitMs = 3_000;
/** The pause before content that could not be indexed is tried again; it doubles up to the longest. */
const retryMs = { first: 1_000, longest: 60_000 };

/**
 * The site search: an index in memory of the text of its pages. It follows the content: what did not change is not
 * indexed again, and requests are served between two steps.
 */
export class SiteSearch {
  readonly #reportError: ReportError;
  #index = new SearchIndex();
  #documents = new Map<string, SearchDocument>();
  /** How often each search without results was made; the latest ones only. */
  readonly #missed = new LRUCache<string, number>({ max: 200 });
  #isReady = false;
  readonly #ready = Promise.withResolvers<void>();
  /** An update has failed, which may have left the index with half of its changes. */
  #isBroken = false;
  #updating: Promise<void> | null = null;
  #waiting: SiteContent | null = null;
  #isClosed = false;

  constructor(reportError: ReportError) {
    this.#reportError = reportError;
  }

  /** Indexes content. Resolves when it can be found; never rejects. Newer content replaces content that still waits. */
  update(content: SiteContent): Promise<void> {
    this.#waiting = content;
    this.#updating ??= this.#indexWaiting().finally(() => {
      this.#updating = null;
    });
    return this.#updating;
  }

  /** Stops indexing. */
  close(): void {
    this.#isClosed = true;
    this.#waiting = null;
    this.#ready.resolve();
  }

  /** Resolves when content is indexed for the first time, or after three seconds; at once from then on. */
  async untilReady(): Promise<void> {
    if (this.#isReady) return;
    await Promise.race([this.#ready.promise, pause(longestWaitMs, undefined, { ref: false })]);
  }

  /** Like `find`, for a search that a visitor submitted: counts it under its words if it finds nothing. */
  readonly findForVisitor: Search = (query) => {
    const result = this.find(query);
    if ('ok' in result && result.ok.total === 0) {
      const words = query.toLowerCase();
      this.#missed.set(words, (this.#missed.get(words) ?? 0) + 1);
    }
    return result;
  };

  /** Searches without results, the most frequent first: the words and how often, nothing about who searched. */
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

  async #indexWaiting(): Promise<void> {
    if (!this.#isReady) await pause(firstPauseMs, undefined, { ref: false });
    for (let failures = 0; this.#waiting && !this.#isClosed; ) {
      const content = this.#waiting;
      this.#waiting = null;
      try {
        await this.#updateIndex(searchDocuments(content));
        failures = 0;
        this.#isReady = true;
        this.#ready.resolve();
      } catch (error) {
        // What fails again and again is reported once.
        if (failures === 0) this.#reportError(error, { kind: 'search' });
        this.#isBroken = true;
        // Newer content, if there is any by now, is tried instead.
        this.#waiting ??= content;
        await pause(Math.min(retryMs.first * 2 ** failures, retryMs.longest), undefined, { ref: false });
        failures += 1;
      }
    }
  }

  /** Indexes what has changed; everything in a new index if that is much. */
  async #updateIndex(documents: readonly SearchDocument[]): Promise<void> {
    const next = new Map(documents.map((document) => [document.path, document]));
    const differs = (one: SearchDocument, other: SearchDocument | undefined) =>
      one.sources.length !== other?.sources.length ||
      one.sources.some((source, at) => source !== other.sources[at]);
    const removed = [...this.#documents.values()].filter((held) => differs(held, next.get(held.path)));
    const added = documents.filter((document) => differs(document, this.#documents.get(document.path)));
    const changes = this.#index.dirtCount + removed.length + added.length;
    const isRebuild = this.#isBroken || changes > Math.max(alwaysChanged, documents.length * mostChanged);
    const index = isRebuild ? new SearchIndex() : this.#index;
    const held = isRebuild ? new Map<string, SearchDocument>() : this.#documents;
    for (const document of isRebuild ? [] : removed) {
      index.remove(document);
      held.delete(document.path);
    }
    for (const document of isRebuild ? documents : added) {
      if (this.#isClosed) return;
      index.add(document);
      held.set(document.path, document);
      // Requests are served in between.
      await nextTurn();
    }
    // What is added later must be found by all of its words.
    index.skipsCommonWords = false;
    this.#index = index;
    this.#documents = held;
    this.#isBroken = false;
  }
}

function hitOf(document: SearchDocument, stems: ReadonlySet<string>): SearchHit {
  const { title, summary, text } = reads.memo(document);
  const excerpt = excerptOf(summary, text, stems);
  return { kind: document.kind, path: document.path, title: marked(title, stems), excerpt };
}

/** A text, its words in order, and where each stem occurs first. */
interface ReadText {
  readonly text: string;
  readonly words: readonly { readonly stem: string; readonly from: number; readonly to: number }[];
  readonly firstOf: ReadonlyMap<string, number>;
}

function readText(text: string): ReadText {
  const words = placedWordsOf(text).map(({ word, from, to }) => ({ stem: stemOf(word), from, to }));
  const firstOf = new Map(words.map(({ stem }, at) => [stem, at] as const).reverse());
  return { text, words, firstOf };
}

/** The index of the first word that matches; infinite if none does. */
function firstMatch({ firstOf }: ReadText, stems: ReadonlySet<string>): number {
  return Math.min(...[...stems].map((stem) => firstOf.get(stem) ?? Number.POSITIVE_INFINITY));
}

interface ReadDocument {
  readonly title: ReadText;
  readonly summary: ReadText;
  readonly text: () => ReadText;
}

/** Recently found documents: extracting their text from markup and stemming it takes longer than the search. */
const reads = new LRUCache<SearchDocument, ReadDocument>({
  max: 100,
  memoMethod({ title, summary, text }) {
    let read: ReadText | undefined;
    return {
      title: readText(title),
      summary: readText(summary),
      text() {
        read ??= readText(text());
        return read;
      },
    };
  },
});

/** The summary if it has a word of the query; otherwise the text around the first match. */
function excerptOf(
  summary: ReadText,
  textOf: () => ReadText,
  stems: ReadonlySet<string>,
): readonly SearchPart[] {
  if (summary.words[firstMatch(summary, stems)]) return marked(summary, stems, partFrom(summary.text, 0));
  const text = textOf();
  const first = text.words[firstMatch(text, stems)];
  if (first) return marked(text, stems, partFrom(text.text, Math.max(0, first.from - excerptLength / 3)));
  const shown = summary.text === '' ? text : summary;
  return marked(shown, stems, partFrom(shown.text, 0));
}

/** A part of a text that begins and ends between words. */
function partFrom(text: string, from: number): { readonly start: number; readonly end: number } {
  const word = from === 0 ? 0 : text.indexOf(' ', from) + 1;
  // An ellipsis precedes: the separator of two parts of the page does not follow it.
  const start = text.startsWith('· ', word) ? word + 2 : word;
  const most = start + excerptLength;
  if (text.length <= most) return { start, end: text.length };
  const space = text.lastIndexOf(' ', most);
  const part = text.slice(start, space > start ? space : most);
  // An ellipsis follows: no other punctuation, nor the separator of two parts of the page, stands before it.
  return { start, end: start + part.replace(/[\s·,;:.]{1,3}$/, '').length };
}

/** A part of a text, split into pieces; those that match are marked. */
function marked(
  read: ReadText,
  stems: ReadonlySet<string>,
  { start, end } = { start: 0, end: read.text.length },
): readonly SearchPart[] {
  const { text, words } = read;
  const parts: SearchPart[] = [];
  let plain = start > 0 ? '… ' : '';
  let at = start;
  for (let position = firstMatch(read, stems); position < words.length; position += 1) {
    const word = words[position];
    if (!word || word.to > end) break;
    // A part of a joined word that is marked already.
    if (word.from < at || !stems.has(word.stem)) continue;
    plain += text.slice(at, word.from);
    if (plain !== '') parts.push({ text: plain });
    parts.push({ text: text.slice(word.from, word.to), isMatch: true });
    plain = '';
    at = word.to;
  }
  plain += text.slice(at, end) + (end < text.length ? '\u00a0…' : '');
  return plain === '' ? parts : [...parts, { text: plain }];
}
