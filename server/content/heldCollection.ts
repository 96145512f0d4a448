import type NodeCache from 'node-cache';
import type { DirectusClient } from '../directus/directusClient.ts';
import { isForbidden } from '../directus/directusErrors.ts';
import type { Row } from '../directus/readField.ts';
import type { Clock } from '../process/clock.ts';
import { causeOf } from '../process/errors.ts';
import { mayBeEmpty, rowsOf } from './believeRows.ts';
import type { Collection } from './collections/collection.ts';
import type { ParseContext } from './parse/parseContext.ts';
import { createRowParser, digestRows, type RowParser, type SentRow } from './rowParser.ts';
import type { Loaded, Result } from './siteContent.ts';

/** The rows of a collection as Directus sent them, and when: milliseconds since 1970. */
export interface SentRows {
  readonly rows: readonly Row[];
  readonly loadedAt: number;
}

/** What became of a load. `changed`: pages that read the collection show something else. */
export type LoadOutcome =
  | { readonly kind: 'changed' | 'same' }
  | { readonly kind: 'failed'; readonly error: unknown };

interface LoadOptions {
  /** Whether an editor's hook names the collection. */
  readonly isNamed: boolean;
  /** Whether rows of a later load have been taken meanwhile. */
  readonly isOutdated: () => boolean;
  /** Rows are parsed after this. */
  readonly filesKnown: Promise<void>;
}

/** What is known of a collection, for operators. */
export interface CollectionStats {
  readonly collection: string;
  /** Null: none were ever had. */
  readonly rows: number | null;
  /** Milliseconds since the content service confirmed them last; null: never. */
  readonly ageMs: number | null;
  /** Why the last load failed; null: it did not. */
  readonly failure: string | null;
}

interface HeldCollectionOptions {
  readonly collection: Collection<unknown, unknown>;
  readonly client: Pick<DirectusClient, 'items' | 'newest'>;
  /** Holds the last good rows, by the names of collections. */
  readonly lastGood: NodeCache;
  readonly context: ParseContext;
  readonly clock: Clock;
  /** Called with an error of our own: a response that cannot be used. The client reports failed calls itself. */
  readonly onUnusable: (error: unknown, collection: string) => void;
}

/** From so many rows on, a load first asks whether anything is new. */
const largeCollection = 500;

interface GoodRows {
  readonly sent: readonly SentRow[];
  readonly loadedAt: number;
}

/** The rows that are held of one collection, and what they are for the pages. */
export class HeldCollection {
  readonly name: string;
  /** The value, or why it cannot be had. */
  state: Loaded<unknown>;
  readonly #options: HeldCollectionOptions;
  readonly #parse: RowParser<unknown>;
  #parsed: readonly unknown[] = [];
  /** What the content service said was newest when the rows were loaded; null: it does not say. */
  #newest: string | null = null;
  #emptySince: number | null = null;
  #failure: string | null = null;

  constructor(options: HeldCollectionOptions) {
    this.#options = options;
    this.name = options.collection.name;
    this.state = { unreachable: 'Not loaded yet', version: 0 };
    this.#parse = createRowParser(options.collection, options.context);
  }

  /** How many rows are held; null: none were ever had. */
  get rowCount(): number | null {
    return this.#good?.sent.length ?? null;
  }

  /** The rows as Directus sent them, for other processes; null: none were ever had. */
  get sentRows(): SentRows | null {
    const good = this.#good;
    return good ? { rows: good.sent.map(({ row }) => row), loadedAt: good.loadedAt } : null;
  }

  /** Loads the rows and takes them where they can be believed. Never rejects. */
  async load({ isNamed, isOutdated, filesKnown }: LoadOptions): Promise<LoadOutcome> {
    try {
      const rows = await this.#fetch(isNamed);
      await filesKnown;
      this.#failure = null;
      if (isOutdated()) return { kind: 'same' };
      return { kind: rows === 'same' ? this.#confirm() : this.#takeBelievable(rows, isNamed) };
    } catch (error) {
      this.#failure = causeOf(error);
      if (!this.#good && 'unreachable' in this.state)
        this.state = { ...this.state, unreachable: this.#failure };
      return { kind: 'failed', error };
    }
  }

  /** Takes rows from another process. Throws where they cannot be used. */
  take({ rows, loadedAt }: SentRows): 'changed' | 'same' {
    const usable = rowsOf(rows, this.#options.collection);
    if (usable === null) throw new Error(`There are no rows of ${this.name}`);
    return this.#hold(digestRows(usable), loadedAt);
  }

  /** Parses the rows again whose files have other facts now. */
  reparse(): 'changed' | 'same' {
    const good = this.#good;
    return good ? this.#hold(good.sent, good.loadedAt) : 'same';
  }

  /** Makes the value again, because a moment has come at which the same rows are another one. */
  rearrange(): void {
    const good = this.#good;
    if (good) this.#hold(good.sent, good.loadedAt, true);
  }

  /** The next moment after `now` at which the same rows are another value. */
  changesAt(now: number): number | null {
    return this.#options.collection.changesAt?.(this.#parsed, now) ?? null;
  }

  stats(): CollectionStats {
    const good = this.#good;
    return {
      collection: this.name,
      rows: good?.sent.length ?? null,
      ageMs: good ? this.#options.clock.date() - good.loadedAt : null,
      failure: this.#failure,
    };
  }

  get #good(): GoodRows | undefined {
    return this.#options.lastGood.get<GoodRows>(this.name);
  }

  set #good(good: GoodRows) {
    this.#options.lastGood.set(this.name, good);
  }

  /** The rows of the collection, or `same` where no edit was announced and the service says that nothing is new. */
  async #fetch(isNamed: boolean): Promise<readonly Row[] | 'same'> {
    const { client, collection, onUnusable } = this.#options;
    const { name, query, changedField, mayBeSingleton = false } = collection;
    const isLarge = (this.rowCount ?? 0) > largeCollection;
    const newest =
      isLarge && changedField !== undefined
        ? await client.newest(name, { filter: query.filter, field: changedField })
        : null;
    if (!isNamed && newest !== null && newest === this.#newest) return 'same';
    const members = await this.#items(name, query, mayBeSingleton);
    const rows = rowsOf(members, collection);
    if (rows === null) {
      const error = new Error(`Malformed response: its members are no rows of ${name}`);
      onUnusable(error, name);
      throw error;
    }
    this.#newest = newest;
    return rows;
  }

  /** A collection that came later than the others is empty where it is not there. */
  async #items(name: string, query: Collection<unknown, unknown>['query'], mayBeSingleton: boolean) {
    const isMissing = (error: unknown) =>
      this.#options.collection.mayBeMissing === true && !this.rowCount && isForbidden(error);
    try {
      return await this.#options.client.items(name, query, { mayBeSingleton, isExpected: isMissing });
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  }

  #takeBelievable(rows: readonly Row[], isNamed: boolean): 'changed' | 'same' {
    const { clock, collection, context } = this.#options;
    const heldRows = this.#parsed.length;
    // Drafts too, where the service does not filter them.
    const isEmpty = rows.every((row) => collection.parseRow(row, context) === null);
    if (!isEmpty) this.#emptySince = null;
    else this.#emptySince ??= clock.now();
    const emptyForMs = this.#emptySince === null ? 0 : clock.now() - this.#emptySince;
    if (isEmpty && !mayBeEmpty({ heldRows, isNamed, emptyForMs })) {
      throw new Error(`The ${heldRows} rows of ${this.name} are gone at once`);
    }
    return this.#hold(digestRows(rows), clock.date());
  }

  #confirm(): 'same' {
    const good = this.#good;
    if (good) this.#good = { ...good, loadedAt: this.#options.clock.date() };
    return 'same';
  }

  /** Parses and arranges rows. Throws where they cannot be used; then what was held before stays. */
  #hold(sent: readonly SentRow[], loadedAt: number, isRearranged = false): 'changed' | 'same' {
    const { collection, clock, context, onUnusable } = this.#options;
    try {
      const parsed = this.#parse(sent);
      const isSame = parsed === this.#parsed && 'ok' in this.state && !isRearranged;
      if (!isSame) {
        const value: Result<unknown> = { ok: collection.arrange(parsed, clock.date(), context) };
        this.state = { ...value, version: this.state.version + 1 };
      }
      this.#parsed = parsed;
      this.#good = { sent, loadedAt };
      return isSame ? 'same' : 'changed';
    } catch (error) {
      onUnusable(error, this.name);
      throw error;
    }
  }
}
