import { LRUCache } from 'lru-cache';
import type { DirectusClient } from '../directus/directusClient.ts';
import { isForbidden } from '../directus/directusErrors.ts';
import type { DirectusQuery } from '../directus/directusUrl.ts';
import { readId, readRows } from '../directus/readField.ts';
import type { Clock } from '../process/clock.ts';
import { within } from '../process/within.ts';
import { shapeOf } from './collections/collection.ts';
import { files, filesKey } from './collections/files.ts';
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

/** What is known of a file before it is fetched. */
export interface KnownFile {
  /** Changes whenever the file does; null: the library has no such file, or does not say. */
  readonly version: string | null;
}

export interface FileTable {
  /**
   * Content is being loaded: the first time, the facts of files are fetched at the same time. To be awaited before
   * `describe`; resolves when they are there, or a moment later, and at once from then on.
   */
  begin(): Promise<void>;
  /** Parses content with the facts that are known. Never waits: those that are missing are fetched meanwhile. */
  describe<T>(parse: (fileFacts: (id: string) => FileFacts | null) => T): Described<T>;
  /** The version of the table; 0 while it is empty. Counts as a read of it. */
  version(): number;
  /** Null for a file that neither content nor the library names. Until one of them was read, any may exist. */
  file(id: string): KnownFile | null;
  /** Calls the listener with the ids of files that were replaced, changed or deleted. */
  onChange(listener: (ids: readonly string[]) => void): void;
}

interface Described<T> {
  readonly value: T;
  /** The version of the table that has every file; null: some are not known yet. */
  readonly version: number | null;
  /** Resolves when the missing files were requested, with whether any of them is known now; null: none is missing. */
  readonly missing: Promise<boolean> | null;
}

const mostIds = 3_000;
/** Ids that content has named, so that they are told from random ones: more than content ever has. */
const mostNamed = 20_000;
/** Only for the first facts of a process, which are on their way beside the first content. */
const firstFactsMs = 200;

/**
 * Size, alternative text, focal point and version of the files that content names, held in the store under the key
 * `files`. Where the file library may not be read (403), pictures have none; it is fetched again after ten minutes.
 */
export function createFileTable({ client, store, clock, windows }: FileTableOptions): FileTable {
  /** The ids of files in content, the longest known first. */
  const wanted = new Set<string>();
  const named = new LRUCache<string, true>({ maxSize: mostNamed, sizeCalculation: () => 1 });
  /** The ids of the last fetch that started; ids wanted later are not in it. */
  let requested: ReadonlySet<string> = new Set();
  const listeners: ((ids: readonly string[]) => void)[] = [];

  const query = createFileQuery({
    client,
    clock,
    windows,
    listWanted() {
      requested = new Set(wanted);
      return [...wanted];
    },
  });

  const want = (ids: Iterable<string>) => {
    for (const id of ids) wanted.add(id);
    for (const id of wanted) {
      if (wanted.size <= mostIds) break;
      wanted.delete(id);
    }
  };

  /** One Map for each version of the table. */
  let known = { version: 0, facts: new Map<string, FileFacts | null>() };
  const current = () => {
    const version = store.versionOf(query.key);
    const reading = version === null ? null : store.read(query);
    if (reading && 'value' in reading && reading.version !== known.version) {
      const before = known;
      known = { version: reading.version, facts: new Map(reading.value) };
      // Content of a snapshot or of another replica names them, and is not parsed here. What the library does not have
      // is forgotten with the process.
      const ids = [...known.facts].flatMap(([id, facts]) => (facts || before.version > 0 ? [id] : []));
      want(ids);
      for (const id of ids) named.set(id, true);
      const changed = [...before.facts].filter(([id, old]) => old?.version !== known.facts.get(id)?.version);
      if (changed.length > 0) for (const listener of listeners) listener(changed.map(([id]) => id));
    }
    return known.facts;
  };
  store.onChange((key) => {
    if (key === query.key) current();
  });

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

  let firstFacts: Promise<void> | null = null;

  return {
    begin() {
      firstFacts ??= within(firstFactsMs, run(), undefined, { clock });
      return firstFacts;
    },
    describe(parse) {
      const ids = new Set<string>();
      const facts = current();
      const value = parse((id) => {
        ids.add(id);
        return facts.get(id) ?? null;
      });
      want(ids);
      for (const id of ids) named.set(id, true);
      const unknown = [...ids].filter((id) => !facts.has(id));
      if (unknown.length === 0) return { value, version: version(), missing: null };
      return { value, version: null, missing: fetchIds(unknown).then(() => unknown.some(isKnown)) };
    },
    version,
    file(id) {
      const facts = store.versionOf(query.key) === known.version ? known.facts : current();
      if (known.version === 0 || facts.has(id) || named.has(id)) {
        return { version: facts.get(id)?.version ?? null };
      }
      return null;
    },
    onChange: (listener) => void listeners.push(listener),
  };
}

/** By the ids of files; null: the library has no such file, or does not say. */
type FileEntries = readonly (readonly [id: string, facts: FileFacts | null])[];

const hasNoFacts = (entries: FileEntries) => entries.every(([, facts]) => facts === null);

type Facts = ReadonlyMap<string, FileFacts>;

interface FileQueryOptions {
  readonly client: Pick<DirectusClient, 'items'>;
  readonly clock: Clock;
  readonly windows: Windows;
  /** Returns the ids to fetch; called when a fetch starts. */
  readonly listWanted: () => readonly string[];
}

const fields = [
  'id',
  'type',
  'width',
  'height',
  'description',
  'focal_point_x',
  'focal_point_y',
  'modified_on',
];
/** Ids in one call: its address stays far below the 16 kB that Directus takes. */
const idsPerCall = 100;
/** Read before it is known which files content names: all pictures of most libraries, in one call. */
const readAhead = 500;
const forbiddenMs = 10 * 60_000;

/** The facts of the wanted files from the file library; after a 403 it is not called for ten minutes. */
function createFileQuery(options: FileQueryOptions): StoreQuery<FileEntries> {
  const { client, clock, windows, listWanted } = options;
  let forbiddenUntil = Number.NEGATIVE_INFINITY;

  const read = async (filter: DirectusQuery['filter'], limit: number, isSeen: boolean): Promise<Facts> => {
    const shape = shapeOf(files, isSeen);
    const rows = await client.items(
      files.name,
      { filter, fields, limit },
      { shape, isExpected: isForbidden },
    );
    return new Map(
      readRows(rows).flatMap((row) => {
        const id = readId(row.id)?.toLowerCase();
        return id ? [[id, parseFileFacts(row)] as const] : [];
      }),
    );
  };

  /** The library's first pictures, and the other wanted files. */
  const readAll = async (ids: readonly string[], isSeen: boolean, add: (facts: Facts) => void) => {
    const ahead = await read({ type: { _starts_with: 'image/' } }, readAhead, isSeen);
    add(ahead);
    const missing = ids.filter((id) => !ahead.has(id));
    for (let from = 0; from < missing.length; from += idsPerCall) {
      const part = missing.slice(from, from + idsPerCall);
      add(await read({ id: { _in: part } }, part.length, isSeen));
    }
  };

  return {
    key: filesKey,
    kind: 'list',
    windows,
    isEmpty: hasNoFacts,
    async load(held) {
      // In one order, so that two replicas that want the same files have the same table.
      const ids = listWanted().toSorted();
      const known = new Map<string, FileFacts | null>(ids.map((id) => [id, null]));
      if (clock.now() < forbiddenUntil) return [...known];
      try {
        await readAll(ids, held !== undefined, (facts) => {
          for (const [id, fact] of facts) known.set(id, fact);
        });
      } catch (error) {
        if (!isForbidden(error) || (held && !hasNoFacts(held))) throw error;
        forbiddenUntil = clock.now() + forbiddenMs;
      }
      return [...known].sort(([one], [other]) => (one < other ? -1 : 1));
    },
  };
}
