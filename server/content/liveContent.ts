import NodeCache from 'node-cache';
import type { Logger } from 'pino';
import type { DirectusClient } from '../directus/directusClient.ts';
import type { Row } from '../directus/readField.ts';
import type { Clock } from '../process/clock.ts';
import { causeOf, type ReportError } from '../process/errors.ts';
import { within } from '../process/within.ts';
import { type CollectionName, collectionNames, collectionOf } from './collections/collections.ts';
import { files } from './collections/files.ts';
import { pages } from './collections/pages.ts';
import { HeldCollection } from './heldCollection.ts';
import type { ParseContext } from './parse/parseContext.ts';
import type { SharedContent } from './sharedContent.ts';
import { factsIn, type RawContent, type RawRows, type SiteContent } from './siteContent.ts';

/**
 * Brings changed collections to the pages. Resolves with the addresses whose pages have changed; never rejects. It is
 * called without collections when the first load is over.
 *
 * @param isLoadedHere whether this process has loaded them, and therefore tells the CDN
 */
export type Publish = (
  changed: readonly CollectionName[],
  isLoadedHere: boolean,
) => Promise<readonly string[]>;

export interface LiveContentOptions {
  readonly client: Pick<DirectusClient, 'items' | 'changeMarker' | 'close'>;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly reportError: ReportError;
  /** What parsers need besides the facts of files. */
  readonly context: Omit<ParseContext, 'fileFacts'>;
  /** Rows from an earlier process or from other replicas. */
  readonly initial?: RawContent;
  /** Null: rows are not shared with other replicas. */
  readonly shared?: SharedContent | null;
  /** Runs each load that is due, to trace it. */
  readonly traceLoad?: <T>(load: () => Promise<T>) => Promise<T>;
  readonly clock: Clock;
  readonly random?: () => number;
}

const maxAgeMs = 60_000;
const firstBackoffMs = 1_000;
const longestBackoffMs = 30_000;
/** A timer for a distant time is set again each minute, so that a change of the system clock is noticed. */
const longestTimerMs = 60_000;

/** `pages` does not count: a site may have no pages but the built-in ones. */
const makesPages = (name: CollectionName) => name !== pages.name && collectionOf(name).pages !== undefined;
/** The load of file facts starts before the loads of collections that are parsed with them. */
const filesFirst = collectionNames.toSorted(
  (one, other) => Number(other === files.name) - Number(one === files.name),
);

/**
 * Holds the content of the site. Two things start a load: the content is a minute old (or, after a failed load, one to
 * thirty seconds), or an edit was announced. Nothing else requests content from the content service.
 */
export class LiveContent {
  /** Changes whenever the content does. */
  revision = 0;
  readonly #options: LiveContentOptions;
  readonly #held: ReadonlyMap<CollectionName, HeldCollection>;
  /** The load of each collection that runs, and the one that waits for it. */
  readonly #running = new Map<CollectionName, Promise<readonly string[]>>();
  readonly #waiting = new Map<CollectionName, Promise<readonly string[]>>();
  readonly #firstLoad = Promise.withResolvers<void>();
  readonly #firstPages = Promise.withResolvers<void>();
  #content: SiteContent;
  #publish: Publish = async () => [];
  #isFirstLoadPending = true;
  #isClosed = false;
  /** The collections whose failure has been logged. */
  readonly #logged = new Set<CollectionName>();
  #failedLoads = 0;
  #loadedAllAt = Number.NEGATIVE_INFINITY;
  /** A scheduled load sets the timer of the next one when it ends; at first true, for the load at start. */
  #isScheduledLoadRunning = true;
  #cancelLoad = () => {};
  #cancelRebuild = () => {};

  constructor(options: LiveContentOptions) {
    this.#options = options;
    this.#held = this.#createCollections();
    for (const name of filesFirst) this.#takeInitial(name);
    this.#content = this.#readContent();
    this.#scheduleRebuild();
    options.shared?.setReceiver((name, sent) => this.#takeShared(name, sent));
    if (!this.hasPages()) return;
    this.#firstPages.resolve();
    this.#endFirstLoad();
  }

  /** The content at this moment. A later load makes another object, so a page takes it once. */
  current(): SiteContent {
    return this.#content;
  }

  /** Whether the first load is not over, and no content came from another process. */
  isFirstLoadPending(): boolean {
    return this.#isFirstLoadPending;
  }

  /** Resolves when the first load is over, or after `ms`. */
  async firstLoadOver(ms: number): Promise<void> {
    if (this.#isFirstLoadPending) await within(ms, this.#firstLoad.promise, undefined);
  }

  /** Whether a collection that makes pages has rows. */
  hasPages(): boolean {
    return collectionNames.some((name) => makesPages(name) && this.#collection(name).rowCount > 0);
  }

  /** Resolves when a collection that makes pages has rows. */
  pagesLoaded(): Promise<void> {
    return this.#firstPages.promise;
  }

  /** Sets the one function that brings changes to the pages, in place of an earlier one. */
  setPublisher(publish: Publish): void {
    this.#publish = publish;
    if (!this.#isFirstLoadPending) void publish([], false);
  }

  /**
   * Loads everything if it is a minute old or empty, else only what has failed; again when that is due, until `close`.
   * Resolves when the first load is over.
   */
  async start(): Promise<void> {
    this.#isScheduledLoadRunning = true;
    const isOld = this.#options.clock.now() - this.#loadedAllAt >= maxAgeMs || this.#hasNoRows();
    if (isOld) this.#loadedAllAt = this.#options.clock.now();
    const { traceLoad = (load) => load() } = this.#options;
    const { failed } = await traceLoad(() => this.load(isOld ? filesFirst : this.#failing(), false));
    this.#endFirstLoad();
    this.#failedLoads = failed.length > 0 || this.#hasNoRows() ? this.#failedLoads + 1 : 0;
    this.#isScheduledLoadRunning = false;
    this.#scheduleLoad();
  }

  /**
   * Loads collections now. Resolves when the pages show the result, on all replicas, with the addresses whose pages have
   * changed, and the collections that could not be loaded: their last rows stay in use. Never rejects.
   *
   * @param isAnnounced whether a publish hook has named these collections: then an empty response is believed
   */
  async load(names: readonly CollectionName[], isAnnounced: boolean) {
    const hadFailures = this.#failing().length > 0;
    if (isAnnounced) for (const name of names) this.#collection(name).announce();
    const urls = await Promise.all(names.map((name) => this.#nextLoad(name)));
    this.#logFailures(names);
    const failing = this.#failing();
    // An edited collection that could not be loaded is retried before the minute is over.
    if (!hadFailures && failing.length > 0 && !this.#isScheduledLoadRunning) this.#scheduleLoad();
    return { urls: [...new Set(urls.flat())], failed: names.filter((name) => failing.includes(name)) };
  }

  /** All held rows, as Directus sent them. */
  rawContent(): RawContent {
    return new Map(
      collectionNames.flatMap((name) => {
        const { sent } = this.#collection(name);
        return sent ? [[name, sent] as const] : [];
      }),
    );
  }

  /** The row of a collection with this key, as Directus sent it; undefined if it shows nothing. */
  shownRow(name: CollectionName, key: string): Row | undefined {
    return this.#collection(name).shownRow(key);
  }

  /** The state of each collection, for operators. */
  stats() {
    return collectionNames.map((name) => this.#collection(name).stats());
  }

  /** Stops the timers and closes the connections. */
  close(): void {
    this.#isClosed = true;
    this.#cancelLoad();
    this.#cancelRebuild();
    this.#options.client.close();
  }

  #createCollections(): ReadonlyMap<CollectionName, HeldCollection> {
    const lastGood = new NodeCache({ useClones: false, stdTTL: 0, checkperiod: 0 });
    // The compiler does not see that this state has the type that the declaration of the library gives it.
    const fileFacts = (id: string) =>
      factsIn(this.#collection(files.name).state as SiteContent[typeof files.name], id);
    const context = { ...this.#options.context, fileFacts };
    const common = { ...this.#options, lastGood, context };
    const create = (name: CollectionName) =>
      new HeldCollection({ ...common, name, collection: collectionOf(name) });
    return new Map(collectionNames.map((name) => [name, create(name)]));
  }

  #takeInitial(name: CollectionName): void {
    const { initial, log } = this.#options;
    const sent = initial?.get(name);
    try {
      if (sent) this.#collection(name).take(sent);
    } catch (error) {
      log.warn({ collection: name, reason: causeOf(error) }, 'Rows of an earlier process cannot be used.');
    }
  }

  #collection(name: CollectionName): HeldCollection {
    const held = this.#held.get(name);
    if (!held) throw new Error(`There is no collection ${name}.`);
    return held;
  }

  #failing(): readonly CollectionName[] {
    return collectionNames.filter((name) => this.#collection(name).failure !== null);
  }

  /** Whether no collection has any rows, as while a content service is starting. */
  #hasNoRows(): boolean {
    return collectionNames.every((name) => this.#collection(name).rowCount === 0);
  }

  #readContent(): SiteContent {
    const hasNoRows = this.#hasNoRows();
    const states = collectionNames.map((name) => {
      const { state } = this.#collection(name);
      // A content service without any content is broken: what makes pages counts as unreachable, not as empty.
      const isDoubted = hasNoRows && makesPages(name) && 'ok' in state;
      return [
        name,
        isDoubted ? { unreachable: 'The content service has no content', version: -state.version } : state,
      ];
    });
    // The compiler does not see that each state has the type of its collection.
    return Object.fromEntries(states) as SiteContent;
  }

  #swap(): void {
    this.#content = this.#readContent();
    this.revision += 1;
    this.#scheduleRebuild();
    if (this.hasPages()) this.#firstPages.resolve();
  }

  /**
   * Makes the new value of a collection part of the content. Returns its name, and those of the collections that
   * changed because they were parsed again with new file facts.
   */
  #include(name: CollectionName): readonly CollectionName[] {
    const others = name === files.name ? collectionNames.filter((other) => other !== name) : [];
    const changed = [name, ...others.filter((other) => this.#collection(other).rebuild())];
    this.#swap();
    return changed;
  }

  #takeShared(name: CollectionName, sent: RawRows): void {
    if (!this.#collection(name).take(sent)) return;
    const changed = this.#include(name);
    if (this.hasPages()) this.#endFirstLoad();
    if (!this.#isFirstLoadPending) void this.#publish(changed, false);
  }

  /**
   * The load of a collection that starts next: it sees all edits from before this call. The one that runs now may bring
   * them already, so the addresses that it changes are among the result.
   */
  async #nextLoad(name: CollectionName): Promise<readonly string[]> {
    const running = this.#running.get(name);
    const next = this.#waiting.get(name) ?? this.#beginLoad(name);
    this.#waiting.set(name, next);
    return [...((await running) ?? []), ...(await next)];
  }

  async #beginLoad(name: CollectionName): Promise<readonly string[]> {
    await this.#running.get(name);
    this.#waiting.delete(name);
    const running = this.#loadCollection(name).finally(() => this.#running.delete(name));
    this.#running.set(name, running);
    return running;
  }

  /** Loads a collection. Resolves with the addresses whose pages have changed; never rejects. */
  async #loadCollection(name: CollectionName): Promise<readonly string[]> {
    const { shared = null } = this.#options;
    const held = this.#collection(name);
    const moment = shared ? await shared.newMoment(name) : 0;
    const isOutdated = () => shared?.isOutdated(name, moment) ?? false;
    // Waits until the facts of files are loaded, or cannot be.
    const needsFiles = name !== files.name && this.#collection(files.name).sent === undefined;
    const filesKnown = Promise.resolve(needsFiles ? this.#running.get(files.name) : null);
    const isChanged = await held.load(isOutdated, filesKnown);
    // Until the first load is over, no page shows older content.
    const isNews = isChanged && !this.#isFirstLoadPending;
    const changed = isChanged ? this.#include(name) : [];
    if (shared && held.sent && held.failure === null) await shared.share(name, moment, held.sent, isChanged);
    return isNews ? this.#publish(changed, true) : [];
  }

  /** Logs which of these collections have started to fail, in one line for each reason, and which have recovered. */
  #logFailures(loaded: readonly CollectionName[]): void {
    const { log } = this.#options;
    const names = collectionNames.filter((name) => loaded.includes(name));
    const failing = this.#failing();
    const started = names.filter((name) => failing.includes(name) && !this.#logged.has(name));
    const recovered = names.filter((name) => !failing.includes(name) && this.#logged.delete(name));
    for (const [reason, all] of Map.groupBy(started, (name) => this.#collection(name).failure)) {
      const collection = all.join(', ');
      log.warn({ collection, reason }, `Content could not be loaded: ${collection}.`);
    }
    for (const name of started) this.#logged.add(name);
    const collection = recovered.join(', ');
    if (collection !== '') log.info({ collection }, `Content can be loaded again: ${collection}.`);
  }

  #scheduleLoad(): void {
    this.#cancelLoad();
    if (!this.#isClosed)
      this.#cancelLoad = this.#options.clock.after(this.#untilNextLoadMs(), () => void this.start());
  }

  #untilNextLoadMs(): number {
    const untilOldMs = this.#loadedAllAt + maxAgeMs - this.#options.clock.now();
    if (this.#failing().length === 0 && !this.#hasNoRows()) return Math.max(0, untilOldMs);
    const { random = Math.random } = this.#options;
    const backoffMs = Math.min(firstBackoffMs * 2 ** Math.max(0, this.#failedLoads - 1), longestBackoffMs);
    return Math.max(0, Math.min(untilOldMs, backoffMs * (0.75 + random() / 2)));
  }

  #endFirstLoad(): void {
    if (!this.#isFirstLoadPending) return;
    this.#isFirstLoadPending = false;
    this.#firstLoad.resolve();
    void this.#publish([], false);
  }

  /**
   * Sets a timer for the next moment at which the same rows give another value: when a post falls due.
   *
   * @param leastMs the timer is not shorter
   */
  #scheduleRebuild(leastMs = 0): void {
    this.#cancelRebuild();
    if (this.#isClosed) return;
    const next = Math.min(...collectionNames.map((name) => this.#collection(name).changesAt()));
    if (next === Number.POSITIVE_INFINITY) return;
    const waitMs = Math.max(leastMs, Math.min(next - this.#options.clock.date(), longestTimerMs));
    this.#cancelRebuild = this.#options.clock.after(waitMs, () => this.#rebuildDue());
  }

  /** Builds again the values of the collections for which that moment has come. */
  #rebuildDue(): void {
    const now = this.#options.clock.date();
    const due = collectionNames.filter((name) => this.#collection(name).changesAt() <= now);
    const changed = due.filter((name) => this.#collection(name).rebuild());
    if (changed.length > 0) {
      this.#swap();
      void this.#publish(changed, true);
    }
    // What could not be built is tried again in a minute, and by each load.
    else this.#scheduleRebuild(due.length > 0 ? longestTimerMs : 0);
  }
}
