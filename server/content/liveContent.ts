import NodeCache from 'node-cache';
import type { Logger } from 'pino';
import type { DirectusClient } from '../directus/directusClient.ts';
import { type Clock, systemClock } from '../process/clock.ts';
import { causeOf, type ReportError } from '../process/errors.ts';
import { within } from '../process/within.ts';
import { type CollectionName, collectionNames, collectionOf } from './collections/collections.ts';
import { files } from './collections/files.ts';
import { type CollectionStats, HeldCollection, type LoadOutcome, type SentRows } from './heldCollection.ts';
import type { FileFacts, ParseContext } from './parse/parseContext.ts';
import { type SiteContent, valueIn } from './siteContent.ts';

/** Rows of collections by their names, as Directus sent them. */
export type SentContent = ReadonlyMap<CollectionName, SentRows>;

/** What a load has brought. */
export interface LoadResult {
  /** The addresses whose pages are new. */
  readonly urls: readonly string[];
  /** The collections that could not be loaded: their last rows are served on. */
  readonly failed: readonly CollectionName[];
}

/** The rows that other replicas have; see `server/replicas/`. */
export interface SharedRows {
  /** The moment of a load that begins now: a later load of any replica has a later one. Never rejects. */
  begin(): Promise<number>;
  /** Whether rows of a later load than this moment are known. */
  isOutdated(collection: CollectionName, moment: number): boolean;
  /** Gives rows to the other replicas. Resolves when they have them, or a second later; never rejects. */
  share(collection: CollectionName, moment: number, rows: SentRows): Promise<void>;
  /** A load has found the rows that are held: renews what was shared, or shares it where Redis has lost it. */
  keep(collection: CollectionName, moment: number, rows: SentRows): Promise<void>;
  /** Sets the listener for rows of other replicas; it throws for rows that cannot be used. */
  onRows(listener: (collection: CollectionName, rows: SentRows) => void): void;
}

/**
 * Brings changed collections to the pages. Resolves with the addresses that are new; never rejects. It is called with
 * none when the first load is over.
 *
 * @param isOwn whether this process has loaded them: then it tells the CDN
 */
export type Publish = (changed: readonly CollectionName[], isOwn: boolean) => Promise<readonly string[]>;

export interface LiveContentOptions {
  readonly client: Pick<DirectusClient, 'items' | 'newest' | 'close'>;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly reportError: ReportError;
  /** What parsers need beside the facts of files. */
  readonly context: Omit<ParseContext, 'fileFacts'>;
  /** What an earlier process, or other replicas, have left. */
  readonly initial?: SentContent;
  readonly shared?: SharedRows | null;
  readonly clock?: Clock;
  readonly random?: () => number;
  /** Least time between the beginnings of two loads of a collection. */
  readonly leastIntervalMs?: number;
}

/** What one load of one collection has brought: also the collections that were parsed again. */
interface Outcome {
  readonly name: CollectionName;
  readonly urls: readonly string[];
  readonly error: unknown;
}

const maxAgeMs = 60_000;
const firstBackoffMs = 1_000;
const longestBackoffMs = 30_000;
/** A timer for a far moment is set again each minute, so that a change of the machine's clock is noticed. */
const longestTimerMs = 60_000;

const makesPages = (name: CollectionName) => collectionOf(name).pages !== undefined;

/**
 * Holds the content of the site. Two things begin a load: the content is a minute old (or a second to half a minute,
 * where the last load failed), or an edit was announced. Nothing else calls the content service for content.
 */
export class LiveContent {
  /** Another for each value. */
  number = 0;
  readonly #options: LiveContentOptions;
  readonly #clock: Clock;
  readonly #held: ReadonlyMap<CollectionName, HeldCollection>;
  readonly #firstLoad = Promise.withResolvers<void>();
  readonly #firstPages = Promise.withResolvers<void>();
  #content: SiteContent;
  #publish: Publish = async () => [];
  #isLoading = true;
  #isClosed = false;
  /** One load of a collection runs, and one may wait. */
  readonly #running = new Map<CollectionName, Promise<Outcome>>();
  readonly #waiting = new Map<CollectionName, Promise<Outcome>>();
  readonly #begunAt = new Map<CollectionName, number>();
  /** The collections that a hook has named since their last load began. */
  readonly #named = new Set<CollectionName>();
  readonly #failures = new Map<CollectionName, unknown>();
  /** The collections that the log says are failing. */
  readonly #logged = new Set<CollectionName>();
  #failedLoads = 0;
  #loadedAllAt = Number.NEGATIVE_INFINITY;
  /** Whether a load runs that sets the timer of the next one; at first that of the start. */
  #isLoadingDue = true;
  #cancelLoad = () => {};
  #cancelMoment = () => {};

  constructor(options: LiveContentOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#held = this.#createCollections();
    for (const name of filesFirst) this.#takeInitial(name);
    this.#content = this.#readContent();
    this.#armMoment();
    options.shared?.onRows((name, sent) => this.#takeShared(name, sent));
    if (!this.hasPages()) return;
    this.#firstPages.resolve();
    this.#endFirstLoad();
  }

  /** The content of this moment. */
  current(): SiteContent {
    return this.#content;
  }

  /** Whether the first load is not over, and no other process has left content. */
  isLoading(): boolean {
    return this.#isLoading;
  }

  /** Resolves when the first load is over, or after `ms`. */
  async loaded(ms: number, signal?: AbortSignal): Promise<void> {
    if (this.#isLoading) await within(ms, this.#firstLoad.promise, undefined, signal ? { signal } : {});
  }

  /** Whether a collection that makes pages has rows. */
  hasPages(): boolean {
    return collectionNames.some((name) => makesPages(name) && Number(this.#of(name).rowCount) > 0);
  }

  /** Resolves when a collection that makes pages has rows. */
  withPages(): Promise<void> {
    return this.#firstPages.promise;
  }

  /** Sets what brings changes to the pages. */
  onChange(publish: Publish): void {
    this.#publish = publish;
    if (!this.#isLoading) void publish([], false);
  }

  /** Begins to load, now and for as long as the process lives. Resolves when the first load is over. */
  async start(): Promise<void> {
    await this.#loadDue();
  }

  /**
   * Loads collections now. Resolves when what they brought is on the pages of every replica. Never rejects.
   *
   * @param isNamed whether an editor's hook names these collections: then an empty one is believed
   */
  async load(names: readonly CollectionName[], isNamed: boolean): Promise<LoadResult> {
    const hadFailures = this.#failures.size > 0;
    const outcomes = await Promise.all(names.map((name) => this.#loadSoon(name, isNamed)));
    this.#logFailures(names);
    // What an edit has named, and could not be loaded, does not wait for the minute to end.
    if (!hadFailures && this.#failures.size > 0 && !this.#isLoadingDue) this.#armLoad();
    return {
      urls: [...new Set(outcomes.flatMap(({ urls }) => urls))],
      failed: outcomes.filter(({ error }) => error !== null).map(({ name }) => name),
    };
  }

  /** All rows that are held, as Directus sent them. */
  sentContent(): SentContent {
    return new Map(
      collectionNames.flatMap((name) => {
        const sent = this.#of(name).sentRows;
        return sent ? [[name, sent] as const] : [];
      }),
    );
  }

  stats(): readonly CollectionStats[] {
    return collectionNames.map((name) => this.#of(name).stats());
  }

  /** Stops the timers and closes the connections. */
  close(): void {
    this.#isClosed = true;
    this.#cancelLoad();
    this.#cancelMoment();
    this.#options.client.close();
  }

  #createCollections(): ReadonlyMap<CollectionName, HeldCollection> {
    const { client, context, reportError } = this.#options;
    const lastGood = new NodeCache({ useClones: false, stdTTL: 0, checkperiod: 0 });
    const fileFacts = (id: string): FileFacts | null => {
      // The state of the library is its value, as its declaration types it.
      const library = this.#of(files.name).state as SiteContent[typeof files.name];
      return valueIn(library)?.get(id) ?? null;
    };
    return new Map(
      collectionNames.map((name) => [
        name,
        new HeldCollection({
          collection: collectionOf(name),
          client,
          lastGood,
          context: { ...context, fileFacts },
          clock: this.#clock,
          onUnusable: (error) => reportError(error, { kind: 'malformed', collection: name }),
        }),
      ]),
    );
  }

  #takeInitial(name: CollectionName): void {
    const { initial, log } = this.#options;
    const sent = initial?.get(name);
    try {
      if (sent) this.#of(name).take(sent);
    } catch (error) {
      log.warn({ collection: name, reason: causeOf(error) }, 'Rows of an earlier process cannot be used.');
    }
  }

  #of(name: CollectionName): HeldCollection {
    const held = this.#held.get(name);
    if (!held) throw new Error(`There is no collection ${name}.`);
    return held;
  }

  /** Whether nothing at all has rows, as with a content service that is about to start. */
  #isEmpty(): boolean {
    return collectionNames.every((name) => !this.#of(name).rowCount);
  }

  #readContent(): SiteContent {
    const isEmpty = this.#isEmpty();
    const states = collectionNames.map((name) => {
      const { state } = this.#of(name);
      // A content service without any content is a broken one: what it should make is missing, and not absent.
      const isDoubted = isEmpty && makesPages(name) && 'ok' in state;
      return [
        name,
        isDoubted ? { unreachable: 'The content service has no content', version: -state.version } : state,
      ];
    });
    // Each state is that of the collection of its name.
    return Object.fromEntries(states) as SiteContent;
  }

  #swap(): void {
    this.#content = this.#readContent();
    this.number += 1;
    this.#armMoment();
    if (this.hasPages()) this.#firstPages.resolve();
  }

  /** Makes what a collection has brought the content; returns it and the collections that are parsed again for it. */
  #take(name: CollectionName): readonly CollectionName[] {
    const others = name === files.name ? collectionNames.filter((other) => other !== name) : [];
    const changed = [name, ...others.filter((other) => this.#of(other).reparse() === 'changed')];
    this.#swap();
    return changed;
  }

  #takeShared(name: CollectionName, sent: SentRows): void {
    if (this.#of(name).take(sent) === 'same') return;
    const changed = this.#take(name);
    if (this.hasPages()) this.#endFirstLoad();
    if (!this.#isLoading) void this.#publish(changed, false);
  }

  /** The load of a collection that begins now, or the one that waits. */
  #loadSoon(name: CollectionName, isNamed: boolean): Promise<Outcome> {
    if (isNamed) this.#named.add(name);
    const earlier = this.#waiting.get(name);
    if (earlier) return earlier;
    const { leastIntervalMs = 250 } = this.#options;
    const running = this.#running.get(name);
    const earliest = (this.#begunAt.get(name) ?? Number.NEGATIVE_INFINITY) + leastIntervalMs;
    if (!running && this.#clock.now() >= earliest) return this.#begin(name);
    const waiting = this.#beginAfter(name, running, earliest);
    this.#waiting.set(name, waiting);
    return waiting;
  }

  async #beginAfter(name: CollectionName, running: Promise<Outcome> | undefined, earliest: number) {
    await running;
    const pauseMs = earliest - this.#clock.now();
    if (pauseMs > 0) await new Promise<void>((resolve) => void this.#clock.after(pauseMs, resolve));
    this.#waiting.delete(name);
    return this.#begin(name);
  }

  #begin(name: CollectionName): Promise<Outcome> {
    this.#begunAt.set(name, this.#clock.now());
    const running = this.#loadOne(name, this.#named.delete(name)).finally(() => this.#running.delete(name));
    this.#running.set(name, running);
    return running;
  }

  async #loadOne(name: CollectionName, isNamed: boolean): Promise<Outcome> {
    const { shared = null } = this.#options;
    const held = this.#of(name);
    const moment = shared ? await shared.begin() : 0;
    const outcome = await held.load({
      isNamed,
      isOutdated: () => shared?.isOutdated(name, moment) ?? false,
      filesKnown: this.#filesKnown(name),
    });
    this.#noteOutcome(name, outcome);
    if (outcome.kind === 'failed') return { name, urls: [], error: outcome.error };
    if (outcome.kind === 'same') {
      if (shared && held.sentRows) await shared.keep(name, moment, held.sentRows);
      return { name, urls: [], error: null };
    }
    const changed = this.#take(name);
    if (shared && held.sentRows) await shared.share(name, moment, held.sentRows);
    // Before the first load is over, no page shows anything older.
    const urls = this.#isLoading ? [] : await this.#publish(changed, true);
    return { name, urls, error: null };
  }

  /** Resolves when other collections can be parsed: the facts of files are there, or cannot be had. */
  async #filesKnown(name: CollectionName): Promise<void> {
    if (name !== files.name && this.#of(files.name).rowCount === null) await this.#running.get(files.name);
  }

  #noteOutcome(name: CollectionName, outcome: LoadOutcome): void {
    if (outcome.kind === 'failed') this.#failures.set(name, outcome.error);
    else this.#failures.delete(name);
  }

  /** Logs which of these collections have begun to fail, in one line for each reason, and which no longer do. */
  #logFailures(loaded: readonly CollectionName[]): void {
    const { log } = this.#options;
    const names = collectionNames.filter((name) => loaded.includes(name));
    const failing = names.filter((name) => this.#failures.has(name) && !this.#logged.has(name));
    const recovered = names.filter((name) => !this.#failures.has(name) && this.#logged.delete(name));
    for (const [reason, all] of Map.groupBy(failing, (name) => causeOf(this.#failures.get(name)))) {
      const collection = all.join(', ');
      log.warn({ collection, reason }, `Content could not be loaded: ${collection}.`);
    }
    for (const name of failing) this.#logged.add(name);
    const collection = recovered.join(', ');
    if (collection !== '') log.info({ collection }, `Content is loaded again: ${collection}.`);
  }

  /** Loads everything where it is a minute old or empty, else only what has failed. */
  async #loadDue(): Promise<void> {
    this.#isLoadingDue = true;
    const isOld = this.#clock.now() - this.#loadedAllAt >= maxAgeMs || this.#isEmpty();
    if (isOld) this.#loadedAllAt = this.#clock.now();
    const { failed } = await this.load(isOld ? filesFirst : [...this.#failures.keys()], false);
    this.#endFirstLoad();
    this.#failedLoads = failed.length > 0 || this.#isEmpty() ? this.#failedLoads + 1 : 0;
    this.#isLoadingDue = false;
    this.#armLoad();
  }

  #armLoad(): void {
    this.#cancelLoad();
    if (!this.#isClosed)
      this.#cancelLoad = this.#clock.after(this.#untilNextLoadMs(), () => void this.#loadDue());
  }

  #untilNextLoadMs(): number {
    const untilOldMs = this.#loadedAllAt + maxAgeMs - this.#clock.now();
    if (this.#failures.size === 0 && !this.#isEmpty()) return Math.max(0, untilOldMs);
    const { random = Math.random } = this.#options;
    const backoffMs = Math.min(firstBackoffMs * 2 ** Math.max(0, this.#failedLoads - 1), longestBackoffMs);
    return Math.max(0, Math.min(untilOldMs, backoffMs * (0.75 + random() / 2)));
  }

  #endFirstLoad(): void {
    if (!this.#isLoading) return;
    this.#isLoading = false;
    this.#firstLoad.resolve();
    void this.#publish([], false);
  }

  /** Waits for the next moment at which the same rows are another value: a post falls due. */
  #armMoment(): void {
    this.#cancelMoment();
    if (this.#isClosed) return;
    const now = this.#clock.date();
    const moments = new Map(
      collectionNames.flatMap((name) => {
        const moment = this.#of(name).changesAt(now);
        return moment === null ? [] : [[name, moment] as const];
      }),
    );
    if (moments.size === 0) return;
    const waitMs = Math.min(...moments.values()) - now;
    this.#cancelMoment = this.#clock.after(Math.min(waitMs, longestTimerMs), () => this.#passMoment(moments));
  }

  #passMoment(moments: ReadonlyMap<CollectionName, number>): void {
    const now = this.#clock.date();
    const changed = [...moments].filter(([, moment]) => moment <= now).map(([name]) => name);
    for (const name of changed) this.#of(name).rearrange();
    if (changed.length > 0) {
      this.#swap();
      void this.#publish(changed, true);
    } else this.#armMoment();
  }
}

/** The facts of files are on their way before anything that is parsed with them. */
const filesFirst: readonly CollectionName[] = [
  files.name,
  ...collectionNames.filter((name) => name !== files.name),
];
