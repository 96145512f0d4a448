import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { appearsAt, type Collection } from '../content/collections/collection.ts';
import { type CollectionName, collectionNames, collectionOf } from '../content/collections/collections.ts';
import { files } from '../content/collections/files.ts';
import { pathOfRow } from '../content/collections/schema.ts';
import type { LiveContent } from '../content/liveContent.ts';
import type { ParseContext } from '../content/parse/parseContext.ts';
import { requestRows, rowsOf } from '../content/receivedRows.ts';
import { factsIn, type Loaded, type SiteContent } from '../content/siteContent.ts';
import { CallFailure, isForbidden } from '../directus/callErrors.ts';
import { DirectusClient } from '../directus/directusClient.ts';
import { type Row, readId, readLine } from '../directus/readField.ts';
import { codeOf } from '../process/errors.ts';
import { inTurns } from '../process/inTurns.ts';
import type { PreviewedRow, PreviewSubject } from './previewKeys.ts';

/** Why there is nothing to preview. `gone`: no such row, or no such version of it. */
type PreviewFailure = 'gone' | 'unreachable';

/** What a preview shows, for its bar. */
export interface PreviewMark {
  /** The kind of row, such as `Blog post`. */
  readonly what: string;
  /** `scheduled`: to be shown from `from`. `site`: the whole site. */
  readonly state: 'draft' | 'scheduled' | 'archived' | 'published' | 'site';
  /** In ISO 8601; null: no date to come. */
  readonly from: string | null;
  readonly version: string | null;
}

/** Site content with drafts, scheduled rows, and one content version. */
interface PreviewValue {
  readonly content: SiteContent;
  readonly mark: PreviewMark;
  /** Where the row is shown. */
  readonly path: string;
}

export interface PreviewContentOptions {
  readonly directusUrl: string;
  /** May read drafts, and must not be able to do anything else. */
  readonly token: string;
  readonly live: Pick<LiveContent, 'current'>;
  readonly log: Pick<Logger, 'warn'>;
  readonly context: Omit<ParseContext, 'fileFacts' | 'warn' | 'note'>;
}

/** Deadline for the calls of a preview: its reader waits. */
const deadlineMs = 2_500;
/** Pages that are opened within this time share one load. */
const heldMs = 3_000;
const mostHeld = 8;

type LoadedRows = ReadonlyMap<CollectionName, readonly Row[]>;

/**
 * Loads the content of previews, and holds the last few results for some seconds; nothing else holds any. Log lines
 * contain nothing of a row.
 */
export class PreviewContent {
  readonly #options: PreviewContentOptions;
  readonly #client: DirectusClient;
  readonly #held = new LRUCache<string, Promise<PreviewValue | PreviewFailure>>({
    max: mostHeld,
    ttl: heldMs,
  });

  constructor(options: PreviewContentOptions) {
    const { directusUrl: baseUrl, token } = options;
    this.#options = options;
    // Calls are neither reported nor counted: a failed one names the row that it requests.
    const quiet = { log: { debug: () => undefined }, reportError: () => undefined };
    this.#client = new DirectusClient({ baseUrl, token, deadlineMs, ...quiet });
  }

  /**
   * Loads the content of a preview, or returns what is held. Never rejects.
   *
   * @param isFresh whether it must be loaded anew: its reader has saved something, or reloads the page
   */
  load(subject: PreviewSubject, isFresh: boolean): Promise<PreviewValue | PreviewFailure> {
    const key = JSON.stringify(subject);
    const held = isFresh ? undefined : this.#held.get(key);
    if (held) return held;
    const loading = this.#load(subject);
    this.#held.set(key, loading);
    void loading.then((value) => {
      // Unless a reload has begun a newer load meanwhile.
      if (typeof value === 'string' && this.#held.get(key) === loading) this.#held.delete(key);
    });
    return loading;
  }

  /** Forgets what is held, and closes the connections. */
  close(): void {
    this.#held.clear();
    this.#client.close();
  }

  async #load(subject: PreviewSubject): Promise<PreviewValue | PreviewFailure> {
    try {
      const [rows, ofVersion] = await Promise.all([this.#rows(subject), this.#version(subject)]);
      const found = subject && (ofVersion ?? rowOf(rows, subject));
      if (subject && !found) return 'gone';
      const content = await this.#arrange(rows, subject, ofVersion);
      if (!subject || !found) return { content, mark: siteMark, path: '/' };
      const collection = collectionOf(subject.collection);
      const { schema } = collection;
      const path = (schema && pathOfRow(schema, found)) ?? schema?.shownAt ?? '/';
      return { content, mark: markOf(collection, found, subject, this.#context(content)), path };
    } catch (error) {
      const isGone = isForbidden(error);
      this.#options.log.warn(
        { status: error instanceof CallFailure ? error.status : null, code: codeOf(error) },
        isGone ? 'A preview asked for something that is gone.' : 'A preview could not be loaded.',
      );
      return isGone ? 'gone' : 'unreachable';
    }
  }

  /** The rows of each collection; one that cannot be loaded is left out, unless it is the one that is previewed. */
  async #rows(subject: PreviewSubject): Promise<LoadedRows> {
    const loaded = await Promise.all(
      collectionNames.map(async (name) => {
        const ask = (fields: readonly string[]) => this.#client.items(name, { fields });
        const sent = await requestRows(name, [], ask).catch(() => null);
        return [name, sent && rowsOf(name, sent.members, silent)] as const;
      }),
    );
    const rows = new Map(loaded.flatMap(([name, found]) => (found ? [[name, found] as const] : [])));
    if (rows.size === 0 || (subject && !rows.has(subject.collection))) throw new Error('No rows');
    return rows;
  }

  /** The row in its content version; null: none is requested. */
  async #version(subject: PreviewSubject): Promise<Row | null> {
    if (!subject?.version) return null;
    const { collection: name, id } = subject;
    const { version } = subject;
    const ask = async (fields: readonly string[]) =>
      collectionOf(name).schema?.isSingleton
        ? await this.#client.items(name, { fields, version })
        : [await this.#client.item(name, id, { fields, version })];
    const { members } = await requestRows(name, [], ask);
    const [row = null] = rowsOf(name, members, silent) ?? [];
    return row;
  }

  /** The content of these rows. All are parsed anew, so requests of visitors are served in between. */
  async #arrange(rows: LoadedRows, subject: PreviewSubject, ofVersion: Row | null): Promise<SiteContent> {
    const live = this.#options.live.current();
    const arrangeOne = async (name: CollectionName, context: ParseContext): Promise<Loaded<unknown>> => {
      const sent = rows.get(name);
      if (!sent) return live[name];
      const collection = collectionOf(name);
      const { beginsAt } = collection;
      const begun = beginsAt === undefined ? {} : { [beginsAt]: null };
      const parsed: unknown[] = [];
      for await (const row of inTurns(sent)) {
        const shown = isSubject(row, name, subject)
          ? { ...(ofVersion ?? row), status: 'published' }
          : asPublished(row);
        const result = collection.parseRow({ ...shown, ...begun }, context);
        if (result !== null) parsed.push(result);
      }
      // At infinity every date has passed. Rows that may also end are arranged for now, with their beginning removed.
      const now = beginsAt === undefined ? Number.POSITIVE_INFINITY : Date.now();
      return { ok: collection.arrange(parsed, now, context), version: 0 };
    };
    const library = await arrangeOne(files.name, this.#context(live));
    // Each entry has the type that its collection declares.
    const withFiles = { ...live, [files.name]: library } as SiteContent;
    const context = this.#context(withFiles);
    const states: [CollectionName, Loaded<unknown>][] = [];
    for (const name of collectionNames) {
      states.push([name, name === files.name ? library : await arrangeOne(name, context)]);
    }
    return Object.fromEntries(states) as SiteContent;
  }

  /** What parsers leave out of a preview is not logged. */
  #context(content: SiteContent): ParseContext {
    return {
      ...this.#options.context,
      warn: silent,
      note: () => undefined,
      fileFacts: (id) => factsIn(content[files.name], id),
    };
  }
}

const silent: ParseContext['warn'] = () => undefined;

const siteMark: PreviewMark = { what: 'The whole site', state: 'site', from: null, version: null };

const isSubject = (row: Row, name: CollectionName, subject: PreviewSubject): boolean =>
  subject !== null && subject.collection === name && readId(row.id) === subject.id;

const rowOf = (rows: LoadedRows, subject: PreviewedRow): Row | undefined =>
  rows.get(subject.collection)?.find((row) => isSubject(row, subject.collection, subject));

/** Drafts are shown as if they were published; archived rows are not shown. */
const asPublished = (row: Row): Row => (row.status === 'draft' ? { ...row, status: 'published' } : row);

function markOf(
  collection: Collection<unknown, unknown>,
  row: Row,
  { version }: PreviewedRow,
  context: ParseContext,
): PreviewMark {
  const parsed = collection.parseRow({ ...row, status: 'published' }, context);
  const due = parsed === null ? null : appearsAt(collection, row, parsed, Date.now());
  const written = readLine(row.status) ?? 'published';
  const status = written === 'draft' || written === 'archived' ? written : 'published';
  const state = status === 'published' && due !== null ? 'scheduled' : status;
  const what = collection.schema?.singular ?? collection.name;
  return { what, state, version, from: due === null ? null : new Date(due).toISOString() };
}
