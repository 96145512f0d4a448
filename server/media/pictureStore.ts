import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { sharedPictureSize } from '../../shared/pictureLadder.ts';
import { largestPicture } from '../directus/assetLimits.ts';
import { CallFailure } from '../directus/callErrors.ts';
import { DirectusClient, type DirectusClientOptions } from '../directus/directusClient.ts';
import { createVariant, type ResponseVariant } from '../http/bufferedResponse.ts';
import type { Clock } from '../process/clock.ts';
import { type PictureRequest, pictureTag } from './pictureRequest.ts';
import { checkPicture, isPictureType, type PictureType, pictureExtensions } from './pictureType.ts';

interface PictureStoreOptions
  extends Pick<DirectusClientOptions, 'baseUrl' | 'reportError' | 'onCall' | 'deadlineMs'> {
  /** Null if the file library does not have the file; undefined while the library is unknown: any file may exist. */
  readonly fileFacts: (id: string) => { readonly version: string | null } | null | undefined;
  readonly log: Pick<Logger, 'warn' | 'debug'>;
  /** 64 MB by default: about 1,500 pictures of the demo site. */
  readonly maxBytes?: number;
  readonly clock: Clock;
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
  /** The version of the file that these bytes are of; null: it has none. */
  readonly version: string | null;
}

/**
 * Why there is no picture. `absent`: the content service has no public file with this id, or hides it for a while.
 * `refused`: we do not pass the file on. `unreachable`: the file may exist, but the content service gave no answer.
 */
type Missing =
  | { readonly kind: 'absent' | 'unreachable' }
  | { readonly kind: 'refused'; readonly reason: string };

/** The result of a request for a picture. `cache` says where it came from, for the log line. */
type PictureReading = (Held | Missing) & { readonly cache: 'hit' | 'stale' | 'miss' };

/**
 * The widths are meant for high-density screens, which hide the loss: 60 instead of 75 saves a fifth to a quarter of
 * the bytes.
 */
const quality = 60;

const mostCalls = 6;
/** Further calls that may wait for one of the connections. */
const mostWaiting = 60;
/** Directus may have to make the picture. */
const usualDeadlineMs = 10_000;
/** Nothing tells us when a file without a version changes, so it is fetched again after this time. */
const unversionedFreshMs = 600_000;
const refusalMemoryMs = 30_000;
const failureMemoryMs = 5_000;
/** A bound of its own, so that requests for made-up ids do not evict pictures. */
const mostMissing = 1_000;
/** A generous estimate of an entry's memory besides the bytes of its picture. */
const overheadBytes = 2_048;

/**
 * Fetches pictures from the content service, six calls at a time, with limits separate from those for content. An
 * in-memory cache holds them by file, version, form and format, with least-recently-used eviction. A picture with a
 * version never becomes stale. One without is served stale while it is fetched again, and for as long as it cannot be
 * fetched; so is the previous version of a replaced file. Only the file library decides that a file is gone: Directus
 * responds with the same 403 for a file that it hides while its access rules are edited. That a picture is missing is
 * cached for seconds, separately.
 */
export class PictureStore {
  readonly #options: PictureStoreOptions;
  readonly #client: DirectusClient;
  readonly #held: LRUCache<string, Held, Wanted>;
  readonly #missing: LRUCache<string, Missing>;
  #refused = 0;
  #callsInFlight = 0;
  #isFailing = false;

  constructor(options: PictureStoreOptions) {
    const { maxBytes = 64 * 1024 * 1024, clock } = options;
    this.#options = options;
    const limits = { maxSockets: mostCalls, maxBytes: largestPicture };
    this.#client = new DirectusClient({ deadlineMs: usualDeadlineMs, ...options, ...limits });
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
    const file = this.#options.fileFacts(id);
    if (file === null) return { kind: 'absent', cache: 'hit' };
    const version = file?.version ?? null;
    const key = `${id} ${form} ${format} ${version}`;
    const known = this.#missing.get(key);
    if (known) return { ...known, cache: 'hit' };
    const status: LRUCache.Status<string, Held> = {};
    const held = await this.#held.fetch(key, { context: { key, request, version }, status });
    const cache = status.returnedStale ? 'stale' : status.fetch === 'hit' ? 'hit' : 'miss';
    if (held) return { ...held, cache };
    return { ...(this.#missing.get(key) ?? { kind: 'unreachable' }), cache };
  }

  /** The memory in use, and how many files were refused, for metrics. */
  stats() {
    return {
      bytes: this.#held.calculatedSize,
      /** Responses that are not pictures, and pictures that we do not pass on. */
      refused: this.#refused,
    };
  }

  /** Closes the connections to the content service. */
  close(): void {
    this.#client.close();
  }

  async #fetch(wanted: Wanted, before: Held | undefined, entry: { ttl?: number }): Promise<Held | undefined> {
    const { key, request, version } = wanted;
    const fetched = await this.#call(request);
    if (fetched.kind === 'picture') {
      if (version === null) entry.ttl = unversionedFreshMs;
      return { kind: 'picture', response: toResponse(request, fetched.body, fetched.type), version };
    }
    const isRefused = fetched.kind === 'refused';
    entry.ttl = isRefused ? refusalMemoryMs : failureMemoryMs;
    const earlier = this.#missing.peek(key, { allowStale: true });
    if (isRefused && earlier?.kind !== 'refused') {
      this.#refused += 1;
      const facts = { file: request.id, reason: fetched.reason };
      this.#options.log.warn(facts, 'A file from the content service is not served');
    }
    const held = before ?? (isRefused ? undefined : this.#heldBefore(request));
    if (!held) this.#missing.set(key, isRefused ? fetched : { kind: 'unreachable' }, { ttl: entry.ttl });
    return held;
  }

  async #call({ id, form, format }: PictureRequest) {
    if (this.#callsInFlight >= mostCalls + mostWaiting) return { kind: 'unreachable' as const };
    this.#callsInFlight += 1;
    // Directus crops around the focal point of the file, where an editor has set one.
    const query =
      form === 'share'
        ? { ...sharedPictureSize, fit: 'cover', format, quality }
        : { width: form, format, quality, withoutEnlargement: true };
    const checks = { isWanted: isPictureType, isExpected: this.#isExpected };
    const target = { collection: 'assets', path: `/assets/${id}`, query, ...checks };
    try {
      const fetched = await this.#client.get(target, (body) => ({ read: { body, ...checkPicture(body) } }));
      this.#isFailing = false;
      return fetched;
    } catch (error) {
      return outcomeOf(error);
    } finally {
      this.#callsInFlight -= 1;
    }
  }

  /** A response about one file is not an error, and of an outage only the first failure is reported. */
  readonly #isExpected = (error: CallFailure): boolean => {
    const wasFailing = this.#isFailing;
    this.#isFailing = outcomeOf(error).kind === 'unreachable';
    return !this.#isFailing || wasFailing;
  };

  /** Another cached version of the picture: its file was replaced, or its version is unknown at the moment. */
  #heldBefore({ id, form, format }: PictureRequest): Held | undefined {
    const earlier = this.#held.keys().filter((key) => key.startsWith(`${id} ${form} ${format} `));
    return earlier
      .map((key) => this.#held.peek(key, { allowStale: true }))
      .find((held) => held !== undefined);
  }
}

/**
 * A picture ready to send, except for its lifetime. The file name is built from the id and the form, since the editor's
 * file name could be anything. Its policy is that of the route.
 */
function toResponse({ id, form }: PictureRequest, body: Buffer, type: PictureType): ResponseVariant {
  const name = `${id}-${form}.${pictureExtensions[type]}`;
  const disposition = `inline; filename="${name}"`;
  const headers = ['Cache-Tag', pictureTag(id), 'Content-Type', type, 'Content-Disposition', disposition];
  return createVariant(headers, 'identity', body, { vary: 'Accept' });
}

/** Maps a failed call to its outcome. */
function outcomeOf(error: unknown): Missing {
  if (!(error instanceof CallFailure)) return { kind: 'unreachable' };
  const { status, message: reason } = error;
  // Directus responds with 403 for a file that is absent, deleted or not public.
  if (status === 401 || status === 403 || status === 404 || status === 410) return { kind: 'absent' };
  // Directus refuses to transform the file, or a proxy to pass it on: neither changes by asking again.
  const isRefused = [400, 413, 415, 422].includes(status ?? 0) || error.kind === 'malformed';
  return isRefused ? { kind: 'refused', reason } : { kind: 'unreachable' };
}
