import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { ResponseVariant } from '../http/bufferedResponse.ts';
import { type Clock, systemClock } from '../process/clock.ts';
import { createRefreshQueue } from '../upstream/refreshQueue.ts';
import {
  type CachedPicture,
  createPictureCache,
  pictureKey,
  shortLived,
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

/** The same before the address is compared with the version of the bytes. */
type CachedReading =
  | { readonly cached: CachedPicture; readonly cache: 'hit' | 'stale' | 'miss' | 'substitute' }
  | Exclude<PictureReading, { readonly picture: ResponseVariant }>;

interface PictureStats {
  readonly pictures: number;
  readonly bytes: number;
  /** Responses that were no pictures, or pictures of a type that is not passed on. */
  readonly refused: number;
}

export interface PictureStore {
  /** At once for what is cached; else a promise that every visitor with the same request shares. Never rejects. */
  read(request: PictureRequest): PictureReading | Promise<PictureReading>;
  /** Whether nobody knows of this file and the content service would have to be called to find out. */
  isUnknown(request: PictureRequest): boolean;
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
  /** For files that nobody knows of, with few connections, so that they never hold up the others. */
  readonly unknownClient: PictureClient;
  /** Null for a file that neither content nor the file library names. */
  readonly file: (id: string) => { readonly version: string | null } | null;
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
 * Pictures from the content service, cached in memory. Fresh for a day unless their file changes, then served stale and refreshed in the
 * background; while the content service is unreachable the cached picture is served without end, in another width
 * rather than not at all. A file that is deleted in the content service is removed here too; one that becomes a
 * type that is not passed on is served as its last picture.
 */
export function createPictureStore(options: PictureStoreOptions): PictureStore {
  const {
    client,
    unknownClient,
    file,
    log,
    maxBytes = 64 * 1024 * 1024,
    clock = systemClock,
    random = Math.random,
  } = options;
  const pictures = createPictureCache(maxBytes);
  const inFlight = new Map<string, Promise<CachedReading>>();
  const refreshes = createRefreshQueue({ clock, concurrency: 2, spacingMs: 100 });
  /** Until when a file counts as absent. */
  const absences = new LRUCache<string, number>({ max: 1_000 });
  /** The same for ids that nobody knows of; apart, because there are endlessly many of them. */
  const unknownAbsences = new LRUCache<string, number>({ max: 1_000 });
  /** Until when a picture counts as unreachable. */
  const failures = new LRUCache<string, number>({ max: 1_000 });
  /** The form that worked for a file, where it is not the first. */
  const forms = new LRUCache<string, number>({ max: 5_000 });
  /** Counts invalidations: what was requested before one may be old when it arrives. */
  let edition = 0;
  let refused = 0;

  const absencesOf = (id: string) => (file(id) ? absences : unknownAbsences);
  const isPast = (until: number | undefined) => until === undefined || until <= clock.now();

  const store = (
    request: PictureRequest,
    fetched: Extract<Fetched, { kind: 'picture' }>,
    { since, version }: { readonly since: number; readonly version: string | null },
  ): CachedPicture => {
    const newer = pictures.get(request);
    if (newer && newer.edition > since) return newer;
    const picture = toResponse(request, fetched.body, fetched.type);
    const refreshAt = clock.now() + (since === edition ? freshMs * (0.9 + random() / 5) : 0);
    const cached = { request, picture, version, edition: since, refreshAt };
    pictures.set(cached, fetched.form === originalForm);
    if (fetched.form > 0) forms.set(request.id, fetched.form);
    return cached;
  };

  const without = (request: PictureRequest, reason: string, cache: 'negative' | 'miss'): CachedReading => {
    const near = pictures.nearest(request);
    return near ? { cached: near, cache: 'substitute' } : { unreachable: reason, cache };
  };

  const fetchOnce = async (request: PictureRequest): Promise<CachedReading> => {
    const since = edition;
    const known = file(request.id);
    const version = known?.version ?? null;
    const fetched = await (known ? client : unknownClient).fetch(request, forms.get(request.id) ?? 0);
    if (fetched.kind === 'picture') {
      return { cached: store(request, fetched, { since, version }), cache: 'miss' };
    }
    const { kind, reason } = fetched;
    if (kind === 'absent') pictures.dropFile(request.id);
    if (kind === 'refused') {
      refused += 1;
      log.warn({ file: request.id, reason }, 'A file of the content service is not passed on');
    }
    if (kind === 'unreachable') failures.set(pictureKey(request), clock.now() + failureMemoryMs);
    const cached = pictures.get(request);
    if (cached) {
      cached.refreshAt = clock.now() + retryMs;
      return { cached, cache: 'stale' };
    }
    if (kind === 'unreachable') return without(request, reason, 'miss');
    absencesOf(request.id).set(request.id, clock.now() + retryMs);
    return { absent: reason, cache: 'miss' };
  };

  const fetchShared = (request: PictureRequest): Promise<CachedReading> => {
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

  /** Long only where the address names the version of these very bytes. */
  const withLifetime = (request: PictureRequest, reading: CachedReading): PictureReading => {
    if (!('cached' in reading)) return reading;
    const { cached, cache } = reading;
    const isNamed = request.version !== undefined && request.version === cached.version;
    const picture = isNamed && cache !== 'substitute' ? cached.picture : shortLived(cached.picture);
    return { picture, cache };
  };

  /** Whether the address names the current version of a file and an earlier one is cached. */
  const isAhead = ({ id, version }: PictureRequest, cached: CachedPicture) =>
    version !== undefined && version !== cached.version && version === file(id)?.version;

  const readCached = (request: PictureRequest): CachedReading | Promise<CachedReading> => {
    const cached = pictures.get(request);
    const key = pictureKey(request);
    const hasFailed = !inFlight.has(key) && !isPast(failures.get(key));
    if (cached && !(isAhead(request, cached) && !hasFailed)) {
      if (clock.now() < cached.refreshAt) {
        return { cached, cache: cached.refreshAt === Number.POSITIVE_INFINITY ? 'stale' : 'hit' };
      }
      refreshSoon(cached);
      return { cached, cache: 'stale' };
    }
    if (!isPast(absencesOf(request.id).get(request.id))) {
      return { absent: 'Not there a moment ago', cache: 'negative' };
    }
    return hasFailed ? without(request, 'Unreachable a moment ago', 'negative') : fetchShared(request);
  };

  return {
    read(request) {
      const reading = readCached(request);
      return reading instanceof Promise
        ? reading.then((settled) => withLifetime(request, settled))
        : withLifetime(request, reading);
    },
    isUnknown: (request) =>
      !file(request.id) && !pictures.get(request) && isPast(unknownAbsences.get(request.id)),
    invalidate(ids) {
      edition += 1;
      failures.clear();
      if (ids === 'all') {
        for (const memory of [absences, unknownAbsences, forms, inFlight]) memory.clear();
        for (const cached of pictures.all()) cached.refreshAt = 0;
        return;
      }
      for (const id of ids.map((written) => written.toLowerCase())) {
        absences.delete(id);
        unknownAbsences.delete(id);
        forms.delete(id);
        for (const key of inFlight.keys()) if (key.startsWith(id)) inFlight.delete(key);
        for (const cached of pictures.ofFile(id)) refreshSoon(cached);
      }
    },
    stats: () => ({ ...pictures.stats(), refused }),
    close() {
      client.close();
      unknownClient.close();
    },
  };
}
