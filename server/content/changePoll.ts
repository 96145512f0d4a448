import { ResponseError, TooLargeError } from '../directus/callErrors.ts';
import type { DirectusClient } from '../directus/directusClient.ts';
import type { Clock } from '../process/clock.ts';
import { shapeOf } from './collections/collection.ts';
import { type CollectionName, collectionNames, collectionOf } from './collections/collections.ts';
import { digestOf } from './store/digest.ts';

interface ChangePollOptions {
  readonly client: Pick<DirectusClient, 'items'>;
  /** Fetches again what a collection feeds; never rejects. Resolves with whether everything could be fetched. */
  readonly refetch: (collection: CollectionName) => Promise<boolean>;
  readonly clock: Clock;
  readonly random: () => number;
}

interface ChangePoll {
  /** `isNeeded`: whether a round is to be made here; without it each is. */
  start(isNeeded?: () => boolean | Promise<boolean>): void;
  close(): void;
}

const intervalMs = 30_000;
/** What may not be read, or not in this order, is left alone for so long. */
const refusedMs = 10 * 60_000;
/** The newest rows are those that editors work on. Older ones are refreshed when they are read. */
const mostRows = 200;

/**
 * Reads each collection in one call, every 30 s or a little more, and fetches again what it feeds where a row has
 * changed. So an edit reaches also a replica that no publish hook has told, and pages that nobody visits. The first
 * poll fetches everything: what was edited before is not known.
 */
export function createChangePoll({ client, refetch, clock, random }: ChangePollOptions): ChangePoll {
  const digests = new Map<CollectionName, string>();
  /** Fewer rows where those of a collection are too large for one response. */
  const limits = new Map<CollectionName, number>();
  const refusedUntil = new Map<CollectionName, number>();
  let cancel = () => {};
  let isClosed = false;

  const poll = async (collection: CollectionName) => {
    if (clock.now() < (refusedUntil.get(collection) ?? 0)) return;
    const limit = limits.get(collection) ?? mostRows;
    const isExpected = (error: unknown) => error instanceof TooLargeError || isRefused(error);
    const declared = collectionOf(collection);
    const query = { fields: '*', sort: declared.newestFirst ?? '-id', limit };
    try {
      const rows = await client.items(collection, query, { shape: shapeOf(declared, true), isExpected });
      const digest = digestOf(rows);
      if (digests.get(collection) === digest) return;
      // What could not be fetched is fetched again in the next round.
      if (await refetch(collection)) digests.set(collection, digest);
    } catch (error) {
      // The client has reported it.
      if (error instanceof TooLargeError) limits.set(collection, Math.max(1, Math.floor(limit / 2)));
      if (isRefused(error)) refusedUntil.set(collection, clock.now() + refusedMs);
    }
  };

  const plan: ChangePoll['start'] = (isNeeded = () => true) => {
    cancel = clock.after(intervalMs * (1 + random() / 5), async () => {
      const isWanted = await isNeeded();
      for (const collection of collectionNames) {
        if (!isClosed && isWanted) await poll(collection);
      }
      if (!isClosed) plan(isNeeded);
    });
  };

  return {
    start: plan,
    close() {
      isClosed = true;
      cancel();
    },
  };
}

/** Directus responds with 403 to a collection or field that may not be read, and with 400 to a query it cannot serve. */
function isRefused(error: unknown): boolean {
  return error instanceof ResponseError && (error.status === 400 || error.status === 403);
}
