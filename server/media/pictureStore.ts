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
  readonly request: PictureRequest;
  readonly version: string | null;
  /** Whether the file library has the file. */
  readonly isListed: boolean;
}

/** What is held of a picture: its response, or why there is none. */
type Held =
  | { readonly kind: 'picture'; readonly response: ResponseVariant; readonly version: string | null }
  | Exclude<Fetched, { kind: 'picture' }>;

/** The result of a request for a picture. `cache` says where it came from, for the log line. */
type PictureReading = Held & {
  readonly cache: 'hit' | 'stale' | 'miss';
  /** Whether the address names the version of these very bytes. */
  readonly isVersioned: boolean;
};

/** Nobody says when a file without a version changes. */
const unversionedFreshMs = 600_000;
const absenceMemoryMs = 30_000;
const failureMemoryMs = 5_000;
/** The memory of an entry beside the bytes of its picture, generously. */
const overheadBytes = 2_048;

/**
 * Pictures from the content service, held in memory by file, version, form and format; the least recently used goes
 * first. A picture of a version never grows old. One without a version is served on while it is fetched again, and
 * without end while it cannot be fetched; so is the one before a replaced one. Only the file library says that a file is
 * gone: Directus says the same (403) of one that it hides while its rules are edited.
 */
export class PictureStore {
  readonly #options: PictureStoreOptions;
  readonly #held: LRUCache<string, Held, Wanted>;
  #refused = 0;

  constructor(options: PictureStoreOptions) {
    const { maxBytes = 64 * 1024 * 1024, clock = systemClock } = options;
    this.#options = options;
    this.#held = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: (held) => overheadBytes + (held.kind === 'picture' ? held.response.body.length : 0),
      // Visitors of one picture share a call, which ends even where its entry had to make room.
      fetchMethod: (_key, before, { options: entry, context }) => this.#fetch(context, before, entry),
      ignoreFetchAbort: true,
      ttlResolution: 0,
      perf: clock,
    });
  }

  /** At once for what is held; else after a call that all visitors with the same request share. Never rejects. */
  async read(request: PictureRequest): Promise<PictureReading> {
    const { id, form, format } = request;
    const file = this.#options.file(id);
    if (file === null) return { kind: 'absent', reason: 'No such file', cache: 'hit', isVersioned: false };
    const version = file?.version ?? null;
    const key = `${id} ${form} ${format} ${version}`;
    const status: LRUCache.Status<string, Held> = {};
    const held = await this.#held.forceFetch(key, {
      context: { request, version, isListed: file !== undefined },
      allowStale: this.#held.peek(key, { allowStale: true })?.kind === 'picture',
      status,
    });
    const cache = status.returnedStale ? 'stale' : status.fetch === 'hit' ? 'hit' : 'miss';
    const isVersioned = held.kind === 'picture' && held.version !== null && held.version === request.version;
    return { ...held, cache, isVersioned };
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

  async #fetch(wanted: Wanted, before: Held | undefined, entry: { ttl?: number }): Promise<Held> {
    const { request, version, isListed } = wanted;
    const fetched = await this.#options.client.fetch(request);
    if (fetched.kind === 'picture') {
      if (version === null) entry.ttl = unversionedFreshMs;
      return { kind: 'picture', response: toResponse(request, fetched.body, fetched.type), version };
    }
    const isAbsent = fetched.kind === 'absent' && !isListed;
    entry.ttl = isAbsent || fetched.kind === 'refused' ? absenceMemoryMs : failureMemoryMs;
    if (fetched.kind === 'refused' && before?.kind !== 'refused') this.#noteRefusal(request, fetched.reason);
    if (before?.kind === 'picture') return before;
    if (fetched.kind === 'refused' || isAbsent) return fetched;
    return (version === null ? null : this.#heldBefore(request)) ?? { ...fetched, kind: 'unreachable' };
  }

  /** The picture as it was before its file was replaced, where that is held. */
  #heldBefore({ id, form, format }: PictureRequest): Held | undefined {
    const earlier = this.#held.keys().filter((key) => key.startsWith(`${id} ${form} ${format} `));
    return earlier.map((key) => this.#held.peek(key)).find((held) => held?.kind === 'picture');
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
