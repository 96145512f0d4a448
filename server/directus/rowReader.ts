import { ContentTooLargeError } from '../upstream/callErrors.ts';
import { readRows } from './readField.ts';

export interface RowReaderOptions {
  /** The rows of one name. */
  readonly readOne: (name: string) => Promise<readonly unknown[]>;
  /** The rows of several names, in one call. */
  readonly readMany: (names: readonly string[]) => Promise<readonly unknown[]>;
  /** The name that a row belongs to; null: the row does not say. */
  readonly nameOf: (row: Readonly<Record<string, unknown>>) => string | null;
}

/** The rows of one name, in the order in which the content service gave them. */
export type RowReader = (name: string) => Promise<readonly unknown[]>;

/** Twenty posts of 250 kB are what one answer may weigh. */
const namesPerCall = 20;
/** Bytes of the names in one address, as they are written there: most servers take addresses up to 8 kB. */
const nameBytesPerCall = 5_000;
const callsAtOnce = 4;

/**
 * Reads what is asked for in the same moment in as few calls as their addresses and answers allow, so that a
 * round that asks for everything again costs the content service little. A name that is asked for alone is
 * read alone. Where several cannot be had together, each is read alone, one after the other.
 */
export function createRowReader({ readOne, readMany, nameOf }: RowReaderOptions): RowReader {
  let gathered = new Map<string, PromiseWithResolvers<readonly unknown[]>>();

  const readTogether = async (names: readonly string[]) => {
    const rows = Map.groupBy(readRows(await readMany(names)), nameOf);
    if (rows.has(null)) throw new UnnamedRowError();
    return rows;
  };

  type Asked = ReadonlyMap<string, PromiseWithResolvers<readonly unknown[]>>;
  const answerAlone = async (name: string, asked: Asked) => {
    const waiting = asked.get(name);
    await readOne(name).then(waiting?.resolve, waiting?.reject);
  };

  /** Answers each of these names, or tells it why not. Never rejects. */
  const answer = async (names: readonly string[], asked: Asked) => {
    const [first = ''] = names;
    if (names.length === 1) return answerAlone(first, asked);
    try {
      const rows = await readTogether(names);
      for (const name of names) asked.get(name)?.resolve(rows.get(name) ?? []);
    } catch (error) {
      const eachAlone = error instanceof ContentTooLargeError || error instanceof UnnamedRowError;
      for (const name of names) {
        if (eachAlone) await answerAlone(name, asked);
        else asked.get(name)?.reject(error);
      }
    }
  };

  const send = async () => {
    const asked = gathered;
    gathered = new Map();
    const parts = inParts([...asked.keys()]);
    const work = async () => {
      for (let part = parts.shift(); part !== undefined; part = parts.shift()) await answer(part, asked);
    };
    await Promise.all(Array.from({ length: callsAtOnce }, work));
  };

  return (name) => {
    if (gathered.size === 0) queueMicrotask(send);
    const waiting = gathered.get(name) ?? Promise.withResolvers<readonly unknown[]>();
    gathered.set(name, waiting);
    return waiting.promise;
  };
}

/** A row that names nobody may be anybody's. */
class UnnamedRowError extends Error {}

function inParts(names: readonly string[]): string[][] {
  const parts: string[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const name of names) {
    const own = encodeURIComponent(JSON.stringify(name)).length + 1;
    const last = parts.at(-1);
    if (last && last.length < namesPerCall && bytes + own <= nameBytesPerCall) {
      last.push(name);
      bytes += own;
    } else {
      parts.push([name]);
      bytes = own;
    }
  }
  return parts;
}
