import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { type Clock, systemClock } from '../process/clock.ts';
import { createRefreshQueue } from '../upstream/refreshQueue.ts';
import { createKeptPictures, type KeptPicture, pictureKey } from './keptPictures.ts';
import type { PictureAsk } from './pictureAsk.ts';
import type { Fetched, PictureClient } from './pictureClient.ts';
import { originalRung } from './pictureRungs.ts';
import { asSubstitute, makeReady, type ReadyPicture } from './readyPicture.ts';

/** An answer for one picture. `cache` says where it came from, for the log line. */
export type PictureReading =
  | { readonly picture: ReadyPicture; readonly cache: 'hit' | 'stale' | 'miss' | 'substitute' }
  /** There is no such picture, or none that is passed on. */
  | { readonly absent: string; readonly cache: 'negative' | 'miss' }
  | { readonly unreachable: string; readonly cache: 'negative' | 'miss' };

export interface PictureStats {
  readonly pictures: number;
  readonly bytes: number;
  /** Answers that were no pictures, or pictures of a type that is not passed on. */
  readonly refused: number;
}

export interface PictureStore {
  /** At once for what is kept; else a promise that every visitor with the same question shares. Never rejects. */
  read(ask: PictureAsk): PictureReading | Promise<PictureReading>;
  /**
   * Tells that files have changed. What is kept of them is fetched again now and served until then; with
   * `all` each is fetched again when it is next asked for.
   */
  invalidate(ids: readonly string[] | 'all'): void;
  stats(): PictureStats;
  close(): void;
}

export interface PictureStoreOptions {
  readonly client: PictureClient;
  readonly log: Logger;
  /** 64 MB unless said otherwise: some 1,500 pictures of the demo. */
  readonly maxBytes?: number;
  readonly clock?: Clock;
  readonly random?: () => number;
}

const freshMs = 86_400_000;
/** After a refresh that brought nothing, and for files that are not there. */
const retryMs = 30_000;
/** A page asks for a picture again only when a visitor loads it again; so long, nobody need wait for it. */
const failureMemoryMs = 1_000;

/**
 * Pictures from the content service, kept in memory. Fresh for a day, then served at once and fetched again
 * behind; while the content service is away what is kept is served without end, in another width rather than
 * not at all. A file that the content service takes away goes from here too; one that turns into something
 * that is not passed on keeps its last picture.
 */
export function createPictureStore(options: PictureStoreOptions): PictureStore {
  const { client, log, maxBytes = 64 * 1024 * 1024, clock = systemClock, random = Math.random } = options;
  const kept = createKeptPictures(maxBytes);
  const flights = new Map<string, Promise<PictureReading>>();
  const refreshes = createRefreshQueue({ clock, concurrency: 2, spacingMs: 100 });
  /** Until when a file counts as absent. */
  const absences = new LRUCache<string, number>({ max: 1_000 });
  /** Until when a picture counts as unreachable. */
  const failures = new LRUCache<string, number>({ max: 1_000 });
  /** The rung that worked for a file, where it is not the first. */
  const rungs = new LRUCache<string, number>({ max: 5_000 });
  /** Counts invalidations: what set out before one may be old when it arrives. */
  let edition = 0;
  let refused = 0;

  const isPast = (until: number | undefined) => until === undefined || until <= clock.now();

  const keep = (ask: PictureAsk, fetched: Extract<Fetched, { kind: 'picture' }>, since: number) => {
    const held = kept.get(ask);
    if (held && held.edition > since) return held.picture;
    const picture = makeReady(ask, fetched.body, fetched.type);
    const refreshAt = clock.now() + (since === edition ? freshMs * (0.9 + random() / 5) : 0);
    kept.set({ ask, picture, edition: since, refreshAt }, fetched.rung === originalRung);
    if (fetched.rung > 0) rungs.set(ask.id, fetched.rung);
    return picture;
  };

  const without = (ask: PictureAsk, reason: string, cache: 'negative' | 'miss'): PictureReading => {
    const near = kept.nearest(ask);
    return near
      ? { picture: asSubstitute(near.picture), cache: 'substitute' }
      : { unreachable: reason, cache };
  };

  const fetchOnce = async (ask: PictureAsk): Promise<PictureReading> => {
    const since = edition;
    const fetched = await client.fetch(ask, rungs.get(ask.id) ?? 0);
    if (fetched.kind === 'picture') return { picture: keep(ask, fetched, since), cache: 'miss' };
    const { kind, reason } = fetched;
    if (kind === 'absent') kept.dropFile(ask.id);
    if (kind === 'refused') {
      refused += 1;
      log.warn({ file: ask.id, reason }, 'A file of the content service is not passed on');
    }
    const held = kept.get(ask);
    if (held) {
      held.refreshAt = clock.now() + retryMs;
      return { picture: held.picture, cache: 'stale' };
    }
    if (kind === 'unreachable') {
      failures.set(pictureKey(ask), clock.now() + failureMemoryMs);
      return without(ask, reason, 'miss');
    }
    absences.set(ask.id, clock.now() + retryMs);
    return { absent: reason, cache: 'miss' };
  };

  const fetchShared = (ask: PictureAsk): Promise<PictureReading> => {
    const key = pictureKey(ask);
    const shared = flights.get(key);
    if (shared) return shared;
    const flight = fetchOnce(ask).finally(() => {
      if (flights.get(key) === flight) flights.delete(key);
    });
    flights.set(key, flight);
    return flight;
  };

  const refreshSoon = (held: KeptPicture) => {
    held.refreshAt = Number.POSITIVE_INFINITY;
    refreshes.add(pictureKey(held.ask), () => fetchShared(held.ask));
  };

  return {
    read(ask) {
      const held = kept.get(ask);
      if (held) {
        if (clock.now() < held.refreshAt) {
          return {
            picture: held.picture,
            cache: held.refreshAt === Number.POSITIVE_INFINITY ? 'stale' : 'hit',
          };
        }
        refreshSoon(held);
        return { picture: held.picture, cache: 'stale' };
      }
      if (!isPast(absences.get(ask.id))) return { absent: 'Not there a moment ago', cache: 'negative' };
      const key = pictureKey(ask);
      if (!flights.has(key) && !isPast(failures.get(key))) {
        return without(ask, 'Unreachable a moment ago', 'negative');
      }
      return fetchShared(ask);
    },
    invalidate(ids) {
      edition += 1;
      failures.clear();
      if (ids === 'all') {
        for (const memory of [absences, rungs, flights]) memory.clear();
        for (const held of kept.all()) held.refreshAt = 0;
        return;
      }
      for (const id of ids.map((written) => written.toLowerCase())) {
        absences.delete(id);
        rungs.delete(id);
        for (const key of flights.keys()) if (key.startsWith(id)) flights.delete(key);
        for (const held of kept.ofFile(id)) refreshSoon(held);
      }
    },
    stats: () => ({ ...kept.stats(), refused }),
    close: client.close,
  };
}
