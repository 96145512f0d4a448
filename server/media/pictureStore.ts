import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { createVariant, type ResponseVariant } from '../http/bufferedResponse.ts';
import { type Clock, systemClock } from '../process/clock.ts';
import type { Fetched, PictureClient } from './pictureClient.ts';
import { type PictureRequest, pictureTag } from './pictureRequest.ts';
import { type PictureType, pictureExtensions } from './pictureType.ts';

interface PictureStoreOptions {
  readonly client: PictureClient;
  /** Null for a file that the file library does not have; undefined while the library is not known: any may exist. */
  readonly file: (id: string) => { readonly version: string | null } | null | undefined;
  readonly log: Pick<Logger, 'warn'>;
  /** 64 MB unless said otherwise: some 1,500 pictures of the demo. */
  readonly maxBytes?: number;
  readonly clock?: Clock;
}

/** A picture as a file of one version, and how it is sent. */
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
  /** Whether the address names the version of these very bytes. */
  readonly isVersioned: boolean;
};

/** Nobody says when a file without a version changes. */
const unversionedFreshMs = 600_000;
const refusalMemoryMs = 30_000;
const failureMemoryMs = 5_000;
/** Made-up ids must not take the room of pictures. */
const mostMissing = 1_000;
/** The memory of an entry beside the bytes of its picture, generously. */
const overheadBytes = 2_048;

/**
 * Pictures from the content service, held in memory by file, version, form and format; the least recently used goes
 * first. A picture of a version never grows old. One without a version is served on while it is fetched again, and
 * without end while it cannot be fetched; so is the one before a replaced one. Only the file library says that a file is
 * gone: Directus says the same (403) of one that it hides while its rules are edited. Why there is none is held for
 * seconds, apart from pictures.
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
      // Visitors of one picture share a call, which ends even where its entry had to make room.
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

  /** At once for what is held; else after a call that all visitors with the same request share. Never rejects. */
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
      /** Responses that were no pictures, or pictures that are not passed on. */
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

  /** The picture of another version, where that is held: its file was replaced, or its version is not known now. */
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
 * A picture ready to send, but for its lifetime. The file name is made of the id and the form, since the editor's file
 * name could say anything. Policy, `nosniff` and `Cross-Origin-Resource-Policy` are on every response that is no page;
 * see `resourceHeaders`.
 */
function toResponse({ id, form }: PictureRequest, body: Buffer, type: PictureType): ResponseVariant {
  const name = `${id}-${form}.${pictureExtensions[type]}`;
  const disposition = `inline; filename="${name}"`;
  const headers = ['Cache-Tag', pictureTag(id), 'Content-Type', type, 'Content-Disposition', disposition];
  return createVariant(headers, 'identity', body, 'Accept');
}
