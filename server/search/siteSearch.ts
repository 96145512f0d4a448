import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { SearchHit, SearchPart, SearchResults } from '../../shared/search.ts';
import type { Result, SiteContent } from '../content/siteContent.ts';
import type { ReportError } from '../process/errors.ts';
import { inTurns } from '../process/inTurns.ts';
import { within } from '../process/within.ts';
import { type SearchDocument, searchDocuments } from './searchDocuments.ts';
import { findDocuments, type PlacedWord, placedWordsOf, SearchIndex, stemOf } from './searchIndex.ts';

/** Finds at most `most` pages for a query; unreachable until the first content is indexed. */
export type Search = (query: string, most?: number) => Result<SearchResults>;

const mostHits = 24;
/** Length of an excerpt, in characters. */
const excerptLength = 180;
/** So many documents at once are an edit: they are found by all of their words, also by common ones. */
const mostEdited = 50;
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
  /** Null until content is indexed for the first time. */
  #index: SearchIndex | null = null;
  /** How often each search without results was made; the latest ones only. */
  readonly #missed = new LRUCache<string, number>({ max: 200 });
  readonly #ready = Promise.withResolvers<void>();
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
  untilReady(): Promise<void> {
    return within(longestWaitMs, this.#ready.promise, undefined);
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
    if (this.#index === null) return { unreachable: 'The search is not ready yet' };
    const found = findDocuments(this.#index, query);
    const hits = found.slice(0, most).map(({ document, stems }) => hitOf(document, stems));
    return { ok: { hits, total: found.length } };
  };

  async #indexWaiting(): Promise<void> {
    if (this.#index === null) await pause(firstPauseMs, undefined, { ref: false });
    for (let failures = 0; this.#waiting && !this.#isClosed; ) {
      const content = this.#waiting;
      this.#waiting = null;
      // An update that failed may have left the index with half of its changes.
      const index = this.#index === null || failures > 0 ? new SearchIndex() : this.#index;
      try {
        await this.#fill(index, searchDocuments(content));
        failures = 0;
        this.#index = index;
        this.#ready.resolve();
      } catch (error) {
        // What fails again and again is reported once.
        if (failures === 0) this.#reportError(error, { kind: 'search' });
        // Newer content, if there is any by now, is tried instead.
        this.#waiting ??= content;
        await pause(Math.min(retryMs.first * 2 ** failures, retryMs.longest), undefined, { ref: false });
        failures += 1;
      }
    }
  }

  /** Makes an index one of these documents, of which those that have not changed stay. Requests are served in between. */
  async #fill(index: SearchIndex, documents: readonly SearchDocument[]): Promise<void> {
    const paths = new Set(documents.map(({ path }) => path));
    const removed = index.documents.values().filter(({ path }) => !paths.has(path));
    for await (const held of inTurns(removed)) index.remove(held);
    const changed = documents.filter(
      (document) => !isUnchanged(document, index.documents.get(document.path)),
    );
    const areMany = changed.length > mostEdited;
    for await (const document of inTurns(changed)) {
      if (this.#isClosed) return;
      index.add(document, areMany);
    }
  }
}

function isUnchanged({ sources }: SearchDocument, held: SearchDocument | undefined): boolean {
  return (
    sources.length === held?.sources.length && sources.every((source, at) => source === held.sources[at])
  );
}

function hitOf(document: SearchDocument, stems: ReadonlySet<string>): SearchHit {
  const { kind, path, title } = document;
  return { kind, path, title: marked(title, stems), excerpt: excerptOf(document, stems) };
}

/** The texts of documents found recently: extracting one from markup takes longer than the search. */
const texts = new LRUCache<SearchDocument, string>({ max: 100, memoMethod: ({ text }) => text });

/** The summary if it has a word of the query; otherwise the text around the first match. */
function excerptOf(document: SearchDocument, stems: ReadonlySet<string>): readonly SearchPart[] {
  const { summary } = document;
  if (firstMatch(summary, stems)) return marked(summary, stems, partFrom(summary, 0));
  const text = texts.memo(document);
  const first = firstMatch(text, stems);
  if (first) return marked(text, stems, partFrom(text, Math.max(0, first.from - excerptLength / 3)));
  const shown = summary === '' ? text : summary;
  return marked(shown, stems, partFrom(shown, 0));
}

/** The first word with one of these stems. A text is read no further: most are long, and have it early. */
const firstMatch = (text: string, stems: ReadonlySet<string>): PlacedWord | undefined =>
  placedWordsOf(text).find(({ word }) => stems.has(stemOf(word)));

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
  text: string,
  stems: ReadonlySet<string>,
  { start, end } = { start: 0, end: text.length },
): readonly SearchPart[] {
  const parts: SearchPart[] = [];
  let plain = start > 0 ? '… ' : '';
  let at = start;
  for (const { word, from, to } of placedWordsOf(text.slice(start, end))) {
    // A part of a joined word may be marked already.
    if (start + from < at || !stems.has(stemOf(word))) continue;
    plain += text.slice(at, start + from);
    if (plain !== '') parts.push({ text: plain });
    parts.push({ text: text.slice(start + from, start + to), isMatch: true });
    plain = '';
    at = start + to;
  }
  plain += text.slice(at, end) + (end < text.length ? '\u00a0…' : '');
  return plain === '' ? parts : [...parts, { text: plain }];
}
