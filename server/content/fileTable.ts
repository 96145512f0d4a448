import type { Clock } from './clock.ts';
import { ContentError } from './contentErrors.ts';
import type { ContentQuestion, Windows } from './contentSlot.ts';
import type { ContentStore } from './contentStore.ts';
import type { DirectusClient } from './directusClient.ts';
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
  /** Parses content with what the file library says of the files in it. */
  describe<T>(parse: (fileFacts: (id: string) => FileFacts | null) => T): Promise<T>;
}

/** JSON of what is known; null: the library has no such file, or does not say. */
type FileEntries = readonly (readonly [id: string, facts: FileFacts | null])[];

const fields = ['id', 'type', 'width', 'height', 'description', 'focal_point_x', 'focal_point_y'];
/** Ids in one call: its address stays far below the 16 kB that Directus takes. */
const idsPerCall = 100;
const mostIds = 1_000;
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
  let forbiddenUntil = Number.NEGATIVE_INFINITY;

  const askFor = async (ids: readonly string[]): Promise<FileEntries> => {
    const query = { filter: { id: { _in: ids } }, fields, limit: ids.length };
    const rows = await client.files(query, { isExpected: isForbidden });
    const found = new Map(readRows(rows).map((row) => [readId(row.id)?.toLowerCase(), parseFileFacts(row)]));
    return ids.map((id) => [id, found.get(id) ?? null]);
  };

  const question: ContentQuestion<FileEntries> = {
    ...{ key: 'files', kind: 'list', windows },
    async load() {
      const ids = [...wanted];
      const entries: (readonly [string, FileFacts | null])[] = [];
      try {
        for (let from = 0; from < ids.length && clock.now() >= forbiddenUntil; from += idsPerCall) {
          entries.push(...(await askFor(ids.slice(from, from + idsPerCall))));
        }
      } catch (error) {
        if (!isForbidden(error)) throw error;
        forbiddenUntil = clock.now() + forbiddenMs;
      }
      return clock.now() < forbiddenUntil ? ids.map((id) => [id, null]) : entries;
    },
  };

  /** One Map for each version of the table. */
  let known = { version: 0, facts: new Map<string, FileFacts | null>() };
  const current = () => {
    const reading = wanted.size === 0 || store.versionOf(question.key) === null ? null : store.read(question);
    if (reading && 'value' in reading && reading.version !== known.version) {
      known = { version: reading.version, facts: new Map(reading.value) };
    }
    return known.facts;
  };

  const learn = async (ids: Iterable<string>) => {
    for (const id of ids) wanted.add(id);
    for (const id of wanted) {
      if (wanted.size <= mostIds) break;
      wanted.delete(id);
    }
    const isHeld = store.versionOf(question.key) !== null;
    await waitAtMost(clock, waitMs, isHeld ? store.invalidate([question.key]) : store.read(question));
  };

  return {
    async describe(parse) {
      const unknown = new Set<string>();
      const facts = current();
      const first = parse((id) => {
        if (!facts.has(id)) unknown.add(id);
        return facts.get(id) ?? null;
      });
      if (unknown.size === 0) return first;
      await learn(unknown);
      const learnt = current();
      return parse((id) => learnt.get(id) ?? null);
    },
  };
}

function isForbidden(error: unknown): boolean {
  return error instanceof ContentError && error.status === 403;
}

/** Resolves when `work` does, which must not reject, or after `ms`; the work goes on. */
async function waitAtMost(clock: Clock, ms: number, work: unknown): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const cancel = clock.after(ms, resolve);
  await Promise.race([work, promise]);
  cancel();
}
