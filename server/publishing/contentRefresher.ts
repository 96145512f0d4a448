import { type CollectionName, collectionNames, collectionOf } from '../content/collections/collections.ts';
import { files } from '../content/collections/files.ts';
import type { Content } from '../content/content.ts';
import type { PictureStore } from '../media/pictureStore.ts';

/** The result of a call of the hook. */
interface Refetched {
  /** The addresses that are new. */
  readonly urls: readonly string[];
  /** The content keys that could not be fetched: their last values are still served. */
  readonly unreachable: readonly string[];
}

export interface ContentRefresher {
  /**
   * Fetches everything again that a collection feeds, and resolves when a fetch that began after this call has been
   * published. Calls that come while a refresh waits share it, and a collection is refreshed at most once a second,
   * whatever the number of edits.
   */
  refresh(collection: CollectionName): Promise<Refetched>;
  /**
   * Another replica was told of an edit. What it fetches comes to this one by itself, unless that one is of another
   * build; pictures do not.
   */
  hearEdit(collection: string, isForeign: boolean): void;
}

interface Collaborators {
  readonly content: Pick<Content, 'invalidate' | 'keysFor' | 'stats'>;
  readonly pictures: Pick<PictureStore, 'invalidate'>;
  /** Brings the changed content keys to the pages, once a refresh; resolves with the addresses that are new. */
  readonly publish: (changed: readonly string[]) => Promise<readonly string[]>;
  /** Called when a refresh is wanted that no other replica has announced. */
  readonly onEdit?: ((collection: CollectionName) => void) | undefined;
  /** Least time between two refreshes of a collection; a second unless said otherwise. */
  readonly leastIntervalMs?: number | undefined;
}

/** Coalesces the calls of the publish hook. */
export function createContentRefresher(collaborators: Collaborators): ContentRefresher {
  const { content, pictures, publish, onEdit, leastIntervalMs = 1_000 } = collaborators;
  /** The refresh that waits to begin, by collection. */
  const waiting = new Map<CollectionName, Promise<Refetched>>();
  const running = new Map<CollectionName, Promise<unknown>>();
  const lastBegin = new Map<CollectionName, number>();

  const fetchAgain = async (collection: CollectionName) => {
    const keys = content.keysFor(collection);
    const { sharedKey } = collectionOf(collection);
    if (collection === files.name) pictures.invalidate('all');
    const changed = await (sharedKey === undefined ? content.invalidate(keys) : fetchShared(sharedKey, keys));
    const fetched = new Set(sharedKey === undefined ? keys : [sharedKey, ...changed]);
    const failed = content.stats().filter(({ key, hasFailed }) => fetched.has(key) && hasFailed);
    return { changed, unreachable: failed.map(({ key }) => key) };
  };

  /** The other values take something of the shared one: where that is the same, they are too. */
  const fetchShared = async (sharedKey: string, keys: readonly string[]): Promise<readonly string[]> => {
    const shared = await content.invalidate([sharedKey]);
    if (shared.length === 0) return [];
    return [...shared, ...(await content.invalidate(keys.filter((key) => key !== sharedKey)))];
  };

  const run = async (collection: CollectionName): Promise<Refetched> => {
    await running.get(collection);
    const earliest = (lastBegin.get(collection) ?? Number.NEGATIVE_INFINITY) + leastIntervalMs;
    const pauseMs = earliest - performance.now();
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    waiting.delete(collection);
    lastBegin.set(collection, performance.now());
    const refetched = fetchAgain(collection);
    // The next refresh waits for this one, and begins also if this one fails.
    running.set(
      collection,
      refetched.catch(() => undefined),
    );
    const { changed, unreachable } = await refetched;
    return { urls: await publish(changed), unreachable };
  };

  const share = (collection: CollectionName) => {
    const shared = waiting.get(collection) ?? run(collection);
    waiting.set(collection, shared);
    return shared;
  };

  return {
    refresh(collection) {
      if (!waiting.has(collection)) onEdit?.(collection);
      return share(collection);
    },
    hearEdit(collection, isForeign) {
      const known = collectionNames.find((name) => name === collection);
      if (known === files.name) pictures.invalidate('all');
      if (known && isForeign) void share(known);
    },
  };
}
