import type { DirectusClient } from '../directus/directusClient.ts';
import { isForbidden } from '../directus/directusErrors.ts';
import type { DirectusQuery } from '../directus/directusUrl.ts';
import { readId, readRows } from '../directus/readField.ts';
import type { Clock } from '../process/clock.ts';
import { filesKey } from './collections/files.ts';
import type { FileFacts } from './parse/parseContext.ts';
import { parseFileFacts } from './parse/parsePicture.ts';
import type { StoreQuery, Windows } from './store/contentSlot.ts';

/** The facts of a file as JSON; null: the library has no such file, or does not say. */
export type FileEntries = readonly (readonly [id: string, facts: FileFacts | null])[];

type Facts = ReadonlyMap<string, FileFacts>;

export interface FileQuestionOptions {
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
export function createFileQuery(options: FileQuestionOptions): StoreQuery<FileEntries> {
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
