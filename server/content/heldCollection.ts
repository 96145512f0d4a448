import { isDeepStrictEqual } from 'node:util';
import type NodeCache from 'node-cache';
import { isForbidden, isRefusedQuery } from '../directus/callErrors.ts';
import { type DirectusClient, itemsPath } from '../directus/directusClient.ts';
import { keyOfRow, type Row } from '../directus/readField.ts';
import type { Clock } from '../process/clock.ts';
import { causeOf, type ReportError } from '../process/errors.ts';
import type { Collection } from './collections/collection.ts';
import type { CollectionName } from './collections/collections.ts';
import type { FileFacts, Note, ParseContext } from './parse/parseContext.ts';
import { areUnpublished, requestRows, rowsOf } from './receivedRows.ts';
import type { Loaded, RawRows } from './siteContent.ts';

interface HeldCollectionOptions {
  readonly name: CollectionName;
  readonly collection: Collection<unknown, unknown>;
  readonly client: Pick<DirectusClient, 'items' | 'changeMarker'>;
  /** Holds the last good rows, by the name of the collection. */
  readonly lastGood: NodeCache;
  readonly context: Omit<ParseContext, 'note'>;
  readonly clock: Clock;
  /** Gets errors that are detected here: a response that cannot be used. The client reports failed calls itself. */
  readonly reportError: ReportError;
}

/** The result of parsing a row. */
interface ParsedRow {
  /** Null: the row shows nothing. */
  readonly parsed: unknown;
  /** What was found out about it; its HTML adds some when it is sanitized later. */
  readonly notes: readonly Note[];
  /** The file facts that it was parsed with; its HTML adds some when it is sanitized later. */
  readonly facts: ReadonlyMap<string, FileFacts | null | undefined>;
}

/** A held row as Directus sent it, with what parsing has found out about it. */
export interface NotedRow extends Pick<ParsedRow, 'parsed' | 'notes'> {
  readonly row: Row;
}

/** Notes of one row: further ones are dropped. */
const mostNotes = 200;
const longestDetails = 200;
/** An editor may well delete this many rows between two loads. */
const fewRows = 3;
/** Rows that are missing for this long are accepted as deleted. */
const provenLossMs = 10 * 60_000;
/** Above this number of rows, a load first asks whether anything is new. */
const largeCollection = 500;

/** Most rows of a collection are missing from a load, and nobody has announced that. */
class DoubtedLoss extends Error {}

/** The held rows of one collection, and the value that is built from them for the pages. */
export class HeldCollection {
  /** The value, or why there is none. */
  state: Loaded<unknown> = { unreachable: 'Not loaded yet', version: 0 };
  /** Why the last load failed; null: it did not. */
  failure: string | null = null;
  /** Whether the content service answered the last load that this may not be read, or does not exist. */
  isRefused = false;
  /** Whether the last load brought rows, none of which is published. */
  isUnpublished = false;
  /** Why the last load that succeeded left the relations of the rows as they were; null: it has loaded them. */
  relationsRefusal: string | null = null;
  readonly #options: HeldCollectionOptions;
  /** The result of parsing each row that is held. */
  readonly #parsedRows = new WeakMap<Row, ParsedRow>();
  /** The parsed rows that visitors can see, in the order of the rows. */
  #parsed: readonly unknown[] = [];
  /** The date for which the value was last built from them, in milliseconds since 1970. */
  #arrangedAt = 0;
  /** The result of `client.changeMarker` when the rows were loaded; null: the content service does not say. */
  #marker: string | null = null;
  /** Since when every load, none of which has failed, lacks most of what is shown; null: the last one did not. */
  #doubtedSince: number | null = null;
  /** Whether an edit was announced that no load has brought yet. */
  #isAnnounced = false;
  /** The cause that was reported since rows were last taken or confirmed. */
  #reportedCause: string | null = null;

  constructor(options: HeldCollectionOptions) {
    this.#options = options;
  }

  /** The rows that were loaded last, their declared columns as Directus sent them; undefined: there never were any. */
  get rawRows(): RawRows | undefined {
    return this.#options.lastGood.get<RawRows>(this.#options.name);
  }

  /** How many rows show something; also 0 if there never were any. */
  get shownCount(): number {
    return this.#parsed.length;
  }

  /** The held rows with what parsing has found out about them. */
  notedRows(): readonly NotedRow[] {
    return (this.rawRows?.rows ?? []).flatMap((row) => {
      const result = this.#parsedRows.get(row);
      return result ? { row, ...result } : [];
    });
  }

  /** The held row with this key, or the one row of a singleton; undefined if there is none. */
  notedRow(key: string): NotedRow | undefined {
    const { collection } = this.#options;
    const isWanted = ({ row }: NotedRow) => collection.schema?.isSingleton || keyOfRow(row) === key;
    return this.notedRows().find(isWanted);
  }

  /** A publish hook has named the collection: the next load that succeeds brings the edit. */
  announce(): void {
    this.#isAnnounced = true;
  }

  /**
   * Loads the rows and takes them if they are plausible. Resolves with whether pages that read them show something
   * else. Never rejects: after an error `failure` says why. Not to be called again before it has resolved.
   *
   * @param filesKnown resolves when the facts of files are known, or cannot be loaded; rows are parsed after that
   */
  async load(filesKnown: Promise<unknown>): Promise<boolean> {
    const isAnnounced = this.#isAnnounced;
    this.#isAnnounced = false;
    try {
      const fetched = await this.#fetch(isAnnounced);
      await filesKnown;
      this.failure = null;
      if (fetched === null) {
        this.#store(this.rawRows?.rows ?? [], this.#options.clock.date());
        return false;
      }
      const isChanged = this.#takeIfBelieved(fetched.rows, isAnnounced);
      this.#marker = fetched.marker;
      return isChanged;
    } catch (error) {
      this.failure = causeOf(error);
      if (!(error instanceof DoubtedLoss)) this.#doubtedSince = null;
      this.#isAnnounced ||= isAnnounced;
      if (!this.rawRows) this.state = { unreachable: this.failure, version: this.state.version };
      return false;
    }
  }

  /** Takes rows from another process. Returns whether pages show something else. Throws when they cannot be used. */
  take({ rows, loadedAt }: RawRows): boolean {
    const usable = rowsOf(this.#options.name, rows, this.#options.context.warn);
    if (usable === null) throw new Error(`There are no rows of ${this.#options.name}`);
    this.#marker = null;
    return this.#hold(reuseUnchanged(usable, this.rawRows?.rows ?? []), loadedAt);
  }

  /**
   * Builds the value again from the same rows if file facts have changed, or if the time has come at which they give
   * another one. Returns whether pages show something else. If it fails, the value stays.
   */
  rebuild(): boolean {
    const { rawRows } = this;
    try {
      return rawRows !== undefined && this.#hold(rawRows.rows, rawRows.loadedAt);
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
   * For operators: the number of rows (null: none were ever loaded), the milliseconds since the content service last
   * confirmed them (null: it never has), and why the last load failed (null: it did not).
   */
  stats() {
    const { failure, rawRows } = this;
    const { name, clock } = this.#options;
    const ageMs = rawRows ? clock.date() - rawRows.loadedAt : null;
    return { collection: name, rows: rawRows?.rows.length ?? null, ageMs, failure };
  }

  /**
   * The rows of the collection with the result of `client.changeMarker`; null if no edit was announced and the service
   * says that nothing is new.
   */
  async #fetch(isAnnounced: boolean) {
    const { client, collection, context, name } = this.#options;
    const { changedField } = collection;
    const before = this.rawRows?.rows ?? [];
    const isMarked =
      changedField !== undefined && before.some((row) => typeof row[changedField] === 'string');
    const marker =
      before.length > largeCollection && isMarked ? await client.changeMarker(name, changedField) : null;
    if (!isAnnounced && marker !== null && marker === this.#marker) return null;
    const rows = rowsOf(name, await this.#items(), context.warn);
    if (rows === null) {
      const error = new Error(`Malformed response: its members are not rows of ${name}`);
      throw this.#reportOnce(error, { endpoint: itemsPath(name) });
    }
    this.isUnpublished = areUnpublished(name, rows);
    // Drafts are not for visitors: none is kept.
    return { rows: rows.filter(({ status = null }) => status === null || status === 'published'), marker };
  }

  /** A collection that the specification does not list is empty if it may not be read and no rows are held. */
  async #items(): Promise<readonly unknown[]> {
    const { client, name, collection } = this.#options;
    const before = this.rawRows?.rows ?? [];
    const keep = keeperOf(before);
    const isExpected = (error: unknown) =>
      collection.offer !== undefined && before.length === 0 && isForbidden(error);
    try {
      const { members, refusal } = await requestRows(name, before, (fields, mayFail) =>
        client.items(name, { fields }, { isExpected: mayFail ? isRefusedQuery : isExpected, keep }),
      );
      this.isRefused = false;
      this.relationsRefusal = refusal;
      return members;
    } catch (error) {
      this.isRefused = isForbidden(error);
      if (isExpected(error)) return [];
      throw error;
    }
  }

  /**
   * Takes the rows of a load, and returns as `#hold` does. Throws when most of what is shown would disappear and that
   * is not plausible: a content service that has lost its database, or sends the first row of each list only, responds
   * like one whose editors have deleted the rest; the latter is rare, and a hook announces it.
   */
  #takeIfBelieved(rows: readonly Row[], isAnnounced: boolean): boolean {
    const { clock, name } = this.#options;
    const { rawRows, shownCount: before } = this;
    // Only parsing tells which rows show something.
    const kept = reuseUnchanged(rows, rawRows?.rows ?? []);
    const after = this.#parse(kept).length;
    const isLoss = before > fewRows && after * 2 < before;
    this.#doubtedSince = isLoss ? (this.#doubtedSince ?? clock.now()) : null;
    const doubtedForMs = this.#doubtedSince === null ? 0 : clock.now() - this.#doubtedSince;
    if (isLoss && !isAnnounced && doubtedForMs < provenLossMs) {
      const lost = after === 0 ? `All ${before} rows` : `${before - after} of ${before} rows`;
      throw new DoubtedLoss(`${lost} of ${name} disappeared at once`);
    }
    return this.#hold(kept, clock.date());
  }

  /**
   * Parses and arranges rows, of which those that have not changed are the objects held before. Returns whether pages
   * show something else; reports and throws if the old rows stay.
   */
  #hold(rows: readonly Row[], loadedAt: number): boolean {
    const { collection, clock, context } = this.#options;
    const now = clock.date();
    try {
      const parsed = this.#parse(rows);
      const { length } = this.#parsed;
      const areSame = parsed.length === length && parsed.every((row, at) => row === this.#parsed[at]);
      const isSame = areSame && 'ok' in this.state && this.changesAt() > now;
      if (!isSame) {
        const ok = collection.arrange(parsed, now, context);
        this.state = { ok, version: this.state.version + 1 };
        this.#arrangedAt = now;
      }
      this.#parsed = parsed;
      this.#store(rows, loadedAt);
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
    const notes: Note[] = [];
    const note = (found: Note) => {
      if (notes.length < mostNotes) notes.push(found);
    };
    const fileFacts = (id: string) => {
      const known = context.fileFacts(id);
      facts.set(id, known);
      return known;
    };
    const warn: ParseContext['warn'] = (message, details) => {
      const what = Object.values(details).join(', ').slice(0, longestDetails);
      note({ kind: 'left-out', words: `is not shown in full: ${lowerFirst(message)} (${what})` });
      context.warn(message, { collection: name, row: row.id, ...details });
    };
    try {
      return { parsed: collection.parseRow(row, { ...context, fileFacts, warn, note }), notes, facts };
    } catch (error) {
      // A fault of ours in one row must not cost the others.
      this.#reportOnce(error);
      return { parsed: null, notes, facts };
    }
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

/** The text as it stands within a sentence. */
const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/**
 * Returns a function that puts the held texts in the place of equal ones in a row that was just parsed: of a load only
 * what is new takes memory beside what is held.
 */
function keeperOf(held: readonly Row[]): (row: Row) => Row {
  const known = new Map(held.map((row) => [row.id, row]));
  return (row) => {
    const before = known.get(row.id);
    if (row.id === undefined || before === undefined) return row;
    const same = Object.entries(row).filter(
      ([column, value]) => typeof value === 'string' && value === before[column],
    );
    return { ...row, ...Object.fromEntries(same.map(([column]) => [column, before[column]])) };
  };
}

/** The rows of a load; for a row that has not changed, and for all if none has, the same object as before. */
function reuseUnchanged(rows: readonly Row[], before: readonly Row[]): readonly Row[] {
  // Rows without an id are compared as a whole.
  const keyOf = (row: Row) => row.id ?? JSON.stringify(row);
  const known = new Map(before.map((row) => [keyOf(row), row]));
  const kept = rows.map((row) => {
    const same = known.get(keyOf(row));
    return same && isDeepStrictEqual(same, row) ? same : row;
  });
  return kept.length === before.length && kept.every((row, at) => row === before[at]) ? before : kept;
}
