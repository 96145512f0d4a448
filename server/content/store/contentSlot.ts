import type { Clock } from '../../process/clock.ts';
import { digestOf } from './digest.ts';

/** How long a value counts as what, in milliseconds since it was fetched. */
export interface Windows {
  /** Younger: served, nothing else. */
  readonly fresh: number;
  /** The sweep keeps what is asked for younger than this, while the content service answers. */
  readonly staleWhileRevalidate: number;
  /** Younger: served at once, whatever the content service does. Older: as if never seen. */
  readonly staleOnError: number;
}

/** One thing to know: its key, and how to fetch and judge it. A key belongs to one query, hence one type. */
export interface StoreQuery<T> {
  readonly key: string;
  readonly windows: Windows;
  /** Details may be evicted, the least recently used first; lists never are. */
  readonly kind: 'list' | 'detail';
  /** Fetches and parses; the value is JSON. Rejects when the content service could not be asked. */
  load(): Promise<T>;
  /** The next moment (milliseconds since 1970, after `now`) at which the same value means something else. */
  changesAt?(value: T, now: number): number | null;
}

/** A value with the version that page caches compare, or why there is none. */
export type Reading<T> = { readonly value: T; readonly version: number } | { readonly unreachable: string };

/**
 * What a read found: `hit` a fresh value, `stale` one past that, `miss` none, so that it asks for
 * the first one, `wait` none while that is under way, `unreachable` none, since asking failed a moment ago.
 */
export type ReadOutcome = 'hit' | 'stale' | 'miss' | 'wait' | 'unreachable';

/** What was held under a key, as it outlives the process. */
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
  /** `ok`, `never asked`, `from the snapshot`, or why the last fetch failed. */
  readonly outcome: string;
  readonly hasFailed: boolean;
}

export interface Slot<out T> {
  readonly key: string;
  readonly kind: 'list' | 'detail';
  /** The value at once if one may be served, else a promise for the first fetch; never rejects. */
  read(): Reading<T> | Promise<Reading<T>>;
  /** Counts as a read of the held value; one comparison while it is fresh. */
  touch(): void;
  /** Null: nothing that may be served. */
  version(): number | null;
  /** Fetches now, even while an earlier fetch is under way: that one may have set out before an edit. */
  refetch(): Promise<Reading<T>>;
  /** Whether the sweep should fetch it again, at the latest `marginMs` before it grows too old. */
  isDue(marginMs: number): boolean;
  /** When the held value next means something else, in milliseconds since 1970. */
  changesAt(): number | null;
  /** Makes a new version if that moment has come. */
  applyChange(): void;
  /** What may still be served, for the snapshot. */
  forSnapshot(): StoredValue | null;
  stats(): SlotStats;
}

export interface SlotSurroundings {
  readonly clock: Clock;
  readonly random: () => number;
  readonly onRead: (key: string, outcome: ReadOutcome) => void;
  /** Runs a refresh that nobody waits for, soon. */
  readonly refreshSoon: (key: string, job: () => Promise<unknown>) => void;
  /** A number larger than all given before; announces it once the slot holds it. */
  readonly nextVersion: () => number;
  /** `isFirst`: nothing was held before, so nothing can have been made from it. */
  readonly onChange: (slot: Slot<unknown>, isFirst: boolean) => void;
}

interface Held<T> {
  readonly value: T;
  readonly hash: string;
  readonly version: number;
  readonly changesAt: number | null;
}

const failureMemoryMs = 1_000;
const longestRetryMs = 10_000;
const wantedForMs = 86_400_000;

/** What is known of one key, and when to ask again; `kept` is what an earlier process knew of it. */
export function createSlot<T>(
  query: StoreQuery<T>,
  surroundings: SlotSurroundings,
  kept: StoredValue | null = null,
): Slot<T> {
  const { key, kind, windows } = query;
  const { clock, random, onRead, refreshSoon, nextVersion, onChange } = surroundings;
  let held: Held<T> | null = null;
  /** The last value that was compared with the held one and was the same: the very object need not be again. */
  let compared: T | null = null;
  let fetchedAt = 0;
  /** Fetches are numbered as they set out: a late answer to an early one changes nothing. */
  let fetches = 0;
  let heldFrom = 0;
  let flight: Promise<Reading<T>> | null = null;
  let failures = 0;
  let failedAt = 0;
  let outcome = 'never asked';
  let askedAt = clock.now();
  /** From here on a read starts a refresh; infinite while one is waiting or under way. */
  let refreshAt = Number.POSITIVE_INFINITY;

  const servable = () => (held && clock.now() - fetchedAt <= windows.staleOnError ? held : null);

  const take = (value: T, text: string) => {
    const changesAt = query.changesAt?.(value, clock.date()) ?? null;
    held = { value, hash: text, version: nextVersion(), changesAt };
    return held;
  };
  const hold = (value: T, text: string) => {
    const isFirst = held === null;
    const taken = take(value, text);
    onChange(slot, isFirst);
    return taken;
  };

  const keep = (value: T, order: number): Held<T> => {
    if (held && heldFrom > order) return held;
    heldFrom = order;
    fetchedAt = clock.now();
    refreshAt = fetchedAt + windows.fresh * (0.9 + random() / 5);
    failures = 0;
    outcome = 'ok';
    if (held && value === compared) return held;
    compared = value;
    const newHash = digestOf(value);
    return held?.hash === newHash ? held : hold(value, newHash);
  };

  const noteFailure = (error: unknown) => {
    outcome = error instanceof Error ? error.message : String(error);
    failures += 1;
    failedAt = clock.now();
    refreshAt = failedAt + Math.min(failureMemoryMs * 2 ** (failures - 1), longestRetryMs);
    return { unreachable: outcome };
  };

  const refetch = (): Promise<Reading<T>> => {
    fetches += 1;
    const order = fetches;
    const fetchOnce = async (): Promise<Reading<T>> => {
      try {
        const { value, version } = keep(await query.load(), order);
        return { value, version };
      } catch (error) {
        return noteFailure(error);
      } finally {
        if (order === fetches) flight = null;
      }
    };
    flight = fetchOnce();
    return flight;
  };
  const fetchShared = () => flight ?? refetch();

  const touch = () => {
    askedAt = clock.now();
    if (askedAt < refreshAt) return;
    refreshAt = Number.POSITIVE_INFINITY;
    refreshSoon(key, fetchShared);
  };

  if (kept) {
    // A key belongs to one query, and a snapshot to the parsers that wrote it: the value is one of theirs.
    const value = kept.value as T;
    take(value, digestOf(value));
    fetchedAt = clock.now() - Math.max(0, clock.date() - kept.fetchedAt);
    // Whatever its age: what happened while nobody listened is not known.
    refreshAt = clock.now();
    outcome = 'from the snapshot';
  }

  const slot: Slot<T> = {
    key,
    kind,
    read() {
      const known = servable();
      if (known) {
        onRead(key, clock.now() - fetchedAt < windows.fresh ? 'hit' : 'stale');
        touch();
        return { value: known.value, version: known.version };
      }
      const isFreshFailure = failures > 0 && clock.now() - failedAt < failureMemoryMs;
      if (isFreshFailure && !flight) {
        onRead(key, 'unreachable');
        return { unreachable: outcome };
      }
      onRead(key, flight ? 'wait' : 'miss');
      return fetchShared();
    },
    touch,
    version: () => servable()?.version ?? null,
    refetch,
    isDue(marginMs) {
      const now = clock.now();
      const isOld = now - fetchedAt > windows.staleWhileRevalidate - marginMs;
      return held !== null && isOld && now >= refreshAt && now - askedAt < wantedForMs;
    },
    changesAt: () => held?.changesAt ?? null,
    applyChange() {
      if (held && held.changesAt !== null && held.changesAt <= clock.date()) hold(held.value, held.hash);
    },
    forSnapshot() {
      const known = servable();
      return known && { value: known.value, fetchedAt: clock.date() - (clock.now() - fetchedAt) };
    },
    stats: () => ({
      key,
      version: servable()?.version ?? null,
      ageMs: held ? clock.now() - fetchedAt : null,
      outcome,
      hasFailed: failures > 0,
    }),
  };
  return slot;
}
