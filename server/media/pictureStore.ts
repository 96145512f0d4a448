import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { createVariant, type ResponseVariant } from '../http/bufferedResponse.ts';
import { type Clock, systemClock } from '../process/clock.ts';
import type { Fetched, PictureClient } from './pictureClient.ts';
import { type PictureRequest, pictureTag } from './pictureRequest.ts';
import { type PictureType, pictureExtensions } from './pictureType.ts';

interface PictureStoreOptions {
  readonly client: PictureClient;
  /** Null if the file library does not have the file; undefined while the library is unknown: any file may exist. */
  readonly file: (id: string) => { readonly version: string | null } | null | undefined;
  readonly log: Pick<Logger, 'warn'>;
  /** 64 MB by default: about 1,500 pictures of the demo site. */
  readonly maxBytes?: number;
  readonly clock?: Clock;
}

/** A requested picture, with its cache key and the current version of its file. */
interface Wanted {
  readonly key: string;
  readonly request: PictureRequest;
  readonly version: string | null;
}

interface Held {
  readonly kind: 'picture';
  readonly response: ResponseVariant;
  readonly version: string | null;
}

/** Why there is no picture. */
type Missing = Exclude<Fetched, { kind: 'picture' }>;

/** The result of a request for a picture. `cache` says where it came from, for the log line. */
type PictureReading = (Held | Missing) & {
  readonly cache: 'hit' | 'stale' | 'miss';
  /** Whether the address names the version of exactly these bytes. */
  readonly isVersioned: boolean;
};

/** Nothing tells us when a file without a version changes, so it is fetched again after this time. */
const unversionedFreshMs = 600_000;
const refusalMemoryMs = 30_000;
const failureMemoryMs = 5_000;
/** A bound of its own, so that requests for made-up ids do not evict pictures. */
const mostMissing = 1_000;
/** A generous estimate of an entry's memory besides the bytes of its picture. */
const overheadBytes = 2_048;

/**
 * An in-memory cache of pictures from the content service by file, version, form and format, with least-recently-used
 * eviction. A picture with a version never becomes stale. One without is served stale while it is fetched again, and
 * for as long as it cannot be fetched; so is the previous version of a replaced file. Only the file library decides
 * that a file is gone: Directus responds with the same 403 for a file that it hides while its access rules are edited.
 * The reason for a missing picture is cached for seconds, separately.
 */
export class PictureStore {
  readonly #options: PictureStoreOptions;
  readonly #held: LRUCache<string, Held, Wanted>;
  readonly #missing: LRUCache<string, Missing>;
  #refused = 0;

  constructor(options: PictureStoreOptions) {
    const { maxBytes = 64 * 1024 * 1024, clock = systemClock } = options;
    this.#options = options;
    this.#held = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ response }) => overheadBytes + response.body.length,
      // Concurrent requests for one picture share a call, which completes even if its entry is evicted meanwhile.
      fetchMethod: (_key, before, { options: entry, context }) => this.#fetch(context, before, entry),
      ignoreFetchAbort: true,
      allowStale: true,
      ttlResolution: 0,
      perf: clock,
    });
    this.#missing = new LRUCache({
      max: mostMissing,
      ttl: failureMemoryMs,
      ttlResolution: 0,
      perf: clock,
      noDeleteOnStaleGet: true,
    });
  }

  /** Resolves at once from memory, else after a call that all concurrent identical requests share. Never rejects. */
  async read(request: PictureRequest): Promise<PictureReading> {
    const { id, form, format } = request;
    const file = this.#options.file(id);
    if (file === null) return { kind: 'absent', reason: 'No such file', cache: 'hit', isVersioned: false };
    const version = file?.version ?? null;
    const key = `${id} ${form} ${format} ${version}`;
    const known = this.#missing.get(key);
    if (known) return { ...known, cache: 'hit', isVersioned: false };
    const status: LRUCache.Status<string, Held> = {};
    const held = await this.#held.fetch(key, { context: { key, request, version }, status });
    const cache = status.returnedStale ? 'stale' : status.fetch === 'hit' ? 'hit' : 'miss';
    if (held)
      return { ...held, cache, isVersioned: held.version !== null && held.version === request.version };
    const missing = this.#missing.get(key) ?? { kind: 'unreachable', reason: 'Not known' };
    return { ...missing, cache, isVersioned: false };
  }

  stats() {
    return {
      bytes: this.#held.calculatedSize,
      /** Responses that are not pictures, and pictures that we do not pass on. */
      refused: this.#refused,
    };
  }

  close(): void {
    this.#options.client.close();
  }

  async #fetch(wanted: Wanted, before: Held | undefined, entry: { ttl?: number }): Promise<Held | undefined> {
    const { key, request, version } = wanted;
    const fetched = await this.#options.client.fetch(request);
    if (fetched.kind === 'picture') {
      if (version === null) entry.ttl = unversionedFreshMs;
      return { kind: 'picture', response: toResponse(request, fetched.body, fetched.type), version };
    }
    const isRefused = fetched.kind === 'refused';
    entry.ttl = isRefused ? refusalMemoryMs : failureMemoryMs;
    const earlier = this.#missing.peek(key, { allowStale: true });
    if (isRefused && earlier?.kind !== 'refused') this.#noteRefusal(request, fetched.reason);
    const held = before ?? (isRefused ? undefined : this.#heldBefore(request));
    const missing = isRefused ? fetched : { ...fetched, kind: 'unreachable' as const };
    if (!held) this.#missing.set(key, missing, { ttl: entry.ttl });
    return held;
  }

  /** Another cached version of the picture: its file was replaced, or its version is unknown at the moment. */
  #heldBefore({ id, form, format }: PictureRequest): Held | undefined {
    const earlier = this.#held.keys().filter((key) => key.startsWith(`${id} ${form} ${format} `));
    return earlier
      .map((key) => this.#held.peek(key, { allowStale: true }))
      .find((held) => held !== undefined);
  }

  #noteRefusal({ id }: PictureRequest, reason: string): void {
    this.#refused += 1;
    this.#options.log.warn({ file: id, reason }, 'A file of the content service is not passed on');
  }
}

/**
 * A picture ready to send, except for its lifetime. The file name is built from the id and the form, since the editor's
 * file name could be anything. Policy, `nosniff` and `Cross-Origin-Resource-Policy` are on every response that is not
 * a page; see `resourceHeaders`.
 */
function toResponse({ id, form }: PictureRequest, body: Buffer, type: PictureType): ResponseVariant {
  const name = `${id}-${form}.${pictureExtensions[type]}`;
  const disposition = `inline; filename="${name}"`;
  const headers = ['Cache-Tag', pictureTag(id), 'Content-Type', type, 'Content-Disposition', disposition];
  return createVariant(headers, 'identity', body, 'Accept');
}
