import type { Content } from './content.ts';

/** What a call of the hook led to. */
export interface Refetched {
  /** The content keys whose content is new. */
  readonly changed: readonly string[];
}

export interface ContentRefresher {
  /**
   * Fetches everything again that a collection feeds, and resolves when a fetch that began after this call
   * has been taken in. Calls that come while one waits share it, and a collection is fetched at most once a
   * second, so a storm of edits costs the content service one round a second.
   */
  refresh(collection: string): Promise<Refetched>;
}

const leastIntervalMs = 1_000;

/** Coalesces the calls of the publish hook. */
export function createContentRefresher(content: Content): ContentRefresher {
  /** The round that waits to begin, by collection. */
  const waiting = new Map<string, Promise<Refetched>>();
  const lastBegin = new Map<string, number>();
  const running = new Map<string, Promise<unknown>>();

  const run = async (collection: string): Promise<Refetched> => {
    const pause =
      (lastBegin.get(collection) ?? Number.NEGATIVE_INFINITY) + leastIntervalMs - performance.now();
    await running.get(collection);
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
    waiting.delete(collection);
    lastBegin.set(collection, performance.now());
    const round = content.invalidate(content.keysFor(collection));
    running.set(collection, round);
    const changed = await round;
    if (running.get(collection) === round) running.delete(collection);
    return { changed };
  };

  return {
    refresh(collection) {
      const shared = waiting.get(collection) ?? run(collection);
      waiting.set(collection, shared);
      return shared;
    },
  };
}
