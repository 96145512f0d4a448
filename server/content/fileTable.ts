import type { DirectusClient } from '../directus/directusClient.ts';
import { isForbidden } from '../directus/directusErrors.ts';
import type { DirectusQuery } from '../directus/directusUrl.ts';
import { readId, readRows } from '../directus/readField.ts';
import type { Clock } from '../process/clock.ts';
import { filesKey } from './collections/files.ts';
import type { FileFacts } from './parse/parseContext.ts';
import { parseFileFacts } from './parse/parsePicture.ts';
import type { StoreQuery, Windows } from './store/contentSlot.ts';
import type { ContentStore } from './store/contentStore.ts';

interface FileTableOptions {
  readonly client: DirectusClient;
  readonly store: ContentStore;
  readonly clock: Clock;
  readonly windows: Windows;
}

export interface FileTable {
  /** Content is being loaded: the first time, the facts of files are fetched at the same time. */
  begin(): void;
  /**
   * Parses the content of a key of the store with the facts of its files. Waits for missing facts a short time
   * only; when they arrive later, the key is fetched again.
   */
  describe<T>(key: string, parse: (fileFacts: (id: string) => FileFacts | null) => T): Promise<Described<T>>;
  /** The version of the table; 0 while it is empty. Counts as a read of it. */
  version(): number;
}

export interface Described<T> {
  readonly value: T;
  /** The version of the table that has every file; null: some are not known yet. */
  readonly version: number | null;
}

const mostIds = 1_000;
/** Sizes and alternative texts are worth a short wait, no more. */
const waitMs = 600;

/**
 * Size, alternative text and focal point of the files that content names, held in the store under the key `files`.
 * Where the file library may not be read (403), pictures have none; it is fetched again after ten minutes.
 */
export function createFileTable({ client, store, clock, windows }: FileTableOptions): FileTable {
  /** The ids of files in content, the longest known first. */
  const wanted = new Set<string>();
  /** The ids of the last fetch that started; ids wanted later are not in it. */
  let requested: ReadonlySet<string> = new Set();

  const query = createFileQuery({
    ...{ client, clock, windows },
    listWanted() {
      requested = new Set(wanted);
      return [...wanted];
    },
  });

  /** One Map for each version of the table. */
  let known = { version: 0, facts: new Map<string, FileFacts | null>() };
  const current = () => {
    const reading = store.versionOf(query.key) === null ? null : store.read(query);
    if (reading && 'value' in reading && reading.version !== known.version) {
      known = { version: reading.version, facts: new Map(reading.value) };
    }
    return known.facts;
  };

  const isKnown = (id: string) => current().has(id);
  const version = () => {
    current();
    return known.version;
  };

  /** Fetches all wanted ids. A snapshot of an earlier process comes first, and may lack some of them. */
  const fetchWanted = async () => {
    const ids = [...wanted];
    if (store.versionOf(query.key) === null) await store.read(query);
    if (store.versionOf(query.key) === null || ids.every(isKnown)) return;
    await store.invalidate([query.key]);
  };

  /** The fetch under way, and the one after it, which all callers share whose ids came too late for the first. */
  let running: Promise<void> | null = null;
  let following: Promise<void> | null = null;
  const run = () => {
    running = fetchWanted().finally(() => {
      running = null;
    });
    return running;
  };
  const follow = async (before: Promise<void>) => {
    await before;
    following = null;
    await run();
  };
  const fetchIds = (ids: readonly string[]): Promise<void> => {
    if (running === null) return run();
    if (ids.every((id) => requested.has(id))) return running;
    following ??= follow(running);
    return following;
  };

  const want = (ids: Iterable<string>) => {
    for (const id of ids) wanted.add(id);
    for (const id of wanted) {
      if (wanted.size <= mostIds) break;
      wanted.delete(id);
    }
  };

  /**
   * Keys that are fetched again because the facts of their files came late; not a second time for the same reason.
   */
  const repeated = new Set<string>();

  return {
    begin() {
      if (running === null && store.versionOf(query.key) === null) void run();
    },
    async describe(key, parse) {
      const isRepeated = repeated.delete(key);
      const ids = new Set<string>();
      const facts = current();
      const first = parse((id) => {
        ids.add(id);
        return facts.get(id) ?? null;
      });
      want(ids);
      const unknown = [...ids].filter((id) => !facts.has(id));
      if (unknown.length === 0) return { value: first, version: version() };
      const fetched = fetchIds(unknown);
      if (!(await isWithin(clock, waitMs, fetched)) && !isRepeated) {
        repeated.add(key);
        void fetched.then(() => (unknown.some(isKnown) ? store.invalidate([key]) : undefined));
      }
      const learnt = current();
      const value = parse((id) => learnt.get(id) ?? null);
      return { value, version: unknown.every((id) => learnt.has(id)) ? version() : null };
    },
    version,
  };
}

/** Whether `work`, which must not reject, settles within `ms`; it goes on in any case. */
async function isWithin(clock: Clock, ms: number, work: Promise<unknown>): Promise<boolean> {
  const { promise: over, resolve } = Promise.withResolvers<false>();
  const cancel = clock.after(ms, () => resolve(false));
  const first = await Promise.race([work.then(() => true), over]);
  cancel();
  return first;
}

/** The facts of a file as JSON; null: the library has no such file, or does not say. */
type FileEntries = readonly (readonly [id: string, facts: FileFacts | null])[];

type Facts = ReadonlyMap<string, FileFacts>;

interface FileQueryOptions {
  readonly client: Pick<DirectusClient, 'files'>;
  readonly clock: Clock;
  readonly windows: Windows;
  /** Returns the ids to fetch; called when a fetch starts. */
  readonly listWanted: () => readonly string[];
}

const fields = ['id', 'type', 'width', 'height', 'description', 'focal_point_x', 'focal_point_y'];
/** Ids in one call: its address stays far below the 16 kB that Directus takes. */
const idsPerCall = 100;
/** Read before it is known which files content names: all pictures of most libraries, in one call. */
const readAhead = 500;
const forbiddenMs = 10 * 60_000;

/** The facts of the wanted files from the file library; after a 403 it is not called for ten minutes. */
function createFileQuery(options: FileQueryOptions): StoreQuery<FileEntries> {
  const { client, clock, windows, listWanted } = options;
  let forbiddenUntil = Number.NEGATIVE_INFINITY;

  const read = async (filter: DirectusQuery['filter'], limit: number): Promise<Facts> => {
    const rows = await client.files({ filter, fields, limit }, { isExpected: isForbidden });
    return new Map(
      readRows(rows).flatMap((row) => {
        const id = readId(row.id)?.toLowerCase();
        return id ? [[id, parseFileFacts(row)] as const] : [];
      }),
    );
  };

  /** The library's first pictures, and the other wanted files. */
  const readAll = async (ids: readonly string[], add: (facts: Facts) => void) => {
    const ahead = await read({ type: { _starts_with: 'image/' } }, readAhead);
    add(ahead);
    const missing = ids.filter((id) => !ahead.has(id));
    for (let from = 0; from < missing.length; from += idsPerCall) {
      const part = missing.slice(from, from + idsPerCall);
      add(await read({ id: { _in: part } }, part.length));
    }
  };

  return {
    ...{ key: filesKey, kind: 'list', windows },
    async load() {
      const ids = listWanted();
      const known = new Map<string, FileFacts | null>(ids.map((id) => [id, null]));
      if (clock.now() < forbiddenUntil) return [...known];
      try {
        await readAll(ids, (facts) => {
          for (const [id, fact] of facts) known.set(id, fact);
        });
      } catch (error) {
        if (!isForbidden(error)) throw error;
        forbiddenUntil = clock.now() + forbiddenMs;
      }
      return [...known];
    },
  };
}
