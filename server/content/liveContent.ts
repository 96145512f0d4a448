import NodeCache from 'node-cache';
import type { Logger } from 'pino';
import type { DirectusClient } from '../directus/directusClient.ts';
import type { Clock } from '../process/clock.ts';
import { causeOf, type ReportError } from '../process/errors.ts';
import { within } from '../process/within.ts';
import { type CollectionName, collectionNames, collectionOf, pageMakers } from './collections/collections.ts';
import { files } from './collections/files.ts';
import { pages } from './collections/pages.ts';
import { HeldCollection, type NotedRow } from './heldCollection.ts';
import type { ParseContext } from './parse/parseContext.ts';
import { missingColumns } from './receivedRows.ts';
import type { SharedContent } from './sharedContent.ts';
import { factsIn, type RawContent, type SiteContent } from './siteContent.ts';

/** A change of the content. The object is its identity: `load` returns the one that listeners were called with. */
export interface ContentChange {
  /** Empty when the first load is over: everything is new then. */
  readonly collections: readonly CollectionName[];
  /** Whether another replica has named these collections; it tells search engines. */
  readonly isHeard: boolean;
}

export interface LiveContentOptions {
  readonly client: Pick<DirectusClient, 'items' | 'changeMarker' | 'close'>;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly reportError: ReportError;
  /** What parsers need besides the facts of files. */
  readonly context: Omit<ParseContext, 'fileFacts' | 'note'>;
  /** Rows from an earlier process or from other replicas. */
  readonly initial?: RawContent;
  /** Null: there are no other replicas. */
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
const makesPages = (name: CollectionName) => name !== pages.name && pageMakers.includes(name);
/** The load of file facts starts before the loads of collections that are parsed with them. */
const filesFirst = collectionNames.toSorted(
  (one, other) => Number(other === files.name) - Number(one === files.name),
);

/**
 * Holds the content of the site. Two things start a load: the content is a minute old (or, after a failed load, one to
 * thirty seconds), or an edit was announced, or may have been while Redis was away.
 */
export class LiveContent {
  /** Changes whenever the content does. */
  revision = 0;
  readonly #options: LiveContentOptions;
  readonly #held: ReadonlyMap<CollectionName, HeldCollection>;
  /** The load of each collection that runs, and the one that waits for it. */
  readonly #running = new Map<CollectionName, Promise<readonly ContentChange[]>>();
  readonly #waiting = new Map<CollectionName, Promise<readonly ContentChange[]>>();
  readonly #firstLoad = Promise.withResolvers<void>();
  readonly #firstPages = Promise.withResolvers<void>();
  /** The collections that another replica has named, until they are loaded. */
  readonly #heard = new Set<CollectionName>();
  #content: SiteContent;
  #listener: (change: ContentChange) => void = () => {};
  #isFirstLoadPending = true;
  #isClosed = false;
  /** The collections whose failure has been logged. */
  readonly #logged = new Set<CollectionName>();
  #hasLoggedUnusable = false;
  #hasLoggedOffers = false;
  #hasLoggedUnpublished = false;
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
    options.shared?.onNews((names, isAnnounced) => {
      for (const name of names) this.#heard.add(name);
      return this.#load(names, isAnnounced);
    });
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
    return collectionNames.some((name) => makesPages(name) && this.#collection(name).shownCount > 0);
  }

  /**
   * Whether the content service answers, but with nothing to make pages of, which waiting does not mend: what makes
   * them may not be read, does not exist, or is empty.
   */
  isUnusable(): boolean {
    const hasAnswered = ({ isRefused, failure, state }: HeldCollection) =>
      isRefused || (failure === null && 'ok' in state);
    return this.#hasNoContent() && pageMakers.every((name) => hasAnswered(this.#collection(name)));
  }

  /** Resolves when a collection that makes pages has rows. */
  pagesLoaded(): Promise<void> {
    return this.#firstPages.promise;
  }

  /** Sets the one function that is called with each change of the content, in place of an earlier one. */
  onChange(listener: (change: ContentChange) => void): void {
    this.#listener = listener;
    if (!this.#isFirstLoadPending) this.#announce([]);
  }

  /**
   * Loads everything if it is a minute old or empty, else only what has failed; again when that is due, until `close`.
   * Resolves when the first load is over.
   */
  async start(): Promise<void> {
    this.#isScheduledLoadRunning = true;
    const isOld = this.#options.clock.now() - this.#loadedAllAt >= maxAgeMs || this.#hasNoContent();
    if (isOld) this.#loadedAllAt = this.#options.clock.now();
    const { traceLoad = (load) => load() } = this.#options;
    const { failed } = await traceLoad(() => this.#load(isOld ? filesFirst : this.#failing(), false));
    this.#endFirstLoad();
    this.#failedLoads = failed.length > 0 || this.#hasNoContent() ? this.#failedLoads + 1 : 0;
    this.#isScheduledLoadRunning = false;
    this.#scheduleLoad();
    this.#logUnusable();
    this.#logUnpublished();
    this.#logOffers();
  }

  /**
   * Loads collections now; if they were announced, the other replicas do so too. Resolves with what has changed here,
   * and the collections that could not be loaded: their last rows stay in use. Never rejects.
   *
   * @param isAnnounced whether a publish hook has named these collections: then the loss of most rows is believed
   */
  load(names: readonly CollectionName[], isAnnounced: boolean) {
    for (const name of names) this.#heard.delete(name);
    if (isAnnounced) this.#options.shared?.tell(names);
    return this.#load(names, isAnnounced);
  }

  async #load(names: readonly CollectionName[], isAnnounced: boolean) {
    const hadFailures = this.#failing().length > 0;
    if (isAnnounced) for (const name of names) this.#collection(name).announce();
    const changes = await Promise.all(names.map((name) => this.#nextLoad(name)));
    this.#logFailures(names);
    const failing = this.#failing();
    // An edited collection that could not be loaded is retried before the minute is over.
    if (!hadFailures && failing.length > 0 && !this.#isScheduledLoadRunning) this.#scheduleLoad();
    return { changes: changes.flat(), failed: names.filter((name) => failing.includes(name)) };
  }

  /** All held rows, as Directus sent them. */
  rawContent(): RawContent {
    return new Map(
      collectionNames.flatMap((name) => {
        const { rawRows } = this.#collection(name);
        return rawRows ? [[name, rawRows] as const] : [];
      }),
    );
  }

  /** The held rows of a collection with what parsing has found out about them. */
  notedRows(name: CollectionName): readonly NotedRow[] {
    return this.#collection(name).notedRows();
  }

  /** The held row of a collection with this key; undefined if there is none. */
  notedRow(name: CollectionName, key: string): NotedRow | undefined {
    return this.#collection(name).notedRow(key);
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
    const rawRows = initial?.get(name);
    try {
      if (rawRows) this.#collection(name).take(rawRows);
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

  /** Whether nothing makes pages, as while a content service is starting. */
  #hasNoContent(): boolean {
    return pageMakers.every((name) => this.#collection(name).shownCount === 0);
  }

  #readContent(): SiteContent {
    const hasNoContent = this.#hasNoContent();
    const states = collectionNames.map((name) => {
      const { state } = this.#collection(name);
      // A content service without any content is broken: what makes pages counts as unreachable, not as empty.
      const isDoubted = hasNoContent && makesPages(name) && 'ok' in state;
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

  #announce(collections: readonly CollectionName[], isHeard = false): ContentChange {
    const change = { collections, isHeard };
    this.#listener(change);
    return change;
  }

  /**
   * The load of a collection that starts next: it sees all edits from before this call. The one that runs now may bring
   * them already, so what it changes is among the result.
   */
  async #nextLoad(name: CollectionName): Promise<readonly ContentChange[]> {
    const running = this.#running.get(name);
    const next = this.#waiting.get(name) ?? this.#beginLoad(name);
    this.#waiting.set(name, next);
    return [...((await running) ?? []), ...(await next)];
  }

  async #beginLoad(name: CollectionName): Promise<readonly ContentChange[]> {
    await this.#running.get(name);
    this.#waiting.delete(name);
    const running = this.#loadCollection(name).finally(() => this.#running.delete(name));
    this.#running.set(name, running);
    return running;
  }

  /** Loads a collection. Resolves with what has changed; never rejects. */
  async #loadCollection(name: CollectionName): Promise<readonly ContentChange[]> {
    const held = this.#collection(name);
    const isHeard = this.#heard.delete(name);
    // Waits until the facts of files are loaded, or cannot be.
    const needsFiles = name !== files.name && this.#collection(files.name).rawRows === undefined;
    const filesKnown = Promise.resolve(needsFiles ? this.#running.get(files.name) : null);
    const refusalBefore = held.relationsRefusal;
    const isChanged = await held.load(filesKnown);
    this.#logRelations(name, held.relationsRefusal, refusalBefore);
    // Until the first load is over, no page shows older content.
    const isNews = isChanged && !this.#isFirstLoadPending;
    const changed = isChanged ? this.#include(name) : [];
    if (held.rawRows && held.failure === null) void this.#options.shared?.writeCopy(name, held.rawRows);
    return isNews ? [this.#announce(changed, isHeard)] : [];
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

  /** Logs when what the rows of a collection refer to begins or ends to be refused. */
  #logRelations(name: CollectionName, reason: string | null, before: string | null): void {
    const { log } = this.#options;
    if (reason !== null && before === null)
      log.warn({ collection: name, reason }, `What rows refer to could not be loaded and stays: ${name}.`);
    if (reason === null && before !== null)
      log.info({ collection: name }, `What rows refer to can be loaded again: ${name}.`);
  }

  /** Logs once that no pages can be made, and what an operator can do. */
  #logUnusable(): void {
    if (!this.isUnusable()) {
      this.#hasLoggedUnusable = false;
      return;
    }
    if (this.#hasLoggedUnusable) return;
    this.#hasLoggedUnusable = true;
    const refused = pageMakers.filter((name) => this.#collection(name).isRefused);
    const problem =
      refused.length === pageMakers.length
        ? `nobody may read ${refused.join(', ')}, or they do not exist: give its Public policy read access to them`
        : 'it is empty: publish a service, a post, a home or a page';
    this.#options.log.error(
      { refused },
      `The content service answers, but ${problem}, or run npm run directus:provision (docs/directus.md). Until then a process that starts is not ready.`,
    );
  }

  /** Logs once which collections have rows of which visitors see none: their pages look as if there were none. */
  #logUnpublished(): void {
    const collection = collectionNames.filter((name) => this.#collection(name).isUnpublished).join(', ');
    if (this.#hasLoggedUnpublished || collection === '') return;
    this.#hasLoggedUnpublished = true;
    const said = `Visitors see no row of ${collection}: none has the status published.`;
    this.#options.log.info({ collection }, said);
  }

  /** Logs once, when there are pages, what the site could do with a content service that has more. */
  #logOffers(): void {
    if (this.#hasLoggedOffers || !this.hasPages()) return;
    this.#hasLoggedOffers = true;
    const offers = collectionNames.flatMap((name) => {
      const { offer } = collectionOf(name);
      return offer !== undefined && this.#collection(name).isRefused ? [offer] : [];
    });
    const sparse = collectionNames.filter(
      (name) => missingColumns(name, this.#collection(name).rawRows?.rows ?? []).length > 0,
    );
    const fields = sparse.length === 0 ? [] : [`further fields of ${sparse.join(', ')}`];
    const missing = [...offers, ...fields];
    if (missing.length === 0) return;
    this.#options.log.info(
      { missing },
      `The site shows what the content service has. With npm run directus:provision it can also have ${missing.join('; ')} (docs/directus.md).`,
    );
  }

  #scheduleLoad(): void {
    this.#cancelLoad();
    if (!this.#isClosed)
      this.#cancelLoad = this.#options.clock.after(this.#untilNextLoadMs(), () => void this.start());
  }

  #untilNextLoadMs(): number {
    const untilOldMs = this.#loadedAllAt + maxAgeMs - this.#options.clock.now();
    if (this.#failing().length === 0 && !this.#hasNoContent()) return Math.max(0, untilOldMs);
    const { random = Math.random } = this.#options;
    const backoffMs = Math.min(firstBackoffMs * 2 ** Math.max(0, this.#failedLoads - 1), longestBackoffMs);
    return Math.max(0, Math.min(untilOldMs, backoffMs * (0.75 + random() / 2)));
  }

  #endFirstLoad(): void {
    if (!this.#isFirstLoadPending) return;
    this.#isFirstLoadPending = false;
    this.#firstLoad.resolve();
    this.#announce([]);
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

  /** Builds the collections again whose rows give another value by now. */
  #rebuildDue(): void {
    const now = this.#options.clock.date();
    const due = collectionNames.filter((name) => this.#collection(name).changesAt() <= now);
    const changed = due.filter((name) => this.#collection(name).rebuild());
    if (changed.length > 0) {
      this.#swap();
      this.#announce(changed);
    }
    // What could not be built is tried again in a minute, and by each load.
    else this.#scheduleRebuild(due.length > 0 ? longestTimerMs : 0);
  }
}
