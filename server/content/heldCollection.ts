import { isDeepStrictEqual } from 'node:util';
import type NodeCache from 'node-cache';
import { isForbidden } from '../directus/callErrors.ts';
import { type DirectusClient, itemsPath } from '../directus/directusClient.ts';
import { type Row, readId, readRows } from '../directus/readField.ts';
import type { Clock } from '../process/clock.ts';
import { causeOf, type ReportError } from '../process/errors.ts';
import { appearsAt, type Collection } from './collections/collection.ts';
import type { CollectionName } from './collections/collections.ts';
import type { FileFacts, ParseContext } from './parse/parseContext.ts';
import type { Loaded, RawRows } from './siteContent.ts';

interface HeldCollectionOptions {
  readonly name: CollectionName;
  readonly collection: Collection<unknown, unknown>;
  readonly client: Pick<DirectusClient, 'items' | 'changeMarker'>;
  /** Holds the last good rows, by the name of the collection. */
  readonly lastGood: NodeCache;
  readonly context: ParseContext;
  readonly clock: Clock;
  /** Gets errors that are detected here: a response that cannot be used. The client reports failed calls itself. */
  readonly reportError: ReportError;
}

/** The result of parsing a row. */
interface ParsedRow {
  /** Null: the row shows nothing. */
  readonly parsed: unknown;
  /** The file facts that it was parsed with; its HTML adds some when it is sanitized later. */
  readonly facts: ReadonlyMap<string, FileFacts | null | undefined>;
}

/** An editor may well delete this many rows between two loads. */
const fewRows = 3;
/** A collection that stays empty for this long is accepted as empty. */
const provenEmptyMs = 10 * 60_000;
/** Above this number of rows, a load first asks whether anything is new. */
const largeCollection = 500;

/** The held rows of one collection, and the value that is built from them for the pages. */
export class HeldCollection {
  /** The value, or why there is none. */
  state: Loaded<unknown> = { unreachable: 'Not loaded yet', version: 0 };
  /** Why the last load failed; null: it did not. */
  failure: string | null = null;
  readonly #options: HeldCollectionOptions;
  /** The result of parsing each row that is held. */
  readonly #parsedRows = new WeakMap<Row, ParsedRow>();
  /** Those results that show something, in the order of the rows. */
  #parsed: readonly unknown[] = [];
  /** The date for which the value was last built from them, in milliseconds since 1970. */
  #arrangedAt = 0;
  /** The result of `client.changeMarker` when the rows were loaded; null: the content service does not say. */
  #marker: string | null = null;
  #emptySince: number | null = null;
  /** Whether an edit was announced that no load has brought yet. */
  #isAnnounced = false;
  /** The cause that was reported since rows were last taken or confirmed. */
  #reportedCause: string | null = null;

  constructor(options: HeldCollectionOptions) {
    this.#options = options;
  }

  /** The rows as Directus sent them; undefined: there never were any. */
  get sent(): RawRows | undefined {
    return this.#options.lastGood.get<RawRows>(this.#options.name);
  }

  /** How many rows are held; also 0 if there never were any. */
  get rowCount(): number {
    return this.sent?.rows.length ?? 0;
  }

  /** The held row with this key; undefined if there is none, it shows nothing, or it waits for its date. */
  shownRow(key: string): Row | undefined {
    const { collection, clock } = this.#options;
    const row = this.sent?.rows.find(({ id }) => readId(id) === key);
    const parsed = row && this.#parsedRows.get(row)?.parsed;
    const isShown = parsed && appearsAt(collection, row, parsed, clock.date()) === null;
    return isShown ? row : undefined;
  }

  /** A publish hook has named the collection: the next load that succeeds brings the edit. */
  announce(): void {
    this.#isAnnounced = true;
  }

  /**
   * Loads the rows and takes them if they are plausible. Resolves with whether pages that read them show something
   * else. Never rejects: after an error `failure` says why. Not to be called again before it has resolved.
   *
   * @param isOutdated whether rows of a later load have been taken in the meantime
   * @param filesKnown resolves when the facts of files are known, or cannot be loaded; rows are parsed after that
   */
  async load(isOutdated: () => boolean, filesKnown: Promise<unknown>): Promise<boolean> {
    const isAnnounced = this.#isAnnounced;
    this.#isAnnounced = false;
    try {
      const fetched = await this.#fetch(isAnnounced);
      await filesKnown;
      this.failure = null;
      if (isOutdated()) {
        // The edit is still to come.
        this.#isAnnounced ||= isAnnounced;
        return false;
      }
      if (fetched === null) {
        this.#store(this.sent?.rows ?? [], this.#options.clock.date());
        return false;
      }
      const isChanged = this.#takeIfBelieved(fetched.rows, isAnnounced);
      this.#marker = fetched.marker;
      return isChanged;
    } catch (error) {
      this.failure = causeOf(error);
      this.#isAnnounced ||= isAnnounced;
      if (!this.sent) this.state = { unreachable: this.failure, version: this.state.version };
      return false;
    }
  }

  /** Takes rows from another process. Returns whether pages show something else. Throws when they cannot be used. */
  take({ rows, loadedAt }: RawRows): boolean {
    const usable = rowsOf(rows, this.#options.collection);
    if (usable === null) throw new Error(`There are no rows of ${this.#options.name}`);
    this.#marker = null;
    return this.#hold(usable, loadedAt);
  }

  /**
   * Builds the value again from the same rows if file facts have changed, or if the time has come at which they give
   * another one. Returns whether pages show something else. If it fails, the value stays.
   */
  rebuild(): boolean {
    const { sent } = this;
    try {
      return sent !== undefined && this.#hold(sent.rows, sent.loadedAt);
    } catch {
      // It has been reported.
      return false;
    }
  }

  /** The moment from which the same rows give another value, past if the timer for it is late; infinite: none. */
  changesAt(): number {
    const { collection, clock } = this.#options;
    const now = clock.date();
    const from = Math.min(this.#arrangedAt, now);
    const next = collection.changesAt?.(this.#parsed, from) ?? Number.POSITIVE_INFINITY;
    // The clock was set back, to before a moment for which the value was built already.
    return next <= this.#arrangedAt ? now : next;
  }

  /**
   * The state for operators: the number of rows (null: it never had any), the milliseconds since the content service last
   * confirmed them (null: never), and why the last load failed.
   */
  stats() {
    const { failure, sent } = this;
    const { name, clock } = this.#options;
    const ageMs = sent ? clock.date() - sent.loadedAt : null;
    return { collection: name, rows: sent?.rows.length ?? null, ageMs, failure };
  }

  /**
   * The rows of the collection with the result of `client.changeMarker`; null if no edit was announced and the service
   * says that nothing is new.
   */
  async #fetch(isAnnounced: boolean) {
    const { client, collection, name } = this.#options;
    const { query, changedField } = collection;
    const marker =
      this.rowCount > largeCollection && changedField !== undefined
        ? await client.changeMarker(name, changedField, query.filter)
        : null;
    if (!isAnnounced && marker !== null && marker === this.#marker) return null;
    const rows = rowsOf(await this.#items(), collection);
    if (rows === null) {
      const error = new Error(`Malformed response: its members are not rows of ${name}`);
      throw this.#reportOnce(error, { endpoint: itemsPath(name) });
    }
    return { rows, marker };
  }

  /** A collection that may be missing counts as empty if Directus responds with 403 and no rows are held. */
  async #items(): Promise<readonly unknown[]> {
    const { client, name, collection } = this.#options;
    const { query, mayBeSingleton, shownIfMissing } = collection;
    const isExpected = (error: unknown) =>
      shownIfMissing !== undefined && this.rowCount === 0 && isForbidden(error);
    try {
      return await client.items(name, query, { mayBeSingleton, isExpected });
    } catch (error) {
      if (isExpected(error)) return [];
      throw error;
    }
  }

  /**
   * Takes the rows of a load, and returns as `#hold` does. Throws when they are empty and that is not plausible: a
   * content service that has lost its database responds like one whose editors have deleted everything; the latter is
   * rare, and a hook announces it.
   */
  #takeIfBelieved(rows: readonly Row[], isAnnounced: boolean): boolean {
    const { clock, name } = this.#options;
    const heldRows = this.#parsed.length;
    // Only parsing tells, because a service that does not filter sends drafts too. Stops at the first row that is shown.
    const showsNothing = rows.every((row) => this.#parseRow(row).parsed === null);
    if (!showsNothing) this.#emptySince = null;
    else this.#emptySince ??= clock.now();
    const emptyForMs = this.#emptySince === null ? 0 : clock.now() - this.#emptySince;
    const isPlausible = heldRows <= fewRows || isAnnounced || emptyForMs >= provenEmptyMs;
    if (showsNothing && !isPlausible) {
      throw new Error(`All ${heldRows} rows of ${name} disappeared at once`);
    }
    return this.#hold(rows, clock.date());
  }

  /** Parses and arranges rows. Returns whether pages show something else; reports and throws if the old rows stay. */
  #hold(rows: readonly Row[], loadedAt: number): boolean {
    const { collection, clock, context } = this.#options;
    const now = clock.date();
    try {
      const kept = reuseUnchanged(rows, this.sent?.rows ?? []);
      const parsed = this.#parse(kept);
      const { length } = this.#parsed;
      const areSame = parsed.length === length && parsed.every((row, at) => row === this.#parsed[at]);
      const isSame = areSame && 'ok' in this.state && this.changesAt() > now;
      if (!isSame) {
        const ok = collection.arrange(parsed, now, context);
        this.state = { ok, version: this.state.version + 1 };
        this.#arrangedAt = now;
      }
      this.#parsed = parsed;
      this.#store(kept, loadedAt);
      return !isSame;
    } catch (error) {
      throw this.#reportOnce(error);
    }
  }

  /**
   * Parses rows; those that show nothing are left out. If a row is the same object and its files have not changed, its
   * parsed object stays the same.
   */
  #parse(rows: readonly Row[]): readonly unknown[] {
    const { fileFacts } = this.#options.context;
    return rows.flatMap((row) => {
      const before = this.#parsedRows.get(row);
      const isCurrent = before?.facts.entries().every(([id, known]) => fileFacts(id) === known);
      const result = before && isCurrent ? before : this.#parseRow(row);
      this.#parsedRows.set(row, result);
      return result.parsed ?? [];
    });
  }

  #parseRow(row: Row): ParsedRow {
    const { collection, context, name } = this.#options;
    const facts = new Map<string, FileFacts | null | undefined>();
    const fileFacts = (id: string) => {
      const known = context.fileFacts(id);
      facts.set(id, known);
      return known;
    };
    const warn: ParseContext['warn'] = (message, details) =>
      context.warn(message, { collection: name, row: row.id, ...details });
    return { parsed: collection.parseRow(row, { ...context, fileFacts, warn }), facts };
  }

  /** Reports an error and returns it; when loads fail for the same cause again and again, it is reported once. */
  #reportOnce(error: unknown, call: { readonly endpoint?: string } = {}): unknown {
    const cause = causeOf(error);
    const { name, reportError } = this.#options;
    if (cause !== this.#reportedCause) reportError(error, { ...call, kind: 'malformed', collection: name });
    this.#reportedCause = cause;
    return error;
  }

  /** Keeps rows that the content service has sent or confirmed. */
  #store(rows: readonly Row[], loadedAt: number): void {
    this.#reportedCause = null;
    this.#options.lastGood.set<RawRows>(this.#options.name, { rows, loadedAt });
  }
}

/**
 * The rows of a response, without members that are not rows of the collection.
 *
 * @returns null for a malformed response: at most half of its members are rows of this collection
 */
export function rowsOf(
  members: readonly unknown[],
  { isRow }: { isRow(row: Row): boolean },
): readonly Row[] | null {
  const rows = readRows(members).filter((row) => isRow(row));
  return members.length > 0 && rows.length * 2 <= members.length ? null : rows;
}

/** The rows of a load; for a row that has not changed, the same object as before. */
function reuseUnchanged(rows: readonly Row[], before: readonly Row[]): readonly Row[] {
  // Not every collection is requested with ids: rows without one are compared as a whole.
  const keyOf = (row: Row) => row.id ?? JSON.stringify(row);
  const known = new Map(before.map((row) => [keyOf(row), row]));
  return rows.map((row) => {
    const same = known.get(keyOf(row));
    return same && isDeepStrictEqual(same, row) ? same : row;
  });
}
