import type NodeCache from 'node-cache';
import * as v from 'valibot';
import { isForbidden } from '../directus/callErrors.ts';
import type { DirectusClient } from '../directus/directusClient.ts';
import { type Row, readRow } from '../directus/readField.ts';
import type { Clock } from '../process/clock.ts';
import { causeOf } from '../process/errors.ts';
import { mayBeEmpty, rowsOf } from './believeRows.ts';
import type { Collection } from './collections/collection.ts';
import type { CollectionName } from './collections/collections.ts';
import type { ParseContext } from './parse/parseContext.ts';
import { createRowParser, type RowParser, reuseUnchanged } from './rowParser.ts';
import type { Loaded } from './siteContent.ts';

/** The rows of a collection as Directus sent them, and when: milliseconds since 1970. Of rows nothing else is known. */
export const sentRowsSchema = v.object({
  loadedAt: v.number(),
  rows: v.array(v.custom<Row>((member) => readRow(member) !== null)),
});

export type SentRows = { readonly rows: readonly Row[]; readonly loadedAt: number };

/** Rows of collections by their names, as Directus sent them. */
export type SentContent = ReadonlyMap<CollectionName, SentRows>;

/** `changed`: pages that read the collection show something else. */
type Change = 'changed' | 'same';

interface LoadOptions {
  /** Whether an editor's hook names the collection. */
  readonly isNamed: boolean;
  /** Whether rows of a later load have been taken meanwhile. */
  readonly isOutdated: () => boolean;
  /** Rows are parsed after this. */
  readonly filesKnown: Promise<unknown>;
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
  readonly name: CollectionName;
  readonly collection: Collection<unknown, unknown>;
  readonly client: Pick<DirectusClient, 'items' | 'newest'>;
  /** Holds the last good rows, by the names of collections. */
  readonly lastGood: NodeCache;
  readonly context: ParseContext;
  readonly clock: Clock;
  /** Called with an error of our own: a response that cannot be used. The client reports failed calls itself. */
  readonly onUnusable: (error: unknown) => void;
}

/** From so many rows on, a load first asks whether anything is new. */
const largeCollection = 500;

/** The rows that are held of one collection, and what they are for the pages. */
export class HeldCollection {
  /** The value, or why it cannot be had. */
  state: Loaded<unknown> = { unreachable: 'Not loaded yet', version: 0 };
  /** Why the last load failed; null: it did not. */
  failure: string | null = null;
  readonly #options: HeldCollectionOptions;
  readonly #parse: RowParser<unknown>;
  #parsed: readonly unknown[] = [];
  /** What the content service said was newest when the rows were loaded; null: it does not say. */
  #newest: string | null = null;
  #emptySince: number | null = null;

  constructor(options: HeldCollectionOptions) {
    this.#options = options;
    this.#parse = createRowParser(options.collection, options.context);
  }

  /** The rows as Directus sent them; undefined: none were ever had. */
  get sent(): SentRows | undefined {
    return this.#options.lastGood.get<SentRows>(this.#options.name);
  }

  /** How many rows are held; 0 also where none were ever had. */
  get rowCount(): number {
    return this.sent?.rows.length ?? 0;
  }

  /** Loads the rows and takes them where they can be believed. Never rejects: then `failure` says why. */
  async load({ isNamed, isOutdated, filesKnown }: LoadOptions): Promise<Change> {
    try {
      const fetched = await this.#fetch(isNamed);
      await filesKnown;
      this.failure = null;
      if (isOutdated()) return 'same';
      if (fetched === 'same') return this.#confirm();
      const change = this.#takeIfBelieved(fetched.rows, isNamed);
      this.#newest = fetched.newest;
      return change;
    } catch (error) {
      this.failure = causeOf(error);
      if (!this.sent) this.state = { unreachable: this.failure, version: this.state.version };
      return 'same';
    }
  }

  /** Takes rows from another process. Throws where they cannot be used. */
  take({ rows, loadedAt }: SentRows): Change {
    const usable = rowsOf(rows, this.#options.collection);
    if (usable === null) throw new Error(`There are no rows of ${this.#options.name}`);
    this.#newest = null;
    return this.#hold(usable, loadedAt);
  }

  /** Parses the rows again whose files have other facts now. */
  reparse(): Change {
    const { sent } = this;
    return sent ? this.#hold(sent.rows, sent.loadedAt) : 'same';
  }

  /** Makes the value again, because a moment has come at which the same rows are another one. */
  rearrange(): void {
    const { sent } = this;
    if (sent) this.#hold(sent.rows, sent.loadedAt, true);
  }

  /** The next moment after `now` at which the same rows are another value. */
  changesAt(now: number): number | null {
    return this.#options.collection.changesAt?.(this.#parsed, now) ?? null;
  }

  stats(): CollectionStats {
    const { failure, sent } = this;
    const { name, clock } = this.#options;
    const ageMs = sent ? clock.date() - sent.loadedAt : null;
    return { collection: name, rows: sent?.rows.length ?? null, ageMs, failure };
  }

  /**
   * The rows of the collection with what is newest of them, or `same` where no edit was announced and the service says
   * that nothing is new.
   */
  async #fetch(
    isNamed: boolean,
  ): Promise<{ readonly rows: readonly Row[]; readonly newest: string | null } | 'same'> {
    const { client, collection, name, onUnusable } = this.#options;
    const { query, changedField } = collection;
    const newest =
      this.rowCount > largeCollection && changedField !== undefined
        ? await client.newest(name, changedField, query.filter)
        : null;
    if (!isNamed && newest !== null && newest === this.#newest) return 'same';
    const rows = rowsOf(await this.#items(), collection);
    if (rows === null) {
      const error = new Error(`Malformed response: its members are no rows of ${name}`);
      onUnusable(error);
      throw error;
    }
    return { rows, newest };
  }

  /** A collection that came later than the others is empty where it is not there. */
  async #items(): Promise<readonly unknown[]> {
    const { client, name, collection } = this.#options;
    const { query, mayBeSingleton, mayBeMissing } = collection;
    const isExpected = (error: unknown) =>
      mayBeMissing !== undefined && this.rowCount === 0 && isForbidden(error);
    try {
      return await client.items(name, query, { mayBeSingleton, isExpected });
    } catch (error) {
      if (isExpected(error)) return [];
      throw error;
    }
  }

  #takeIfBelieved(rows: readonly Row[], isNamed: boolean): Change {
    const { clock, collection, context, name } = this.#options;
    const heldRows = this.#parsed.length;
    // Drafts too, where the service does not filter them.
    const isEmpty = rows.every((row) => collection.parseRow(row, context) === null);
    if (!isEmpty) this.#emptySince = null;
    else this.#emptySince ??= clock.now();
    const emptyForMs = this.#emptySince === null ? 0 : clock.now() - this.#emptySince;
    if (isEmpty && !mayBeEmpty(heldRows, isNamed, emptyForMs)) {
      throw new Error(`The ${heldRows} rows of ${name} are gone at once`);
    }
    return this.#hold(rows, clock.date());
  }

  #confirm(): 'same' {
    const { sent } = this;
    if (sent) this.#remember(sent.rows, this.#options.clock.date());
    return 'same';
  }

  /** Parses and arranges rows. Throws where they cannot be used; then what was held before stays. */
  #hold(rows: readonly Row[], loadedAt: number, isRearranged = false): Change {
    const { collection, clock, context, onUnusable } = this.#options;
    try {
      const kept = reuseUnchanged(rows, this.sent?.rows ?? []);
      const parsed = this.#parse(kept);
      const isSame = parsed === this.#parsed && 'ok' in this.state && !isRearranged;
      if (!isSame) {
        const ok = collection.arrange(parsed, clock.date(), context);
        this.state = { ok, version: this.state.version + 1 };
      }
      this.#parsed = parsed;
      this.#remember(kept, loadedAt);
      return isSame ? 'same' : 'changed';
    } catch (error) {
      onUnusable(error);
      throw error;
    }
  }

  #remember(rows: readonly Row[], loadedAt: number): void {
    this.#options.lastGood.set<SentRows>(this.#options.name, { rows, loadedAt });
  }
}
