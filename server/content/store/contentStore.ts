import NodeCache from 'node-cache';
import type { Logger } from 'pino';
import { type Clock, systemClock } from '../../process/clock.ts';
import { createRefreshQueue } from '../../upstream/refreshQueue.ts';
import {
  createSlot,
  type Reading,
  type ReadOutcome,
  type Slot,
  type SlotStats,
  type StoredValue,
  type StoreQuery,
} from './contentSlot.ts';

/** Hears of a new version; `isFirst`: of a key that had none, so that nothing was made from an older one. */
export type ChangeListener = (key: string, version: number, isFirst: boolean) => void;

export interface ContentStore {
  /** The value at once if one may be served, else a promise for the first fetch; never rejects. */
  read<T>(query: StoreQuery<T>): Reading<T> | Promise<Reading<T>>;
  /** The version now held; null: none that may be served. */
  versionOf(key: string): number | null;
  /** Counts as a read of the held value: may start a refresh, costs one comparison while it is fresh. */
  touch(key: string): void;
  /** Fetches the known ones of these keys again, now. Never rejects; resolves with those that changed. */
  invalidate(keys: readonly string[]): Promise<readonly string[]>;
  /** All keys known, in no particular order. */
  keys(): readonly string[];
  /** Calls the listener after each new version; returns how to stop it. */
  onChange(listener: ChangeListener): () => void;
  /** What may still be served: what was kept and not read since, details as they were last used, lists. */
  forSnapshot(): readonly (readonly [key: string, kept: StoredValue])[];
  stats(): readonly SlotStats[];
  /** Stops the timers. */
  close(): void;
}

export interface ContentStoreOptions {
  readonly log: Logger;
  readonly clock?: Clock;
  readonly random?: () => number;
  /** What an earlier process held; each value counts from the first read of its key. */
  readonly kept?: ReadonlyMap<string, StoredValue>;
  /** Hears what each read found. */
  readonly onRead?: (key: string, outcome: ReadOutcome) => void;
  readonly maxDetails?: number;
  readonly sweepEveryMs?: number;
  /** Least time between two refreshes that nobody waits for. */
  readonly spacingMs?: number;
}

/** Timers for far moments are set again each minute, so that a clock that is put right is noticed. */
const longestTimerMs = 60_000;
const refreshesAtOnce = 4;

/**
 * Keeps what the content service last answered. Nobody waits for a value that has been seen within its
 * `staleOnError`; only a key never seen waits for its first fetch, and a failed one is remembered for a
 * second, so that a storm of readers is one attempt a second.
 */
export function createContentStore(options: ContentStoreOptions): ContentStore {
  const { log, clock = systemClock, random = Math.random, onRead = () => undefined } = options;
  const { maxDetails = 500, sweepEveryMs = 30_000, spacingMs = 100 } = options;
  // No copies, no times and no clock of its own: expiry is ours, since node-cache deletes what expires.
  const cache = new NodeCache({ useClones: false, stdTTL: 0, checkperiod: 0 });
  const queue = createRefreshQueue({ clock, concurrency: refreshesAtOnce, spacingMs });
  const listeners = new Set<ChangeListener>();
  /** Keys of details, the least recently used first. */
  const details = new Set<string>();
  /** Kept by an earlier process and not read since. */
  const unread = new Map(options.kept);
  let versions = 0;

  const surroundings = {
    clock,
    random,
    onRead,
    refreshSoon: queue.add,
    nextVersion() {
      versions += 1;
      return versions;
    },
    onChange(slot: Slot<unknown>, isFirst: boolean) {
      const version = slot.version() ?? versions;
      log.debug({ key: slot.key, version }, 'Content changed');
      if (slot.changesAt() !== null) armChangeTimer();
      for (const listener of listeners) listener(slot.key, version, isFirst);
    },
  };

  // The prefix keeps keys made of slugs away from the members that every object has.
  const nameOf = (key: string) => `content:${key}`;
  const find = (key: string) => cache.get<Slot<unknown>>(nameOf(key));
  const slots = () => cache.keys().flatMap((name) => cache.get<Slot<unknown>>(name) ?? []);

  const noteUse = (key: string) => {
    details.delete(key);
    details.add(key);
    const [oldest] = details;
    if (details.size <= maxDetails || oldest === undefined) return;
    details.delete(oldest);
    cache.del(nameOf(oldest));
  };

  let cancelChange = () => {};
  const armChangeTimer = () => {
    cancelChange();
    const moments = slots().flatMap((slot) => slot.changesAt() ?? []);
    if (moments.length === 0) return;
    const waitMs = Math.max(0, Math.min(...moments) - clock.date());
    cancelChange = clock.after(Math.min(waitMs, longestTimerMs), () => {
      for (const slot of slots()) slot.applyChange();
      armChangeTimer();
    });
  };

  let cancelSweep = () => {};
  const armSweep = () => {
    cancelSweep = clock.after(sweepEveryMs, () => void sweep().finally(armSweep));
  };
  const sweep = async () => {
    for (const slot of slots()) {
      // Two rounds early, so that no key grows too old between rounds.
      if (slot.isDue(2 * sweepEveryMs)) await slot.refetch();
    }
  };
  armSweep();

  return {
    read<T>(query: StoreQuery<T>) {
      const known = cache.get<Slot<T>>(nameOf(query.key));
      const slot = known ?? createSlot(query, surroundings, unread.get(query.key));
      if (!known) {
        cache.set(nameOf(query.key), slot);
        unread.delete(query.key);
        if (slot.changesAt() !== null) armChangeTimer();
      }
      if (slot.kind === 'detail') noteUse(slot.key);
      return slot.read();
    },

    versionOf: (key) => find(key)?.version() ?? null,

    touch(key) {
      const slot = find(key);
      if (slot?.kind === 'detail') noteUse(key);
      slot?.touch();
    },

    async invalidate(keys) {
      // All at once: what is asked for in the same moment is read together.
      const refetched = [...new Set(keys)].map(async (key) => {
        const before = find(key)?.version();
        const reading = await find(key)?.refetch();
        return reading && 'version' in reading && reading.version !== before ? [key] : [];
      });
      return (await Promise.all(refetched)).flat();
    },

    keys: () => slots().map((slot) => slot.key),

    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    forSnapshot() {
      const lists = slots().filter(({ kind }) => kind === 'list');
      const used = [...[...details].flatMap((key) => find(key) ?? []), ...lists];
      const read = used.flatMap((slot) => {
        const value = slot.forSnapshot();
        return value ? [[slot.key, value] as const] : [];
      });
      return [...[...unread].slice(-maxDetails), ...read];
    },

    stats: () => slots().map((slot) => slot.stats()),

    close() {
      cancelSweep();
      cancelChange();
      listeners.clear();
    },
  };
}
