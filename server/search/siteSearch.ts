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
  const { kind, path, title, summary } = document;
  return {
    kind,
    path,
    title: marked(title, stems),
    excerpt: marked(excerptOf(document, stems, summary), stems),
  };
}

interface ReadText {
  readonly text: string;
  /** Where each stem stands first. */
  readonly places: ReadonlyMap<string, number>;
}

/** Texts of what was found of late: each is made of markup. */
const texts = new LRUCache<SearchDocument, ReadText>({
  max: 100,
  memoMethod: (document) => readText(document.text()),
});

function readText(text: string): ReadText {
  const places = new Map<string, number>();
  for (const { 0: word, index } of text.matchAll(wordPattern)) {
    const stem = stemOf(word);
    if (!places.has(stem)) places.set(stem, index);
  }
  return { text, places };
}

/** The summary where it has a word of the query, else the words around the first one in the text. */
function excerptOf(document: SearchDocument, stems: ReadonlySet<string>, summary: string): string {
  if (summary.match(wordPattern)?.some((word) => stems.has(stemOf(word)))) return shortened(summary, 0);
  const { text, places } = texts.memo(document);
  const found = [...stems].flatMap((stem) => places.get(stem) ?? []);
  if (found.length > 0) return shortened(text, Math.max(0, Math.min(...found) - excerptLength / 3));
  return shortened(summary || text, 0);
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
function marked(text: string, stems: ReadonlySet<string>): readonly SearchPart[] {
  const parts: SearchPart[] = [];
  let from = 0;
  for (const { 0: word, index } of text.matchAll(wordPattern)) {
    if (!stems.has(stemOf(word))) continue;
    if (index > from) parts.push({ text: text.slice(from, index) });
    parts.push({ text: word, isMatch: true });
    from = index + word.length;
  }
  return from === text.length ? parts : [...parts, { text: text.slice(from) }];
}
