import type { Clock } from './clock.ts';
import { ContentError } from './contentErrors.ts';
import type { ContentQuestion, Windows } from './contentSlot.ts';
import type { ContentStore } from './contentStore.ts';
import type { DirectusClient } from './directusClient.ts';
import type { DirectusQuery } from './directusUrl.ts';
import type { FileFacts } from './parseContext.ts';
import { parseFileFacts } from './parsePicture.ts';
import { readId, readRows } from './readField.ts';

export interface FileTableOptions {
  readonly client: DirectusClient;
  readonly store: ContentStore;
  readonly clock: Clock;
  readonly windows: Windows;
}

export interface FileTable {
  /** Content with pictures is being asked for: the first time, the facts of files set out at the same time. */
  begin(): void;
  /**
   * Parses the content of a key of the store with what the file library says of the files in it. Waits for
   * that a short time only; what is learnt later has the key fetched again.
   */
  describe<T>(key: string, parse: (fileFacts: (id: string) => FileFacts | null) => T): Promise<T>;
}

/** JSON of what is known; null: the library has no such file, or does not say. */
type FileEntries = readonly (readonly [id: string, facts: FileFacts | null])[];

const fields = ['id', 'type', 'width', 'height', 'description', 'focal_point_x', 'focal_point_y'];
/** Ids in one call: its address stays far below the 16 kB that Directus takes. */
const idsPerCall = 100;
const mostIds = 1_000;
/** Read before anybody knows which files content names: all pictures of most libraries, in one call. */
const readAhead = 500;
/** Sizes and alternative texts are worth a short wait, no more. */
const waitMs = 600;
const forbiddenMs = 10 * 60_000;

/**
 * Size, alternative text and focal point of the files that content names, held in the store under the key
 * `files`. Where the file library may not be read (403), pictures simply have none; it is asked again after
 * ten minutes.
 */
export function createFileTable({ client, store, clock, windows }: FileTableOptions): FileTable {
  /** The ids of files in content, the longest known first. */
  const wanted = new Set<string>();
  /** The ids of the last fetch that set out; it tells nothing of those that were wanted later. */
  let asked: ReadonlySet<string> = new Set();
  let forbiddenUntil = Number.NEGATIVE_INFINITY;

  const readFacts = async (
    filter: DirectusQuery['filter'],
    limit: number,
  ): Promise<Map<string, FileFacts | null>> => {
    const rows = await client.files({ filter, fields, limit }, { isExpected: isForbidden });
    const facts = new Map<string, FileFacts | null>();
    for (const row of readRows(rows)) {
      const id = readId(row.id)?.toLowerCase();
      if (id) facts.set(id, parseFileFacts(row));
    }
    return facts;
  };

  const question: ContentQuestion<FileEntries> = {
    ...{ key: 'files', kind: 'list', windows },
    async load() {
      const ids = [...wanted];
      asked = new Set(ids);
      const facts = new Map<string, FileFacts | null>(ids.map((id) => [id, null]));
      const add = (found: ReadonlyMap<string, FileFacts | null>) => {
        for (const [id, fact] of found) facts.set(id, fact);
        return found;
      };
      try {
        if (clock.now() < forbiddenUntil) return [...facts];
        const ahead = add(await readFacts({ type: { _starts_with: 'image/' } }, readAhead));
        const missing = ids.filter((id) => !ahead.has(id));
        for (let from = 0; from < missing.length; from += idsPerCall) {
          const part = missing.slice(from, from + idsPerCall);
          add(await readFacts({ id: { _in: part } }, part.length));
        }
      } catch (error) {
        if (!isForbidden(error)) throw error;
        forbiddenUntil = clock.now() + forbiddenMs;
      }
      return [...facts];
    },
  };

  /** One Map for each version of the table. */
  let known = { version: 0, facts: new Map<string, FileFacts | null>() };
  const current = () => {
    const reading = store.versionOf(question.key) === null ? null : store.read(question);
    if (reading && 'value' in reading && reading.version !== known.version) {
      known = { version: reading.version, facts: new Map(reading.value) };
    }
    return known.facts;
  };

  const isKnown = (id: string) => current().has(id);

  /** Asks for all wanted ids. What an earlier process held comes first, and may lack some of them. */
  const ask = async () => {
    const ids = [...wanted];
    if (store.versionOf(question.key) === null) await store.read(question);
    if (store.versionOf(question.key) === null || ids.every(isKnown)) return;
    await store.invalidate([question.key]);
  };

  /** The fetch under way, and the one after it, which all share whose ids came too late for the first. */
  let running: Promise<void> | null = null;
  let following: Promise<void> | null = null;
  const run = () => {
    running = ask().finally(() => {
      running = null;
    });
    return running;
  };
  const follow = async (before: Promise<void>) => {
    await before;
    following = null;
    await run();
  };
  const askFor = (ids: readonly string[]): Promise<void> => {
    if (running === null) return run();
    if (ids.every((id) => asked.has(id))) return running;
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

  /** Keys that are fetched again because their files were learnt late; not a second time for the same reason. */
  const repeated = new Set<string>();

  return {
    begin() {
      if (running === null && store.versionOf(question.key) === null) void run();
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
      if (unknown.length === 0) return first;
      const answered = askFor(unknown);
      if (!(await isWithin(clock, waitMs, answered)) && !isRepeated) {
        repeated.add(key);
        void answered.then(() => (unknown.some(isKnown) ? store.invalidate([key]) : undefined));
      }
      const learnt = current();
      return parse((id) => learnt.get(id) ?? null);
    },
  };
}

function isForbidden(error: unknown): boolean {
  return error instanceof ContentError && error.status === 403;
}

/** Whether `work`, which must not reject, is done within `ms`; it goes on in any case. */
async function isWithin(clock: Clock, ms: number, work: Promise<unknown>): Promise<boolean> {
  const { promise: over, resolve } = Promise.withResolvers<false>();
  const cancel = clock.after(ms, () => resolve(false));
  const first = await Promise.race([work.then(() => true), over]);
  cancel();
  return first;
}
