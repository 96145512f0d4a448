import NodeCache from 'node-cache';
import type { Logger } from 'pino';
import type { DirectusClient } from '../directus/directusClient.ts';
import { type Clock, systemClock } from '../process/clock.ts';
import { causeOf, type ReportError } from '../process/errors.ts';
import { within } from '../process/within.ts';
import { type CollectionName, collectionNames, collectionOf } from './collections/collections.ts';
import { files } from './collections/files.ts';
import { pages } from './collections/pages.ts';
import { type CollectionStats, HeldCollection, type SentContent, type SentRows } from './heldCollection.ts';
import type { FileFacts, ParseContext } from './parse/parseContext.ts';
import type { SharedContent } from './sharedContent.ts';
import { type SiteContent, valueIn } from './siteContent.ts';

/** What a load has brought. */
export interface LoadResult {
  /** The addresses whose pages are new. */
  readonly urls: readonly string[];
  /** The collections that could not be loaded: their last rows are served on. */
  readonly failed: readonly CollectionName[];
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
  /** Null: this replica is on its own. */
  readonly shared?: SharedContent | null;
  readonly clock?: Clock;
  readonly random?: () => number;
  /** Least time between the beginnings of two loads of a collection. */
  readonly leastIntervalMs?: number;
}

const maxAgeMs = 60_000;
const firstBackoffMs = 1_000;
const longestBackoffMs = 30_000;
/** A timer for a far moment is set again each minute, so that a change of the machine's clock is noticed. */
const longestTimerMs = 60_000;

/** Without its own pages a site is still one: of them nobody says that they must be there. */
const makesPages = (name: CollectionName) => name !== pages.name && collectionOf(name).pages !== undefined;
/** The facts of files are on their way before anything that is parsed with them. */
const filesFirst = collectionNames.toSorted(
  (one, other) => Number(other === files.name) - Number(one === files.name),
);

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
  /** The loads of each collection; each resolves with the addresses whose pages are new. */
  readonly #loads: ReadonlyMap<CollectionName, LoadQueue<readonly string[]>>;
  readonly #firstLoad = Promise.withResolvers<void>();
  readonly #firstPages = Promise.withResolvers<void>();
  #content: SiteContent;
  #publish: Publish = async () => [];
  #isLoading = true;
  #isClosed = false;
  /** The collections that a hook has named since their last load began. */
  readonly #named = new Set<CollectionName>();
  /** The collections that the log says are failing. */
  readonly #logged = new Set<CollectionName>();
  #failedLoads = 0;
  #loadedAllAt = Number.NEGATIVE_INFINITY;
  /** Whether a load runs that sets the timer of the next one; at first that of the start. */
  #isLoadingDue = true;
  #cancelLoad = () => {};
  #cancelMoment = () => {};

  constructor(options: LiveContentOptions) {
    const { clock = systemClock, leastIntervalMs = 250, shared } = options;
    this.#options = options;
    this.#clock = clock;
    this.#held = this.#createCollections();
    this.#loads = new Map(
      collectionNames.map((name) => [name, new LoadQueue(() => this.#loadOne(name), leastIntervalMs, clock)]),
    );
    for (const name of filesFirst) this.#takeInitial(name);
    this.#content = this.#readContent();
    this.#armMoment();
    shared?.onRows((name, sent) => this.#takeShared(name, sent));
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
  async loaded(ms: number): Promise<void> {
    if (this.#isLoading) await within(ms, this.#firstLoad.promise, undefined);
  }

  /** Whether a collection that makes pages has rows. */
  hasPages(): boolean {
    return collectionNames.some((name) => makesPages(name) && this.#of(name).rowCount > 0);
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
    const hadFailures = this.#failing().length > 0;
    if (isNamed) for (const name of names) this.#named.add(name);
    const urls = await Promise.all(names.map((name) => this.#loads.get(name)?.next() ?? []));
    this.#logFailures(names);
    const failing = this.#failing();
    // What an edit has named, and could not be loaded, does not wait for the minute to end.
    if (!hadFailures && failing.length > 0 && !this.#isLoadingDue) this.#armLoad();
    return { urls: [...new Set(urls.flat())], failed: names.filter((name) => failing.includes(name)) };
  }

  /** All rows that are held, as Directus sent them. */
  sentContent(): SentContent {
    return new Map(
      collectionNames.flatMap((name) => {
        const { sent } = this.#of(name);
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
      collectionNames.map((name) => {
        const onUnusable = (error: unknown) => reportError(error, { kind: 'malformed', collection: name });
        const held = {
          name,
          collection: collectionOf(name),
          client,
          lastGood,
          clock: this.#clock,
          onUnusable,
        };
        return [name, new HeldCollection({ ...held, context: { ...context, fileFacts } })];
      }),
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

  #failing(): readonly CollectionName[] {
    return collectionNames.filter((name) => this.#of(name).failure !== null);
  }

  /** Whether nothing at all has rows, as with a content service that is about to start. */
  #isEmpty(): boolean {
    return collectionNames.every((name) => this.#of(name).rowCount === 0);
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

  async #loadOne(name: CollectionName): Promise<readonly string[]> {
    const { shared = null } = this.#options;
    const held = this.#of(name);
    const isNamed = this.#named.delete(name);
    const moment = shared ? await shared.begin() : 0;
    const isOutdated = () => shared?.isOutdated(name, moment) ?? false;
    // The facts of files are there, or cannot be had.
    const needsFiles = name !== files.name && this.#of(files.name).sent === undefined;
    const filesKnown = Promise.resolve(needsFiles ? this.#loads.get(files.name)?.latest : null);
    const isChanged = (await held.load({ isNamed, isOutdated, filesKnown })) === 'changed';
    // Before the first load is over, no page shows anything older.
    const isNews = isChanged && !this.#isLoading;
    const changed = isChanged ? this.#take(name) : [];
    if (shared && held.sent && held.failure === null) await shared.share(name, moment, held.sent, isChanged);
    return isNews ? this.#publish(changed, true) : [];
  }

  /** Logs which of these collections have begun to fail, in one line for each reason, and which no longer do. */
  #logFailures(loaded: readonly CollectionName[]): void {
    const { log } = this.#options;
    const names = collectionNames.filter((name) => loaded.includes(name));
    const failing = names.filter((name) => this.#of(name).failure !== null && !this.#logged.has(name));
    const recovered = names.filter((name) => this.#of(name).failure === null && this.#logged.delete(name));
    for (const [reason, all] of Map.groupBy(failing, (name) => this.#of(name).failure)) {
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
    const { failed } = await this.load(isOld ? filesFirst : this.#failing(), false);
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
    if (this.#failing().length === 0 && !this.#isEmpty()) return Math.max(0, untilOldMs);
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
    const moment = Math.min(...collectionNames.map((name) => this.#changesAt(name, now)));
    if (moment === Number.POSITIVE_INFINITY) return;
    this.#cancelMoment = this.#clock.after(Math.min(moment - now, longestTimerMs), () => this.#pass(now));
  }

  #changesAt(name: CollectionName, now: number): number {
    return this.#of(name).changesAt(now) ?? Number.POSITIVE_INFINITY;
  }

  /** Arranges anew what has become another value since then. */
  #pass(since: number): void {
    const now = this.#clock.date();
    const changed = collectionNames.filter((name) => this.#changesAt(name, since) <= now);
    for (const name of changed) this.#of(name).rearrange();
    if (changed.length > 0) {
      this.#swap();
      void this.#publish(changed, true);
    } else this.#armMoment();
  }
}

/** The loads of one collection: one runs, one may wait, and `leastMs` lie between the beginnings of two. */
class LoadQueue<T> {
  /** The load that runs, or has ended last; null: there was none. */
  latest: Promise<T> | null = null;
  #waiting: Promise<T> | null = null;
  #earliest = Number.NEGATIVE_INFINITY;
  readonly #load: () => Promise<T>;
  readonly #leastMs: number;
  readonly #clock: Clock;

  /** @param load never rejects */
  constructor(load: () => Promise<T>, leastMs: number, clock: Clock) {
    this.#load = load;
    this.#leastMs = leastMs;
    this.#clock = clock;
  }

  /** The load that begins next: it sees all that was edited before this call. */
  next(): Promise<T> {
    this.#waiting ??= this.#begin();
    return this.#waiting;
  }

  async #begin(): Promise<T> {
    await this.latest;
    const pauseMs = this.#earliest - this.#clock.now();
    if (pauseMs > 0) await new Promise<void>((resolve) => void this.#clock.after(pauseMs, resolve));
    this.#waiting = null;
    this.#earliest = this.#clock.now() + this.#leastMs;
    this.latest = this.#load();
    return this.latest;
  }
}
