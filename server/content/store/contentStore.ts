import NodeCache from 'node-cache';
import type { Logger } from 'pino';
import { type Clock, systemClock } from '../../process/clock.ts';
import type { SharedContent } from '../../replicas/sharedContent.ts';
import { createRefreshQueue } from '../../upstream/refreshQueue.ts';
import {
  type CachedValue,
  createSlot,
  type LoadOptions,
  type Reading,
  type ReadOutcome,
  type Slot,
  type SlotStats,
  type StoredValue,
  type StoreQuery,
} from './contentSlot.ts';
import { createSecondRead } from './secondRead.ts';

/** Called with a new version; `isFirst`: the key had none before, so no page depends on an older one. */
export type ChangeListener = (key: string, version: number, isFirst: boolean) => void;

export interface ContentStore {
  /** The value at once if one may be served, else a promise for the first fetch; never rejects. */
  read<T>(query: StoreQuery<T>): Reading<T> | Promise<Reading<T>>;
  /** The current version; null: no value may be served. */
  versionOf(key: string): number | null;
  /** Counts as a read of the value: may start a refresh, costs one comparison while it is fresh. */
  touch(key: string): void;
  /** Fetches the known ones of these keys again, now. Never rejects; resolves with those that changed. */
  invalidate(keys: readonly string[]): Promise<readonly string[]>;
  /** Whether any list has rows that may be served. */
  hasRows(): boolean;
  /** All keys known, in no particular order. */
  keys(): readonly string[];
  /** Calls the listener after each new version; returns a function that stops it. */
  onChange(listener: ChangeListener): () => void;
  /** Everything that may still be served: unread values of the snapshot, details in order of their use, lists. */
  forSnapshot(): readonly (readonly [key: string, stored: StoredValue])[];
  stats(): readonly SlotStats[];
  /** Stops the timers. */
  close(): void;
}

export interface ContentStoreOptions {
  readonly log: Logger;
  readonly clock?: Clock;
  readonly random?: () => number;
  /** What an earlier process stored; each value counts from the first read of its key. */
  readonly snapshot?: ReadonlyMap<string, StoredValue>;
  /** Called with the outcome of each read. */
  readonly onRead?: (key: string, outcome: ReadOutcome) => void;
  readonly maxDetails?: number;
  readonly sweepEveryMs?: number;
  /** Least time between two background refreshes. */
  readonly spacingMs?: number;
  /** What other replicas have fetched; without it this one fetches everything itself. */
  readonly shared?: Pick<SharedContent, 'load' | 'attach'> | undefined;
}

/** Timers for far moments are set again each minute, so that a change of the machine's clock is noticed. */
const longestTimerMs = 60_000;
const refreshesAtOnce = 4;
/** A value that another replica has fetched within this time is not fetched again. */
const mostSharedAgeMs = 20_000;

/**
 * Holds the last good value of each query. A value seen within its `staleOnError`, which is its time to live in
 * node-cache, is served without waiting. Only a key never seen waits for its first fetch, and a failed one is
 * remembered for a second, so that a storm of readers is one attempt a second.
 */
export function createContentStore(options: ContentStoreOptions): ContentStore {
  const { log, clock = systemClock, random = Math.random, onRead = () => undefined } = options;
  const { maxDetails = 500, sweepEveryMs = 30_000, spacingMs = 100, shared } = options;
  const cache = new NodeCache({
    useClones: false,
    checkperiod: sweepEveryMs / 1_000,
    // node-cache expires by the machine's clock, which may be set ahead: an expired value is checked again below.
    deleteOnExpire: false,
  });
  const queue = createRefreshQueue({ clock, concurrency: refreshesAtOnce, spacingMs });
  const listeners = new Set<ChangeListener>();
  const slotsByKey = new Map<string, Slot<unknown>>();
  /** Keys of details, the least recently used first. */
  const details = new Set<string>();
  /** Values of the snapshot that were not read since. */
  const unread = new Map(options.snapshot);
  const slots = () => [...slotsByKey.values()];
  const secondRead = createSecondRead({ clock, log, slots });
  let versions = 0;

  const load = async <T>(query: StoreQuery<T>, held: T | undefined, how: LoadOptions) => {
    const { isForced, maySayEmpty } = how;
    const fetch = () => query.load(held);
    if (!shared) return { value: await fetch(), ageMs: 0 };
    return shared.load({
      key: query.key,
      held,
      fetch,
      freshMs: isForced ? 0 : Math.min(query.windows.fresh / 2, mostSharedAgeMs),
      isBelievable: (value) => maySayEmpty || query.isEmpty?.(value) !== true,
    });
  };

  const services = {
    cache,
    clock,
    random,
    onRead,
    load,
    refreshSoon: queue.add,
    onEmptied: secondRead.plan,
    nextVersion() {
      versions += 1;
      return versions;
    },
  };
  let announced = 0;
  cache.on('set', (_name, { key, version, changesAt, isFirst }: CachedValue<unknown>) => {
    if (version <= announced) return;
    announced = version;
    log.debug({ key, version }, 'Content changed');
    if (changesAt !== null) armChangeTimer();
    for (const listener of listeners) listener(key, version, isFirst);
  });
  cache.on('expired', (name, entry: CachedValue<unknown>) => {
    const { key } = entry;
    const leftMs = () => slotsByKey.get(key)?.leftMs() ?? 0;
    if (leftMs() > 0) {
      // Not `ttl()`, which would find it expired once more.
      cache.set(name, entry, leftMs() / 1_000);
      return;
    }
    log.warn({ key }, 'Content is too old to be served');
    // Only after the call that found it expired has returned; that call may have stored a new value.
    queueMicrotask(() => {
      if (leftMs() <= 0) cache.del(name);
    });
  });

  const noteUse = (key: string) => {
    details.delete(key);
    details.add(key);
    const [oldest] = details;
    if (details.size <= maxDetails || oldest === undefined) return;
    details.delete(oldest);
    slotsByKey.get(oldest)?.close();
    slotsByKey.delete(oldest);
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
      // Two sweeps early, so that no key grows too old between two of them.
      if (slot.isDue(2 * sweepEveryMs)) await slot.refetch();
    }
  };
  armSweep();

  const store: ContentStore = {
    read<T>(query: StoreQuery<T>) {
      const { key } = query;
      // A key belongs to one query, hence one type.
      let slot = slotsByKey.get(key) as Slot<T> | undefined;
      if (!slot) {
        slot = createSlot(query, services, unread.get(key));
        slotsByKey.set(key, slot);
        unread.delete(key);
        // A value of the snapshot was announced before its slot existed.
        if (slot.changesAt() !== null) armChangeTimer();
      }
      if (slot.kind === 'detail') noteUse(key);
      return slot.read();
    },

    versionOf: (key) => slotsByKey.get(key)?.version() ?? null,

    touch(key) {
      const slot = slotsByKey.get(key);
      if (slot?.kind === 'detail') noteUse(key);
      slot?.touch();
    },

    async invalidate(keys) {
      // All at once: fetches of the same turn are batched.
      const refetched = [...new Set(keys)].map(async (key) => {
        const before = slotsByKey.get(key)?.version();
        const reading = await slotsByKey.get(key)?.refetch();
        return reading && 'version' in reading && reading.version !== before ? [key] : [];
      });
      return (await Promise.all(refetched)).flat();
    },

    hasRows: () => slots().some((slot) => slot.kind === 'list' && slot.hasRows()),

    keys: () => [...slotsByKey.keys()],

    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    forSnapshot() {
      const lists = slots().filter(({ kind }) => kind === 'list');
      const used = [...[...details].flatMap((key) => slotsByKey.get(key) ?? []), ...lists];
      const read = used.flatMap((slot) => {
        const value = slot.forSnapshot();
        return value ? [[slot.key, value] as const] : [];
      });
      return [...[...unread].slice(-maxDetails), ...read];
    },

    stats: () => slots().map((slot) => slot.stats()),

    close() {
      secondRead.close();
      cancelSweep();
      cancelChange();
      cache.close();
      listeners.clear();
    },
  };
  shared?.attach({
    put(key, value, ageMs) {
      const slot = slotsByKey.get(key);
      if (slot) slot.put(value, ageMs);
      else unread.set(key, { value, fetchedAt: clock.date() - ageMs });
    },
    held: () =>
      store.forSnapshot().map(([key, { value, fetchedAt }]) => ({
        key,
        value,
        ageMs: clock.date() - fetchedAt,
        isUnproven: slotsByKey.get(key)?.isUnproven() ?? false,
      })),
    refetch: (key) => store.invalidate([key]),
  });
  return store;
}
