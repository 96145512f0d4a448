import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { ResponseVariant } from '../http/bufferedResponse.ts';
import { type Clock, systemClock } from '../process/clock.ts';
import {
  createPictureCache,
  type HeldPicture,
  pictureKey,
  pictureKeysOf,
  shortLived,
  toResponse,
} from './pictureCache.ts';
import type { Fetched, PictureClient } from './pictureClient.ts';
import type { PictureRequest } from './pictureRequest.ts';

/** The result of a request for a picture. `cache` says where it came from, for the log line. */
export type PictureReading =
  | { readonly picture: ResponseVariant; readonly cache: 'hit' | 'stale' | 'miss' }
  /** There is no such picture, or none that is passed on. */
  | { readonly absent: string; readonly cache: 'negative' | 'miss' }
  | { readonly unreachable: string; readonly cache: 'negative' | 'miss' };

interface PictureStats {
  readonly pictures: number;
  readonly bytes: number;
  /** Responses that were no pictures, or pictures that are not passed on. */
  readonly refused: number;
}

export interface PictureStore {
  /** At once for what is held; else after a call that all visitors with the same request share. Never rejects. */
  read(request: PictureRequest): Promise<PictureReading>;
  /** Whether nobody knows of this file and the content service would have to be called to find out. */
  isUnknown(request: PictureRequest): boolean;
  /** To be called when `file` says something else of these files than before. */
  invalidate(ids: readonly string[]): void;
  stats(): PictureStats;
  close(): void;
}

export interface PictureStoreOptions {
  readonly client: PictureClient;
  /** Null for a file that neither content nor the file library names. While neither is known, any may exist. */
  readonly file: (id: string) => { readonly version: string | null } | null;
  readonly log: Logger;
  /** 64 MB unless said otherwise: some 1,500 pictures of the demo. */
  readonly maxBytes?: number;
  readonly clock?: Clock;
  readonly random?: () => number;
}

type Failed = Exclude<Fetched, { kind: 'picture' }>;
type Arrived = Extract<Fetched, { kind: 'picture' }>;

/** Why a picture cannot be had, and for how long nobody is asked again. */
interface Miss {
  readonly kind: 'absent' | 'unreachable';
  readonly reason: string;
  readonly until: number;
}

const freshMs = 86_400_000;
/** Nobody says when a file without a version changes. */
const unversionedFreshMs = 600_000;
const absenceMemoryMs = 30_000;
const failureMemoryMs = 5_000;
/** Refreshes that may run at a time, so that those of visitors who wait go first. */
const mostRefreshes = 2;
/** Calls that may run at a time for files that nobody knows of: random ids must not hold up the others. */
const mostUnknownCalls = 2;

/**
 * Pictures from the content service, held in memory. A held picture is fresh for a day, or until its file changes;
 * then it is served on and fetched again in the background. While it cannot be fetched it is served without end. It
 * goes only when the content service has no such file and the file library agrees.
 */
export function createPictureStore(options: PictureStoreOptions): PictureStore {
  return new HeldPictures(options);
}

class HeldPictures implements PictureStore {
  readonly #client: PictureClient;
  readonly #file: PictureStoreOptions['file'];
  readonly #log: Logger;
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #held: ReturnType<typeof createPictureCache>;
  /** By the id of an absent file, and by the key of a picture that could not be fetched. */
  readonly #misses = new LRUCache<string, Miss>({ max: 2_000 });
  /** The calls that run, by picture and version of the file. */
  readonly #calls = new Map<string, Promise<HeldPicture | Failed>>();
  #refreshes = 0;
  #unknownCalls = 0;
  #refused = 0;

  constructor(options: PictureStoreOptions) {
    const {
      client,
      file,
      log,
      maxBytes = 64 * 1024 * 1024,
      clock = systemClock,
      random = Math.random,
    } = options;
    this.#client = client;
    this.#file = file;
    this.#log = log;
    this.#clock = clock;
    this.#random = random;
    this.#held = createPictureCache(maxBytes);
  }

  readonly read = async (request: PictureRequest): Promise<PictureReading> => {
    const held = this.#held.get(request);
    const miss = this.#missOf(request);
    if (held && (this.#isFresh(request, held) || miss || !this.#namesNewer(request, held))) {
      return this.#readHeld(request, held, miss);
    }
    if (miss) return toReading(miss, 'negative');
    const fetched = await this.#fetchShared(request);
    if ('picture' in fetched) return { picture: pictureFor(request, fetched), cache: 'miss' };
    const earlier = this.#held.get(request);
    return earlier ? { picture: pictureFor(request, earlier), cache: 'stale' } : toReading(fetched, 'miss');
  };

  readonly isUnknown = (request: PictureRequest): boolean =>
    this.#file(request.id) === null && !this.#held.get(request) && this.#missOf(request) === null;

  readonly invalidate = (ids: readonly string[]): void => {
    for (const id of ids.map((written) => written.toLowerCase())) {
      for (const key of [id, ...pictureKeysOf(id)]) this.#misses.delete(key);
    }
  };

  readonly stats = (): PictureStats => ({ ...this.#held.stats(), refused: this.#refused });

  readonly close = (): void => this.#client.close();

  #versionOf(id: string): string | null {
    return this.#file(id)?.version ?? null;
  }

  #isFresh({ id }: PictureRequest, { version, refreshAt }: HeldPicture): boolean {
    return version === this.#versionOf(id) && this.#clock.now() < refreshAt;
  }

  /** Whether the address names the current version of a file and an earlier one is held. */
  #namesNewer({ id, version }: PictureRequest, held: HeldPicture): boolean {
    return version !== undefined && version !== held.version && version === this.#versionOf(id);
  }

  #missOf(request: PictureRequest): Miss | null {
    const misses = [this.#misses.get(request.id), this.#misses.get(pictureKey(request))];
    return misses.find((miss) => miss !== undefined && miss.until > this.#clock.now()) ?? null;
  }

  #readHeld(request: PictureRequest, held: HeldPicture, miss: Miss | null): PictureReading {
    const isFresh = this.#isFresh(request, held);
    if (!isFresh && !miss) this.#refresh(request);
    return { picture: pictureFor(request, held), cache: isFresh ? 'hit' : 'stale' };
  }

  #refresh(request: PictureRequest): void {
    if (this.#refreshes >= mostRefreshes) return;
    this.#refreshes += 1;
    void this.#fetchShared(request).finally(() => {
      this.#refreshes -= 1;
    });
  }

  /** What is requested after a file has changed does not share a call from before. */
  #fetchShared(request: PictureRequest): Promise<HeldPicture | Failed> {
    const version = this.#versionOf(request.id);
    const key = `${pictureKey(request)} ${version}`;
    const shared = this.#calls.get(key);
    if (shared) return shared;
    const call = this.#fetch(request, version).finally(() => this.#calls.delete(key));
    this.#calls.set(key, call);
    return call;
  }

  async #fetch(request: PictureRequest, version: string | null): Promise<HeldPicture | Failed> {
    const fetched = await this.#call(request);
    if (fetched.kind === 'picture') return this.#keep(request, fetched, version);
    this.#note(request, fetched);
    return fetched;
  }

  async #call(request: PictureRequest): Promise<Fetched> {
    if (this.#file(request.id) !== null) return this.#client.fetch(request);
    if (this.#unknownCalls >= mostUnknownCalls) {
      return { kind: 'heldBack', reason: 'Too many unknown pictures wait' };
    }
    this.#unknownCalls += 1;
    try {
      return await this.#client.fetch(request);
    } finally {
      this.#unknownCalls -= 1;
    }
  }

  #keep(request: PictureRequest, { body, type }: Arrived, version: string | null): HeldPicture {
    const earlier = this.#held.get(request);
    const current = this.#versionOf(request.id);
    // A call from before a change may end after one from behind it.
    if (earlier && version !== current && earlier.version === current) return earlier;
    const lifetimeMs = version === null ? unversionedFreshMs : freshMs;
    const refreshAt = this.#clock.now() + lifetimeMs * (0.9 + this.#random() / 5);
    const held = { picture: toResponse(request, body, type), version, refreshAt };
    this.#held.set(request, held);
    return held;
  }

  /** Remembers for a moment that a picture cannot be had. */
  #note(request: PictureRequest, { kind, reason }: Failed): void {
    const { id } = request;
    if (kind === 'heldBack') return;
    if (kind === 'refused') {
      this.#refused += 1;
      this.#log.warn({ file: id, reason }, 'A file of the content service is not passed on');
    }
    if (kind === 'absent' && this.#file(id) === null) this.#held.dropFile(id);
    const now = this.#clock.now();
    if (kind === 'unreachable') {
      this.#misses.set(pictureKey(request), { kind, reason, until: now + failureMemoryMs });
    } else {
      this.#misses.set(id, { kind: 'absent', reason, until: now + absenceMemoryMs });
    }
  }
}

/** Long-lived only where the address names the version of these very bytes. */
function pictureFor({ version }: PictureRequest, held: HeldPicture): ResponseVariant {
  const isNamed = version !== undefined && version === held.version;
  return isNamed ? held.picture : shortLived(held.picture);
}

function toReading(
  { kind, reason }: Pick<Failed, 'kind' | 'reason'>,
  cache: 'negative' | 'miss',
): PictureReading {
  const isAbsent = kind === 'absent' || kind === 'refused';
  return isAbsent ? { absent: reason, cache } : { unreachable: reason, cache };
}
