import type NodeCache from 'node-cache';
import type { Clock } from '../../process/clock.ts';
import { causeOf } from '../../process/errors.ts';
import type { SharedValue } from '../../replicas/sharedContent.ts';
import { digestOf } from './digest.ts';

/** The windows of a value, in milliseconds since it was fetched. */
export interface Windows {
  /** Younger: served without a refresh. */
  readonly fresh: number;
  /** The sweep leaves values that were read within this time, while the content service responds. */
  readonly staleWhileRevalidate: number;
  /** Younger: served at once, also during an outage. Older: as if never seen. */
  readonly staleOnError: number;
}

/** One query: its key, and how to fetch its value. A key belongs to one query, hence one type. */
export interface StoreQuery<T> {
  readonly key: string;
  readonly windows: Windows;
  /** Details may be evicted, the least recently used first; lists never are. */
  readonly kind: 'list' | 'detail';
  /** The collection of a list: what an emptied list is compared with (`secondRead.ts`). */
  readonly collection?: string;
  /**
   * Fetches and parses; the value is JSON. Rejects when the content service is unreachable. Where a value is held,
   * a response that names no rows is malformed.
   */
  load(held: T | undefined): Promise<T>;
  /** Whether this is the value of no rows at all. One that replaces another is read twice before it is stored. */
  isEmpty?(value: T): boolean;
  /**
   * The next moment (milliseconds since 1970, after `now`) at which the same value has another meaning: a post
   * falls due.
   */
  changesAt?(value: T, now: number): number | null;
}

/** A value with the version that page caches compare, or why there is none. */
export type Reading<T> = { readonly value: T; readonly version: number } | { readonly unreachable: string };

/**
 * The outcome of a read: `hit` a fresh value; `stale` a stale one; `miss` none, so this read starts the first
 * fetch; `coalesced` none, and the first fetch is under way; `error` none, because the fetch failed a moment ago.
 */
export type ReadOutcome = 'hit' | 'stale' | 'miss' | 'coalesced' | 'error';

/** A value in the form in which it outlives the process. */
export interface StoredValue {
  readonly value: unknown;
  /** Milliseconds since 1970. */
  readonly fetchedAt: number;
}

/** The state of one key, for status pages. */
export interface SlotStats {
  readonly key: string;
  readonly version: number | null;
  readonly ageMs: number | null;
  /** `ok`, `never fetched`, `from the snapshot`, or why the last fetch failed. */
  readonly outcome: string;
  readonly hasFailed: boolean;
}

export interface Slot<out T> {
  readonly key: string;
  readonly kind: 'list' | 'detail';
  readonly collection: string | null;
  /** The value at once if one may be served, else a promise for the first fetch; never rejects. */
  read(): Reading<T> | Promise<Reading<T>>;
  /** Counts as a read of the value; one comparison while it is fresh. */
  touch(): void;
  /** Null: nothing that may be served. */
  version(): number | null;
  /** Fetches now, even while an earlier fetch is under way: that one may have started before an edit. */
  refetch(): Promise<Reading<T>>;
  /**
   * Stores a value that another replica has fetched `ageMs` ago; a fetch that is under way changes nothing any more.
   */
  put(value: T, ageMs: number): void;
  /** Whether there is a value that may be served, and rows in it. */
  hasRows(): boolean;
  /** Whether the last fetch succeeded, and no rows came where there were some: the earlier value is still served. */
  isEmptied(): boolean;
  /** Fetches once more; what is still empty is stored, and other replicas are told. */
  acceptEmpty(): Promise<unknown>;
  /** Whether the value is empty, and nobody has accepted that: it may be the first response of a broken service. */
  isUnproven(): boolean;
  /** Whether the sweep should fetch it again, at the latest `marginMs` before it grows too old. */
  isDue(marginMs: number): boolean;
  /** The next moment at which the value has another meaning, in milliseconds since 1970. */
  changesAt(): number | null;
  /** Makes a new version if that moment has come. */
  applyChange(): void;
  /** Milliseconds until the value is too old to be served, on a clock that is never set. */
  leftMs(): number;
  /** The value that may still be served, for the snapshot. */
  forSnapshot(): StoredValue | null;
  stats(): SlotStats;
  /** Deletes the value; a fetch that is under way still settles for its readers, but is not stored. */
  close(): void;
}

interface SlotServices {
  /** Holds the values, each for its `staleOnError`; announces new ones by its `set` event. */
  readonly cache: NodeCache;
  readonly clock: Clock;
  readonly random: () => number;
  readonly onRead: (key: string, outcome: ReadOutcome) => void;
  /** Loads a value. */
  readonly load: <T>(query: StoreQuery<T>, held: T | undefined, how: LoadOptions) => Promise<SharedValue<T>>;
  /** Runs a background refresh, soon. */
  readonly refreshSoon: (key: string, job: () => Promise<unknown>) => void;
  /** A number larger than all given before. */
  readonly nextVersion: () => number;
  /** Called when a slot is emptied: it is to be read again in some seconds. */
  readonly onEmptied: () => void;
}

/** How a value is loaded. */
export interface LoadOptions {
  /** It must be fetched from now on, not a moment ago. */
  readonly isForced: boolean;
  /** Other replicas may be told that nothing is there. */
  readonly maySayEmpty: boolean;
}

/** What the cache holds under a key. */
export interface CachedValue<out T> {
  readonly key: string;
  readonly value: T;
  readonly hash: string;
  readonly version: number;
  readonly changesAt: number | null;
  /** There was no value before, so no page can have been made from one. */
  readonly isFirst: boolean;
}

/**
 * The name of a key in the cache. The prefix is needed because a slug may be the name of a member that every object
 * has.
 */
const nameInCache = (key: string): string => `content:${key}`;

const failureMemoryMs = 1_000;
const longestRetryMs = 10_000;
const wantedForMs = 86_400_000;

/** One key: when it was fetched and read, and when it is fetched again. Its value is in the cache. */
export function createSlot<T>(
  query: StoreQuery<T>,
  services: SlotServices,
  fromSnapshot: StoredValue | null = null,
): Slot<T> {
  const { key, kind, windows, collection = null } = query;
  const { cache, clock, random, onRead, load, refreshSoon, nextVersion, onEmptied } = services;
  const name = nameInCache(key);
  let isFirst = true;
  /** The last fetched value that was equal to the cached one: the same object need not be compared again. */
  let compared: T | null = null;
  let fetchedAt = 0;
  /** Fetches are numbered as they begin: the late response to an earlier fetch changes nothing. */
  let fetches = 0;
  let cachedFetch = 0;
  let pending: Promise<Reading<T>> | null = null;
  let failures = 0;
  let failedAt = 0;
  let outcome = 'never fetched';
  let readAt = clock.now();
  /** From here on a read starts a refresh; infinite while one is waiting or under way. */
  let refreshAt = Number.POSITIVE_INFINITY;
  let isClosed = false;
  /** The last fetch came empty, and that is not accepted yet. */
  let isEmptied = false;
  /** That nothing is there was read twice, here or by another replica. */
  let isProvenEmpty = false;

  const isEmpty = (value: T) => query.isEmpty?.(value) === true;
  const leftMs = () => windows.staleOnError - (clock.now() - fetchedAt);
  /** The end of `staleOnError`, independent of changes to the machine's clock. */
  const cached = () => {
    const current = cache.get<CachedValue<T>>(name);
    return current && leftMs() >= 0 ? current : undefined;
  };

  const store = (value: T, hash: string, ageMs = 0): CachedValue<T> => {
    const changesAt = query.changesAt?.(value, clock.date()) ?? null;
    const entry = { key, value, hash, version: nextVersion(), changesAt, isFirst };
    isFirst = false;
    // A later slot may hold this key by now.
    if (!isClosed) cache.set(name, entry, (windows.staleOnError - ageMs) / 1_000);
    return entry;
  };

  const take = (value: T, order: number, isAccepted = false, ageMs = 0): CachedValue<T> => {
    const current = isClosed ? undefined : cached();
    if (current && cachedFetch > order) return current;
    cachedFetch = order;
    failures = 0;
    const isEmptyValue = isEmpty(value);
    isEmptied = current !== undefined && !isAccepted && isEmptyValue && !isEmpty(current.value);
    if (current && isEmptied) {
      outcome = 'empty: read again before it is accepted';
      refreshAt = Number.POSITIVE_INFINITY;
      onEmptied();
      return current;
    }
    isProvenEmpty = isEmptyValue && (isAccepted || isProvenEmpty);
    fetchedAt = clock.now() - ageMs;
    refreshAt = fetchedAt + windows.fresh * (0.9 + random() / 5);
    outcome = 'ok';
    if (current) cache.ttl(name, leftMs() / 1_000);
    if (current && value === compared) return current;
    compared = value;
    const hash = digestOf(value);
    return current?.hash === hash ? current : store(value, hash, ageMs);
  };

  const noteFailure = (error: unknown) => {
    outcome = causeOf(error);
    failures += 1;
    failedAt = clock.now();
    refreshAt = failedAt + Math.min(failureMemoryMs * 2 ** (failures - 1), longestRetryMs);
    return { unreachable: outcome };
  };

  const refetch = (isForced = true, isAccepted = false): Promise<Reading<T>> => {
    fetches += 1;
    const order = fetches;
    const fetchOnce = async (): Promise<Reading<T>> => {
      try {
        const maySayEmpty = isAccepted || isProvenEmpty;
        const loaded = await load(query, cached()?.value, { isForced, maySayEmpty });
        const { value, version } = take(loaded.value, order, isAccepted, loaded.ageMs);
        return { value, version };
      } catch (error) {
        return noteFailure(error);
      } finally {
        if (order === fetches) pending = null;
      }
    };
    pending = fetchOnce();
    return pending;
  };
  const fetchShared = () => pending ?? refetch(false);

  const touch = () => {
    readAt = clock.now();
    if (readAt < refreshAt) return;
    refreshAt = Number.POSITIVE_INFINITY;
    refreshSoon(key, async () => {
      if (!isClosed) await fetchShared();
    });
  };

  const ageMs = fromSnapshot ? Math.max(0, clock.date() - fromSnapshot.fetchedAt) : 0;
  if (fromSnapshot && ageMs < windows.staleOnError) {
    // A key belongs to one query, and a snapshot to the parsers that wrote it: the value is one of theirs.
    const value = fromSnapshot.value as T;
    store(value, digestOf(value), ageMs);
    fetchedAt = clock.now() - ageMs;
    // Stale at any age: changes may have been missed while the hook was not received.
    refreshAt = clock.now();
    outcome = 'from the snapshot';
  }

  return {
    key,
    kind,
    collection,
    read() {
      const current = cached();
      if (current) {
        onRead(key, clock.now() - fetchedAt < windows.fresh ? 'hit' : 'stale');
        touch();
        return { value: current.value, version: current.version };
      }
      const isFreshFailure = failures > 0 && clock.now() - failedAt < failureMemoryMs;
      if (isFreshFailure && !pending) {
        onRead(key, 'error');
        return { unreachable: outcome };
      }
      onRead(key, pending ? 'coalesced' : 'miss');
      return fetchShared();
    },
    touch,
    version: () => cached()?.version ?? null,
    refetch: () => refetch(),
    put(value, ageMs) {
      fetches += 1;
      pending = null;
      take(value, fetches, true, ageMs);
    },
    hasRows() {
      const current = cached();
      return current !== undefined && !isEmpty(current.value);
    },
    isEmptied: () => isEmptied && failures === 0,
    acceptEmpty: () => refetch(true, true),
    isUnproven() {
      const current = cached();
      return current !== undefined && isEmpty(current.value) && !isProvenEmpty;
    },
    isDue(marginMs) {
      const now = clock.now();
      const isOld = now - fetchedAt > windows.staleWhileRevalidate - marginMs;
      return !isFirst && isOld && now >= refreshAt && now - readAt < wantedForMs;
    },
    changesAt: () => cached()?.changesAt ?? null,
    applyChange() {
      const current = cached();
      if (!current || current.changesAt === null || current.changesAt > clock.date()) return;
      store(current.value, current.hash, clock.now() - fetchedAt);
    },
    forSnapshot() {
      const current = cached();
      return current ? { value: current.value, fetchedAt: clock.date() - (clock.now() - fetchedAt) } : null;
    },
    leftMs,
    stats: () => ({
      key,
      version: cached()?.version ?? null,
      ageMs: isFirst ? null : clock.now() - fetchedAt,
      outcome,
      hasFailed: failures > 0,
    }),
    close() {
      isClosed = true;
      cache.del(name);
    },
  };
}
