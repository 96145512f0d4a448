import DataLoader from 'dataloader';
import PQueue from 'p-queue';
import { TooLargeError } from './callErrors.ts';
import type { DirectusClient, RowShape } from './directusClient.ts';
import type { DirectusQuery } from './directusUrl.ts';
import { type Row, readId, readRows, readSlug } from './readField.ts';

/** The rows of a collection, identified by one field. */
interface RowQuery {
  readonly collection: string;
  /** The field that holds the id: a slug, or the id of another row. */
  readonly by: string;
  /** Further parameters of the query for the rows of one id. */
  readonly query: DirectusQuery;
  readonly shape: RowShape;
}

/** The rows of one id, in the order in which the content service gave them. Rejects as the client does. */
export type RowReader = (id: string) => Promise<readonly unknown[]>;

type Result = readonly unknown[] | Error;

/** Twenty posts of 250 kB are what one response may weigh. */
const idsPerCall = 20;
/** Bytes of the ids in one address, as they are written there: most servers take addresses up to 8 kB. */
const idBytesPerCall = 5_000;
const concurrency = 4;

/**
 * Batches the ids that are loaded in the same turn into as few calls as their addresses and responses allow, so
 * that refreshing everything costs the content service little. A single id is read alone. Where a batch fails, each
 * id is read alone, one after the other.
 */
export function createRowReader(
  client: Pick<DirectusClient, 'items'>,
  { collection, by, query: { filter, ...query }, shape }: RowQuery,
): RowReader {
  const queue = new PQueue({ concurrency });
  const idOf = (row: Row) => (by === 'slug' ? readSlug(row.slug) : readId(row[by]));

  const readOne = (id: string): Promise<Result> =>
    client
      .items(collection, { filter: { [by]: { _eq: id }, ...filter }, ...query }, { shape })
      .catch((error: unknown) => toError(error));

  const readTogether = async (ids: readonly string[]) => {
    const together = { filter: { [by]: { _in: ids }, ...filter }, ...query, limit: undefined };
    const rows = await client.items(collection, together, {
      shape,
      isExpected: (error) => error instanceof TooLargeError,
    });
    const groups = Map.groupBy(readRows(rows), idOf);
    if (groups.has(null)) throw new UnnamedRowError();
    return ids.map((id) => groups.get(id) ?? []);
  };

  const readPart = async (ids: readonly string[]): Promise<readonly Result[]> => {
    try {
      if (ids.length > 1) return await readTogether(ids);
    } catch (error) {
      const eachAlone = error instanceof TooLargeError || error instanceof UnnamedRowError;
      if (!eachAlone) return ids.map(() => toError(error));
    }
    const results: Result[] = [];
    for (const id of ids) results.push(await readOne(id));
    return results;
  };

  const loader = new DataLoader<string, readonly unknown[]>(
    async (ids) => (await Promise.all(inParts(ids).map((part) => queue.add(() => readPart(part))))).flat(),
    // The store remembers; here an id is read each time.
    { cache: false, maxBatchSize: idsPerCall },
  );
  return (id) => loader.load(id);
}

/** A row that names no id may be anybody's. */
class UnnamedRowError extends Error {}

const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/** The ids in their order, in parts whose addresses are short enough. */
function inParts(ids: readonly string[]): readonly (readonly string[])[] {
  const parts: string[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const id of ids) {
    const own = encodeURIComponent(JSON.stringify(id)).length + 1;
    if (bytes + own > idBytesPerCall) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)?.push(id);
    bytes += own;
  }
  return parts;
}
