import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { ResponseVariant } from '../http/bufferedResponse.ts';
import { type Clock, systemClock } from '../process/clock.ts';
import { createRefreshQueue } from '../upstream/refreshQueue.ts';
import {
  asSubstitute,
  type CachedPicture,
  createPictureCache,
  pictureKey,
  toResponse,
} from './pictureCache.ts';
import { type Fetched, originalForm, type PictureClient } from './pictureClient.ts';
import type { PictureRequest } from './pictureRequest.ts';

/** The result of a request for a picture. `cache` says where it came from, for the log line. */
type PictureReading =
  | { readonly picture: ResponseVariant; readonly cache: 'hit' | 'stale' | 'miss' | 'substitute' }
  /** There is no such picture, or none that is passed on. */
  | { readonly absent: string; readonly cache: 'negative' | 'miss' }
  | { readonly unreachable: string; readonly cache: 'negative' | 'miss' };

interface PictureStats {
  readonly pictures: number;
  readonly bytes: number;
  /** Responses that were no pictures, or pictures of a type that is not passed on. */
  readonly refused: number;
}

export interface PictureStore {
  /** At once for what is cached; else a promise that every visitor with the same request shares. Never rejects. */
  read(request: PictureRequest): PictureReading | Promise<PictureReading>;
  /**
   * To be called when files have changed. What is cached of them is fetched again now and served until then; with
   * `all` each is fetched again when it is next requested.
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
/** How long a failure is remembered. A page requests the picture again only when it is reloaded. */
const failureMemoryMs = 1_000;

/**
 * Pictures from the content service, cached in memory. Fresh for a day, then served stale and refreshed in the
 * background; while the content service is unreachable the cached picture is served without end, in another width
 * rather than not at all. A file that is deleted in the content service is removed here too; one that becomes a
 * type that is not passed on is served as its last picture.
 */
export function createPictureStore(options: PictureStoreOptions): PictureStore {
  const { client, log, maxBytes = 64 * 1024 * 1024, clock = systemClock, random = Math.random } = options;
  const pictures = createPictureCache(maxBytes);
  const inFlight = new Map<string, Promise<PictureReading>>();
  const refreshes = createRefreshQueue({ clock, concurrency: 2, spacingMs: 100 });
  /** Until when a file counts as absent. */
  const absences = new LRUCache<string, number>({ max: 1_000 });
  /** Until when a picture counts as unreachable. */
  const failures = new LRUCache<string, number>({ max: 1_000 });
  /** The form that worked for a file, where it is not the first. */
  const forms = new LRUCache<string, number>({ max: 5_000 });
  /** Counts invalidations: what was requested before one may be old when it arrives. */
  let edition = 0;
  let refused = 0;

  const isPast = (until: number | undefined) => until === undefined || until <= clock.now();

  const store = (request: PictureRequest, fetched: Extract<Fetched, { kind: 'picture' }>, since: number) => {
    const cached = pictures.get(request);
    if (cached && cached.edition > since) return cached.picture;
    const picture = toResponse(request, fetched.body, fetched.type);
    const refreshAt = clock.now() + (since === edition ? freshMs * (0.9 + random() / 5) : 0);
    pictures.set({ request, picture, edition: since, refreshAt }, fetched.form === originalForm);
    if (fetched.form > 0) forms.set(request.id, fetched.form);
    return picture;
  };

  const without = (request: PictureRequest, reason: string, cache: 'negative' | 'miss'): PictureReading => {
    const near = pictures.nearest(request);
    return near
      ? { picture: asSubstitute(near.picture), cache: 'substitute' }
      : { unreachable: reason, cache };
  };

  const fetchOnce = async (request: PictureRequest): Promise<PictureReading> => {
    const since = edition;
    const fetched = await client.fetch(request, forms.get(request.id) ?? 0);
    if (fetched.kind === 'picture') return { picture: store(request, fetched, since), cache: 'miss' };
    const { kind, reason } = fetched;
    if (kind === 'absent') pictures.dropFile(request.id);
    if (kind === 'refused') {
      refused += 1;
      log.warn({ file: request.id, reason }, 'A file of the content service is not passed on');
    }
    const cached = pictures.get(request);
    if (cached) {
      cached.refreshAt = clock.now() + retryMs;
      return { picture: cached.picture, cache: 'stale' };
    }
    if (kind === 'unreachable') {
      failures.set(pictureKey(request), clock.now() + failureMemoryMs);
      return without(request, reason, 'miss');
    }
    absences.set(request.id, clock.now() + retryMs);
    return { absent: reason, cache: 'miss' };
  };

  const fetchShared = (request: PictureRequest): Promise<PictureReading> => {
    const key = pictureKey(request);
    const shared = inFlight.get(key);
    if (shared) return shared;
    const fetching = fetchOnce(request).finally(() => {
      if (inFlight.get(key) === fetching) inFlight.delete(key);
    });
    inFlight.set(key, fetching);
    return fetching;
  };

  const refreshSoon = (cached: CachedPicture) => {
    cached.refreshAt = Number.POSITIVE_INFINITY;
    refreshes.add(pictureKey(cached.request), () => fetchShared(cached.request));
  };

  return {
    read(request) {
      const cached = pictures.get(request);
      if (cached) {
        if (clock.now() < cached.refreshAt) {
          return {
            picture: cached.picture,
            cache: cached.refreshAt === Number.POSITIVE_INFINITY ? 'stale' : 'hit',
          };
        }
        refreshSoon(cached);
        return { picture: cached.picture, cache: 'stale' };
      }
      if (!isPast(absences.get(request.id))) return { absent: 'Not there a moment ago', cache: 'negative' };
      const key = pictureKey(request);
      if (!inFlight.has(key) && !isPast(failures.get(key))) {
        return without(request, 'Unreachable a moment ago', 'negative');
      }
      return fetchShared(request);
    },
    invalidate(ids) {
      edition += 1;
      failures.clear();
      if (ids === 'all') {
        for (const memory of [absences, forms, inFlight]) memory.clear();
        for (const cached of pictures.all()) cached.refreshAt = 0;
        return;
      }
      for (const id of ids.map((written) => written.toLowerCase())) {
        absences.delete(id);
        forms.delete(id);
        for (const key of inFlight.keys()) if (key.startsWith(id)) inFlight.delete(key);
        for (const cached of pictures.ofFile(id)) refreshSoon(cached);
      }
    },
    stats: () => ({ ...pictures.stats(), refused }),
    close: client.close,
  };
}
